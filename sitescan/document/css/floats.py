"""Floats that may hang out of the background that they are on: its box need not be as high as its floats."""

from collections.abc import Container, Sequence
from itertools import islice

from bs4.element import Tag

from sitescan.document.css.cascade import Styles
from sitescan.document.css.placement import encloses_floats, is_block, is_positioned_freely, paints_box
from sitescan.document.tree import ancestors, children, has_own_words, text

_MOST_TEXTS = 40
#: Letters of a text that stands on one line.
_ONE_LINE = 60


class Floats:
    """
    The floats of a page. What many of them ask of the same box is found out once.

    :param shown: the ids of the elements that are drawn.
    """

    def __init__(self, styles: Styles, shown: Container[int]) -> None:
        self._styles = styles
        self._shown = shown
        self._in_flow: dict[int, Sequence[Tag]] = {}
        self._hung_out_of: dict[int, bool | None] = {}

    def left_ground(self, element: Tag, parent: Tag) -> Tag | None:
        """
        The box that a float may hang out of, leaving the background that it paints.

        :param parent: what the float is in.
        """
        return None if self._is_beside_text(element, parent) else self._box_hung_out_of(parent)

    def _is_beside_text(self, element: Tag, parent: Tag) -> bool:
        """Whether a float is a line at most, in a box that is a line high at least."""
        inside = element.find_all(True, limit=_MOST_TEXTS)
        if len(text(element)) > _ONE_LINE or any(
            one.name == "br" or is_block(self._styles.of(one)) for one in inside if id(one) in self._shown
        ):
            return False
        if id(parent) not in self._in_flow:
            in_flow = filter(self._is_text_in_flow, children(parent))
            self._in_flow[id(parent)] = (parent,) if has_own_words(parent) else tuple(islice(in_flow, 2))
        return any(one is not element for one in self._in_flow[id(parent)])

    def _is_text_in_flow(self, tag: Tag) -> bool:
        style = self._styles.of(tag)
        in_flow = style.get("float") in ("", "none") and not is_positioned_freely(style)
        return in_flow and id(tag) in self._shown and bool(text(tag))

    def _box_hung_out_of(self, parent: Tag) -> Tag | None:
        for box in (parent, *ancestors(parent)):
            if id(box) not in self._hung_out_of:
                self._hung_out_of[id(box)] = self._is_hung_out_of(box)
            hangs_out = self._hung_out_of[id(box)]
            if hangs_out is not None:
                return box if hangs_out else None
        return None

    def _is_hung_out_of(self, box: Tag) -> bool | None:
        """Whether floats in a box may hang out of what it paints; ``None`` where what it is in decides."""
        if box.name in ("body", "html"):
            return False
        style = self._styles.of(box)
        outer = self._styles.of(box.parent).display if box.parent is not None and box.parent.parent else ""
        in_row = (outer or "").removeprefix("inline-") in ("flex", "grid")
        if in_row or encloses_floats(style, self._styles.pseudo(box, "after")):
            return False
        if any(self._styles.of(child).get("clear") not in ("", "none") for child in list(children(box))[-1:]):
            return False
        return True if paints_box(style) else None
