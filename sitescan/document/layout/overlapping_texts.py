"""Texts of a rendered page that are painted over each other."""

from collections.abc import Iterator, Sequence

from attrs import frozen
from bs4.element import Tag

from sitescan.document.document import Document
from sitescan.document.layout.box_surroundings import computed_number, letters, meets, surroundings
from sitescan.document.layout.measured_layout import Bounds, Box, measured_boxes
from sitescan.document.tree import own_text

#: The number of letters from which a text is one, and not an icon or a badge.
_LEAST_LETTERS = 3

#: The share of the smaller line that the other one meets, and the width of that part in font sizes.
_SHARE, _LEAST_WIDTH = 0.5, 1.5

#: The height in pixels of the rows by which lines and backgrounds are looked up, the number of rows above which a
#: background is compared with every line instead, and the number of comparisons.
_ROW, _MOST_ROWS, _MOST_STEPS = 100, 20, 100_000

#: Elements that paint what their styles don't tell.
_PICTURES = frozenset("audio canvas embed iframe img input meter object progress select svg textarea video".split())
_CLEAR = "rgba(0, 0, 0, 0)"


@frozen
class _Line:
    """The letters of a line of text, and the number and paint order of its box."""

    tag: Tag
    bounds: Bounds
    order: tuple[int, int]
    size: float


class _Overlaps:
    """Finds lines over each other with a limited number of comparisons."""

    def __init__(self, document: Document, boxes: Sequence[Box]) -> None:
        self._steps = 0
        self._lines: dict[int, list[_Line]] = {}
        self._grounds: dict[int, list[tuple[tuple[int, int], Bounds]]] = {}
        self._tall_grounds: list[tuple[tuple[int, int], Bounds]] = []
        around, fixed = surroundings(boxes), _in_fixed(boxes)
        for number, box in enumerate(boxes):
            order = (box.paint_order, number)
            if _may_cover(box):
                self._add_ground((order, box.bounds))
            if box.tag is None or box.name != "#text" or fixed[number] or not _is_text(document, box):
                continue
            if around[number].is_uncertain or around[number].is_out or around[number].group >= 0:
                continue
            for bounds in map(letters, box.lines):
                if around[number].shows(box, bounds):
                    line = _Line(box.tag, bounds, order, computed_number(box.styles["font-size"]))
                    self._lines.setdefault(int(bounds[1] // _ROW), []).append(line)

    def _add_ground(self, ground: tuple[tuple[int, int], Bounds]) -> None:
        first, last = _rows(ground[1])
        if last - first > _MOST_ROWS:
            self._tall_grounds.append(ground)
            return
        for row in range(first, last + 1):
            self._grounds.setdefault(row, []).append(ground)

    def pairs(self) -> Iterator[tuple[Tag, Tag]]:
        """Yield the elements of overlapping lines, the one below first."""
        for row, lines in sorted(self._lines.items()):
            near = (*lines, *self._lines.get(row + 1, ()))
            for number, first in enumerate(lines):
                self._steps += len(near)
                for second in near[number + 1 :]:
                    if self._steps > _MOST_STEPS:
                        return
                    below, above = sorted((first, second), key=lambda line: line.order)
                    if _overlap(below, above) and not self._is_covered(below, above):
                        yield below.tag, above.tag

    def _is_covered(self, below: _Line, above: _Line) -> bool:
        """Return whether anything may be painted between two lines."""
        first, last = _rows(above.bounds)
        rows = range(first, min(last, first + _MOST_ROWS) + 1)
        for grounds in (self._tall_grounds, *(self._grounds.get(row, ()) for row in rows)):
            self._steps += len(grounds)
            if any(order > below.order and meets(bounds, above.bounds) for order, bounds in grounds):
                return True
        return False


def overlapping_texts(document: Document) -> Sequence[tuple[Tag, Tag]]:
    """Return the elements whose texts are painted over each other, with nothing between them; the one below first."""
    found: dict[int, tuple[Tag, Tag]] = {}
    for below, above in _Overlaps(document, measured_boxes(document)).pairs():
        found.setdefault(id(above), (below, above))
    return tuple(found.values())


def _in_fixed(boxes: Sequence[Box]) -> Sequence[bool]:
    """Return of each box whether it is in one that stays in place when the page is scrolled."""
    found: list[bool] = []
    for box in boxes:
        outer = box.around >= 0 and found[box.around]
        found.append(outer or (bool(box.styles) and box.styles["position"] in ("fixed", "sticky")))
    return found


def _is_text(document: Document, box: Box) -> bool:
    """Return whether a box shows opaque letters that people are to read; translucent ones may be ornaments."""
    tag = box.tag
    return (
        tag is not None
        and not box.styles["-webkit-text-fill-color"].startswith("rgba(")
        and sum(map(str.isalnum, own_text(tag))) >= _LEAST_LETTERS
        and document.accessible.exposed(tag)
    )


def _may_cover(box: Box) -> bool:
    styles = box.styles
    if not styles or box.name == "#text":
        return False
    return styles["background-color"] != _CLEAR or styles["background-image"] != "none" or box.name in _PICTURES


def _rows(bounds: Bounds) -> tuple[int, int]:
    """Return the numbers of the first and the last row that a box is in."""
    return int(bounds[1] // _ROW), int(bounds[3] // _ROW)


def _overlap(first: _Line, second: _Line) -> bool:
    """Return whether lines of different texts meet so much that neither can be read."""
    if first.tag is second.tag or own_text(first.tag).strip() == own_text(second.tag).strip():
        return False
    width = min(first.bounds[2], second.bounds[2]) - max(first.bounds[0], second.bounds[0])
    height = min(first.bounds[3], second.bounds[3]) - max(first.bounds[1], second.bounds[1])
    heights = (line.bounds[3] - line.bounds[1] for line in (first, second))
    return width >= _LEAST_WIDTH * min(first.size, second.size) and height >= _SHARE * min(heights) > 0
