"""
Display types, and how a box takes part in the layout of the box around it.

https://www.w3.org/TR/css-display-3/
"""

from sitescan.document.css.computed_style import Style, cached_by_style

#: Boxes whose content is laid out as block-level boxes one below the other, or as lines.
_BLOCK_CONTAINERS = frozenset({"block", "list-item", "flow-root", "inline-block", "table-cell", "table-caption"})
#: Boxes that start below the box before them.
_BLOCK_LEVEL = frozenset({"block", "list-item", "flow-root", "flex", "grid", "table"})
_INLINE = frozenset({"inline", "contents"})
_FLEX = frozenset({"flex", "inline-flex"})
_GRID = frozenset({"grid", "inline-grid"})
_ROW_GROUPS = frozenset({"table-row-group", "table-header-group", "table-footer-group"})
_FORMATTING_ROOTS = (_BLOCK_CONTAINERS - {"block", "list-item"}) | _FLEX | _GRID | {"table"}
#: Values of ``overflow`` that clip what is outside of the box.
_CLIPPING = frozenset({"auto", "hidden", "scroll"})
_MULTI_COLUMN = ("columns", "column-count", "column-width")


def is_block_container(style: Style) -> bool:
    """Return whether a box lays out its content as blocks one below the other, or as lines."""
    return style.display in _BLOCK_CONTAINERS


def is_block_level(style: Style) -> bool:
    """Return whether a box starts below the box before it."""
    return style.display in _BLOCK_LEVEL


def is_inline(style: Style) -> bool:
    """Return whether a box is part of the lines of the block around it."""
    return style.display in _INLINE


def is_flex_container(style: Style) -> bool:
    """Return whether the content of a box is laid out as flex items."""
    return style.display in _FLEX


def is_grid_container(style: Style) -> bool:
    """Return whether the content of a box is laid out as grid items."""
    return style.display in _GRID


def stacks_children(style: Style) -> bool:
    """Return whether the children of a box are laid out one below the other: blocks, and the rows of a table."""
    return is_block_container(style) or style.display == "table" or style.display in _ROW_GROUPS


@cached_by_style
def is_row(style: Style) -> bool:
    """Return whether the content of a box is a row of flex items."""
    directions = f"{style.get('flex-direction')} {style.get('flex-flow')}"
    return is_flex_container(style) and "column" not in directions and "None" not in directions


def wraps_items(style: Style) -> bool:
    """Return whether flex items may be laid out in several rows."""
    return style.get("flex-wrap") not in ("", "nowrap") or "wrap" in (style.get("flex-flow") or "").replace(
        "nowrap", ""
    )


def is_floating(style: Style) -> bool:
    """Return whether a box floats, or may float."""
    return style.get("float") not in ("", "none")


def is_absolutely_positioned(style: Style) -> bool:
    """Return whether a box is, or may be, taken out of the flow by ``position``."""
    return style.get("position") in ("absolute", "fixed", None)


def is_positioned(style: Style) -> bool:
    """Return whether a box is positioned, so that it is the containing block of absolutely positioned boxes."""
    return style.get("position") != "static"


def clips_content(style: Style) -> bool:
    """
    Return whether a box clips its content in both directions.

    https://www.w3.org/TR/css-overflow-3/#overflow-properties
    """
    return all(style.get(f"overflow-{axis}") in _CLIPPING for axis in "xy")


def shows_overflow(style: Style) -> bool:
    """Return whether content is painted outside of a box in both directions."""
    return all(style.get(f"overflow-{axis}") == "visible" for axis in "xy")


def is_multi_column(style: Style) -> bool:
    """Return whether the lines of a box are laid out in columns."""
    return any(style.get(name) not in ("", "auto") for name in _MULTI_COLUMN)


def contains_floats(style: Style, after: Style | None) -> bool:
    """
    Return whether a box is at least as high as the floats in it.

    https://www.w3.org/TR/css-display-3/#block-formatting-context

    :param after: the style of its ``::after``, which may clear the floats.
    """
    if style.display in _FORMATTING_ROOTS or is_floating(style) or is_absolutely_positioned(style):
        return True
    if any(style.get(f"overflow-{axis}") not in ("visible", "clip") for axis in "xy") or style.get("contain"):
        return True
    return after is not None and _clears_floats(after)


def _clears_floats(style: Style) -> bool:
    return style.get("clear") not in ("", "none") and (style.get("content") or "none") not in ("none", "normal")
