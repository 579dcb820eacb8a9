"""
Boxes that begin over what stands before them, as they are pulled up or come after one that is.

A negative margin pulls what comes after a box as well, as far as the box itself is not high enough to make up for it.
"""

from collections.abc import Collection

from bs4.element import Tag

from sitescan.document.css.cascade import Styles
from sitescan.document.css.computed_style import Style
from sitescan.document.css.extents import STACKING
from sitescan.document.css.flow_room import FlowRoom
from sitescan.document.css.overlays import Overlay, Reach
from sitescan.document.css.placement import is_block
from sitescan.document.css.stacking import FLOW
from sitescan.document.tree import children

_LEVELS = 4
_NEIGHBORS = 8


class Pulls:
    """
    By how much boxes are pulled up; told in document order.

    :param shown: the ``id()`` of each element that is shown.
    :ivar beginnings: what the beginning of a box may lie over, as overlays behind it, by the ``id()`` of the box.
    """

    def __init__(self, styles: Styles, room: FlowRoom, shown: Collection[int]) -> None:
        self._styles = styles
        self._room = room
        self._shown = shown
        self.beginnings: dict[int, list[Overlay]] = {}

    def add(self, element: Tag, style: Style, lift: float) -> None:
        """
        Note a box that is pulled up, and what comes after it.

        :param lift: by how many pixels, by its margin or else.
        """
        self._add(element, lift)
        left = -(style.pixels("margin-top") or 0.0)
        branch = element
        for _ in range(_LEVELS):
            parent = branch.parent
            if parent is None or parent.parent is None or not is_block(self._styles.of(branch)):
                return
            if self._styles.of(branch).get("float") not in ("", "none"):
                return
            left -= self._room.least(branch) if branch is element else 0.0
            left = self._pull_after(branch, parent, left)
            if branch is next(children(parent), None):
                # The room before it in what it is in makes up for a part.
                around = self._styles.of(parent)
                left -= sum(max(0.0, around.pixels(f"{kind}-top") or 0.0) for kind in ("margin", "padding"))
            if left <= 0 or parent.name == "body":
                return
            branch = parent

    def add_after(self, element: Tag, pull: float) -> None:
        """Note what comes after a box whose lower margin pulls it up."""
        branch, left = element, pull
        for _ in range(_LEVELS):
            parent = branch.parent
            if parent is None or left <= 0 or branch.name == "body":
                return
            left = self._pull_after(branch, parent, left)
            branch = parent

    def _pull_after(self, branch: Tag, parent: Tag, left: float) -> float:
        """Note what comes after a box in its parent; what is left of the pull after that."""
        if self._styles.of(parent).display not in STACKING:
            return left
        siblings = list(children(parent))
        at = next(number for number, one in enumerate(siblings) if one is branch)
        for one in siblings[at + 1 : at + 1 + _NEIGHBORS]:
            if left <= 0:
                break
            if id(one) in self._shown:
                self._add(one, left)
                left -= self._room.least(one)
        return left

    def _add(self, element: Tag, lift: float) -> None:
        self.beginnings.setdefault(id(element), []).append(Overlay(element, element, Reach.ITSELF, FLOW, lift=lift))
