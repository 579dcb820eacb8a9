"""
How far a box stands from the top or the bottom of one around it at least, as far as the flow of blocks tells.

A layout is not made: a text is a line at least, and what stands on a line or in a row takes no room of its own.
"""

from collections.abc import Sequence
from itertools import takewhile
from math import inf

from bs4.element import Tag

from sitescan.document.css.cascade import Styles
from sitescan.document.css.computed_style import Style
from sitescan.document.css.extents import STACKING
from sitescan.document.css.least_height import PRESERVED, line_height
from sitescan.document.css.placement import cuts_off, is_positioned_freely, is_set_in_columns, is_turned
from sitescan.document.tree import ancestors, children, has_own_words

_STACKED = STACKING | {"table", "table-row-group", "table-header-group", "table-footer-group"}
_BLOCKS = frozenset({"block", "list-item", "flow-root", "flex", "grid", "table"})
_ROWS = frozenset({"flex", "inline-flex", "grid", "inline-grid"})
_OUT = frozenset({"inline", "contents", "none", None})
_GROWING = ("", "auto", "none")
_DEEPEST, _MOST = 12, 40


class FlowRoom:
    """
    The distances in a page, each worked out when it is asked for.

    :param shown: the ``id()`` of each element that is shown.
    """

    def __init__(self, styles: Styles, shown: set[int]) -> None:
        self._styles = styles
        self._shown = shown
        # Each box that is placed freely asks for all texts that it may be near.
        self._rooms: dict[tuple[int, int, str], float] = {}
        self._in_flows: dict[int, float] = {}
        self._least: dict[int, float] = {}
        self._rows: dict[int, tuple[list[Tag], dict[int, int]]] = {}

    def above(self, tag: Tag, around: Tag | None) -> float:
        """
        From the top of a box around an element to the element's own text, px; negative where it may stick out.

        :param around: the element or one of its ancestors; ``None`` for the page.
        """
        return self._room(tag, around, "top")

    def below(self, tag: Tag, around: Tag | None) -> float:
        """From the bottom of an element's own text to that of a box around it, px; negative where it may stick out."""
        return self._room(tag, around, "bottom")

    def past(self, tag: Tag, placed: Tag, side: str) -> float:
        """
        From where a box would stand in the flow to the text of an element that comes after or before it, px.

        :param placed: a box that is placed freely at the place that the flow would give it, its parent around both.
        :param side: the side of the text that faces that place; ``top`` where the text comes after the box.
        :return: negative where the text may stick out, or does not stand in the flow on that side of the box.
        """
        parent = placed.parent
        branch = next((one for one in (tag, *ancestors(tag)) if one.parent is parent), None)
        if parent is None or branch is None or branch is placed or self._styles.of(parent).display not in STACKING:
            return -inf
        between = self._between(placed, branch) if side == "top" else self._between(branch, placed)
        moved = _moved(self._styles.of(branch), side)
        if between is None or moved is None or is_set_in_columns(self._styles.of(parent)):
            return -inf
        for one in takewhile(lambda one: one is not parent, (tag, *ancestors(tag))):
            style = self._styles.of(one)
            # What floats does not begin above its place in the flow: https://www.w3.org/TR/CSS22/visuren.html#float-rules
            floats = style.get("float") not in ("", "none") and (side == "bottom" or one is branch)
            if floats or is_positioned_freely(style) or is_turned(style):
                return -inf
        if self._styles.of(branch).display not in _BLOCKS:
            return -inf
        return self._room(tag, branch, side) + moved + self._taken(between)

    def _between(self, first: Tag, last: Tag) -> Sequence[Tag] | None:
        """The first of what stands between two children of a box; ``None`` where they come in another order."""
        siblings, places = self._row(first)
        at, end = places[id(first)], places[id(last)]
        return siblings[at + 1 : min(end, at + 1 + _MOST)] if at < end else None

    def _row(self, tag: Tag) -> tuple[list[Tag], dict[int, int]]:
        """An element with its siblings, and the place of each, read once for all of them."""
        parent = tag.parent
        if id(parent) not in self._rows:
            siblings = list(children(parent)) if parent is not None else [tag]
            self._rows[id(parent)] = siblings, {id(one): number for number, one in enumerate(siblings)}
        return self._rows[id(parent)]

    def _taken(self, boxes: Sequence[Tag]) -> float:
        """The room that boxes take which stand one below the other."""
        return sum(self.taken(one) for one in boxes if id(one) in self._shown)

    def taken(self, tag: Tag) -> float:
        """The room that a box takes at least from what stands above and below it, less what its margins pull, px."""
        if id(tag) not in self._in_flows:
            self._in_flows[id(tag)] = self._in_flow(tag, self._styles.of(tag), 0)
        return self._in_flows[id(tag)]

    def _room(self, tag: Tag, around: Tag | None, side: str) -> float:
        key = (id(tag), id(around), side)
        if key not in self._rooms:
            self._rooms[key] = self._measured(tag, around, side)
        return self._rooms[key]

    def _measured(self, tag: Tag, around: Tag | None, side: str) -> float:
        total = 0.0
        one = tag
        while True:
            style, parent = self._styles.of(one), one.parent
            if side == "bottom" and any(style.get(name) not in _GROWING for name in ("height", "max-height")):
                # What is in it may be higher.
                return -inf
            if is_set_in_columns(self._styles.of(one)):
                return -inf
            total += style.pixels(f"padding-{side}") or 0.0
            if one is around:
                return total
            if parent is None or parent.parent is None:
                return total if around is None else -inf
            moved = _moved(style, side)
            if moved is None or is_positioned_freely(style) or is_turned(style):
                return -inf
            total += moved
            if side == "top" and style.display == "inline" and self._styles.of(parent).display in STACKING:
                total += _lines_above(tag, parent, style)
            if self._styles.of(parent).display in _ROWS:
                # Margins of items do not fall together with others: https://www.w3.org/TR/css-flexbox-1/#item-margins.
                total += max(0.0, style.pixels(f"margin-{side}") or 0.0)
            if self._styles.of(parent).display in _STACKED and style.get("float") in ("", "none"):
                total += self._taken(self._beside(one, side))
            one = parent

    def _beside(self, tag: Tag, side: str) -> Sequence[Tag]:
        """What comes before an element, or after it: the nearest."""
        siblings, places = self._row(tag)
        at = places[id(tag)]
        return siblings[max(0, at - _MOST) : at] if side == "top" else siblings[at + 1 : at + 1 + _MOST]

    def _in_flow(self, tag: Tag, style: Style, depth: int) -> float:
        """The room that a box takes from those beside it, less what its margins pull."""
        if style.display in _OUT or is_positioned_freely(style) or style.get("float") not in ("", "none"):
            return 0.0
        pulled = [_pulled(style, side) for side in ("top", "bottom")]
        return -inf if None in pulled else self.least(tag, depth) + sum(one for one in pulled if one is not None)

    def least(self, tag: Tag, depth: int = 0) -> float:
        """The height that a box has at least, px."""
        if depth > _DEEPEST or id(tag) not in self._shown:
            return 0.0
        if id(tag) not in self._least:
            self._least[id(tag)] = max(0.0, self._worked_out(tag, self._styles.of(tag), depth))
        return self._least[id(tag)]

    def reached(self, tag: Tag) -> float:
        """How far down what is in a box is drawn at least, from the box's top and be it out of the box, px."""
        style = self._styles.of(tag)
        return self.least(tag) if cuts_off(style) else max(self.least(tag), self._content(tag, style, 0))

    def _content(self, tag: Tag, style: Style, depth: int) -> float:
        """The height of what is in a box."""
        inside = [
            self._in_flow(one, self._styles.of(one), depth + 1)
            for one in list(children(tag))[:_MOST]
            if id(one) in self._shown
        ]
        content = sum(inside) if style.display in _STACKED else max(inside, default=0.0)
        return max(content, line_height(style)) if has_own_words(tag) else content

    def _worked_out(self, tag: Tag, style: Style, depth: int) -> float:
        least = style.pixels("min-height", 0.0) or 0.0
        if style.get("height") not in ("", "auto"):
            written = style.pixels("height", 0.0)
            return max(least, written or 0.0)
        content = self._content(tag, style, depth)
        high = max(least, content + sum(style.pixels(f"padding-{side}") or 0.0 for side in ("top", "bottom")))
        limit = style.pixels("max-height")
        return high if style.get("max-height") in ("", "none") else min(high, limit or 0.0)


def _lines_above(tag: Tag, block: Tag, style: Style) -> float:
    """The height of the lines before the one that an element begins on, where lines are as the source has them."""
    if style.get("white-space") not in PRESERVED or tag.sourceline is None or block.sourceline is None:
        return 0.0
    # A line break right behind the start tag is none.
    return max(0, tag.sourceline - block.sourceline - 1) * line_height(style)


def _moved(style: Style, side: str) -> float | None:
    """By how much a box is moved away from a side of what is around it; ``None`` where that cannot be told."""
    moved = _pulled(style, side)
    if moved is None or style.get("position") != "relative":
        return moved
    for name in ("top", "bottom"):
        pixels = 0.0 if style.get(name) in ("", "auto") else style.pixels(name)
        if pixels is None:
            return None
        moved -= abs(pixels)
    return moved


def _pulled(style: Style, side: str) -> float | None:
    """A margin where it is negative, as others may fall together; ``None`` where it cannot be told."""
    if style.get(f"margin-{side}") in ("", "auto"):
        return 0.0
    pixels = style.pixels(f"margin-{side}")
    return None if pixels is None else min(0.0, pixels)
