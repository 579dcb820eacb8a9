"""Room that boxes in the flow reserve, by margins and paddings, for side bars and for bars at the top of the window."""

from collections.abc import Collection, Iterable, Iterator
from itertools import islice, pairwise
from math import inf

from bs4.element import Tag

from sitescan.document.css.backgrounds import paints_background
from sitescan.document.css.cascade import Styles
from sitescan.document.css.computed_style import Style, cached_by_style
from sitescan.document.layout.display import is_absolutely_positioned, is_floating, is_row
from sitescan.document.layout.heights import Heights
from sitescan.document.layout.positions import is_pulled_sideways
from sitescan.document.tree import ancestors, children, has_own_words

_DEEPEST, _MOST_SIBLINGS = 4, 8
#: Pixels: the least width of a column, and by how much a reserved room may be too small.
_NARROWEST, _TOLERANCE = 32.0, 6.0
#: Pixels that are usually left free between two columns.
_GAP = 16.0
#: What else moves a float, and by how much the shares of columns may differ.
_MOVING = ("margin-left", "margin-right", "max-width", "min-width", "top", "bottom", "transform", "translate")
_ROUNDING = 0.001


class ReservedRoom:
    """
    The rooms that the boxes of a page reserve, each computed when it is asked for.

    :param shown: the ids of the elements that are shown.
    """

    def __init__(self, styles: Styles, heights: Heights, shown: Collection[int]) -> None:
        self._styles = styles
        self._heights = heights
        self._shown = shown
        self._at_sides: dict[int, float] = {}
        self._around: dict[int, tuple[float, float]] = {}
        self._at_top: dict[tuple[int, int], float] = {}
        self._swapped: dict[int, bool] = {}

    def is_for_column(self, element: Tag, style: Style) -> bool:
        """Return whether a box is a column beside its neighbors, in a room that one of the boxes reserves for it."""
        parent = element.parent
        if (is_pulled_sideways(style) and self._makes_room(element, style)) or self._is_swapped(element, style):
            return True
        width = style.pixels("width") or style.pixels("max-width")
        is_positioned = is_absolutely_positioned(style)
        if parent is None or not width or width <= _NARROWEST or not (is_positioned or is_pulled_sideways(style)):
            return False
        if is_positioned and style.get("box-sizing") != "border-box":
            padding = sum(style.pixels(f"padding-{side}") or 0.0 for side in ("left", "right"))
            # A column that is a few pixels too wide covers no more than the beginning of a text.
            width += max(0.0, padding - _NARROWEST)
        needed = width - _TOLERANCE
        around = self._around_boxes_in(parent)[0] if is_positioned else _reserved_at_sides(self._styles.of(parent))
        if around >= needed:
            return True
        siblings = (child for child in children(parent) if child is not element)
        return any(self._reserved_within(sibling) >= needed for sibling in islice(siblings, _MOST_SIBLINGS))

    def _makes_room(self, element: Tag, style: Style) -> bool:
        """Return whether a box that a margin pulls over its neighbor has content that leaves that room free."""
        if paints_background(style) or has_own_words(element):
            return False
        content = [self._styles.of(child) for child in children(element) if id(child) in self._shown]
        pulled = (side for side in ("left", "right") if (style.pixels(f"margin-{side}") or 0.0) < 0)
        return bool(content) and all(
            (inner.pixels(f"margin-{side}") or 0.0) + (style.pixels(f"margin-{side}") or 0.0) >= -_GAP
            for side in pulled
            for inner in content
        )

    def _is_swapped(self, element: Tag, style: Style) -> bool:
        """Return whether a float is moved, by a share of its row, to where no other float of the row is."""
        parent = element.parent
        if parent is None or style.get("position") != "relative" or not is_floating(style):
            return False
        if id(parent) not in self._swapped:
            row = [self._styles.of(child) for child in children(parent) if id(child) in self._shown]
            self._swapped[id(parent)] = len(row) <= _MOST_SIBLINGS and _are_apart(row)
        return self._swapped[id(parent)]

    def is_for_bar(self, bar: Tag, style: Style) -> bool:
        """Return whether the page begins below a bar that is fixed at the top of the window."""
        parent = bar.parent
        if style.get("bottom") not in ("", "auto") or parent is None:
            return True
        needed = self._heights.least(bar) - _TOLERANCE
        return self._around_boxes_in(parent)[1] >= needed or self._reserved_at_top_in(parent, 0) >= needed

    def _around_boxes_in(self, parent: Tag) -> tuple[float, float]:
        """Return the largest room that a box or any box around it reserves at a side, and its largest top padding."""
        path: list[Tag] = []
        found = (0.0, 0.0)
        for box in (parent, *ancestors(parent)):
            if id(box) in self._around:
                found = self._around[id(box)]
                break
            path.append(box)
        for box in reversed(path):
            style = self._styles.of(box)
            padding = style.pixels("padding-top") or 0.0
            found = self._around[id(box)] = max(found[0], _reserved_at_sides(style)), max(found[1], padding)
        return found

    def _reserved_within(self, element: Tag) -> float:
        """Return the largest room that a box or the first box inside of it reserves at a side."""
        if id(element) not in self._at_sides:
            found = -inf
            box: Tag | None = element
            for _ in range(_DEEPEST):
                if box is None or id(box) not in self._shown:
                    break
                found = max(found, _reserved_at_sides(self._styles.of(box)))
                box = next(children(box), None)
            self._at_sides[id(element)] = found
        return self._at_sides[id(element)]

    def _reserved_at_top_in(self, parent: Tag, depth: int) -> float:
        """Return the room that the content of a box reserves at its top; negative infinity where it has none."""
        key = (id(parent), depth)
        if key not in self._at_top:
            beside = _MOST_SIBLINGS if depth and is_row(self._styles.of(parent)) else 1
            boxes = islice(self._boxes_in_flow(parent), beside)
            self._at_top[key] = min((self._reserved_at_top(box, depth) for box in boxes), default=-inf)
        return self._at_top[key]

    def _reserved_at_top(self, box: Tag, depth: int) -> float:
        style = self._styles.of(box)
        own = max(style.pixels(name) or 0.0 for name in ("margin-top", "padding-top", "top"))
        if depth + 1 >= _DEEPEST or has_own_words(box):
            return own
        return max(own, self._reserved_at_top_in(box, depth + 1))

    def _boxes_in_flow(self, parent: Tag) -> Iterator[Tag]:
        """Yield the first boxes in the flow of a box that are not empty."""
        for child in islice(children(parent), _MOST_SIBLINGS):
            is_out = id(child) not in self._shown or is_absolutely_positioned(self._styles.of(child))
            if not is_out and (self._heights.least(child) or next(children(child), None) is not None):
                yield child


@cached_by_style
def _reserved_at_sides(style: Style) -> float:
    """Return the largest margin or padding of a box at its left or right."""
    room = [style.pixels(f"{kind}-{side}") or 0.0 for kind in ("margin", "padding") for side in ("left", "right")]
    if is_floating(style):
        # Of a width such as "calc(100% - 260px)", 260 pixels are left.
        room.append(-(style.pixels("width", 0.0) or 0.0))
    return max(room)


def _are_apart(row: Iterable[Style]) -> bool:
    """Return whether boxes that float to the left, one after the other, are beside each other after their moves."""
    places: list[tuple[float, float]] = []
    end = 0.0
    for style in row:
        shares = [_share(style, name) for name in ("width", "left", "right")]
        is_plain = style.get("float") == "left" and style.get("box-sizing") == "border-box"
        if not is_plain or None in shares or not all(_is_unset(style, name) for name in _MOVING):
            return False
        width, left, right = (share or 0.0 for share in shares)
        start = end + left if left else end - right
        places.append((start, start + width))
        end += width
    places.sort()
    return end <= 1 + _ROUNDING and all(upper[1] <= lower[0] + _ROUNDING for upper, lower in pairwise(places))


def _share(style: Style, name: str) -> float | None:
    """Return a length as a share of the width of the row; ``None`` if it is anything else than a percentage."""
    written = style.get(name)
    if written in ("", "auto", "0"):
        return None if name == "width" else 0.0
    return style.pixels(name, 1.0) if written is not None and written.endswith("%") else None


def _is_unset(style: Style, name: str) -> bool:
    return style.get(name) in ("", "auto", "none", "0", "0px")
