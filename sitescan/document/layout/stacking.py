"""
The order in which boxes of one stacking context are painted, https://www.w3.org/TR/CSS22/zindex.html.

A box of a higher stack level is painted over a box of a lower one; of one level, the box that comes later in the page
is painted over the box that comes before.
"""

from math import inf

from sitescan.document.css.computed_style import Style, cached_by_style
from sitescan.document.layout.display import is_flex_container, is_grid_container, is_positioned

#: The stack level of boxes in the flow, which is above the negative levels and below all others.
IN_FLOW = -0.5
#: Properties that make a box a stacking context. A property that is missing here only leaves more undecided.
_CREATING = (
    *("transform", "translate", "rotate", "scale", "filter", "backdrop-filter", "clip-path"),
    *("mask", "mask-image", "-webkit-mask", "-webkit-mask-image"),
)


def stack_level(inner: float, style: Style, parent: Style | None) -> float:
    """
    Return the stack level of a box, or of a box inside of it, in the stacking context around the box.

    :param inner: the stack level of the inner box within the box; ``IN_FLOW`` for the box itself.
    :param style: the style of the box.
    :param parent: the style of its parent.
    :return: infinite if the level is not known.
    """
    if _has_z_index(style, parent):
        index = style.number("z-index", 0.0)
        return inf if index is None else index
    if _is_stacking_context(style):
        return 0.0
    return 0.0 if inner == IN_FLOW and is_positioned(style) else inner


def is_stacking_context(style: Style, parent: Style | None) -> bool:
    """Return whether a box is painted as a whole, with nothing from outside between its parts."""
    return _has_z_index(style, parent) or _is_stacking_context(style)


def _has_z_index(style: Style, parent: Style | None) -> bool:
    if style.get("z-index") in ("", "auto"):
        return False
    is_item = parent is not None and (is_flex_container(parent) or is_grid_container(parent))
    return is_item or is_positioned(style)


@cached_by_style
def _is_stacking_context(style: Style) -> bool:
    if style.get("position") in ("fixed", "sticky") or style.number("opacity", 1.0) != 1:
        return True
    if any((style.get(name) or "none") != "none" for name in _CREATING) or style.get("isolation") == "isolate":
        return True
    return style.get("mix-blend-mode") not in ("", "normal")
