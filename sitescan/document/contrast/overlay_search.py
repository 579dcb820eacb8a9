"""
The search for overlays: boxes that may be painted over or behind the text beside them.

A box that is absolutely positioned may be anywhere in its containing block, and one that is moved may be over its
neighbors. Small boxes, bars at the edge of the window, and columns that have room of their own are no overlays.
"""

from collections.abc import Collection, Sequence
from math import inf

from attrs import evolve
from bs4.element import Tag

from sitescan.document.contrast.generated_boxes import generated_boxes
from sitescan.document.contrast.loading_screens import is_loading_screen
from sitescan.document.contrast.overlay import BAR_HEIGHT, Overlay, OverlayReach, may_fill_viewport
from sitescan.document.contrast.overlay_extents import OverlayExtents
from sitescan.document.contrast.reserved_room import ReservedRoom
from sitescan.document.contrast.siblings import Siblings
from sitescan.document.css.animations import is_animated
from sitescan.document.css.backgrounds import paints_background
from sitescan.document.css.cascade import Styles
from sitescan.document.css.computed_style import Style
from sitescan.document.css.shorthands import SIDES
from sitescan.document.document import Document
from sitescan.document.layout.display import clips_content, is_absolutely_positioned, is_positioned, stacks_children
from sitescan.document.layout.heights import heights, margin
from sitescan.document.layout.off_screen import is_off_screen
from sitescan.document.layout.positions import is_in_static_position, is_moved, is_small, pulls_following, upward_shift
from sitescan.document.layout.shown_elements import shown_elements
from sitescan.document.layout.stacking import IN_FLOW, stack_level
from sitescan.document.tree import ancestors, children, has_own_words, next_sibling

#: The most overlays of a page, each counted once for every box that it is noted with; more are not looked at.
_MOST_OVERLAYS = 5_000
_MEDIA = frozenset({"canvas", "embed", "iframe", "img", "object", "picture", "svg", "video"})
#: Pixels by which a box may overflow its containing block, and by which it may be too high for it.
_OVERFLOW, _HEIGHT_TOLERANCE = 32.0, 16.0
#: Pixels at the end of the box before another one that are in doubt, because floats may stick out of it.
_LEAST_OVERLAP = 1.0
#: A box with an offset of this part of the height of its containing block may reach its opposite edge.
_FAR_OFFSET = 0.75
_OPPOSITE = {"top": "bottom", "bottom": "top"}
#: How many boxes around a box it may overflow.
_MOST_LEVELS = 4


class OverlaySearch:
    """
    The overlays of a page, found in one pass.

    :ivar found: each overlay with each box that it is noted with, in document order.
    :ivar extents: the room that the boxes out of the flow fill.
    """

    def __init__(self, document: Document, siblings: Siblings) -> None:
        styles = self._styles = document.styles
        self._heights = heights(document)
        self._siblings = siblings
        shown_ids = shown_elements(document)
        self._reserved_room = ReservedRoom(styles, self._heights, shown_ids)
        self._with_words: dict[int, bool] = {}
        self._moving = set(map(id, styles.where(self._may_move)))
        self._in_place: dict[int, bool] = {}
        self.found: list[tuple[Tag, Overlay]] = []
        self._moved: set[int] = set()
        self.extents = OverlayExtents(document, self._moved)
        shown = [element for element in document.elements if id(element) in shown_ids]
        generated = generated_boxes(document)
        painting = _painting_elements(shown, styles)
        in_loading_screen: set[int] = set()
        seen = (tag for tag in reversed(shown) if id(tag) in painting or has_own_words(tag))
        last = next(seen, None)
        self._at_end = {id(tag) for tag in (last, *ancestors(last))} if last is not None else set()
        for element in shown:
            style = styles.of(element)
            if id(element) in painting and self.is_moved(element, style) and _is_seen(style):
                self._moved.add(id(element))
        for element in shown:
            if self.crowded:
                return
            if id(element.parent) in in_loading_screen:
                in_loading_screen.add(id(element))
                continue
            style = styles.of(element)
            for box in generated.get(id(element), ()):
                self._add_generated(element, box)
            if id(element) not in self._moved:
                continue
            if is_loading_screen(element, style):
                in_loading_screen.add(id(element))
                continue
            if is_absolutely_positioned(style):
                self._add_positioned(element, style)
            else:
                self._add_moved(element, style)

    @property
    def crowded(self) -> bool:
        """True if the page has too many overlays to be looked at."""
        return len(self.found) > _MOST_OVERLAYS

    def level(self, tag: Tag, inner: float = IN_FLOW) -> float:
        """Return the stack level of an element, or of a box inside of it, in the stacking context around."""
        return stack_level(inner, self._styles.of(tag), self.parent_style(tag))

    def parent_style(self, tag: Tag) -> Style | None:
        """Return the style of the parent of an element; ``None`` for the root."""
        parent = tag.parent
        return self._styles.of(parent) if parent is not None and parent.parent is not None else None

    def is_moved(self, element: Tag, style: Style) -> bool:
        """Return whether a box is painted elsewhere than in the flow of its parent."""
        if id(element) not in self._moving:
            return False
        if id(element) not in self._in_place:
            is_last = id(element) in self._at_end and pulls_following(style) and paints_background(style)
            self._in_place[id(element)] = is_last or self._reserved_room.is_for_column(element, style)
        return not self._in_place[id(element)]

    def _may_move(self, style: Style) -> bool:
        return is_absolutely_positioned(style) or is_moved(style) or is_animated(style, self._styles.moving)

    def _add_positioned(self, element: Tag, style: Style) -> None:
        """Note an absolutely positioned box with the boxes between it and its containing block."""
        is_bar = style.get("position") == "fixed" and not may_fill_viewport(style)
        if is_bar and self._reserved_room.is_for_bar(element, style):
            return
        level = self.level(element)
        if is_bar and element.parent is not None:
            self._add(element.parent, Overlay(element, element, OverlayReach.NEIGHBORS, level))
        elif is_in_static_position(style) and style.get("position") == "absolute":
            self._add_in_place(element, style, level)
        else:
            self._add_up_to_containing_block(
                Overlay(element, element, OverlayReach.CONTAINER, level), element.parent, style
            )

    def _add_in_place(self, element: Tag, style: Style, level: float) -> None:
        """Note a box that begins at its place in the flow with the boxes beside it and after it that it may reach."""
        branch, is_contained, is_first = element, False, True
        shift = margin(element, style, "top")
        left = self._reach(element, style) + max(0.0, shift)
        raised = max(_LEAST_OVERLAP, self.extents.of(element).raised - shift)
        while left > 0 and (box := branch.parent) is not None and box.parent is not None and not self.crowded:
            around = self._styles.of(box)
            self._add(box, Overlay(element, branch, OverlayReach.FOLLOWING, level, overlap=left))
            before = next(filter(self._siblings.is_in_flow, self._siblings.before(branch, box)), None)
            if is_first and before is not None and not self._siblings.may_be_in_row(before, box):
                hidden = raised - min(0.0, margin(before, self._styles.of(before), "bottom"))
                self._add(box, Overlay(element, branch, OverlayReach.PRECEDING, level, before, hidden))
            is_first = is_first and before is None
            is_inside = left == inf or left <= self._heights.least(box) + _HEIGHT_TOLERANCE
            if is_positioned(around) and not is_contained and is_inside:
                return
            is_contained = is_contained or is_positioned(around)
            if is_contained and (clips_content(around) or is_absolutely_positioned(around)):
                return
            if stacks_children(around):
                after = filter(self._siblings.is_in_flow, self._siblings.after(branch, box))
                left -= sum(map(self._heights.least_in_flow, after)) + (around.pixels("padding-bottom") or 0.0)
            branch, level = box, self.level(box, level)

    def _reach(self, element: Tag, style: Style) -> float:
        """
        Return how far down from its top a box out of the flow is painted.

        A box of text of unknown height is a bar at most; infinite is what may fill the containing block of the box.
        """
        below = self.extents.of(element).below
        if below < inf:
            return below
        is_given = style.get("height") not in ("", "auto") and style.pixels("height") is None
        return inf if is_given or element.name in _MEDIA else max(BAR_HEIGHT, self._heights.least_painted(element))

    def _add_generated(self, element: Tag, style: Style) -> None:
        """Note a generated box as far as it may be painted outside of its element."""
        if not _is_seen(style) or style.visibility != "visible":
            return
        level = stack_level(IN_FLOW, style, self._styles.of(element))
        overlay = Overlay(element, element, OverlayReach.CONTAINER, level, generated=style)
        if not is_absolutely_positioned(style):
            self._add_outside(evolve(overlay, level=self.level(element, level)), ("top", "bottom"))
        elif any(style.get(side) not in ("", "auto") for side in SIDES):
            self._add_up_to_containing_block(overlay, element, style)

    def _add_up_to_containing_block(self, overlay: Overlay, box: Tag | None, style: Style) -> None:
        """Note an overlay that may be anywhere in its containing block with each box on the way there."""
        while box is not None and box.parent is not None and not self.crowded:
            if box is not overlay.branch:
                self._add(box, overlay)
            overlay = evolve(overlay, branch=box, level=self.level(box, overlay.level))
            if style.get("position") == "absolute" and is_positioned(self._styles.of(box)):
                self._add_outside(overlay, self._overflowed_ends(style, box))
                return
            box = box.parent

    def _overflowed_ends(self, style: Style, block: Tag) -> Sequence[str]:
        """Return the ends of a containing block, its top and its bottom, that a box in it may overflow."""
        ends = {end for end in _OPPOSITE if (style.pixels(end) or 0.0) < -_OVERFLOW}
        if is_absolutely_positioned(self._styles.of(block)):
            # The containing block is an overlay itself.
            return sorted(ends)
        ends |= {opposite for end, opposite in _OPPOSITE.items() if _share(style, end) > _FAR_OFFSET}
        given = [end for end in _OPPOSITE if style.get(end) not in ("", "auto")]
        height = max(style.pixels("height") or 0.0, style.pixels("min-height") or 0.0)
        if height and len(given) < len(_OPPOSITE):
            end = given[0] if given else "top"
            if height + (style.pixels(end) or 0.0) > self._heights.least(block) + _HEIGHT_TOLERANCE:
                ends.add(_OPPOSITE[end])
        return sorted(ends)

    def _add_outside(self, overlay: Overlay, ends: Collection[str]) -> None:
        """
        Note an overlay that overflows a box with the boxes around that box.

        :param overlay: the overlay, whose branch is the box.
        :param ends: the ends of the box that it overflows.
        """
        overlay = evolve(overlay, reach=OverlayReach.NEIGHBORS)
        for _ in range(_MOST_LEVELS if ends else 0):
            box, parent = overlay.branch, overlay.branch.parent
            # The parent of the root element is the document, which has no box.
            if box.name == "body" or parent is None or parent.parent is None or clips_content(self._styles.of(box)):
                return
            self._add(parent, overlay)
            if all(self._siblings.are_shown_beside(box, parent, end) for end in ends):
                return
            overlay = evolve(overlay, branch=parent, level=self.level(parent, overlay.level))

    def _add_moved(self, element: Tag, style: Style) -> None:
        """Note a box that is moved over its neighbors; a margin at the edge of its parent moves the parent."""
        shift = upward_shift(style)
        if shift is not None:
            self._add_shifted_up(element, shift)
            return
        branch, level = element, self.level(element)
        for _ in range(_MOST_LEVELS):
            parent = branch.parent
            if parent is None or parent.parent is None:
                return
            self._add(parent, Overlay(element, branch, OverlayReach.NEIGHBORS, level))
            is_at_edge = branch is next(children(parent), None) or next_sibling(branch) is None
            if not is_at_edge or parent.name == "body" or clips_content(self._styles.of(parent)):
                return
            branch, level = parent, self.level(parent, level)

    def _add_shifted_up(self, element: Tag, shift: float) -> None:
        """Note a box that is moved up with the boxes before it that it covers."""
        branch, level = element, self.level(element)
        for _ in range(_MOST_LEVELS):
            parent = branch.parent
            if parent is None or parent.parent is None:
                return
            if branch is not element:
                shift -= self._styles.of(branch).pixels("margin-top") or 0.0
            if self._has_words(parent):
                self._add(parent, Overlay(element, branch, OverlayReach.PRECEDING, level))
            for before in self._siblings.before(branch, parent):
                if shift <= 0:
                    return
                self._add(parent, Overlay(element, branch, OverlayReach.PRECEDING, level, before, shift))
                shift -= self._heights.least(before) + max(0.0, margin(before, self._styles.of(before), "bottom"))
            shift -= self._styles.of(parent).pixels("padding-top") or 0.0
            if shift <= 0 or parent.name == "body":
                return
            branch, level = parent, self.level(parent, level)

    def _has_words(self, element: Tag) -> bool:
        if id(element) not in self._with_words:
            self._with_words[id(element)] = has_own_words(element)
        return self._with_words[id(element)]

    def _add(self, box: Tag, overlay: Overlay) -> None:
        self.found.append((box, overlay))


def _is_seen(style: Style) -> bool:
    return style.number("opacity", 1.0) != 0 and not is_off_screen(style) and not is_small(style)


def _share(style: Style, end: str) -> float:
    """Return the offset of a box from an end of its containing block, as a part of the height of the block."""
    return ((style.pixels(end, 1.0) or 0.0) - (style.pixels(end, 0.0) or 0.0)) if style.get(end) else 0.0


def _painting_elements(shown: Sequence[Tag], styles: Styles) -> set[int]:
    """Return the ids of the elements that paint more than text, or contain an element that does."""
    with_background = set(map(id, styles.where(paints_background)))
    found: set[int] = set()
    for element in reversed(shown):
        if id(element) in found or id(element) in with_background or element.name in _MEDIA:
            found.add(id(element))
            found.add(id(element.parent))
    return found
