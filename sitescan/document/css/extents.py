"""
How far boxes reach to the left and right at most, as far as the flow of blocks tells.

https://www.w3.org/TR/CSS22/visudet.html#Computing_widths_and_margins. A layout is not made: what stands on a line or
in a row may be anywhere in the box around it.
"""

import re
from collections.abc import Collection
from math import inf
from types import MappingProxyType

from attrs import evolve, frozen
from bs4.element import Tag

from sitescan.document.css.cascade import Styles
from sitescan.document.css.computed_style import Style
from sitescan.document.css.fitting_widths import FittingWidths
from sitescan.document.css.placement import is_turned
from sitescan.document.css.translations import moved_across
from sitescan.document.tree import ancestors, attr

_WIDTH = 1280.0
#: Boxes that put the blocks in them below each other.
STACKING = frozenset({"block", "list-item", "flow-root", "inline-block", "table-cell", "table-caption"})
_BLOCKS = frozenset({"block", "list-item", "flow-root", "flex", "grid"})
_INLINE = frozenset({"inline", "contents"})
#: A part of the width around it.
_SHARE = re.compile(r"[0-9.]+%")
#: The distances that browsers keep, px: https://html.spec.whatwg.org/multipage/rendering.html
_OWN = MappingProxyType(
    {
        **{(name, side): 40.0 for name in ("blockquote", "figure") for side in ("margin-left", "margin-right")},
        **{("body", f"margin-{side}"): 8.0 for side in ("left", "right")},
        **{(name, "padding-left"): 40.0 for name in ("ul", "ol", "menu", "dir")},
        ("dd", "margin-left"): 40.0,
    }
)


@frozen
class Extent:
    """
    From where to where a box reaches, px from the left edge of the window.

    :ivar exact: whether it fills that room; else it is somewhere in it.
    """

    left: float
    right: float
    exact: bool = False

    def is_apart(self, other: "Extent") -> bool:
        """Whether it lies beside another one, but for the width of a line."""
        return self.right <= other.left + _LINE or other.right <= self.left + _LINE


_LINE = 2.0
#: The width of a scroll bar, which takes as much from the window where there is one, px.
_SCROLLBAR = 17.0
_WINDOW = Extent(0.0, _WIDTH, exact=True)


class Extents:
    """
    The extents of a page's boxes, each worked out when it is asked for.

    :param shown: the ``id()`` of each element that is shown.
    """

    def __init__(self, styles: Styles, shown: Collection[int]) -> None:
        self._styles = styles
        self._widths = FittingWidths(styles, shown)
        self._outer: dict[int, Extent | None] = {}
        self._inner: dict[int, Extent | None] = {}

    def outer(self, tag: Tag) -> Extent | None:
        """That of a whole box; ``None`` where it cannot be told."""
        self.inner(tag)
        return self._outer[id(tag)]

    def inner(self, tag: Tag) -> Extent | None:
        """That of what is in a box; ``None`` where it cannot be told."""
        waiting = [tag]
        for around in ancestors(tag):
            if id(around) in self._inner:
                break
            waiting.append(around)
        while waiting:
            one = waiting.pop()
            if id(one) not in self._inner:
                self._outer[id(one)], self._inner[id(one)] = self._worked_out(one)
        return self._inner[id(tag)]

    def fits(self, tag: Tag) -> bool:
        """Whether there is certainly room for all that is in a box beside each other."""
        inner = self.inner(tag)
        return inner is not None and inner.exact and self._widths.of(tag) <= inner.right - inner.left - _SCROLLBAR

    def holder(self, tag: Tag) -> Tag | None:
        """The box that an absolutely placed one is placed in; ``None`` for the window."""
        return next((one for one in ancestors(tag) if self._styles.of(one).get("position") != "static"), None)

    def _worked_out(self, tag: Tag) -> tuple[Extent | None, Extent | None]:
        style, parent = self._styles.of(tag), tag.parent
        move = moved_across(style) if is_turned(style) else (0.0, 0.0)
        if attr(tag, "dir", "ltr").lower() != "ltr" or style.get("direction") not in ("", "ltr") or move is None:
            return None, None
        around = self._inner.get(id(parent), _WINDOW if tag.name == "html" else None)
        if style.get("position") in ("absolute", "fixed"):
            outer = self._placed(tag, style, around)
        elif around is None or (style.get("position") != "static" and _is_shifted(style)):
            return None, None
        elif style.display in _INLINE:
            return around, around
        else:
            stacked = parent is not None and (parent.parent is None or self._styles.of(parent).display in STACKING)
            in_flow = stacked and style.display in _BLOCKS and style.get("float") in ("", "none")
            outer = self._block(tag, style, around) if in_flow else self._item(tag, style, around)
        outer = _shifted(outer, *move)
        if outer is None:
            return None, None
        spills = style.display == "table" or style.get("white-space") in ("nowrap", "pre")
        if spills and style.get("overflow-x") == "visible":
            outer = evolve(outer, right=inf, exact=False)
        left, right = (self._room(tag, style, f"padding-{side}") for side in ("left", "right"))
        exact = outer.exact and left is not None and right is not None
        return outer, Extent(outer.left + (left or 0.0), outer.right - (right or 0.0), exact)

    def _block(self, tag: Tag, style: Style, around: Extent) -> Extent | None:
        """A block in the flow: as wide as what is around it, or as it says itself, beside or between its margins."""
        room = around.right - around.left
        margins = [self._room(tag, style, f"margin-{side}", around) for side in ("left", "right")]
        if None in margins:
            return None
        left, right = margins[0] or 0.0, margins[1] or 0.0
        filling = Extent(around.left + left, around.right - right, around.exact)
        width = self._width(style, room)
        if width is None:
            return evolve(filling, exact=filling.exact and style.get("width") in ("", "auto"))
        if style.get("margin-left") == "auto":
            if not around.exact or style.get("margin-right") != "auto":
                return Extent(around.left, max(around.right, around.left + width))
            left = max(0.0, (room - width - _SCROLLBAR) / 2)
        right = left + width + (_SCROLLBAR if style.get("margin-left") == "auto" else 0.0)
        return Extent(around.left + left, around.left + right, around.exact and not _is_padded(style))

    def _item(self, tag: Tag, style: Style, around: Extent) -> Extent | None:
        """What stands on a line, in a row or a cell, or floats."""
        room = around.right - around.left
        margins = [self._room(tag, style, f"margin-{side}", around) for side in ("left", "right")]
        if None in margins:
            return None
        left, right = margins[0] or 0.0, margins[1] or 0.0
        width = self._width(style, room)
        return Extent(around.left + left, max(around.right - right, around.left + left + (width or 0.0)))

    def _placed(self, tag: Tag, style: Style, around: Extent | None) -> Extent | None:
        """What is placed freely, in the window or in the nearest box that is placed itself."""
        holder = None if style.get("position") == "fixed" else self.holder(tag)
        if any(is_turned(self._styles.of(one)) for one in ancestors(tag)):
            return None
        box = _WINDOW if holder is None else self._outer.get(id(holder))
        if box is None:
            return None
        room = box.right - box.left
        percent = room if box.exact else None
        left, right = style.pixels("left", percent), style.pixels("right", percent)
        margins = [self._room(tag, style, f"margin-{side}", box) for side in ("left", "right")]
        width = self._width(style, room)
        centered = "auto" in (style.get("margin-left"), style.get("margin-right"))
        if None in margins or (centered and left is not None and right is not None):
            return None
        before, after = margins[0] or 0.0, margins[1] or 0.0
        if left is None and right is None:
            if around is None or not around.exact or width is None or not self._is_stacked(tag):
                return None
            return Extent(around.left + before, around.left + before + width, exact=True)
        if not box.exact:
            return _somewhere(box, left, right, (width or 0.0) + abs(before) + abs(after))
        fits = style.get("width") in ("", "auto") and (left is None or right is None)
        reach = min(inf if width is None else width, self._widths.of(tag) if fits else inf)
        if left is not None:
            start, end = box.left + left + before, box.right - max(0.0, right or 0.0)
            if width is not None:
                end = start + reach
            elif right is None:
                # Where there is little room, it is as wide as its longest word.
                end = min(max(end, start + self._widths.of(tag, broken=True)), start + reach)
            return Extent(start, end, not fits and (width is not None or right is not None))
        end = box.right - (right or 0.0) - after
        start = end - reach - _SCROLLBAR if reach < inf else box.left
        return Extent(start, end, width is not None and not fits)

    def _is_stacked(self, tag: Tag) -> bool:
        return tag.parent is not None and self._styles.of(tag.parent).display in STACKING

    def _width(self, style: Style, room: float) -> float | None:
        """The width that a box says it has at most, whether its padding is counted in or not."""
        width, limit = style.pixels("width", room), style.pixels("max-width", room)
        if width is None:
            if limit is None or limit >= room:
                return None
            width = limit
        width = max(width if limit is None else min(width, limit), style.pixels("min-width", room) or 0.0)
        if style.get("box-sizing") == "border-box":
            return width
        return width + sum(style.pixels(f"padding-{side}", room) or 0.0 for side in ("left", "right"))

    def _room(self, tag: Tag, style: Style, name: str, around: Extent | None = None) -> float | None:
        """A margin or padding, part of it at least; ``None`` where it cannot be told."""
        written = style.get(name)
        if written == "":
            return _OWN.get((tag.name, name), 0.0)
        if written == "auto" or (written and _SHARE.fullmatch(written) and (around is None or not around.exact)):
            return 0.0
        return style.pixels(name, around.right - around.left if around is not None and around.exact else None)


def _somewhere(box: Extent, left: float | None, right: float | None, size: float) -> Extent | None:
    """How far something reaches that is placed in a box which is somewhere in a room, and perhaps narrower than it."""
    if left is not None:
        return Extent(box.left + left - size, box.right + left + size) if left >= 0 else None
    return Extent(box.left - right - size, box.right - right + size) if right is not None and right >= 0 else None


def _shifted(extent: Extent | None, share: float, pixels: float) -> Extent | None:
    """An extent moved to the right by a share of its width and by pixels; ``None`` where its width is not known."""
    if extent is None or (share and not extent.exact):
        return None
    by = share * (extent.right - extent.left) + pixels
    return evolve(extent, left=extent.left + by, right=extent.right + by)


def _is_shifted(style: Style) -> bool:
    return any(style.get(side) not in ("", "auto", "0", "0px") for side in ("left", "right"))


def _is_padded(style: Style) -> bool:
    """Whether a box is wider than it says by its padding."""
    if style.get("box-sizing") == "border-box":
        return False
    return any(style.get(f"padding-{side}") not in ("", "0", "0px") for side in ("left", "right"))
