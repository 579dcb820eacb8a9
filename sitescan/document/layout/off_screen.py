"""Boxes that are out of sight, such as closed menus and texts for screen readers."""

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType

from sitescan.document.css.computed_style import Style, cached_by_style
from sitescan.document.css.shorthands import SIDES
from sitescan.document.css.viewport_size import HEIGHT
from sitescan.document.layout.display import clips_content, is_flex_container, is_grid_container, shows_overflow
from sitescan.document.layout.transforms import farthest_translation, is_scaled_to_nothing, translation
from sitescan.standards.lazy_pattern import lazy_pattern

#: The axis along which each side offsets a box, and the direction in which it does.
_DIRECTIONS: Mapping[str, tuple[int, float]] = MappingProxyType(
    {"left": (0, 1.0), "right": (0, -1.0), "top": (1, 1.0), "bottom": (1, -1.0)}
)
#: Offsets in pixels: no page scrolls so far, and a menu that is moved so far is out of sight.
_FAR, _OUT_OF_SIGHT = 900.0, 100.0
_MARGINS = tuple(f"margin-{side}" for side in SIDES)
_SIZES = ("width", "height", "max-width", "max-height")
#: Properties that can move a box away, clip it, or make it small.
_HIDING = frozenset(
    {"position", "transform", "translate", "rotate", "scale", "clip", "overflow-x", "overflow-y", *_MARGINS}
)
#: Properties by which a box may have no size or be moved out of a box around it.
_CLIPPED = frozenset({"overflow-x", "overflow-y", "contain", "position", "transform", "translate"})
_SIZE_CONTAINMENT = frozenset({"size", "strict"})
_EMPTY, _IN_BRACKETS = frozenset({"0", "0px", "0fr", "0%"}), lazy_pattern(r"\([^()]*\)")
#: How many boxes around a box are searched for one that clips it.
_MOST_LEVELS = 6
#: A rotation by which a box turns its back or its edge to the viewer.
_ROTATED = lazy_pattern(r"rotate(?:3d|[xy])\([^()]*[1-9]", re.IGNORECASE)


@cached_by_style
def is_off_screen(style: Style) -> bool:
    """Return whether a box is moved away, clipped or too small to be seen, as classes for screen readers do."""
    if style.declares_any(_HIDING) and _is_moved_away_or_clipped(style):
        return True
    indent = style.pixels("text-indent", _FAR)
    return indent is not None and abs(indent) > _FAR / 3


def may_be_out_of_viewport(style: Style) -> bool:
    """Return whether a fixed box, whatever its size, may be outside of the viewport."""
    return style.get("position") == "fixed" and any((style.pixels(side) or 0.0) <= -_OUT_OF_SIGHT for side in SIDES)


def _is_moved_away_or_clipped(style: Style) -> bool:
    if is_out_of_viewport(style) or is_scaled_to_nothing(style):
        return True
    if style.get("position") in ("absolute", "fixed"):
        if style.get("clip") not in ("", "auto"):
            return True
        width = style.pixels("width")
        if width is not None and any(_offset(style, side) <= -width for side in ("left", "right")):
            return width > 0
    if any(abs(distance) > _FAR for distance in _offsets(style)):
        return True
    if any("-" in (style.get(name) or "") and (style.pixels(name, 0.0) or 0.0) < -_FAR for name in _MARGINS):
        return True
    # Only a percentage of zero is small, whatever it refers to.
    sizes = (style.pixels(name, HEIGHT) for name in _SIZES)
    return not shows_overflow(style) and any(size is not None and size <= 1 for size in sizes)


def _offsets(style: Style) -> Iterator[float]:
    """Yield by how many pixels a box is moved to the right or down: by each side, and by transforms in addition."""
    moves = farthest_translation(style)
    yield from moves
    if style.get("position") in ("absolute", "fixed", "relative"):
        for side, (axis, sign) in _DIRECTIONS.items():
            offset = style.pixels(side, 0.0)
            if offset is not None:
                yield sign * offset + moves[axis]


def _offset(style: Style, side: str) -> float:
    """Return the distance of a box from a side of its containing block; margins move a fixed box as well."""
    offset = style.pixels(side, 0.0)
    if offset is None or style.get("position") != "fixed":
        return offset or 0.0
    return offset + (style.pixels(f"margin-{side}") or 0.0)


def is_out_of_viewport(style: Style) -> bool:
    """
    Return whether a fixed box is outside of the viewport.

    https://www.w3.org/TR/css-position-3/#fixed-pos: a fixed box does not scroll into view.
    """
    return style.get("position") == "fixed" and any(_is_out_at(style, side) for side in SIDES)


def _is_out_at(style: Style, side: str) -> bool:
    """Return whether a box with an offset from a side of the viewport is past that side or the opposite one."""
    viewport = style.screen.width if side in ("left", "right") else style.screen.height
    offset = style.pixels(side, viewport)
    if offset is None:
        return False
    offset += style.pixels(f"margin-{side}") or 0.0
    moves = translation(style)
    share = 0.0
    if moves is not None:
        move = moves[0] if side in ("left", "right") else moves[1]
        inwards = 1 if side in ("left", "top") else -1
        share, offset = inwards * move.share, offset + inwards * move.pixels
    size = style.pixels("width" if side in ("left", "right") else "height", viewport)
    if offset >= viewport or offset <= -viewport:
        return share == 0
    if size is not None and size > 0 and offset + share * size <= -size:
        return True
    # A box of unknown size is at least as large as its paddings, and moves by more the larger it is.
    ends = ("left", "right") if side in ("left", "right") else ("top", "bottom")
    least = sum(style.pixels(f"padding-{end}") or 0.0 for end in ends)
    return share <= -1 and offset <= -(1 + share) * least


@cached_by_style
def may_be_clipped_away(style: Style) -> bool:
    """Return whether a box may have no size to show its content, or may be moved out of a box that clips it."""
    if not style.declares_any(_CLIPPED):
        return False
    if not _SIZE_CONTAINMENT.isdisjoint((style.get("contain") or "").split()):
        screen = style.screen.height
        return not (style.pixels("height", screen) or style.pixels("min-height", screen))
    if (not shows_overflow(style) and _has_empty_track(style)) or _ROTATED.search(style.get("transform") or ""):
        return True
    return _is_moved_by_whole_size(style) and _is_clipped_by_ancestor(style)


def _has_empty_track(style: Style) -> bool:
    """Return whether a box is an item in a grid with rows of no height, or a flex item that begins with no size."""
    parent = style.parent
    if parent is None:
        return False
    if is_grid_container(parent):
        rows = parent.get("grid-template-rows") or (parent.get("grid-template") or "").partition("/")[0]
        return "0fr" in rows or not _EMPTY.isdisjoint(_IN_BRACKETS.sub("", rows).split())
    flex = (style.get("flex") or "").split()
    grow, basis = (flex[0], flex[2]) if len(flex) == 3 else (style.get("flex-grow"), style.get("flex-basis"))
    return is_flex_container(parent) and basis in _EMPTY and grow in ("", "0")


def _is_moved_by_whole_size(style: Style) -> bool:
    """Return whether a box is moved by its own size, or by the size of its containing block."""
    offsets = SIDES if style.get("position") == "absolute" else ()
    if any(abs((style.pixels(side, 1.0) or 0.0) - (style.pixels(side, 0.0) or 0.0)) >= 1 for side in offsets):
        return True
    sizes = style.pixels("width"), style.pixels("height")
    return any(
        abs(move.share) >= 1 or (size is not None and 0 < size <= abs(move.pixels))
        for move, size in zip(translation(style) or (), sizes, strict=False)
    )


def _is_clipped_by_ancestor(style: Style) -> bool:
    around = style.parent
    for _ in range(_MOST_LEVELS):
        if around is None or clips_content(around):
            return around is not None
        around = around.parent
    return False
