"""The boxes of a layout by where they paint, and the colors that they paint there."""

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet

from sitescan.document.contrast.effects import EDGE
from sitescan.document.contrast.scrolling import is_as_high_as_window, scrolls_free
from sitescan.document.css.colors import BLACK, TRANSPARENT, WHITE, Color, color
from sitescan.document.css.media import Screen
from sitescan.document.layout.box_surroundings import common, contains, fixed_boxes, meets, surroundings
from sitescan.document.layout.measured_layout import Bounds, Box
from sitescan.standards.lazy_pattern import lazy_pattern

#: Elements that paint what their colors don't tell.
_PICTURES = frozenset("audio canvas embed iframe img input meter object progress select svg textarea video".split())

#: A shadow that looks like a border, with its color and its width.
_RING = lazy_pattern(r"([a-z]{3,5}\([^()]{1,99}\)) 0px 0px 0px (\d{1,9}(?:\.\d{1,9})?)px inset")

#: Properties of a background that colors don't tell, if they have another value than this one.
_GROUND_EFFECTS = (("background-image", "none"), ("backdrop-filter", "none"))

#: The height in pixels of the rows by which boxes are looked up, and the maximum number of rows.
_ROW, _MOST_ROWS = 100.0, 500

#: The size in pixels of what hides no letter, such as text that only screen readers announce.
_DOT = 1.0

#: The maximum number of comparisons of a line with something, over the whole page.
_MOST_STEPS = 2_000_000


class PaintedBoxes:
    """
    The boxes of a page, or of a box that people scroll.

    :param window: the screen that the boxes were measured on.
    :param canvas: the color behind the boxes if they are not those of a page.
    :ivar around: what the boxes around each box do to it.
    :ivar ends: of each box, the number of the first one that is after everything in it.
    :ivar canvas: the color behind the boxes; ``None`` if it isn't certain.
    :ivar steps: the number of comparisons so far.
    """

    def __init__(self, boxes: Sequence[Box], window: Screen, canvas: Color | None = None, steps: int = 0) -> None:
        self.boxes = boxes
        self._window = window
        self._colors: dict[str, Color | None] = {}
        self.steps = steps
        self.around = surroundings(boxes)
        self.ends = _ends(boxes)
        self._bottom = max((box.bounds[3] for box in boxes), default=0.0)
        self._row = max(_ROW, self._bottom / _MOST_ROWS)
        fixed = fixed_boxes(boxes)
        self._pinned = frozenset(number for number in fixed if is_as_high_as_window(boxes[number], window))
        # What is fixed in a box that people scroll isn't looked at: it is fixed in the page.
        self._bars = frozenset(fixed) - self._pinned if canvas is None else frozenset()
        # The page is as high as what it contains, even if it is said to be as high as the window.
        self._height = max((self.painted(at)[3] for at in set(range(len(boxes))).difference(fixed)), default=0.0)
        self.canvas = canvas or self._color_of_canvas()
        self._rows: dict[int, list[int]] = {}
        for number in range(len(boxes)):
            if self._paints(number):
                rows = self._rows_of(self.painted(number))
                self.steps += len(rows)
                if self.is_exhausted:
                    break
                for row in rows:
                    self._rows.setdefault(row, []).append(number)

    @property
    def is_exhausted(self) -> bool:
        """Whether there were too many comparisons, so that nothing is certain any more."""
        return self.steps > _MOST_STEPS

    @property
    def has_opaque_canvas(self) -> bool:
        """Whether the page itself has a background through which nothing shows."""
        named = (box for box in self.boxes if box.name in ("html", "body") and box.styles)
        grounds = (self.color(box.styles["background-color"]) for box in named)
        first = next((ground for ground in grounds if ground is None or ground.alpha), None)
        return self.canvas is not None and first is not None and first.alpha == 1

    def _color_of_canvas(self) -> Color | None:
        """
        Return the color of the canvas, or ``None`` if it isn't certain.

        https://www.w3.org/TR/css-backgrounds-3/#special-backgrounds
        """
        for name in ("html", "body"):
            box = next((box for box in self.boxes if box.name == name and box.styles), None)
            if box is None:
                continue
            ground = self.color(box.styles["background-color"])
            if ground is None or _has_uncertain_ground(box) or "dark" in box.styles["color-scheme"]:
                return None
            if ground.alpha > 0:
                return ground.over(WHITE)
        return WHITE

    def color(self, written: str) -> Color | None:
        """Return a computed color; ``None`` if it isn't known."""
        if written not in self._colors:
            self._colors[written] = color(written, BLACK)
        return self._colors[written]

    def _paints(self, number: int) -> bool:
        """Return whether a box may paint anything."""
        box = self.boxes[number]
        if not box.styles or box.styles["visibility"] != "visible" or self.around[number].is_transparent:
            return False
        left, top, right, bottom = self.painted(number)
        if right - left <= _DOT and bottom - top <= _DOT:
            return False
        if box.name == "#text" or _is_picture(box) or _has_uncertain_ground(box) or self._broad_rings(box):
            return True
        ground = self.color(box.styles["background-color"])
        return ground is None or ground.alpha > 0

    def painted(self, number: int) -> Bounds:
        """Return the part of the page in which a box may paint."""
        return common(self.around[number].reach, self._bounds(number))

    def _bounds(self, number: int) -> Bounds:
        """Return the bounds of a box: from the top of the page to the bottom if it is there wherever people scroll."""
        left, top, right, bottom = self.boxes[number].bounds
        return (left, 0.0, right, max(bottom, self._bottom)) if number in self._pinned else (left, top, right, bottom)

    def _rows_of(self, bounds: Bounds) -> range:
        top, bottom = max(0.0, bounds[1]), max(0.0, bounds[3])
        return range(int(top / self._row), min(int(bottom / self._row), _MOST_ROWS) + 1)

    def near(self, bounds: Bounds) -> set[int]:
        """Return the boxes that may paint in a part of the page."""
        grounds: set[int] = set()
        for row in self._rows_of(bounds):
            near = self._rows.get(row, ())
            self.steps += len(near)
            if self.is_exhausted:
                break
            grounds.update(index for index in near if meets(self.painted(index), bounds))
        return grounds

    def ground(self, index: int, number: int, line: Bounds) -> Color | None:
        """Return the background of a box behind the whole of a line, or ``None`` if it isn't certain."""
        box, clip = self.boxes[index], self.around[index].clip
        if _is_picture(box) or _has_uncertain_ground(box):
            return None
        is_whole = contains(self._bounds(index), line) and (clip is None or contains(clip, line))
        if not is_whole or self.around[index].is_uncertain:
            return None
        # A box of several lines doesn't fill its bounds, but is behind the text in it.
        if box.styles["display"] == "inline" and not index < number < self.ends[index]:
            return None
        ground, shadow = self.color(box.styles["background-color"]), self._shadow(box, line)
        return None if ground is None or shadow is None else shadow.over(ground)

    def _broad_rings(self, box: Box) -> Sequence[tuple[Color | None, float]]:
        """Return the colors and the widths in pixels of the shadows inside of a box that are more than an edge."""
        written = box.styles["box-shadow"]
        found = _RING.findall(written) if "inset" in written else ()
        rings = [(self.color(ring), float(width)) for ring, width in found]
        return [(ring, width) for ring, width in rings if width > EDGE and (ring is None or ring.alpha > 0)]

    def _shadow(self, box: Box, line: Bounds) -> Color | None:
        """Return the color of the shadows inside of a box behind the whole of a line; ``None`` if it isn't certain."""
        left, top, right, bottom = box.bounds
        found = TRANSPARENT
        # The first one is in front.
        for ring, width in reversed(self._broad_rings(box)):
            if contains((left + width, top + width, right - width, bottom - width), line):
                continue
            if ring is None or 2 * width < min(right - left, bottom - top):
                return None
            found = ring.over(found)
        return found

    def where_scrolled(self, grounds: AbstractSet[int], number: int, line: Bounds) -> AbstractSet[int]:
        """
        Return what paints in the place of a line once people have scrolled it to where they can read it.

        Bars at the top and at the bottom of the window don't scroll with the page.
        """
        bars = grounds & self._bars
        if not bars or number in self._bars:
            return grounds
        self.steps += len(self._bars)
        if self.is_exhausted or not scrolls_free(line, map(self._bounds, self._bars), self._height, self._window):
            return grounds
        return grounds - bars

    def is_covered(self, grounds: Iterable[int], number: int, line: Bounds) -> bool:
        """Return whether an opaque box may be in front of a line; what covers the window is removed at some time."""
        order = self.boxes[number].paint_order
        return any(
            self.boxes[index].paint_order > order
            and self._is_opaque(self.boxes[index])
            and not self._is_curtain(self.boxes[index])
            and contains(self.painted(index), line)
            for index in grounds
        )

    def _is_curtain(self, box: Box) -> bool:
        left, top, right, bottom = box.bounds
        return right - left >= self._window.width and bottom - top >= int(self._window.height)

    def _is_opaque(self, box: Box) -> bool:
        ground = self.color(box.styles["background-color"])
        return ground is not None and ground.alpha == 1 and box.name != "#text"


def _ends(boxes: Sequence[Box]) -> Sequence[int]:
    """Return of each box the number of the first one that is after everything in it."""
    ends = list(range(1, len(boxes) + 1))
    for number in reversed(range(len(boxes))):
        around = boxes[number].around
        if around >= 0:
            ends[around] = max(ends[around], ends[number])
    return ends


def _is_picture(box: Box) -> bool:
    """Return whether a box paints more than its background and its border; an empty text field doesn't."""
    return box.name in _PICTURES and not box.is_blank


def _has_uncertain_ground(box: Box) -> bool:
    is_shaded = "inset" in _RING.sub("", box.styles["box-shadow"])
    return is_shaded or any(box.styles[name] != value for name, value in _GROUND_EFFECTS)
