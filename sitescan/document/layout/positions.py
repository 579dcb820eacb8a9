"""
Boxes in the flow that are not laid out on their own part of the background of their parent.

Relative offsets, negative margins and transforms move boxes; cells of a grid may be shared. A box that is moved by
more than a little is painted on something that is not known.
"""

from collections.abc import Collection, Iterable

from bs4.element import Tag

from sitescan.document.css.computed_style import Style, cached_by_style
from sitescan.document.css.shorthands import SIDES
from sitescan.document.layout.transforms import is_moved_by_transform, is_transformed

#: Pixels by which a box may be moved and still be painted on the same background.
_LITTLE = 16.0
#: Pixels by which negative margins make up for the padding of columns, at the sides.
_GUTTER = 40.0
#: The largest size in pixels of an icon or badge, and of a line.
_ICON, _LINE = 32.0, 6.0
_MOVING = frozenset({"position", "transform", "translate", "rotate", "scale", *(f"margin-{side}" for side in SIDES)})


@cached_by_style
def is_moved(style: Style) -> bool:
    """Return whether a box in the flow is painted elsewhere than at its own place in its parent."""
    if not style.declares_any(_MOVING):
        return False
    if style.get("position") == "relative" and any(_has_offset(style, side, _LITTLE) for side in SIDES):
        return True
    return any(_is_pulled(style, side) for side in SIDES) or is_moved_by_transform(style)


def is_in_static_position(style: Style) -> bool:
    """
    Return whether a box out of the flow begins at the height at which it would begin in the flow.

    https://www.w3.org/TR/css-position-3/#staticpos-rect
    """
    return all(style.get(side) in ("", "auto") for side in ("top", "bottom"))


def begins_after_line(style: Style) -> bool:
    """Return whether a box out of the flow begins after what is before it on its line or in its row."""
    if any(style.get(side) not in ("", "auto") for side in ("left", "right")) or is_transformed(style):
        return False
    margin = style.get("margin-left")
    return style.get("direction") in ("", "ltr") and margin is not None and "-" not in margin


def is_pulled_sideways(style: Style) -> bool:
    """Return whether a box is moved by a negative margin at its left or right, and by nothing else."""
    return _is_only_pulled(style, {"left", "right"})


def pulls_following(style: Style) -> bool:
    """Return whether a box is moved by nothing, but moves what is after it by a negative margin at its bottom."""
    return _is_only_pulled(style, {"bottom"})


def _is_only_pulled(style: Style, sides: Collection[str]) -> bool:
    """Return whether a box is moved by negative margins at some of its sides, and by nothing else."""
    if style.get("position") == "relative" and any(_has_offset(style, side, 0.0) for side in SIDES):
        return False
    pulled = {side for side in SIDES if _is_pulled(style, side)}
    return bool(pulled) and pulled.issubset(sides) and not is_transformed(style)


def upward_shift(style: Style) -> float | None:
    """
    Return by how many pixels a top margin or an offset moves a box in the flow up.

    :return: ``None`` if it is not moved up, or is moved by anything else.
    """
    if any(_is_pulled(style, side) for side in ("right", "bottom", "left")) or is_transformed(style):
        return None
    shift = -(style.pixels("margin-top") or 0.0)
    if style.get("position") == "relative":
        if any(_has_offset(style, side, 0.0) for side in ("right", "bottom", "left")):
            return None
        offset = 0.0 if style.get("top") in ("", "auto") else style.pixels("top")
        if offset is None:
            return None
        shift -= offset
    return shift if shift > 0 else None


def _has_offset(style: Style, side: str, least: float) -> bool:
    """Return whether a box is, or may be, moved from a side by more than a number of pixels."""
    value = style.get(side)
    if value in ("", "auto", "0"):
        return False
    pixels = style.pixels(side)
    return pixels is None or abs(pixels) > least


def _is_pulled(style: Style, side: str) -> bool:
    """Return whether a negative margin pulls, or may pull, a box over its neighbors."""
    value = style.get(f"margin-{side}")
    if value is not None and "-" not in value and "(" not in value:
        return False
    pixels = style.pixels(f"margin-{side}")
    if pixels is None:
        return value is None or "-" in value
    is_gutter = side in ("left", "right") and not (style.display or "").startswith("inline")
    return pixels < -(_GUTTER + (style.pixels(f"padding-{side}") or 0.0) if is_gutter else _LITTLE)


def is_small(style: Style) -> bool:
    """Return whether a box is as small as a line, an icon or a badge."""
    width, height = style.pixels("width"), style.pixels("height")
    if any(size is not None and size <= _LINE for size in (width, height)):
        return True
    return width is not None and height is not None and width <= _ICON and height <= _ICON


def in_shared_cells(items: Iterable[tuple[Tag, Style]]) -> set[int]:
    """Return the ids of the items of a grid that are placed in the same cell as another item."""
    cells: dict[tuple[str, str], list[Tag]] = {}
    for tag, style in items:
        area = style.get("grid-area") or ""
        row = style.get("grid-row") or style.get("grid-row-start") or ""
        column = style.get("grid-column") or style.get("grid-column-start") or ""
        if area not in ("", "auto"):
            parts = [part.strip() for part in area.split("/")]
            row, column = parts[0], parts[1] if len(parts) > 1 else parts[0] if parts[0].isalpha() else "auto"
        elif row in ("", "auto") or column in ("", "auto"):
            continue
        cells.setdefault((row.partition("/")[0].strip(), column.partition("/")[0].strip()), []).append(tag)
    return {id(tag) for tags in cells.values() if len(tags) > 1 for tag in tags}
