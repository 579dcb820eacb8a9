"""
The colors of a rendered page's texts and of what is behind them, from the layout that the browser measured.

Only what is certain is told: each line of a text lies within all boxes that it meets, and nothing but colors is painted
there.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from attrs import define, evolve, frozen

from sitescan.document.contrast.backdrop import Backdrop, opaque
from sitescan.document.contrast.painted_boxes import PaintedBoxes
from sitescan.document.contrast.scrolling import Scroller, scrollers
from sitescan.document.contrast.text_shadows import TextShadow
from sitescan.document.css.colors import TRANSPARENT, WHITE, Color
from sitescan.document.document import Document
from sitescan.document.layout.box_surroundings import common, computed_number, letters, meets
from sitescan.document.layout.measured_layout import Bounds, Box, measured_boxes
from sitescan.document.views import view


@frozen
class MeasuredText:
    """
    The own text of an element.

    :ivar color: the color of the letters, which may be translucent.
    :ivar size: the font size in pixels.
    :ivar shadow: the shadows of the letters.
    :ivar backdrop: the color behind the letters, and what becomes of their color there.
    """

    color: Color
    size: float
    weight: float
    shadow: TextShadow
    backdrop: Backdrop


@view
def measured_texts(document: Document) -> Mapping[int, MeasuredText | None]:
    """
    Return the texts of a rendered page by the ``id()`` of their element; ``None`` for texts that are out of sight.

    Texts whose colors are not certain are left out. Texts that are scrolled into view are seen.
    """
    boxes = PaintedBoxes(measured_boxes(document), document.screen)
    page = _Measurement(boxes)
    found = dict(page.texts())
    for scroller, ground in page.scrollers() if None in found.values() else ():
        content = PaintedBoxes(scroller.boxes, document.screen, ground, boxes.steps)
        for key, text in _Measurement(content).texts():
            if key in found and found[key] is None:
                found[key] = text
        boxes.steps = content.steps
    return found


class _Measurement:
    """The texts in some boxes."""

    def __init__(self, painted: PaintedBoxes) -> None:
        self._painted, self._boxes, self._around = painted, painted.boxes, painted.around

    def texts(self) -> Iterator[tuple[int, MeasuredText | None]]:
        found: dict[int, list[MeasuredText | None]] = {}
        uncertain: set[int] = set()
        for number, box in enumerate(self._boxes):
            if box.tag is None or box.name != "#text" or not box.lines:
                continue
            measured = list(self._measured_lines(number, box))
            if None in measured or len(set(measured)) > 1:
                uncertain.add(id(box.tag))
            found.setdefault(id(box.tag), []).append(measured[0] if measured else None)
        for key, texts in found.items():
            seen = {text for text in texts if text is not None}
            if key not in uncertain and len(seen) <= 1:
                yield key, next(iter(seen), None)

    def scrollers(self) -> Iterator[tuple[Scroller, Color]]:
        """Iterate over the boxes that people scroll and the color behind each, if it is certain."""
        for scroller in scrollers(self._boxes, self._painted.ends):
            number, around = scroller.number, self._around[scroller.number]
            box, bounds = self._boxes[number], self._painted.painted(number)
            if not around.shows(box, bounds) or around.group >= 0 or around.is_uncertain:
                continue
            inside = range(number, self._painted.ends[number])
            backdrop = self._backdrop(self._painted.near(bounds) - set(inside), number, bounds)
            if backdrop is not None:
                yield scroller, backdrop.background

    def _measured_lines(self, number: int, box: Box) -> Iterator[MeasuredText | None]:
        """Iterate over the lines of a text that are seen; ``None`` for those whose colors are not certain."""
        place = self._around[number]
        for whole in map(letters, box.lines):
            if place.shows(box, whole):
                line = common(place.clip, whole)
                grounds = self._painted.where_scrolled(self._painted.near(line) - {number}, number, line)
                if not self._painted.is_covered(grounds, number, line):
                    yield self._measured(grounds, number, line)

    def _measured(self, grounds: Iterable[int], number: int, line: Bounds) -> MeasuredText | None:
        """Return the visible part of a line of text, or ``None`` if its colors are not certain."""
        box = self._boxes[number]
        styles = box.styles
        ink = self._painted.color(styles["-webkit-text-fill-color"])
        if ink is None or styles["-webkit-text-stroke-width"] != "0px" or self._around[number].is_uncertain:
            return None
        around = self._boxes[box.around] if box.around >= 0 else None
        if around is not None and around.styles and around.styles["background-clip"] == "text":
            return None
        backdrop = self._backdrop(grounds, number, line)
        if backdrop is None:
            return None
        size, weight = (computed_number(styles[name]) for name in ("font-size", "font-weight"))
        # Computed shadows have a color.
        return MeasuredText(ink, size, weight, TextShadow(styles["text-shadow"], None), backdrop)

    def _backdrop(self, grounds: Iterable[int], number: int, line: Bounds) -> Backdrop | None:
        """Return what is painted behind a line, or ``None`` if it isn't certain."""
        boxes = self._boxes
        painted, is_certain = _Painted(opaque(self._painted.canvas or WHITE)), self._painted.canvas is not None
        groups = self._translucent_around(number)
        if self._painted.is_exhausted:
            return None
        depths = {-1: 0, **{group: depth for depth, group in enumerate(groups, 1)}}
        for index in sorted(grounds, key=lambda index: (boxes[index].paint_order, index)):
            box = boxes[index]
            if box.paint_order > boxes[number].paint_order:
                return None
            if box.name == "#text":
                self._painted.steps += len(box.lines)
                reach = self._around[index].reach
                if self._painted.is_exhausted or any(meets(common(reach, other), line) for other in box.lines):
                    return None
                continue
            ground, depth = self._painted.ground(index, number, line), depths.get(self._around[index].group)
            if ground is not None and depth is None and self._around[index].group == index:
                # What else is in this translucent box is uncertain on its own account.
                ground = evolve(ground, alpha=ground.alpha * computed_number(box.styles["opacity"]))
                depth = depths.get(self._around[box.around].group) if box.around >= 0 else None
            if ground is None or depth is None:
                is_certain = False
            else:
                self._enter(painted, groups[painted.depth : depth])
                painted.add(ground)
                is_certain = is_certain or (ground.alpha == 1 and not depth)
        self._enter(painted, groups[painted.depth :])
        return painted.backdrop if is_certain else None

    def _translucent_around(self, number: int) -> Sequence[int]:
        """Return the translucent boxes that a box is in, itself included, from the outermost one."""
        groups: list[int] = []
        group = self._around[number].group
        while group >= 0 and not self._painted.is_exhausted:
            self._painted.steps += 1
            groups.append(group)
            around = self._boxes[group].around
            group = self._around[around].group if around >= 0 else -1
        return groups[::-1]

    def _enter(self, painted: "_Painted", groups: Sequence[int]) -> None:
        for group in groups:
            painted.enter(computed_number(self._boxes[group].styles["opacity"]))


@define
class _Painted:
    """
    What has been painted behind a text.

    :ivar depth: the number of translucent boxes that have been entered.
    """

    backdrop: Backdrop
    depth: int = 0

    def enter(self, opacity: float) -> None:
        """Go on inside of a translucent box."""
        self.backdrop = self._on(TRANSPARENT, opacity)
        self.depth += 1

    def add(self, ground: Color) -> None:
        """Paint a background."""
        self.backdrop = self._on(ground, 1.0)

    def _on(self, ground: Color, opacity: float) -> Backdrop:
        return self.backdrop.with_background(ground, opacity, is_known=True, is_unobstructed=True)
