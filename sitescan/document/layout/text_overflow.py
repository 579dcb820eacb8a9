"""Texts that overflow a box with a size of its own, so that they are painted outside of the background of the box."""

from math import inf

from bs4.element import Tag

from sitescan.document.css.cascade import Styles
from sitescan.document.css.computed_style import Style
from sitescan.document.css.lengths import whole_number
from sitescan.document.document import Document
from sitescan.document.layout.display import (
    is_absolutely_positioned,
    is_grid_container,
    is_multi_column,
    is_row,
    shows_overflow,
)
from sitescan.document.layout.heights import heights
from sitescan.document.layout.shown_elements import shown_elements
from sitescan.document.layout.text_size import LEAST_LETTER, wraps
from sitescan.document.tree import attr, children, has_own_words
from sitescan.standards.lazy_pattern import lazy_pattern

_HEIGHTS, _WIDTHS = ("height", "max-height"), ("width", "max-width")
#: The least height of a line in pixels, and the least width of a word in em.
_LINE, _WORD = 12.0, 2.0
#: How many elements in a box are searched, and how deep.
_MOST_ELEMENTS, _DEEPEST = 40, 20
#: A track of a grid, or a word of ``flex``, that is a number of pixels.
_PIXELS = lazy_pattern(r"(?<![\w.(-])([0-9]{1,6}(?:\.[0-9]{1,6})?)px(?![\w)])")


def has_size(style: Style) -> bool:
    """Return whether a box has a height or width of its own."""
    return any(style.get(name) not in ("", "auto", "none") for name in (*_HEIGHTS, *_WIDTHS))


def may_overflow(document: Document, tag: Tag, style: Style) -> bool:
    """Return whether a text in a box with a size of its own is painted outside of the box."""
    if style.display == "inline" or not shows_overflow(style):
        return False
    height, width = _least_of(style, _HEIGHTS), _least_of(style, _WIDTHS)
    if height is not None:
        content = heights(document).least_content(tag)
        if height < max(_LINE, content) or is_multi_column(style):
            return True
    return width is not None and _Reach(document, width).of(tag, style, 0.0, 0) > width


def _least_of(style: Style, names: tuple[str, str]) -> float | None:
    return min((pixels for name in names if (pixels := style.pixels(name)) is not None), default=None)


class _Reach:
    """
    How far the texts in a box reach to the right of its left edge at least, in pixels.

    :param width: the width of the box.
    """

    def __init__(self, document: Document, width: float) -> None:
        self._styles: Styles = document.styles
        self._shown = shown_elements(document)
        self._width = width
        self._left = _MOST_ELEMENTS

    def of(self, tag: Tag, style: Style, start: float, depth: int) -> float:
        """Return how far the texts in an element reach whose content starts at a distance from the edge."""
        self._left -= 1
        reach = 0.0
        if has_own_words(tag):
            indent = style.pixels("text-indent", self._width) or 0.0
            reach = start + _WORD * (style.font_size or 0.0) + indent
        if is_grid_container(style) and _tracks(style) > self._width:
            return inf
        on_one_line = is_row(style) or style.display == "table-row" or not wraps(style)
        for child in children(tag) if depth < _DEEPEST else ():
            if self._left <= 0 or id(child) not in self._shown:
                continue
            inner = self._styles.of(child)
            is_placed = is_absolutely_positioned(inner)
            indent = 0.0 if is_placed else _spacing_at_left(inner, self._width)
            inside = self.of(child, inner, start + indent, depth + 1)
            reach = max(reach, inside, start + (inner.pixels("min-width") or 0.0) if inside else 0.0)
            if on_one_line and not is_placed:
                start += _least_width(child, inner) + (_gap(style) if is_row(style) else 0.0)
        return reach


def _least_width(tag: Tag, style: Style) -> float:
    """Return the width that a box is given on its line or in its row."""
    widths = [style.pixels(name) or 0.0 for name in ("width", "min-width", "flex-basis")]
    widths.extend(float(pixels) for pixels in _PIXELS.findall(style.get("flex") or ""))
    if tag.name == "img" and style.get("width") == "":
        widths.append(whole_number(attr(tag, "width", "")))
    if tag.name in ("input", "textarea"):
        letters = whole_number(attr(tag, "size" if tag.name == "input" else "cols", ""))
        widths.append(letters * LEAST_LETTER * (style.font_size or 0.0))
    return max(widths)


def _gap(style: Style) -> float:
    return style.pixels("column-gap") or style.pixels("gap") or 0.0


def _tracks(style: Style) -> float:
    """Return the width of the columns of a grid that are given in pixels, and of the gaps between them."""
    columns = style.get("grid-template-columns") or (style.get("grid-template") or "").partition("/")[2]
    widths = _PIXELS.findall(columns)
    return sum(map(float, widths)) + _gap(style) * max(0, len(widths) - 1)


def _spacing_at_left(style: Style, width: float) -> float:
    return sum(max(0.0, style.pixels(f"{kind}-left", width) or 0.0) for kind in ("margin", "padding"))
