"""
Where a box may be drawn, as far as its style tells: in the flow of its parent, moved, or laid over its neighbors.

A layout is not made. What is moved by more than a little is drawn on something that is not known.
"""

import re
from collections.abc import Sequence

from bs4.element import Tag

from sitescan.document.css.computed_style import Style, of_style
from sitescan.document.css.out_of_window import is_out_of_window
from sitescan.document.css.shadows import flood
from sitescan.document.css.shorthands import SIDES

#: Pixels by which a box may be moved and still be said to be where it was.
_LITTLE = 16.0
#: A column of a grid is drawn in by as much, and its row out; nothing that stands on a line is.
_GUTTER = 40.0
_FAR = 900.0
#: What is scaled by less cannot be read.
_SMALLEST = 0.2
#: What is scaled by more is drawn outside of its place.
_LARGEST = 1.2
#: No line of text is as low.
_LOWEST = 12.0
#: Pixels: icons and badges, and lines.
_ICON, _LINE = 32.0, 6.0
_SCALED = re.compile(r"scale(?:3d|[xyz])?\(([^()]*)", re.IGNORECASE)
_MOVES = re.compile(r"translate|matrix|rotate|skew|perspective", re.IGNORECASE)
_NOWHERE = re.compile(
    r"(?:translate(?:3d|[xyz])?|matrix)\([\s0,pxem%]*\)|matrix\(1, ?0, ?0, ?1, ?0, ?0\)", re.IGNORECASE
)
#: How far the eye is from a page's plane: what stays in the plane looks as it does without.
_PERSPECTIVE = re.compile(r"perspective\([^()]*\)", re.IGNORECASE)
#: Boxes that reach around the floats in them, https://www.w3.org/TR/css-display-3/#flow-layout.
_ENCLOSING = frozenset(
    "flow-root inline-block flex inline-flex grid inline-grid table-cell table-caption table".split()
)
#: A row has hardly more columns. They may fill it, but for what rounding adds.
_MOST_COLUMNS, _WHOLE = 12, 100.1
_CUTTING = frozenset({"auto", "hidden", "scroll"})
_ASTRAY = ("top", "bottom", "margin-left", "margin-right")
_BLOCKS = frozenset("block flex grid table list-item flow-root".split())
#: What can move a box in the flow; with what can also hide it, cut it off or make it small.
_MOVING = frozenset({"position", "transform", "translate", "rotate", "scale", *(f"margin-{side}" for side in SIDES)})
_HIDING = _MOVING | {"clip", "scale", "overflow-x", "overflow-y"}
#: Functions that choose one of several lengths.
_CHOOSING = re.compile(r"min|max|clamp", re.IGNORECASE)
#: The side across from each.
ACROSS = {"top": "bottom", "right": "left", "bottom": "top", "left": "right"}
_MARGINS = tuple(f"margin-{side}" for side in SIDES)
_SIZE_NAMES = ("width", "height", "max-width", "max-height")


def is_positioned_freely(style: Style) -> bool:
    """Whether a box is taken out of the flow."""
    return style.get("position") in ("absolute", "fixed", None)


@of_style
def is_moved(style: Style) -> bool:
    """Whether a box in the flow is drawn somewhere else than its parent puts it."""
    if not style.says_any(_MOVING):
        return False
    if style.get("position") == "relative" and any(_beyond(style, side, _LITTLE) for side in SIDES):
        return True
    if any(_pulled(style, side) for side in SIDES):
        return True
    if _MOVES.search(_transformed(style.get("transform") or "")):
        return True
    if _is_blown_up(style):
        return True
    return any((style.get(name) or "none") not in ("none", "0", "0px", "0deg", "") for name in ("translate", "rotate"))


def _is_blown_up(style: Style) -> bool:
    """Whether a box is drawn larger than its place, so that it lies over others or its text leaves its ground."""
    factors = (*_SCALED.findall(style.get("transform") or ""), style.get("scale") or "")
    return any(factor > _LARGEST for one in factors for factor in _factors(one))


def is_pulled_sideways(style: Style) -> bool:
    """Whether nothing but a negative margin at a side moves a box."""
    shifted = style.get("position") == "relative" and any(_beyond(style, side, 0.0) for side in SIDES)
    if shifted or any(_pulled(style, side) for side in ("top", "bottom")):
        return False
    return (style.get("transform") or "none") == "none" and any(_pulled(style, side) for side in ("left", "right"))


def swap_places(columns: Sequence[Style]) -> bool:
    """
    Whether floats that are moved sideways by parts of a row stand beside each other in it, in another order.

    Their paddings count as parts of their widths: else the row would never have been wide enough for them.
    """
    if not 1 < len(columns) <= _MOST_COLUMNS:
        return False
    start = 0.0
    spans: list[tuple[float, float]] = []
    for style in columns:
        width, shift = style.pixels("width", 100.0), _shift(style)
        astray = any(style.get(name) not in ("", "auto", "0", "0px") for name in _ASTRAY) or is_turned(style)
        if style.get("float") != "left" or width is None or shift is None or astray:
            return False
        spans.append((start + shift, start + shift + width))
        start += width
    spans.sort()
    ends = (0.0, *(end for _, end in spans))
    return ends[-1] <= _WHOLE and all(begin >= end - 0.1 for (begin, _), end in zip(spans, ends, strict=False))


def _shift(style: Style) -> float | None:
    """By how many hundredths of its row a box in the flow is moved to the right; ``None`` where it cannot be told."""
    if style.get("position") == "static":
        return 0.0
    if style.get("position") != "relative":
        return None
    if style.get("left") not in ("", "auto"):
        return style.pixels("left", 100.0)
    right = 0.0 if style.get("right") in ("", "auto") else style.pixels("right", 100.0)
    return None if right is None else -right


def lifted(style: Style) -> float | None:
    """By how many pixels a box in the flow is pulled up, where nothing else moves it; ``None`` else."""
    if any(_pulled(style, side) for side in ("right", "bottom", "left")) or is_turned(style):
        return None
    lift = -(style.pixels("margin-top") or 0.0)
    if style.get("position") == "relative":
        if any(_beyond(style, side, 0.0) for side in ("right", "bottom", "left")):
            return None
        offset = 0.0 if style.get("top") in ("", "auto") else style.pixels("top")
        if offset is None:
            return None
        lift -= offset
    return lift if lift > 0 else None


@of_style
def pulled_after(style: Style) -> float | None:
    """By how many pixels a box in the flow pulls up what comes after it, where nothing else is moved; ``None`` else."""
    if not _pulled(style, "bottom") or any(_pulled(style, side) for side in ("top", "right", "left")):
        return None
    if style.get("float") not in ("", "none") or not is_block(style) or is_turned(style):
        return None
    if style.get("position") == "relative" and any(_beyond(style, side, 0.0) for side in SIDES):
        return None
    pull = style.pixels("margin-bottom")
    return None if pull is None else -pull


def _transformed(transform: str) -> str:
    """What a transform does, but for functions that leave everything where it is; empty where none does anything."""
    found = _NOWHERE.sub("", transform).strip()
    return "" if found == "none" or not _PERSPECTIVE.sub("", found).strip() else found


def _beyond(style: Style, side: str, least: float) -> bool:
    """Whether a side is moved by more than a little, or by what cannot be told."""
    value = style.get(side)
    if value in ("", "auto", "0"):
        return False
    pixels = style.pixels(side)
    return pixels is None or abs(pixels) > least


def _pulled(style: Style, side: str) -> bool:
    """Whether a negative margin pulls a box over its neighbors."""
    value = style.get(f"margin-{side}")
    if value is None or (value and ("-" in value or "(" in value)):
        pixels = style.pixels(f"margin-{side}")
        in_line = side in ("top", "bottom") or (style.display or "").startswith("inline")
        least = _LITTLE if in_line else _GUTTER + (style.pixels(f"padding-{side}") or 0.0)
        return (value is None or "-" in value) if pixels is None else pixels < -least
    return False


@of_style
def is_off_screen(style: Style) -> bool:
    """Whether a style moves an element away, cuts it off or makes it too small, as classes for screen readers do."""
    if style.says_any(_HIDING) and _is_moved_away(style):
        return True
    indent = style.pixels("text-indent", _FAR)
    return indent is not None and abs(indent) > _FAR / 3


def _is_moved_away(style: Style) -> bool:
    if is_out_of_window(style):
        return True
    if style.get("position") in ("absolute", "fixed"):
        if style.get("clip") not in ("", "auto"):
            return True
        width = style.pixels("width")
        if width is not None and any(_from_edge(style, side) <= -width for side in ("left", "right")):
            return width > 0
    placed = style.get("position") in ("absolute", "fixed", "relative")
    if placed and any(abs(style.pixels(side, 0.0) or 0.0) > _FAR for side in SIDES):
        return True
    if any("-" in (style.get(name) or "") and (style.pixels(name, 0.0) or 0.0) < -_FAR for name in _MARGINS):
        return True
    factors = (*_SCALED.findall(style.get("transform") or ""), style.get("scale") or "")
    if any(_scaled_away(one) for one in factors):
        return True
    cut = style.get("overflow-x") != "visible" or style.get("overflow-y") != "visible"
    return cut and any(size is not None and size <= 1 for size in map(style.pixels, _SIZE_NAMES))


def _from_edge(style: Style, side: str) -> float:
    """How far a box is from a side of what it is placed in; a margin moves it from the window's edge as well."""
    offset = style.pixels(side, 0.0)
    if offset is None or style.get("position") != "fixed":
        return offset or 0.0
    return offset + (style.pixels(f"margin-{side}") or 0.0)


def _scaled_away(factors: str) -> bool:
    """Whether one of the factors by which something is scaled leaves nothing of it, as far as they can be told."""
    return any(abs(factor) < _SMALLEST for factor in _factors(factors))


def _factors(written: str) -> Sequence[float]:
    """The factors by which something is scaled; none where they cannot be told."""
    try:
        return [float(factor) for factor in written.replace(",", " ").split()]
    except ValueError:
        return ()


def cuts_off(style: Style) -> bool:
    """Whether a box shows nothing of what is in it outside of itself, https://www.w3.org/TR/css-overflow-3/#overflow-properties."""
    return all(style.get(f"overflow-{axis}") in _CUTTING for axis in "xy")


def encloses_floats(style: Style, after: Style | None) -> bool:
    """
    Whether a box is as high as the floats in it.

    :param after: the style of its ``::after``, which may clear them.
    """
    if style.display in _ENCLOSING or style.get("float") not in ("", "none") or is_positioned_freely(style):
        return True
    if any(style.get(f"overflow-{axis}") not in ("visible", "clip") for axis in "xy") or style.get("contain"):
        return True
    return after is not None and _clears(after)


def _clears(style: Style) -> bool:
    return style.get("clear") not in ("", "none") and (style.get("content") or "none") not in ("none", "normal")


def is_block(style: Style) -> bool:
    """Whether a box starts a line of its own, in the flow."""
    return style.display in _BLOCKS


@of_style
def is_row(style: Style) -> bool:
    """Whether what is in a box stands beside each other, as long as there is room."""
    directions = f"{style.get('flex-direction')} {style.get('flex-flow')}"
    return style.display in ("flex", "inline-flex") and "column" not in directions and "None" not in directions


def overflows(style: Style, height: float, farthest: float) -> bool:
    """
    Whether text may be drawn below or beside the box that it is in.

    :param height: that of all texts in the box, each of them a line at least.
    :param farthest: how far to the right something in it reaches at least.
    """
    if style.get("overflow-x") != "visible" or style.get("overflow-y") != "visible" or style.display == "inline":
        return False
    heights = [pixels for name in ("height", "max-height") if (pixels := style.pixels(name)) is not None]
    widths = [pixels for name in ("width", "max-width") if (pixels := style.pixels(name)) is not None]
    if heights and (height > min(heights) or min(heights) < _LOWEST or is_set_in_columns(style)):
        return True
    return bool(widths) and min(widths) < farthest


def is_set_in_columns(style: Style) -> bool:
    """Whether what has no room below in a box goes on beside it."""
    return any(style.get(name) not in ("", "auto") for name in ("columns", "column-count", "column-width"))


def is_small(style: Style) -> bool:
    """Whether a box is a line, or as large as an icon."""
    width, height = style.pixels("width"), style.pixels("height")
    if any(size is not None and size <= _LINE for size in (width, height)):
        return True
    return width is not None and height is not None and width <= _ICON and height <= _ICON


def in_one_cell(styles: Sequence[tuple[Tag, Style]]) -> set[int]:
    """The ``id()`` of those items of a grid that are put into a cell that another one is put into."""
    cells: dict[tuple[str, str], list[Tag]] = {}
    for tag, style in styles:
        area = style.get("grid-area") or ""
        row = style.get("grid-row") or style.get("grid-row-start") or ""
        column = style.get("grid-column") or style.get("grid-column-start") or ""
        if area in ("", "auto") and (row in ("", "auto") or column in ("", "auto")):
            continue
        parts = [part.strip() for part in area.split("/")]
        if area not in ("", "auto"):
            row, column = parts[0], parts[1] if len(parts) > 1 else parts[0] if parts[0].isalpha() else "auto"
        cells.setdefault((row.partition("/")[0].strip(), column.partition("/")[0].strip()), []).append(tag)
    return {id(tag) for tags in cells.values() if len(tags) > 1 for tag in tags}


@of_style
def paints_box(style: Style) -> bool:
    """Whether a style paints a background, or a shadow that lies over all of it."""
    background = style.background
    if background is None or background.alpha > 0 or style.get("background-image") not in ("", "none"):
        return True
    over = flood(style)
    return over is not None and over.alpha > 0


def offset_from(style: Style, side: str) -> tuple[float, float] | None:
    """
    How far from a side of what it is placed in a box begins: as a share of the size of that, and pixels.

    :return: ``None`` where it cannot be told.
    """
    written, margin = style.get(side) or "", style.get(f"margin-{side}")
    start, at_one = style.pixels(side, 0.0), style.pixels(side, 1.0)
    away = 0.0 if margin in ("", "auto") else style.pixels(f"margin-{side}")
    if start is None or at_one is None or away is None or _CHOOSING.search(written):
        return None
    return at_one - start, start + away


def is_beside_holder(style: Style, holder: Style) -> bool:
    """Whether a box is placed as a whole past an end of the box that it is in, where nothing else moves it."""
    if style.get("position") != "absolute" or holder.get("position") in ("", "static") or is_turned(style):
        return False
    for side in SIDES:
        offset = offset_from(style, side) if style.get(ACROSS[side]) in ("", "auto") else None
        if offset is not None and offset[0] >= 1 and offset[1] >= 0:
            return True
    return False


@of_style
def is_turned(style: Style) -> bool:
    """Whether a box is drawn elsewhere or in another size than it is laid out, or its lines run another way."""
    if any((style.get(name) or "none") not in ("none", "0", "0px") for name in ("translate", "rotate", "scale")):
        return True
    if _transformed(style.get("transform") or "?") != "":
        return True
    return style.get("writing-mode") not in ("", "horizontal-tb") or style.get("zoom") not in (
        "",
        "1",
        "normal",
        "100%",
    )
