"""
Lower bounds of the vertical distances between the text of an element and the edges of the boxes around it.

A distance is the sum of the distances from each box on the way to the box around it. Each sum is computed once.
"""

from collections.abc import Collection
from math import inf

from bs4.element import Tag

from sitescan.document.css.cascade import Styles
from sitescan.document.css.computed_style import Style
from sitescan.document.document import Document
from sitescan.document.layout.display import (
    is_absolutely_positioned,
    is_flex_container,
    is_floating,
    is_grid_container,
    is_multi_column,
    stacks_children,
)
from sitescan.document.layout.heights import Heights, heights, negative_margin
from sitescan.document.layout.shown_elements import shown_elements
from sitescan.document.layout.transforms import is_transformed
from sitescan.document.tree import children
from sitescan.document.views import view

_UNLIMITED = ("", "auto", "none")


class VerticalDistances:
    """
    The vertical distances in a page, each computed when it is asked for.

    A distance is negative infinity where nothing is known of it.

    :param shown: the ids of the elements that are shown.
    """

    def __init__(self, styles: Styles, heights: Heights, shown: Collection[int]) -> None:
        self._styles = styles
        self._heights = heights
        self._shown = shown
        self._sums: dict[tuple[int, int, str], float] = {}
        self._steps: dict[tuple[int, str], float] = {}
        self._heights_beside: dict[tuple[int, str], float] = {}

    def from_top(self, tag: Tag, around: Tag | None) -> float:
        """
        Return the least distance in pixels from the top of a box to the text of an element in it.

        :param around: the element of the box; ``None`` for the page.
        """
        return self._to_edge(tag, around, "top")

    def to_bottom(self, tag: Tag, around: Tag | None) -> float:
        """
        Return the least distance in pixels from the text of an element to the bottom of a box around it.

        :param around: the element of the box; ``None`` for the page.
        """
        return self._to_edge(tag, around, "bottom")

    def below(self, tag: Tag, box: Tag) -> float:
        """
        Return the least distance in pixels from the bottom of a box down to the text of an element.

        :param box: a child of an element around ``tag``. The distance is negative if the text may be before the box.
        """
        parent = box.parent
        around = self._styles.of(parent) if parent is not None and parent.parent is not None else None
        if around is None or not stacks_children(around) or is_multi_column(around):
            return -inf
        height = self._heights.least_in_flow(box) if id(box) in self._shown else 0.0
        return self._to_content_edge(tag, parent, "top") - self._beside(box, "top") - height

    def _beside(self, tag: Tag, side: str) -> float:
        """Return the least height of all boxes before (``top``) or after (``bottom``) a box."""
        key = (id(tag), side)
        if key not in self._heights_beside:
            boxes = list(children(tag.parent)) if tag.parent is not None else [tag]
            total = 0.0
            for box in boxes if side == "top" else reversed(boxes):
                self._heights_beside[id(box), side] = total
                total += self._heights.least_in_flow(box) if id(box) in self._shown else 0.0
        return self._heights_beside[key]

    def _to_edge(self, tag: Tag, around: Tag | None, side: str) -> float:
        return self._to_content_edge(tag, around, side) + (0.0 if around is None else self._inset(around, side))

    def _to_content_edge(self, tag: Tag, around: Tag | None, side: str) -> float:
        """Return the distance to the content of a box; for the page, to the edge of the root element."""
        path: list[Tag] = []
        box = tag
        while (id(box), id(around), side) not in self._sums:
            path.append(box)
            if box is around or _is_root(box) or box.parent is None:
                break
            box = box.parent
        for box in reversed(path):
            if box is around:
                total = 0.0
            elif _is_root(box):
                total = self._inset(box, side) if around is None else -inf
            else:
                total = self._step(box, side) + self._sums[id(box.parent), id(around), side]
            self._sums[id(box), id(around), side] = total
        return self._sums[id(tag), id(around), side]

    def _step(self, tag: Tag, side: str) -> float:
        """Return the distance from the content of a box to the content of the box around it."""
        key = (id(tag), side)
        if key not in self._steps:
            self._steps[key] = self._inset(tag, side) + self._to_parent(tag, self._styles.of(tag), side)
        return self._steps[key]

    def _inset(self, tag: Tag, side: str) -> float:
        """Return the distance from the content of a box to the edge of the box."""
        style = self._styles.of(tag)
        if is_multi_column(style):
            return -inf
        if side == "bottom" and any(style.get(name) not in _UNLIMITED for name in ("height", "max-height")):
            # The content may overflow the box.
            return -inf
        return style.pixels(f"padding-{side}") or 0.0

    def _to_parent(self, tag: Tag, style: Style, side: str) -> float:
        """Return the distance from the edge of a box to the content edge of the box around it."""
        shift = _shift(style, side)
        if shift is None or is_absolutely_positioned(style) or is_transformed(style):
            return -inf
        around = self._styles.of(tag.parent) if tag.parent is not None else style
        if is_floating(style):
            # A float may overflow the box around it: https://www.w3.org/TR/CSS22/visuren.html#floats.
            return shift if side == "top" else -inf
        if is_flex_container(around) or is_grid_container(around):
            # Margins of items do not collapse: https://www.w3.org/TR/css-flexbox-1/#item-margins.
            return shift + max(0.0, style.pixels(f"margin-{side}") or 0.0)
        return shift + (self._beside(tag, side) if stacks_children(around) else 0.0)


@view
def vertical_distances(document: Document) -> VerticalDistances:
    """Return the vertical distances in a page."""
    return VerticalDistances(document.styles, heights(document), shown_elements(document))


def _is_root(tag: Tag) -> bool:
    return tag.parent is None or tag.parent.parent is None


def _shift(style: Style, side: str) -> float | None:
    """
    Return by how much margins and offsets move a box away from a side of the box around it at least.

    :return: zero or less; ``None`` if the distance is not known.
    """
    shift = negative_margin(style, side)
    if shift is None or style.get("position") != "relative":
        return shift
    for name in ("top", "bottom"):
        pixels = 0.0 if style.get(name) in ("", "auto") else style.pixels(name)
        if pixels is None:
            return None
        shift -= abs(pixels)
    return shift
