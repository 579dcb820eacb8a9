"""
Panes: boxes that are placed freely and stand on nothing but the page's own ground, as frames did.

A menu at the left, the text beside it, each with a scroll bar of its own: https://www.w3.org/TR/css-position-3/.
"""

from collections.abc import Collection
from itertools import islice

from bs4.element import Tag

from sitescan.document.css.cascade import Styles
from sitescan.document.css.extents import Extent, Extents
from sitescan.document.css.placement import cuts_off, is_positioned_freely, paints_box
from sitescan.document.tree import ancestors, children

_MOST_BESIDE, _DEEPEST = 40, 20


class Panes:
    """
    Which boxes are panes.

    :param drawing: the ``id()`` of each element that draws more than text, or holds one that does.
    """

    def __init__(self, styles: Styles, extents: Extents, drawing: Collection[int]) -> None:
        self._styles = styles
        self._extents = extents
        self._drawing = drawing
        self._pseudo_elements = styles.selects("before", "after")

    def has(self, element: Tag) -> bool:
        """Whether nothing but the page's own ground is behind a box that is placed freely."""
        across = self._extents.outer(element) if self._is_below_the_top(element) else None
        around = list(islice(ancestors(element), _DEEPEST))
        painted = [one.name for one in around if self._paints(one)]
        if across is None or len(around) == _DEEPEST or len(painted) > 1 or not {"body", "html"}.issuperset(painted):
            return False
        beside: list[Tag] = []
        for one in (element, *around[:-1]):
            found = islice(children(one.parent), _MOST_BESIDE) if one.parent is not None else ()
            beside.extend(other for other in found if other is not one)
        return len(beside) < _MOST_BESIDE and all(self._leaves(one, across) for one in beside)

    def _is_below_the_top(self, element: Tag) -> bool:
        """Whether a box is placed freely, and not from below, where it may reach out of the page at its top."""
        style = self._styles.of(element)
        from_below = style.get("top") in ("", "auto") and style.get("bottom") not in ("", "auto")
        return is_positioned_freely(style) and not (from_below and self._extents.holder(element) is not None)

    def is_text(self, tag: Tag) -> bool:
        """Whether an element draws nothing but text."""
        return id(tag) not in self._drawing and not self._has_drawn_parts(tag)

    def _paints(self, tag: Tag) -> bool:
        return tag.parent is not None and paints_box(self._styles.of(tag))

    def _leaves(self, tag: Tag, across: Extent) -> bool:
        """Whether an element draws nothing but text, or is a box beside that shows nothing outside of itself."""
        if id(tag) not in self._drawing:
            return self.is_text(tag)
        style = self._styles.of(tag)
        if not is_positioned_freely(style) or not cuts_off(style):
            return False
        other = self._extents.outer(tag)
        return other is not None and other.is_apart(across)

    def _has_drawn_parts(self, tag: Tag) -> bool:
        """Whether a ``::before`` or ``::after`` may paint a box."""
        if not self._pseudo_elements:
            return False
        inside = (tag, *tag.find_all(True, limit=_MOST_BESIDE))
        parts = (self._styles.pseudo(one, name) for one in inside for name in ("before", "after"))
        return len(inside) > _MOST_BESIDE or any(part is not None and paints_box(part) for part in parts)
