"""Room that boxes in the flow leave at their edges for what stands there: bars at the top, columns at a side."""

from collections.abc import Collection, Iterator
from itertools import islice
from math import inf

from bs4.element import Tag

from sitescan.document.css.cascade import Styles
from sitescan.document.css.computed_style import Style
from sitescan.document.css.flow_room import FlowRoom
from sitescan.document.css.placement import is_positioned_freely, is_pulled_sideways, is_row, swap_places
from sitescan.document.tree import ancestors, children, has_own_words

_LEVELS, _NEIGHBORS = 4, 8
#: Pixels: what a column is wider than, and a line.
_SMALL, _THIN = 32.0, 6.0


class LeftRoom:
    """
    What has room of its own beside what is in the flow.

    :param shown: the ``id()`` of each element that is shown.
    """

    def __init__(self, styles: Styles, room: FlowRoom, shown: Collection[int]) -> None:
        self._styles = styles
        self._room = room
        self._shown = shown
        self._swapped: dict[int, bool] = {}
        self._tops: dict[int, float] = {}

    def is_column(self, element: Tag, style: Style) -> bool:
        """
        Whether a box stands beside its neighbors in the room that they leave for it.

        So are the side bars made that stay in their place, and the columns of floats that negative margins pull up.
        """
        free, parent = is_positioned_freely(style), element.parent
        if parent is not None and not free and self._is_swapped(element, parent):
            return True
        width = style.pixels("width") or style.pixels("max-width")
        if parent is None or not width or width <= _SMALL or not (free or is_pulled_sideways(style)):
            return False
        others = [child for child in children(parent) if child is not element][:_NEIGHBORS]
        outer = [*ancestors(element)] if free else [parent]
        if free and style.get("box-sizing") != "border-box":
            padding = sum(style.pixels(f"padding-{side}") or 0.0 for side in ("left", "right"))
            # By a few pixels it covers no more than the beginning of a text.
            width += max(0.0, padding - _SMALL)
        return any(self._leaves(box, width) for box in outer) or any(self._leaves_within(one, width) for one in others)

    def _is_swapped(self, element: Tag, parent: Tag) -> bool:
        """Whether a column has but changed places with others, in a row that is wide enough for all."""
        if id(parent) not in self._swapped:
            columns = [child for child in children(parent) if id(child) in self._shown]
            self._swapped[id(parent)] = swap_places([self._styles.of(column) for column in columns])
        return self._swapped[id(parent)]

    def _leaves_within(self, element: Tag, width: float) -> bool:
        """Whether an element, or the first inside it, leaves room at a side."""
        box: Tag | None = element
        for _ in range(_LEVELS):
            if box is None or id(box) not in self._shown:
                return False
            if self._leaves(box, width):
                return True
            box = next(children(box), None)
        return False

    def _leaves(self, element: Tag, width: float) -> bool:
        style = self._styles.of(element)
        room = [style.pixels(f"{kind}-{side}") or 0.0 for kind in ("margin", "padding") for side in ("left", "right")]
        if style.get("float") not in ("", "none"):
            # What "calc(100% - 260px)" leaves of the whole width.
            room.append(-(style.pixels("width", 0.0) or 0.0))
        return any(size >= width - _THIN for size in room)

    def is_below(self, bar: Tag, style: Style) -> bool:
        """Whether the page begins below a bar at the top of the window."""
        height = self._room.least(bar)
        if style.get("bottom") not in ("", "auto") or bar.parent is None:
            return True
        around = any((self._styles.of(box).pixels("padding-top") or 0.0) >= height - _THIN for box in ancestors(bar))
        return around or self._top_of(bar.parent) >= height - _THIN

    def _top_of(self, parent: Tag) -> float:
        """What the first box in the flow of another leaves free at its top, px; told once for all bars in it."""
        if id(parent) not in self._tops:
            self._tops[id(parent)] = self._left_by(islice(self._holding(parent), 1), 0)
        return self._tops[id(parent)]

    def _left_by(self, boxes: Iterator[Tag], depth: int) -> float:
        """What boxes that stand beside each other all leave free at their top, px; less than nothing without any."""
        return min((self._left_at_top(box, depth) for box in boxes), default=-inf)

    def _left_at_top(self, box: Tag, depth: int) -> float:
        style = self._styles.of(box)
        own = max(style.pixels(name) or 0.0 for name in ("margin-top", "padding-top", "top"))
        if depth + 1 >= _LEVELS or has_own_words(box):
            return own
        inner = islice(self._holding(box), _NEIGHBORS if is_row(style) else 1)
        return max(own, self._left_by(inner, depth + 1))

    def _holding(self, parent: Tag) -> Iterator[Tag]:
        """What is in the flow of a box and takes room."""
        for one in islice(children(parent), _NEIGHBORS):
            free = id(one) not in self._shown or is_positioned_freely(self._styles.of(one))
            if not free and (self._room.least(one) or next(children(one), None) is not None):
                yield one
