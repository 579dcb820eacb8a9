"""
Which of two boxes is drawn over the other where both are laid on one place.

https://www.w3.org/TR/CSS22/zindex.html: each box has a level in the stacking context around it. A higher one is drawn
over a lower one, and of one level what comes later in the page over what comes before.
"""

from math import inf

from sitescan.document.css.computed_style import Style, of_style

#: The level of what is drawn in the flow: over the levels below zero, and under all others.
FLOW = -0.5
#: What makes a stacking context of a box wherever it stands. Those that are not among them only leave more open.
_MAKING = (
    *("transform", "translate", "rotate", "scale", "filter", "backdrop-filter", "clip-path"),
    *("mask", "mask-image", "-webkit-mask", "-webkit-mask-image"),
)
#: Their items have levels though they are not placed.
_ROWS = frozenset({"flex", "inline-flex", "grid", "inline-grid"})


def level_within(inside: float, style: Style, around: Style | None) -> float:
    """
    The level of a box, or of something in it, in the stacking context that the box is in.

    :param inside: the level of that among what is in the box; ``FLOW`` for the box itself.
    :param style: the box's.
    :param around: the style of what the box is in.
    :return: infinite where it cannot be told.
    """
    if _has_index(style, around):
        written = style.number("z-index", 0.0)
        return inf if written is None else written
    if _is_context(style):
        return 0.0
    return 0.0 if inside == FLOW and _is_placed(style) else inside


def makes_context(style: Style, around: Style | None) -> bool:
    """Whether nothing outside of a box is drawn between what is in it."""
    return _has_index(style, around) or _is_context(style)


def _has_index(style: Style, around: Style | None) -> bool:
    if style.get("z-index") in ("", "auto"):
        return False
    return _is_placed(style) or (around is not None and around.display in _ROWS)


def _is_placed(style: Style) -> bool:
    return style.get("position") not in ("", "static")


@of_style
def _is_context(style: Style) -> bool:
    if style.get("position") in ("fixed", "sticky") or style.number("opacity", 1.0) != 1:
        return True
    made = any((style.get(name) or "none") != "none" for name in _MAKING) or style.get("isolation") == "isolate"
    return made or style.get("mix-blend-mode") not in ("", "normal")
