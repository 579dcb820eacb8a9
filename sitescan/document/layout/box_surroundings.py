"""What the boxes around a box of a rendered page do to it: they clip it, fade it, or change how it is painted."""

from collections.abc import Sequence

from attrs import evolve, frozen

from sitescan.document.layout.measured_layout import Bounds, Box
from sitescan.standards.lazy_pattern import lazy_pattern

#: The clip path of a box that is clipped at its bounds.
_AT_BOUNDS = "inset(0px)"

#: Properties that change how a box and everything in it is painted, if they have other values than these.
_EFFECTS = {
    "filter": ("none",),
    "mix-blend-mode": ("normal",),
    "mask-image": ("none",),
    "clip-path": ("none", _AT_BOUNDS),
}

#: A matrix that moves or scales. Bounds of boxes that are rotated or skewed are larger than the boxes.
_STRAIGHT = lazy_pattern(r"none|matrix\([-\d.e]+, 0, 0, [-\d.e]+, [-\d.e]+, [-\d.e]+\)")

#: The share of a line above and below its letters.
_ROOM = 0.2

#: The number of pixels by which rounding may move an edge.
_TOLERANCE = 0.6


@frozen
class Surroundings:
    """
    What a box and the boxes around it do to it.

    :ivar clip: the part of the page in which nothing around it clips it; ``None`` if that is all of it.
    :ivar reach: the part of the page beyond which it certainly isn't painted; ``None`` if there is none.
    :ivar positioned_reach: the same for absolutely positioned boxes in it, of which the nearest positioned box around
        them is known.
    :ivar group: the number of the innermost translucent box that it is in or is itself, or -1.
    :ivar is_transparent: whether nothing of it is seen.
    :ivar is_out: whether it is taken out of the flow, so that it may be seen beyond its clip.
    :ivar is_uncertain: whether it is uncertain where or how it is painted.
    """

    clip: Bounds | None = None
    reach: Bounds | None = None
    positioned_reach: Bounds | None = None
    group: int = -1
    is_transparent: bool = False
    is_out: bool = False
    is_uncertain: bool = False

    def shows(self, box: Box, line: Bounds) -> bool:
        """Return whether a line of the box may be seen; one that is scaled to nothing isn't."""
        visible = box.styles["visibility"] == "visible" and not self.is_transparent and meets(line, line)
        return visible and line[2] > 0 and line[3] > 0 and (self.clip is None or meets(self.clip, line))


def surroundings(boxes: Sequence[Box]) -> Sequence[Surroundings]:
    """Return the surroundings of each box."""
    found: list[Surroundings] = []
    inside: list[Surroundings] = []
    for number, box in enumerate(boxes):
        outer = inside[box.around] if box.around >= 0 else Surroundings()
        found.append(_surroundings(number, box, outer))
        inside.append(_inside(box, found[-1]))
    return found


def _surroundings(number: int, box: Box, outer: Surroundings) -> Surroundings:
    styles = box.styles
    if not styles or box.name == "#text":
        return outer
    opacity = computed_number(styles["opacity"])
    is_free = outer.clip is not None and styles["position"] in ("absolute", "fixed")
    is_changed = any(styles[name] not in values for name, values in _EFFECTS.items())
    return Surroundings(
        clip=outer.clip,
        reach=outer.reach if not is_free else outer.positioned_reach if styles["position"] == "absolute" else None,
        positioned_reach=outer.positioned_reach,
        group=outer.group if opacity == 1 else number,
        is_transparent=outer.is_transparent or opacity == 0,
        is_out=outer.is_out or is_free,
        is_uncertain=outer.is_uncertain or is_changed or not _STRAIGHT.fullmatch(styles["transform"]),
    )


def _inside(box: Box, around: Surroundings) -> Surroundings:
    """Return what a box and the boxes around it do to what is in it."""
    clip, reach = around.clip, around.reach
    if _clips_content(box):
        clip = common(clip, box.bounds)
        # A box may clip one direction only.
        reach = reach if box.styles["overflow-y"] == "visible" else common(reach, box.bounds)
    is_positioned = bool(box.styles) and box.styles["position"] != "static"
    positioned_reach = reach if is_positioned else around.positioned_reach
    if (clip, reach, positioned_reach) == (around.clip, around.reach, around.positioned_reach):
        return around
    return evolve(around, clip=clip, reach=reach, positioned_reach=positioned_reach)


def _clips_content(box: Box) -> bool:
    if not box.styles or box.name in ("html", "body"):
        return False
    return box.styles["overflow-x"] != "visible" or box.styles["clip-path"] == _AT_BOUNDS


def fixed_boxes(boxes: Sequence[Box]) -> Sequence[int]:
    """Return the numbers of the boxes that don't scroll with the page, in order."""
    fixed: dict[int, None] = {}
    for number, box in enumerate(boxes):
        if box.styles and (box.around in fixed or box.styles["position"] == "fixed"):
            fixed[number] = None
    return tuple(fixed)


def computed_number(written: str) -> float:
    """Return a computed length or number. A browser that has been taken over may send anything."""
    try:
        return float(written.removesuffix("px"))
    except ValueError:
        return 0.0


def letters(line: Bounds) -> Bounds:
    """Return the part of a line in which most letters are, without the room for accents and descenders."""
    left, top, right, bottom = line
    room = (bottom - top) * _ROOM
    return left, top + room, right, bottom - room


def common(bounds: Bounds | None, other: Bounds) -> Bounds:
    """Return what two parts of the page have in common; ``None`` is all of the page."""
    if bounds is None:
        return other
    return max(bounds[0], other[0]), max(bounds[1], other[1]), min(bounds[2], other[2]), min(bounds[3], other[3])


def meets(bounds: Bounds, other: Bounds) -> bool:
    """Return whether two bounds have a part in common."""
    return (
        bounds[0] < other[2] - _TOLERANCE
        and other[0] < bounds[2] - _TOLERANCE
        and bounds[1] < other[3] - _TOLERANCE
        and other[1] < bounds[3] - _TOLERANCE
    )


def contains(outer: Bounds, inner: Bounds) -> bool:
    """Return whether bounds contain other ones."""
    return (
        outer[0] <= inner[0] + _TOLERANCE
        and outer[1] <= inner[1] + _TOLERANCE
        and inner[2] <= outer[2] + _TOLERANCE
        and inner[3] <= outer[3] + _TOLERANCE
    )
