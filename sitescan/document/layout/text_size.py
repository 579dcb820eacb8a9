"""
The least and the largest size of letters and lines, whatever the font.

A font is not read: a letter is between 0.3 and 1 em wide on average, and a line between its letters and 2 em high. The
letters of fonts in which all are as wide are at least 0.5 em wide.
"""

from collections.abc import Iterator

from bs4.element import Tag

from sitescan.document.css.computed_style import Style
from sitescan.document.tree import TextNode

#: The average width of the letters of a text at least and at most, in em.
LEAST_LETTER, MOST_LETTER = 0.3, 1.0
_LEAST_MONOSPACED = 0.5
_MONOSPACED = frozenset({"monospace", "ui-monospace"})
#: The height of a line at most where ``line-height`` is normal, in em.
_MOST_LINE = 2.0
#: Values of ``white-space`` that keep the line breaks of the source.
_PRESERVING = frozenset({"pre", "pre-wrap", "pre-line", "break-spaces"})
#: Values of ``white-space`` that never break a line for lack of room.
_UNBROKEN = frozenset({"nowrap", "pre"})


def least_line_height(style: Style) -> float:
    """Return the least height of a line in pixels: the font size, or ``line-height`` where that is less."""
    size = style.font_size or 0.0
    return max(0.0, min(size, _line_height(style, size, 1.0) or 0.0))


def most_line_height(style: Style) -> float:
    """Return the largest height of a line in pixels."""
    size = style.font_size or 0.0
    return _line_height(style, size, _MOST_LINE) or size * _MOST_LINE


def _line_height(style: Style, size: float, normal: float) -> float | None:
    """Return ``line-height`` in pixels; ``None`` if it is not known."""
    pixels = style.pixels("line-height", size)
    if pixels is not None:
        return pixels
    factor = style.number("line-height", normal)
    return None if factor is None else factor * size


def preserves_breaks(style: Style) -> bool:
    """Return whether the line breaks of the source are line breaks on the screen."""
    return style.get("white-space") in _PRESERVING


def wraps(style: Style) -> bool:
    """Return whether a line is broken where there is no room for all of it."""
    return style.get("white-space") not in _UNBROKEN


def least_letter(style: Style) -> float:
    """Return the least average width of the letters of a text in em; 0 if they may be closer to each other."""
    spacing = style.get("letter-spacing")
    if spacing is None or "-" in spacing:
        return 0.0
    # The fonts before it are of the same kind.
    names = (style.get("font-family") or "").lower().split(",")
    return LEAST_LETTER if _MONOSPACED.isdisjoint(map(str.strip, names)) else _LEAST_MONOSPACED


def own_letters(tag: Tag) -> int:
    """Return the number of letters of an element's own text, white space collapsed."""
    return sum(len(" ".join(text.split())) for text in _own_texts(tag))


def preserved_breaks(tag: Tag, style: Style) -> int:
    """Return the number of line breaks in an element's own text that are line breaks on the screen."""
    if not preserves_breaks(style):
        return 0
    return sum(text.strip().count("\n") for text in _own_texts(tag))


def _own_texts(tag: Tag) -> Iterator[str]:
    return (text for text in tag.contents if type(text) is TextNode and not text.isspace())
