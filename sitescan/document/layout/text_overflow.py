"""Boxes with a size of their own that is too small for the text in them, so that the text leaves their background."""

from bs4.element import Tag

from sitescan.document.css.computed_style import Style
from sitescan.document.layout.display import is_multi_column, shows_overflow
from sitescan.document.layout.heights import Heights
from sitescan.document.tree import has_own_words

_HEIGHTS, _WIDTHS = ("height", "max-height"), ("width", "max-width")
#: The least height of a line in pixels, and the least width of a word in em.
_LINE, _WORD = 12.0, 2.0


def has_size(style: Style) -> bool:
    """Return whether a box has a height or width of its own."""
    return any(style.get(name) not in ("", "auto", "none") for name in (*_HEIGHTS, *_WIDTHS))


def may_overflow(tag: Tag, style: Style, heights: Heights) -> bool:
    """Return whether the text in a box with a size of its own is painted outside of the box."""
    if style.display == "inline" or not shows_overflow(style):
        return False
    height, width = _least_of(style, _HEIGHTS), _least_of(style, _WIDTHS)
    if height is not None and (height < max(_LINE, heights.least_content(tag)) or is_multi_column(style)):
        return True
    return width is not None and width < _WORD * (style.font_size or 0.0) and has_own_words(tag)


def _least_of(style: Style, names: tuple[str, str]) -> float | None:
    return min((pixels for name in names if (pixels := style.pixels(name)) is not None), default=None)
