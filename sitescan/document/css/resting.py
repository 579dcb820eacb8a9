"""
Boxes that are placed freely and certainly stand on the ground that they are placed on: badges, captions, notes.

https://www.w3.org/TR/css-position-3/#abspos-insets. A box that is no higher and no wider than what it is placed in is
on its ground; one that reaches out of it is on what is around, where neither paints anything of its own.
"""

from collections.abc import Collection, Iterator
from itertools import islice, takewhile
from math import inf

from bs4.element import Tag

from sitescan.document.css.animations import is_animated
from sitescan.document.css.cascade import Styles
from sitescan.document.css.computed_style import Style, of_style
from sitescan.document.css.extents import STACKING, Extents
from sitescan.document.css.flow_room import FlowRoom
from sitescan.document.css.most_height import most_height
from sitescan.document.css.panes import Panes
from sitescan.document.css.placement import ACROSS, is_positioned_freely, is_turned, offset_from, paints_box
from sitescan.document.css.shorthands import SIDES
from sitescan.document.tree import ancestors, children

_MOST_INSIDE, _MOST_BESIDE, _DEEPEST = 40, 40, 8
_BOXES = STACKING | {"flex", "grid"}
_ENDS = ("top", "bottom")
#: Pixels of a line.
_THIN = 6.0
_FRAMING = frozenset({"box-shadow", "outline-style", *(f"border-{side}-style" for side in SIDES)})


class Resting:
    """
    Which boxes rest on the ground of what they are placed in.

    :param shown: the ``id()`` of each element that is shown.
    """

    def __init__(self, styles: Styles, room: FlowRoom, extents: Extents, panes: Panes, shown: Collection[int]) -> None:
        self._styles = styles
        self._room = room
        self._extents = extents
        self._panes = panes
        self._shown = shown

    def has(self, element: Tag) -> bool:
        """Whether what is behind a box is what is behind the content of its parent."""
        style = self._styles.of(element)
        if style.get("position") != "absolute" or is_turned(style) or is_animated(style, self._styles.moving):
            return False
        holder = self._extents.holder(element)
        if holder is None or self._styles.of(holder).display not in _BOXES or _is_framed(self._styles.of(holder)):
            return False
        between = list(islice(takewhile(lambda one: one is not holder, ancestors(element)), _DEEPEST))
        if len(between) == _DEEPEST or any(paints_box(self._styles.of(one)) for one in between):
            return False
        if not all(self._leaves_free(one) for one in (element, *between)):
            return False
        out = self._reaches_out(element, style, holder)
        return self._is_within(element, holder) and all(self._is_bare(holder, end, out[end]) for end in _ENDS)

    def _leaves_free(self, element: Tag) -> bool:
        """Whether nothing beside an element, in what it is in, draws more than text."""
        around = islice(children(element.parent), _MOST_BESIDE) if element.parent is not None else ()
        beside = [one for one in around if one is not element]
        return len(beside) < _MOST_BESIDE - 1 and all(map(self._is_bare_text, beside))

    def _is_bare_text(self, tag: Tag) -> bool:
        """Whether an element draws nothing but text, and lines that are thin."""
        if id(tag) not in self._shown:
            return True
        inside = (tag, *tag.find_all(True, limit=_MOST_INSIDE))
        return (
            len(inside) <= _MOST_INSIDE
            and self._panes.is_text(tag)
            and not any(_is_framed(self._styles.of(one)) for one in inside)
        )

    def _reaches_out(self, element: Tag, style: Style, holder: Tag) -> dict[str, float]:
        """By how much a box reaches at most over the top and over the bottom of what it is placed in, px."""
        inside = list(islice(self._in_flow(element), _MOST_INSIDE))
        high = most_height([element, *inside], self._styles, self._extents.outer(element))
        if len(inside) == _MOST_INSIDE or high == inf:
            return dict.fromkeys(_ENDS, inf)
        written = [end for end in _ENDS if style.get(end) not in ("", "auto")]
        if not written:
            # It begins where the flow would put it.
            return {"top": 0.0, "bottom": high}
        end = written[0]
        share, offset = offset_from(style, end) or (inf, inf)
        if not 0 <= share <= 1:
            return dict.fromkeys(_ENDS, inf)
        left = (1 - share) * self._room.least(holder)
        return {end: max(0.0, -offset), ACROSS[end]: max(0.0, high + offset - left)}

    def _in_flow(self, element: Tag) -> Iterator[Tag]:
        """What is in a box and takes room in it."""
        waiting = [element]
        while waiting:
            for one in children(waiting.pop()):
                if id(one) in self._shown and not is_positioned_freely(self._styles.of(one)):
                    yield one
                    waiting.append(one)

    def _is_within(self, element: Tag, holder: Tag) -> bool:
        """Whether a box is no wider than what it is placed in, or than one around that with nothing drawn beside."""
        across, ground = self._extents.outer(element), holder
        if across is None:
            return False
        for _ in range(_DEEPEST):
            around = self._extents.outer(ground)
            if around is None or ground.parent is None or ground.parent.parent is None:
                return False
            if around.exact and around.left <= across.left <= across.right <= around.right:
                return True
            if not self._is_see_through(ground) or not self._leaves_free(ground):
                return False
            ground = ground.parent
        return False

    def _is_see_through(self, box: Tag) -> bool:
        """Whether a box in the flow paints nothing and cuts nothing off."""
        style = self._styles.of(box)
        in_flow = not is_positioned_freely(style) and style.get("float") in ("", "none") and not _is_shifted(style)
        bare = in_flow and not paints_box(style) and not _is_framed(style)
        return bare and all(style.get(f"overflow-{axis}") == "visible" for axis in "xy")

    def _is_bare(self, holder: Tag, end: str, out: float) -> bool:
        """Whether nothing is drawn past an end of a box, so far, and what it is on goes on there."""
        box = holder
        for _ in range(_DEEPEST):
            if out <= 0:
                return True
            parent = box.parent
            if parent is None or box.name == "body" or not self._is_see_through(box):
                return False
            siblings = box.previous_siblings if end == "top" else box.next_siblings
            is_stacked = self._styles.of(parent).display in STACKING
            for one in islice((one for one in siblings if isinstance(one, Tag)), _MOST_BESIDE):
                if out <= 0:
                    return True
                if not self._is_bare_text(one):
                    return False
                out -= self._room.taken(one) if is_stacked and id(one) in self._shown else 0.0
            out -= max(0.0, self._styles.of(parent).pixels(f"padding-{end}") or 0.0) if is_stacked else 0.0
            box = parent
        return False


@of_style
def _is_framed(style: Style) -> bool:
    """Whether something else than a thin line is drawn around a box."""
    if not style.says_any(_FRAMING):
        return False
    lines = [("outline-style", "outline-width"), *((f"border-{side}-style", f"border-{side}-width") for side in SIDES)]
    thick = (style.pixels(width, 0.0) for kind, width in lines if style.get(kind) not in ("", "none", "hidden"))
    return style.get("box-shadow") not in ("", "none") or any(width is None or width > _THIN for width in thick)


def _is_shifted(style: Style) -> bool:
    """Whether a box may be drawn elsewhere than the flow puts it."""
    if (
        is_turned(style)
        or style.get("position") == "sticky"
        or any("-" in (style.get(f"margin-{end}") or "") for end in _ENDS)
    ):
        return True
    return style.get("position") == "relative" and any(style.get(end) not in ("", "auto", "0", "0px") for end in _ENDS)
