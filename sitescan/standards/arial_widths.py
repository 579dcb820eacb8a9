"""The widths of texts in Arial, in which search engines show the titles of pages."""

from unicodedata import normalize

from sitescan.standards.data_files import data_of

#: The advance width of each character in Arial, in thousandths of the font size. Those of Helvetica are the same.
_WIDTHS = {character: int(width) for width, characters in data_of("arial_widths").items() for character in characters}


def arial_width(character: str) -> int | None:
    """Return the width of a Latin character in thousandths of the font size; ``None`` if it is not known."""
    return _WIDTHS.get(character) or _WIDTHS.get(normalize("NFD", character)[0])
