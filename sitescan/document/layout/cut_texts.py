"""Text of a rendered page that its box cuts off in the middle of the letters."""

from collections.abc import Iterator, Sequence

from bs4.element import Tag

from sitescan.document.document import Document
from sitescan.document.layout.box_surroundings import Surroundings, letters, surroundings
from sitescan.document.layout.measured_layout import Bounds, Box, measured_boxes

_CUTS = frozenset({"hidden", "clip"})

#: The height in pixels below which a box isn't meant to show its text to anybody.
_LEAST_HEIGHT = 6.0

#: The share of the letters that is hidden if a line is cut off: less may be descenders, and more is a line after all.
_HIDDEN_FROM, _HIDDEN_TO = 0.3, 0.9

#: Elements in which browsers show text by their own styles.
_OF_BROWSERS = frozenset({"input", "select", "textarea"})


def cut_texts(document: Document) -> Iterator[tuple[Tag, float]]:
    """
    Yield the elements whose boxes cut off their first line, with the hidden share of its letters.

    A box that shows complete lines may be meant to show the beginning of a text, so it doesn't count.
    """
    boxes = measured_boxes(document)
    around = surroundings(boxes)
    for number, lines in _lines_in(boxes, around).items():
        box = boxes[number]
        if box.tag is None or box.tag.name in _OF_BROWSERS or not document.accessible.exposed(box.tag):
            continue
        if (hidden := _hidden_share(box.bounds, lines)) is not None:
            yield box.tag, hidden


def _lines_in(boxes: Sequence[Box], around: Sequence[Surroundings]) -> dict[int, list[Bounds]]:
    """
    Return the letters of all lines by the number of the box that cuts them off at the bottom.

    Boxes with a text that isn't seen, or whose place isn't certain, are left out.
    """
    clipping: list[int] = []
    found: dict[int, list[Bounds]] = {}
    uncertain: set[int] = set()
    for number, box in enumerate(boxes):
        outer = clipping[box.around] if box.around >= 0 else -1
        if box.name != "#text" and box.styles:
            outer = _clips(number, box, outer)
        clipping.append(outer)
        if box.name == "#text" and outer >= 0 and box.lines:
            place = around[number]
            if place.is_uncertain or place.is_out or place.is_transparent or box.styles["visibility"] != "visible":
                uncertain.add(outer)
            found.setdefault(outer, []).extend(map(letters, box.lines))
    return {number: lines for number, lines in found.items() if number not in uncertain}


def _clips(number: int, box: Box, outer: int) -> int:
    """Return the number of the box that clips the content of a box at the bottom, or -1."""
    overflow = box.styles["overflow-y"]
    if box.name in ("html", "body"):
        return -1
    if overflow in _CUTS:
        return number
    return -1 if overflow != "visible" else outer


def _hidden_share(box: Bounds, lines: Sequence[Bounds]) -> float | None:
    """Return the hidden share of the letters in the first line, or ``None`` if that line isn't cut off."""
    _, top, _, bottom = box
    if bottom - top < _LEAST_HEIGHT or any(line[1] < top or line[3] <= bottom for line in lines):
        return None
    _, first, _, last = min(lines, key=lambda line: line[1])
    hidden = (last - bottom) / max(last - first, 1.0)
    return hidden if _HIDDEN_FROM <= hidden <= _HIDDEN_TO else None
