"""The elements that the screenshot of a rendered page shows, and where."""

from collections.abc import Iterator, Sequence
from itertools import islice
from math import ceil, floor

from sitescan.document.document import Document
from sitescan.document.layout.box_surroundings import Surroundings, contains, surroundings
from sitescan.document.layout.measured_layout import Bounds, Box, drawn_boxes, scroll_offset
from sitescan.model.outline import Place, ScreenBox
from sitescan.model.rendered import SCREEN_HEIGHT, SCREEN_WIDTH

MOST_BOXES = 1000
"""The maximum number of elements that are listed."""

#: The width and height in pixels below which nothing can be recognized. Content for screen readers alone has one.
_SMALLEST = 3


def screen_boxes(document: Document) -> Iterator[tuple[Place, ScreenBox]]:
    """Iterate over the elements on the first screen with their visible parts, in document order."""
    boxes = drawn_boxes(document)
    yield from islice(_screen_boxes(document, boxes, surroundings(boxes)), MOST_BOXES)


def _screen_boxes(
    document: Document, boxes: Sequence[Box], around: Sequence[Surroundings]
) -> Iterator[tuple[Place, ScreenBox]]:
    across, down = scroll_offset(document)
    seen = set()
    for box, surrounding in zip(boxes, around, strict=True):
        if box.tag is None or not box.styles or id(box.tag) in seen:
            continue
        if box.name != box.tag.name or box.name in ("html", "body"):
            continue
        seen.add(id(box.tag))
        visible = _visible_part(box, surrounding)
        on_screen = None if visible is None else _on_screen(visible, across, down)
        place = document.place(box.tag) if on_screen is not None else None
        if place is not None and on_screen is not None:
            yield place, on_screen


def _visible_part(box: Box, around: Surroundings) -> Bounds | None:
    """Return the part of a box that nothing clips; ``None`` if it is invisible or uncertain."""
    if box.styles["visibility"] != "visible" or around.is_transparent:
        return None
    if around.clip is None:
        return box.bounds
    if (around.is_uncertain or around.is_out) and not contains(around.clip, box.bounds):
        return None
    (left, top, right, bottom), clip = box.bounds, around.clip
    return max(left, clip[0]), max(top, clip[1]), min(right, clip[2]), min(bottom, clip[3])


def _on_screen(bounds: Bounds, across: float, down: float) -> ScreenBox | None:
    """Return the part of bounds in the window, without fractions of pixels; ``None`` if it can't be recognized."""
    left, right = (min(max(edge - across, 0.0), SCREEN_WIDTH) for edge in (bounds[0], bounds[2]))
    top, bottom = (min(max(edge - down, 0.0), SCREEN_HEIGHT) for edge in (bounds[1], bounds[3]))
    if right - left < _SMALLEST or bottom - top < _SMALLEST:
        return None
    x, y = floor(left), floor(top)
    return ScreenBox(x=x, y=y, width=ceil(right) - x, height=ceil(bottom) - y)
