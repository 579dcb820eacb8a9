"""
Bounds of the sizes of letters and lines in the text fonts that browsers and systems bring, and in common web fonts.

They are relative to Arial. The widest of these fonts is Verdana in bold, the narrowest one is Times. Monospaced fonts,
condensed ones and those for headings are not among them.
"""

from collections.abc import Iterable, Mapping

from sitescan.document.language.text_measure import arial_width

LEAST_LINE, MOST_LINE = 1.05, 1.37
"""The height of a letter's box, and of a line whose height is ``normal``, in em: 1.06 in Arial, 1.36 in Nunito."""

#: The share of a letter's width in Arial that it has at least, and what it has at most, in addition in em.
_LEAST, _MOST, _MORE = 0.65, 1.1, 0.15

#: The empty value is the browser's own font.
_USUAL = frozenset(
    (
        ", serif, sans-serif, system-ui, ui-serif, ui-sans-serif, -apple-system, blinkmacsystemfont, arial, "
        "helvetica, helvetica neue, verdana, tahoma, trebuchet ms, georgia, times, times new roman, palatino, "
        "palatino linotype, segoe ui, lucida grande, geneva, roboto, ubuntu, cantarell, oxygen, oxygen-sans, "
        "calibri, cambria, open sans, noto sans, noto serif, bitstream vera serif, lato, source sans pro, "
        "dejavu sans, dejavu serif, bitstream vera sans, liberation sans, freesans, liberation serif, droid sans, "
        "droid serif, fira sans, dm sans, ibm plex sans, inter, karla, montserrat, mulish, nunito, nunito sans, "
        "pt sans, pt serif, raleway, rubik, work sans, nimbus sans l, apple color emoji, segoe ui emoji, "
        "segoe ui symbol, noto color emoji, emoji"
    ).split(", ")
)


def are_usual(families: str | None) -> bool:
    """Return whether each font of a value of ``font-family`` has the sizes that this module knows."""
    names = "?" if families is None else families
    return _USUAL.issuperset(name.strip().strip("\"'").lower() for name in names.split(","))


def are_latin(letters: Iterable[str]) -> bool:
    """Return whether the sizes of all letters are known."""
    return all(map(arial_width, letters))


def width_bounds(letters: Mapping[str, int]) -> tuple[float, float]:
    """
    Return the least and the largest width of Latin letters in em.

    :param letters: how often there is each letter.
    """
    arial = sum([(arial_width(letter) or 0) * count for letter, count in letters.items()]) / 1000
    return _LEAST * arial, _MOST * arial + _MORE * sum(letters.values())
