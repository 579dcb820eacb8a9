"""
How far the texts in a box reach at least, as far as styles tell: they may leave a box that says how large it is.

A layout is not made. What stands beside a text on its line or in its row takes the room that it says it wants.
"""

import re
from collections.abc import Collection
from math import inf

from attrs import define
from bs4.element import Tag

from sitescan.document.css.cascade import Styles
from sitescan.document.css.computed_style import Style
from sitescan.document.css.extents import Extents
from sitescan.document.css.lengths import whole_number
from sitescan.document.css.placement import is_positioned_freely, is_row
from sitescan.document.tree import attr, children, has_own_words

_MOST_TEXTS, _DEEPEST = 40, 20
#: Letters that are larger are counted as large as this, px.
_HIGHEST = 200.0
#: The width of a letter in a field at least, in em.
_LETTER = 0.4
_GRIDS = frozenset({"grid", "inline-grid"})
_UNBROKEN = frozenset({"nowrap", "pre"})
_TRACK = re.compile(r"(?<![\w.(-])([0-9]{1,6}(?:\.[0-9]{1,6})?)px(?![\w)])")
_LONGEST = 500


@define
class _Reached:
    """
    What has been seen of a box.

    :ivar room: the width that it says it has, px.
    :ivar farthest: how far to the right its texts reach at least.
    :ivar left: how many elements are yet looked at.
    """

    room: float | None
    farthest: float = 0.0
    left: int = _MOST_TEXTS


class TextLines:
    """
    The texts in boxes.

    :param shown: the ``id()`` of each element that is shown.
    """

    def __init__(self, styles: Styles, extents: Extents, shown: Collection[int]) -> None:
        self._styles = styles
        self._extents = extents
        self._shown = shown

    def of(self, element: Tag, style: Style) -> tuple[float, float]:
        """How high the texts in a box are, a line for each block, and how far to the right they reach at least."""
        reached = _Reached(style.pixels("width") or style.pixels("max-width"))
        return self._height(element, style, 0.0, reached, 0), reached.farthest

    def _height(self, tag: Tag, style: Style, start: float, reached: _Reached, depth: int) -> float:
        reached.left -= 1
        size = min(style.font_size or 0.0, _HIGHEST) if has_own_words(tag) else 0.0
        if size:
            indent = style.pixels("text-indent", reached.room) or 0.0
            reached.farthest = max(reached.farthest, start + 2 * size + indent)
        if _tracks(style) > (reached.room or inf):
            reached.farthest = inf
        line, below, beside, taken = size, 0.0, 0.0, 0.0
        row = is_row(style)
        in_row = row and self._extents.fits(tag)
        in_line = row or style.display == "table-row" or style.get("white-space") in _UNBROKEN
        for child in children(tag) if depth < _DEEPEST else ():
            if reached.left <= 0:
                break
            if id(child) not in self._shown:
                continue
            inner = self._styles.of(child)
            begin = start + taken
            inside = self._height(child, inner, begin + _start(inner, reached.room), reached, depth + 1)
            if inside:
                reached.farthest = max(reached.farthest, begin + (inner.pixels("min-width") or 0.0))
            if in_line and not is_positioned_freely(inner):
                taken += _wanted(child, inner) + (_gap(style) if row else 0.0)
            if inner.display == "inline":
                line = max(line, inside)
            elif in_row:
                beside = max(beside, inside)
            else:
                below += inside
        return line + below + beside


def _wanted(tag: Tag, style: Style) -> float:
    """The width that a box says it wants, px."""
    basis = style.pixels("flex-basis") or 0.0
    written = [style.pixels("width") or 0.0, style.pixels("min-width") or 0.0, basis, _flexed(style)]
    if tag.name == "img" and style.get("width") == "":
        written.append(whole_number(attr(tag, "width", "")))
    if tag.name in ("input", "textarea"):
        letters = whole_number(attr(tag, "size" if tag.name == "input" else "cols", ""))
        written.append(letters * _LETTER * (style.font_size or 0.0))
    return max(written)


def _flexed(style: Style) -> float:
    """What ``flex`` says of the width that an item begins with."""
    words = (style.get("flex") or "")[:_LONGEST].split()
    pixels = [whole_number(word.removesuffix("px")) for word in words if word.endswith("px")]
    return max(pixels, default=0.0)


def _gap(style: Style) -> float:
    return style.pixels("column-gap") or style.pixels("gap") or 0.0


def _tracks(style: Style) -> float:
    """How wide the columns of a grid are together that say how wide they are, and the gaps between."""
    if style.display not in _GRIDS:
        return 0.0
    columns = style.get("grid-template-columns") or (style.get("grid-template") or "").partition("/")[2]
    widths = _TRACK.findall(columns[:_LONGEST])
    return sum(map(float, widths)) + _gap(style) * max(0, len(widths) - 1)


def _start(style: Style, room: float | None) -> float:
    """How far from the left end of what it is in the content of a box begins, px; 0 where a layout is needed for it."""
    if is_positioned_freely(style):
        return 0.0
    return sum(max(0.0, style.pixels(f"{kind}-left", room) or 0.0) for kind in ("margin", "padding"))
