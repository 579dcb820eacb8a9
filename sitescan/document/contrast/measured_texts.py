"""
The colors of a rendered page's texts and of what is behind them, from the layout that the browser measured.

Only what is certain is told: each line of a text lies within all boxes that it meets, and nothing but colors is painted
there.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from attrs import define, evolve, frozen

from sitescan.document.contrast.backdrop import Backdrop, opaque
from sitescan.document.contrast.scrolling import Scroller, pinned_boxes, scrollers
from sitescan.document.contrast.text_shadows import TextShadow
from sitescan.document.css.colors import BLACK, TRANSPARENT, WHITE, Color, color
from sitescan.document.document import Document
from sitescan.document.layout.box_surroundings import (
    common,
    computed_number,
    contains,
    letters,
    meets,
    surroundings,
)
from sitescan.document.layout.measured_layout import Bounds, Box, measured_boxes
from sitescan.document.views import view
from sitescan.model.rendered import SCREEN_HEIGHT, SCREEN_WIDTH

#: Elements that paint what their colors don't tell.
_PICTURES = frozenset("audio canvas embed iframe img input meter object progress select svg textarea video".split())

#: A shadow that looks like a border.
_RING = re.compile(r"0px 0px 0px [\d.]{1,9}px inset")

_CLEAR = "rgba(0, 0, 0, 0)"

#: Properties of a background that colors don't tell, if they have another value than this one.
_GROUND_EFFECTS = (("background-image", "none"), ("backdrop-filter", "none"))

#: The height in pixels of the rows by which boxes are looked up, and the maximum number of rows.
_ROW, _MOST_ROWS = 100.0, 500

#: The size in pixels of what hides no letter, such as text that only screen readers announce.
_DOT = 1.0

#: The maximum number of comparisons of a line with something, over the whole page.
_MOST_STEPS = 2_000_000


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
    page = _Measurement(measured_boxes(document))
    found = dict(page.texts())
    for scroller, ground in page.scrollers() if None in found.values() else ():
        content = _Measurement(scroller.boxes, ground, page.steps)
        for key, text in content.texts():
            if key in found and found[key] is None:
                found[key] = text
        page.steps = content.steps
    return found


class _Measurement:
    """
    The texts in some boxes.

    :param canvas: the color behind the boxes if they are not those of a page.
    :ivar steps: the number of comparisons so far.
    """

    def __init__(self, boxes: Sequence[Box], canvas: Color | None = None, steps: int = 0) -> None:
        self._boxes = boxes
        self._colors: dict[str, Color | None] = {}
        self.steps = steps
        self._around = surroundings(boxes)
        self._ends = _ends(boxes)
        self._bottom = max((box.bounds[3] for box in boxes), default=0.0)
        self._row = max(_ROW, self._bottom / _MOST_ROWS)
        self._pinned = pinned_boxes(boxes)
        self._canvas = canvas or self._color_of_canvas()
        self._rows: dict[int, list[int]] = {}
        for number in range(len(boxes)):
            if self._paints(number):
                rows = self._rows_of(self._painted(number))
                self.steps += len(rows)
                if self.steps > _MOST_STEPS:
                    break
                for row in rows:
                    self._rows.setdefault(row, []).append(number)

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
        for scroller in scrollers(self._boxes, self._ends):
            number, around = scroller.number, self._around[scroller.number]
            box, bounds = self._boxes[number], self._painted(number)
            is_seen = around.shows(box, bounds) and meets(bounds, bounds)
            if not is_seen or around.group >= 0 or around.is_uncertain:
                continue
            inside = range(number, self._ends[number])
            backdrop = self._backdrop(self._grounds(bounds) - set(inside), number, bounds)
            if backdrop is not None:
                yield scroller, backdrop.background

    def _color_of_canvas(self) -> Color | None:
        """
        Return the color of the canvas, or ``None`` if it isn't certain.

        https://www.w3.org/TR/css-backgrounds-3/#special-backgrounds
        """
        for name in ("html", "body"):
            box = next((box for box in self._boxes if box.name == name and box.styles), None)
            if box is None:
                continue
            ground = self._color(box.styles["background-color"])
            if ground is None or _has_uncertain_ground(box) or "dark" in box.styles["color-scheme"]:
                return None
            if ground.alpha > 0:
                return ground.over(WHITE)
        return WHITE

    def _color(self, written: str) -> Color | None:
        if written not in self._colors:
            self._colors[written] = color(written, BLACK)
        return self._colors[written]

    def _paints(self, number: int) -> bool:
        """Return whether a box may paint anything."""
        box = self._boxes[number]
        if not box.styles or box.styles["visibility"] != "visible" or self._around[number].is_transparent:
            return False
        left, top, right, bottom = self._painted(number)
        if right - left <= _DOT and bottom - top <= _DOT:
            return False
        if box.name == "#text" or _is_picture(box) or _has_uncertain_ground(box):
            return True
        ground = self._color(box.styles["background-color"])
        return ground is None or ground.alpha > 0

    def _painted(self, number: int) -> Bounds:
        """Return the part of the page in which a box may paint."""
        return common(self._around[number].reach, self._bounds(number))

    def _bounds(self, number: int) -> Bounds:
        """Return the bounds of a box: from the top of the page to the bottom if it is there wherever people scroll."""
        left, top, right, bottom = self._boxes[number].bounds
        return (left, 0.0, right, max(bottom, self._bottom)) if number in self._pinned else (left, top, right, bottom)

    def _rows_of(self, bounds: Bounds) -> range:
        top, bottom = max(0.0, bounds[1]), max(0.0, bounds[3])
        return range(int(top / self._row), min(int(bottom / self._row), _MOST_ROWS) + 1)

    def _measured_lines(self, number: int, box: Box) -> Iterator[MeasuredText | None]:
        """Iterate over the lines of a text that are seen; ``None`` for those whose colors are not certain."""
        place = self._around[number]
        for whole in map(letters, box.lines):
            if place.shows(box, whole):
                line = common(place.clip, whole)
                grounds = self._grounds(line) - {number}
                if not self._is_covered(grounds, number, line):
                    yield self._measured(grounds, number, line)

    def _is_covered(self, grounds: Iterable[int], number: int, line: Bounds) -> bool:
        """Return whether an opaque box may be in front of a line; what covers the window is removed at some time."""
        order = self._boxes[number].paint_order
        return any(
            self._boxes[one].paint_order > order
            and self._is_opaque(self._boxes[one])
            and not _is_curtain(self._boxes[one])
            and contains(self._painted(one), line)
            for one in grounds
        )

    def _is_opaque(self, box: Box) -> bool:
        ground = self._color(box.styles["background-color"])
        return ground is not None and ground.alpha == 1 and box.name != "#text"

    def _measured(self, grounds: Iterable[int], number: int, line: Bounds) -> MeasuredText | None:
        """Return the visible part of a line of text, or ``None`` if its colors are not certain."""
        box = self._boxes[number]
        styles = box.styles
        ink = self._color(styles["-webkit-text-fill-color"])
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

    def _grounds(self, bounds: Bounds) -> set[int]:
        """Return the boxes that may paint in a part of the page."""
        grounds: set[int] = set()
        for row in self._rows_of(bounds):
            near = self._rows.get(row, ())
            self.steps += len(near)
            if self.steps > _MOST_STEPS:
                break
            grounds.update(one for one in near if meets(self._painted(one), bounds))
        return grounds

    def _backdrop(self, grounds: Iterable[int], number: int, line: Bounds) -> Backdrop | None:
        """Return what is painted behind a line, or ``None`` if it isn't certain."""
        boxes = self._boxes
        painted, is_certain = _Painted(opaque(self._canvas or WHITE)), self._canvas is not None
        groups = self._translucent_around(number)
        if self.steps > _MOST_STEPS:
            return None
        depths = {-1: 0, **{group: depth for depth, group in enumerate(groups, 1)}}
        for one in sorted(grounds, key=lambda one: (boxes[one].paint_order, one)):
            box = boxes[one]
            if box.paint_order > boxes[number].paint_order:
                return None
            if box.name == "#text":
                self.steps += len(box.lines)
                reach = self._around[one].reach
                if self.steps > _MOST_STEPS or any(meets(common(reach, other), line) for other in box.lines):
                    return None
                continue
            ground, depth = self._ground(one, number, line), depths.get(self._around[one].group)
            if ground is not None and depth is None and self._around[one].group == one:
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
        while group >= 0 and self.steps <= _MOST_STEPS:
            self.steps += 1
            groups.append(group)
            around = self._boxes[group].around
            group = self._around[around].group if around >= 0 else -1
        return groups[::-1]

    def _enter(self, painted: "_Painted", groups: Sequence[int]) -> None:
        for group in groups:
            painted.enter(computed_number(self._boxes[group].styles["opacity"]))

    def _ground(self, one: int, number: int, line: Bounds) -> Color | None:
        """Return the background of a box behind the whole of a line, or ``None`` if it isn't certain."""
        box, clip = self._boxes[one], self._around[one].clip
        if _is_picture(box) or _has_uncertain_ground(box):
            return None
        is_whole = contains(self._bounds(one), line) and (clip is None or contains(clip, line))
        if not is_whole or self._around[one].is_uncertain:
            return None
        # A box of several lines doesn't fill its bounds, but is behind the text in it.
        if box.styles["display"] == "inline" and not one < number < self._ends[one]:
            return None
        return self._color(box.styles["background-color"])


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


def _ends(boxes: Sequence[Box]) -> Sequence[int]:
    """Return of each box the number of the first one that is after everything in it."""
    ends = list(range(1, len(boxes) + 1))
    for number in reversed(range(len(boxes))):
        around = boxes[number].around
        if around >= 0:
            ends[around] = max(ends[around], ends[number])
    return ends


def _is_curtain(box: Box) -> bool:
    left, top, right, bottom = box.bounds
    return right - left >= SCREEN_WIDTH and bottom - top >= SCREEN_HEIGHT


def _is_picture(box: Box) -> bool:
    """Return whether a box paints more than its background; an empty text field doesn't, unless the system draws it."""
    return box.name in _PICTURES and not (box.is_blank and box.styles["background-color"] == _CLEAR)


def _has_uncertain_ground(box: Box) -> bool:
    is_shaded = "inset" in _RING.sub("", box.styles["box-shadow"])
    return is_shaded or any(box.styles[name] != value for name, value in _GROUND_EFFECTS)
