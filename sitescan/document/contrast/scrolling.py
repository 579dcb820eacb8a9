"""What scrolling does to boxes: people see all of the content of some, and others don't move with the page."""

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet

from attrs import evolve, frozen

from sitescan.document.layout.measured_layout import Box
from sitescan.model.rendered import SCREEN_HEIGHT

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


def pinned_boxes(boxes: Sequence[Box]) -> AbstractSet[int]:
    """Return the numbers of the boxes that don't scroll with the page and are as high as the window."""
    fixed: set[int] = set()
    found: set[int] = set()
    for number, box in enumerate(boxes):
        if box.styles and (box.around in fixed or box.styles["position"] == "fixed"):
            fixed.add(number)
            if box.bounds[1] <= 0 and box.bounds[3] >= SCREEN_HEIGHT:
                found.add(number)
    return found
