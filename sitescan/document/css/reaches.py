"""
Whether what is laid over a page certainly leaves a text alone.

It does where it ends beside the text, where the text begins further down than it reaches, or ends further up. All that
is known are bounds: what cannot be bounded may be anywhere.
"""

from collections.abc import Collection
from math import inf

from attrs import frozen
from bs4.element import Tag

from sitescan.document.css.animations import is_animated
from sitescan.document.css.cascade import Styles
from sitescan.document.css.computed_style import Style
from sitescan.document.css.extents import Extent, Extents
from sitescan.document.css.flow_room import FlowRoom
from sitescan.document.css.least_height import margin
from sitescan.document.css.most_height import most_height, paints
from sitescan.document.css.overlays import Overlay, Reach
from sitescan.document.css.placement import cuts_off, is_off_screen, is_positioned_freely, is_turned
from sitescan.document.css.shorthands import SIDES
from sitescan.document.tree import children

_MOST, _MOST_WORDS = 80, 20
#: Pixels that borders may take.
_BORDERS = 6.0


@frozen
class _Bounds:
    """
    How far a box reaches at most, px.

    :ivar across: where it is from left to right; ``None`` where that cannot be told.
    :ivar top: from the top of what holds it.
    :ivar bottom: from the bottom of what holds it.
    :ivar down: from where it would stand in the flow.
    :ivar is_unmoved: whether it begins there, or below.
    """

    across: Extent | None = None
    top: float = inf
    bottom: float = inf
    down: float = inf
    is_unmoved: bool = False


class Reaches:
    """
    How far overlays reach.

    :param shown: the ``id()`` of each element that is shown.
    :param astray: the ``id()`` of each element that may be drawn outside of what it is in.
    """

    def __init__(
        self, styles: Styles, room: FlowRoom, extents: Extents, shown: Collection[int], astray: Collection[int]
    ) -> None:
        self._styles = styles
        self._room = room
        self._shown = shown
        self._astray = astray
        self._extents = extents
        self._bounds: dict[int, _Bounds] = {}

    def is_bounded(self, overlay: Overlay) -> bool:
        """Whether anything is known of how far something reaches."""
        if overlay.generated is not None:
            return False
        if overlay.reach in (Reach.LIFTED, Reach.ITSELF):
            return overlay.lift > 0
        bounds = self._bounds_of(overlay.element)
        return bounds.across is not None or min(bounds.top, bounds.bottom, bounds.down) < inf

    def is_apart(self, overlay: Overlay, tag: Tag) -> bool:
        """Whether something certainly leaves the text of an element alone, and of all in it."""
        if overlay.generated is not None:
            return False
        if overlay.reach is Reach.ITSELF:
            return self._room.above(tag, overlay.element) >= overlay.lift
        if overlay.reach is Reach.LIFTED:
            before = overlay.under
            if before is None:
                return False
            gap = max(0.0, margin(before, self._styles.of(before), "bottom"))
            return self._room.below(tag, before) + gap >= overlay.lift
        placed = overlay.element
        bounds = self._bounds_of(placed)
        if bounds.across is not None:
            inside = self._extents.inner(tag)
            if inside is not None and inside.is_apart(bounds.across):
                return True
        holder = self._extents.holder(placed)
        if bounds.top < inf and self._room.above(tag, holder) >= bounds.top:
            return True
        if bounds.bottom < inf and self._room.below(tag, holder) >= bounds.bottom:
            return True
        if bounds.down < inf and self._room.past(tag, placed, "top") >= bounds.down:
            return True
        return bounds.is_unmoved and self._is_a_text(tag) and self._room.past(tag, placed, "bottom") >= 0

    def _is_a_text(self, tag: Tag) -> bool:
        """Whether an element has nothing in it but words on its lines, which do not stick out of it."""
        inside = tag.find_all(True, limit=_MOST_WORDS)
        return len(inside) < _MOST_WORDS and all(
            self._styles.of(one).display in ("inline", "none") and id(one) not in self._astray for one in inside
        )

    def _bounds_of(self, element: Tag) -> _Bounds:
        if id(element) not in self._bounds:
            self._bounds[id(element)] = self._bounded(element, self._styles.of(element))
        return self._bounds[id(element)]

    def _bounded(self, element: Tag, style: Style) -> _Bounds:
        inside = self._seen_in(element)
        if is_animated(style, self._styles.moving):
            return _Bounds()
        if not is_positioned_freely(style):
            return _Bounds() if is_turned(style) else self._lowered(style, inside)
        unknown = len(inside) > _MOST or any(id(one) in self._astray for one in inside)
        if unknown and not cuts_off(style):
            return _Bounds()
        across = self._extents.outer(element)
        fixed = style.get("position") == "fixed"
        sized = style.get("height") not in ("", "auto")
        if is_turned(style) or (unknown and not sized) or style.get("position") not in ("absolute", "fixed"):
            return _Bounds(across)
        # What is cut off at a height that is written may hold anything.
        in_flow = [one for one in inside if not unknown and not is_positioned_freely(self._styles.of(one))]
        height = most_height([element, *in_flow], self._styles, across)
        holder = self._extents.holder(element)
        if fixed:
            # Of a bar at the top of the window, only the beginning of the page cannot be scrolled out.
            return _Bounds(
                across, top=inf if style.get("bottom") not in ("", "auto") else self._end(style, "top") + height
            )
        if all(style.get(side) in ("", "auto") for side in ("top", "bottom")):
            margin = 0.0 if style.get("margin-top") in ("", "auto") else style.pixels("margin-top")
            if margin is None or margin < 0:
                return _Bounds(across)
            return _Bounds(across, down=margin + height + _BORDERS, is_unmoved=True)
        top = self._end(style, "top") + height
        return _Bounds(across, top, inf if holder is None else self._end(style, "bottom") + height)

    def _lowered(self, style: Style, inside: list[Tag]) -> _Bounds:
        """How far a box reaches that is drawn lower than it stands in the flow, and is moved in no other way."""
        down = 0.0 if style.get("top") in ("", "auto") else style.pixels("top")
        margins = [style.pixels(f"margin-{side}") or 0.0 for side in SIDES]
        known = all(style.get(f"margin-{side}") is not None for side in SIDES) and min(margins) >= 0
        if style.get("position") != "relative" or not down or down < 0 or not known or len(inside) > _MOST:
            return _Bounds()
        if any(id(one) in self._astray or paints(one, self._styles) for one in inside):
            return _Bounds()
        return _Bounds(down=down + _BORDERS, is_unmoved=True)

    def _seen_in(self, element: Tag) -> list[Tag]:
        """What is in a box and not made invisible with all that is in it; the first of many."""
        found: list[Tag] = []
        waiting = [element]
        while waiting and len(found) <= _MOST:
            for one in children(waiting.pop()):
                style = self._styles.of(one)
                if id(one) in self._shown and style.number("opacity", 1.0) != 0 and not is_off_screen(style):
                    found.append(one)
                    waiting.append(one)
        return found

    def _end(self, style: Style, side: str) -> float:
        written, margin = style.pixels(side), style.pixels(f"margin-{side}")
        if style.get(f"margin-{side}") == "auto" and any(style.get(end) in ("", "auto") for end in ("top", "bottom")):
            # Where not both ends are fixed, nothing is left over for it:
            # https://www.w3.org/TR/CSS22/visudet.html#abs-non-replaced-height
            margin = 0.0
        if written is None or (margin is None and style.get(f"margin-{side}") != ""):
            return inf
        return written + (margin or 0.0) + _BORDERS
