"""What scrolling does to boxes: people see all of the content of some, and others don't move with the page."""

from collections.abc import Iterable, Iterator, Sequence

from attrs import evolve, frozen

from sitescan.document.css.media import Screen
from sitescan.document.layout.measured_layout import Bounds, Box

_SCROLLED = frozenset({"auto", "scroll"})


@frozen
class Scroller:
    """
    A box with content that is scrolled into view.

    :ivar number: the number of the box among those of the page.
    :ivar boxes: the box in the size of its content, and the boxes in it.
    """

    number: int
    boxes: Sequence[Box]


def scrollers(boxes: Sequence[Box], ends: Sequence[int]) -> Iterator[Scroller]:
    """
    Iterate over the outermost boxes that people scroll.

    :param ends: of each box, the number of the first one that is after everything in it.
    """
    number = 0
    while number < len(boxes):
        width, height = _scrolled(boxes[number])
        if width <= 0 and height <= 0:
            number += 1
            continue
        left, top, right, bottom = boxes[number].bounds
        whole = evolve(boxes[number], bounds=(left, top, right + width, bottom + height), around=-1)
        inside = [evolve(box, around=box.around - number) for box in boxes[number + 1 : ends[number]]]
        yield Scroller(number, (whole, *inside))
        number = ends[number]


def _scrolled(box: Box) -> tuple[float, float]:
    """Return by how many pixels people can scroll the content of a box to the left and up."""
    if not box.styles or box.name in ("html", "body", "#text"):
        return 0.0, 0.0
    width, height = box.beyond
    return (
        max(0.0, width) if box.styles["overflow-x"] in _SCROLLED else 0.0,
        max(0.0, height) if box.styles["overflow-y"] in _SCROLLED else 0.0,
    )


def is_as_high_as_window(box: Box, window: Screen) -> bool:
    """Return whether a box that doesn't scroll covers the window from its top to its bottom."""
    return box.bounds[1] <= 0 and box.bounds[3] >= int(window.height)


def scrolls_free(line: Bounds, over: Iterable[Bounds], page_height: float, window: Screen) -> bool:
    """
    Return whether a line can be scrolled to where none of some boxes is that don't scroll with the page.

    :param over: the bounds of these boxes before the page is scrolled.
    :param page_height: the height of the page in pixels, which says how far it can be scrolled.
    """
    left, top, right, bottom = line
    farthest = max(0.0, page_height - window.height)
    begin = 0.0
    across = [bounds for bounds in over if bounds[0] < right and bounds[2] > left]
    end = (0.0, window.height, 0.0, window.height)
    for _, above, _, below in (*sorted(across, key=lambda bounds: bounds[1]), end):
        # The line fits between two boxes if the page is scrolled by something from its bottom there to its top there.
        if above - begin >= bottom - top and max(0.0, bottom - above) <= min(farthest, top - begin):
            return True
        begin = max(begin, below)
    return False
