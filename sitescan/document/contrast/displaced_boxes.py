"""Boxes that may be painted outside of the background of their parent, or over what is before it."""

from collections.abc import Iterable
from itertools import islice
from math import inf

from bs4.element import Tag

from sitescan.document.contrast.overlays import overlays
from sitescan.document.css.backgrounds import paints_background
from sitescan.document.css.computed_style import Style
from sitescan.document.document import Document
from sitescan.document.layout.display import (
    contains_floats,
    is_absolutely_positioned,
    is_block_level,
    is_flex_container,
    is_floating,
    is_grid_container,
)
from sitescan.document.layout.heights import heights
from sitescan.document.layout.positions import in_shared_cells
from sitescan.document.layout.shown_elements import shown_elements
from sitescan.document.tree import ancestors, children, ids_around

#: How many boxes around a box its negative margin moves the next siblings of.
_MOST_LEVELS = 4


class DisplacedBoxes:
    """The displaced boxes of a page. They are found in one pass in document order."""

    def __init__(self, document: Document) -> None:
        self._styles = document.styles
        self._shown = shown_elements(document)
        self._heights = heights(document)
        self._overlays = overlays(document)
        # By the id of a parent: by how many pixels its next child is moved up by the margin of a box before.
        self._pulled_up: dict[int, float] = {}
        # By the id of a box: the least height of the nearest painted box around the floats in it.
        self._painted_heights: dict[int, float] = {}
        self._shared_cells: dict[int, set[int]] = {}
        columns = (tag for tag in document.all("col", "colgroup") if paints_background(self._styles.of(tag)))
        self._around_colored_columns = ids_around(columns)

    def has_pulled_children(self, parent: Tag) -> bool:
        """Return whether the margin of a box may move the next children of an element up."""
        return id(parent) in self._pulled_up

    def includes(self, element: Tag, style: Style, parent: Tag) -> bool:
        """Return whether an element may be painted outside of the background of its parent; to be asked once each."""
        if element.name == "html":
            # Its background is that of the canvas: https://www.w3.org/TR/css-backgrounds-3/#root-background.
            return False
        is_pulled_up = self._is_pulled_up(element, style, parent)
        if self._overlays.is_moved(element, style):
            self._note_pull(element, style)
            return True
        return is_pulled_up or (id(parent) in self._shown and self._leaves_parent(element, style, parent))

    def _leaves_parent(self, element: Tag, style: Style, parent: Tag) -> bool:
        around = self._styles.of(parent)
        if paints_background(around) and _is_outside_parent_box(element, style, around):
            return True
        if is_floating(style) and self._leaves_painted_box(element, parent):
            return True
        if is_grid_container(around):
            if id(parent) not in self._shared_cells:
                items = ((child, self._styles.of(child)) for child in children(parent))
                self._shared_cells[id(parent)] = in_shared_cells(items)
            return id(element) in self._shared_cells[id(parent)]
        return element.name in ("td", "th") and self._is_in_colored_columns(element)

    def _note_pull(self, element: Tag, style: Style) -> None:
        """Note the boxes that a negative top margin moves up together with its own box."""
        rest = -(style.pixels("margin-top") or 0.0) - self._heights.least(element)
        branch = element
        for _ in range(_MOST_LEVELS):
            parent = branch.parent
            is_out = is_absolutely_positioned(style) or is_floating(style)
            if rest <= 0 or is_out or parent is None or branch.name == "body":
                return
            self._pulled_up[id(parent)] = max(rest, self._pulled_up.get(id(parent), 0.0))
            branch, style = parent, self._styles.of(parent) if parent.parent is not None else style

    def _is_pulled_up(self, element: Tag, style: Style, parent: Tag) -> bool:
        """Return whether the margin of a box before an element may move the element over what is before that box."""
        pulled = self._pulled_up.get(id(parent), 0.0)
        if pulled <= 0 or is_absolutely_positioned(style):
            return False
        height = 0.0 if is_floating(style) else self._heights.least(element)
        for box in islice((parent, *ancestors(parent)), _MOST_LEVELS):
            # What comes after the boxes around the element comes after the element, too.
            if id(box) in self._pulled_up:
                self._pulled_up[id(box)] -= height
        return True

    def _leaves_painted_box(self, element: Tag, parent: Tag) -> bool:
        """Return whether a float may be higher than the nearest painted box around it, which doesn't contain floats."""
        height = self._height_around(parent)
        return height == 0 or self._heights.least(element) > height

    def _height_around(self, parent: Tag) -> float:
        """Return the least height of the nearest painted box around the floats in a box; infinite if it has theirs."""
        path: list[Tag] = []
        height = inf
        for box in (parent, *ancestors(parent)):
            if id(box) in self._painted_heights:
                height = self._painted_heights[id(box)]
                break
            path.append(box)
            style, around = self._styles.of(box), box.parent
            outer = self._styles.of(around) if around is not None and around.parent is not None else None
            is_item = outer is not None and (is_flex_container(outer) or is_grid_container(outer))
            if box.name in ("body", "html") or is_item or contains_floats(style, self._styles.pseudo(box, "after")):
                break
            if any(self._styles.of(child).get("clear") not in ("", "none") for child in _last_child(box)):
                break
            if paints_background(style):
                height = self._heights.least(box)
                break
        self._painted_heights.update((id(box), height) for box in path)
        return height

    def _is_in_colored_columns(self, cell: Tag) -> bool:
        if not self._around_colored_columns:
            return False
        table = next((around for around in ancestors(cell) if around.name == "table"), None)
        return id(table) in self._around_colored_columns


def _last_child(box: Tag) -> Iterable[Tag]:
    return islice((child for child in reversed(box.contents) if isinstance(child, Tag)), 1)


def _is_outside_parent_box(element: Tag, style: Style, around: Style) -> bool:
    """Return whether a box is not painted on the box of its parent: a caption, or a block in an inline box."""
    return element.name in ("caption", "legend") or (around.display == "inline" and is_block_level(style))
