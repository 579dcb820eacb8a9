"""The children of boxes, in their order."""

from collections.abc import Collection, Iterator, Sequence

from bs4.element import Tag

from sitescan.document.css.cascade import Styles
from sitescan.document.layout.display import (
    is_absolutely_positioned,
    is_block_level,
    is_floating,
    is_multi_column,
    stacks_children,
)
from sitescan.document.tree import children

#: How many siblings before or after a box are looked at.
_MOST = 8


class Siblings:
    """
    The children of the boxes of a page, listed once for each box.

    :param shown: the ids of the elements that are shown.
    """

    def __init__(self, styles: Styles, shown: Collection[int]) -> None:
        self._styles = styles
        self._shown = shown
        self._known: dict[int, tuple[list[Tag], dict[int, int]]] = {}

    def place(self, child: Tag, parent: Tag) -> int:
        """Return the position of a child of an element; -1 if it is none."""
        return self._children(parent)[1].get(id(child), -1)

    def before(self, child: Tag, parent: Tag) -> Iterator[Tag]:
        """Return the nearest siblings before an element that are shown, the nearest first."""
        siblings, places = self._children(parent)
        at = places[id(child)]
        return (sibling for sibling in reversed(siblings[max(0, at - _MOST) : at]) if id(sibling) in self._shown)

    def after(self, child: Tag, parent: Tag) -> Sequence[Tag]:
        """Return the nearest siblings after an element."""
        siblings, places = self._children(parent)
        at = places[id(child)]
        return siblings[at + 1 : at + 1 + _MOST]

    def are_shown_beside(self, child: Tag, parent: Tag, end: str) -> bool:
        """Return whether a sibling is shown before the top or after the bottom of an element."""
        if end == "top":
            return next(self.before(child, parent), None) is not None
        return any(id(sibling) in self._shown for sibling in self.after(child, parent))

    def is_in_flow(self, element: Tag) -> bool:
        """Return whether an element is shown in the flow of its parent."""
        return id(element) in self._shown and not is_absolutely_positioned(self._styles.of(element))

    def may_be_in_row(self, child: Tag, parent: Tag) -> bool:
        """Return whether a child of an element may be on one line, or in one row, with its siblings."""
        around, style = self._styles.of(parent), self._styles.of(child)
        is_stacked = stacks_children(around) and not is_multi_column(around)
        return not is_stacked or not is_block_level(style) or is_floating(style)

    def _children(self, parent: Tag) -> tuple[list[Tag], dict[int, int]]:
        """Return the children of an element, and the position of each by its id."""
        if id(parent) not in self._known:
            found = list(children(parent))
            self._known[id(parent)] = found, {id(child): place for place, child in enumerate(found)}
        return self._known[id(parent)]
