"""Boxes that show nothing of what is in them: closed accordions, slides out of their frame, backs of cards."""

import re

from sitescan.document.css.computed_style import Style, of_style
from sitescan.document.css.placement import cuts_off, is_row
from sitescan.document.css.translations import is_moved_by_own_size

#: How many boxes around one are looked at for one that cuts it off.
_LEVELS = 6
_LONGEST = 500
_WHOLE = 100.0
_ROTATED = re.compile(r"rotate(?:3d|[xy])\(([^()]{0,99})", re.IGNORECASE)
_BY_SOMETHING = re.compile("[1-9]")
_IN_BRACKETS = re.compile(r"\([^()]*\)")
_NOTHING = frozenset({"0", "0px", "0fr"})
_CONTAINED = frozenset({"content", "paint", "strict"})
_SIZED = frozenset({"size", "strict"})
_NAMES = frozenset({"overflow-x", "overflow-y", "contain", "position", "transform", "translate"})


@of_style
def may_be_cut_away(style: Style) -> bool:
    """Whether a box may have no room to show anything in, or stands outside of a box that cuts it off."""
    if not style.says_any(_NAMES):
        return False
    if any(map(_BY_SOMETHING.search, _ROTATED.findall(style.get("transform") or ""))):
        # The back of a card, or a card on its edge.
        return True
    return (_cuts(style) and _has_no_room(style)) or (_is_moved_out(style) and _is_cut_by_another(style))


def _words(style: Style, name: str) -> list[str]:
    return (style.get(name) or "")[:_LONGEST].split()


def _cuts(style: Style) -> bool:
    """Whether a box shows nothing outside of itself, in one direction at least."""
    cut = any(style.get(f"overflow-{axis}") not in ("", "visible") for axis in "xy")
    return cut or not _CONTAINED.isdisjoint(_words(style, "contain"))


def _has_no_room(style: Style) -> bool:
    around = style.around
    if not _SIZED.isdisjoint(_words(style, "contain")) and style.get("height") in ("", "auto", "0", "0px"):
        return style.get("min-height") in ("", "auto", "0", "0px")
    if around is None:
        return False
    if around.display in ("grid", "inline-grid"):
        rows = (around.get("grid-template-rows") or (around.get("grid-template") or "").partition("/")[0])[:_LONGEST]
        return "0fr" in rows.split() or not _NOTHING.isdisjoint(_IN_BRACKETS.sub("", rows).split())
    return around.display in ("flex", "inline-flex") and _is_without_basis(style, is_row=is_row(around))


def _is_without_basis(style: Style, *, is_row: bool) -> bool:
    """Whether an item takes nothing of the room of what it is in."""
    least = style.get("min-width" if is_row else "min-height")
    written = _words(style, "flex")
    grow, basis = (written[0], written[2]) if len(written) == 3 else (style.get("flex-grow"), style.get("flex-basis"))
    return least in ("", "auto", "0", "0px") and basis in ("0", "0px", "0%") and grow in ("", "0")


def _is_moved_out(style: Style) -> bool:
    """Whether a box is placed or moved by its whole size, or by that of what it is placed in."""
    if style.get("position") == "absolute":
        for side in ("left", "right", "top", "bottom"):
            share = (style.pixels(side, _WHOLE) or 0.0) - (style.pixels(side, 0.0) or 0.0)
            if abs(share) >= _WHOLE:
                return True
    return is_moved_by_own_size(style)


def _is_cut_by_another(style: Style) -> bool:
    around = style.around
    for _ in range(_LEVELS):
        if around is None:
            return False
        if cuts_off(around):
            return True
        around = around.around
    return False
