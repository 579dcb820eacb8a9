"""
Overlays: boxes that may be painted over or behind the text beside them.

A box that is absolutely positioned may be anywhere in its containing block, and one that is moved may be over its
neighbors. Small boxes, bars at the edge of the window, and columns that have room of their own are no overlays.
"""

from collections.abc import Collection, Iterator, Sequence
from itertools import islice
from math import inf

from attrs import evolve
from bs4.element import Tag

from sitescan.document.contrast.generated_boxes import generated_boxes
from sitescan.document.contrast.loading_screens import is_loading_screen
from sitescan.document.contrast.overlay import Overlay, Reach
from sitescan.document.contrast.reserved_room import ReservedRoom
from sitescan.document.css.animations import is_animated
from sitescan.document.css.backgrounds import paints_background
from sitescan.document.css.cascade import Styles
from sitescan.document.css.computed_style import Style
from sitescan.document.css.shorthands import SIDES
from sitescan.document.css.viewport_size import HEIGHT
from sitescan.document.document import Document
from sitescan.document.layout.display import (
    clips_content,
    is_absolutely_positioned,
    is_positioned,
)
from sitescan.document.layout.heights import heights, margin
from sitescan.document.layout.off_screen import is_off_screen
from sitescan.document.layout.positions import is_moved, is_small, upward_shift
from sitescan.document.layout.shown_elements import shown_elements
from sitescan.document.layout.stacking import IN_FLOW, is_stacking_context, stack_level
from sitescan.document.tree import children, has_own_words, next_sibling
from sitescan.document.views import view

#: The most overlays of a page, each counted once for every box that it is noted with; more are not looked at.
_MOST_OVERLAYS = 30_000
#: The most overlays of one element; an element with more is not judged.
MOST_ON_ELEMENT = 12
#: How many overlays of a box are searched for those of one element.
_MOST_SEARCHED = 48
_MEDIA = frozenset({"canvas", "embed", "iframe", "img", "object", "picture", "svg", "video"})
#: Pixels: by how much a box may overflow its containing block, and the largest height of a bar.
_OVERFLOW, _HEIGHT_TOLERANCE, _BAR = 32.0, 16.0, 200.0
#: A box with an offset of this part of the height of its containing block may reach its opposite edge.
_FAR_OFFSET = 0.75
_OPPOSITE = {"top": "bottom", "bottom": "top"}
#: How many boxes around a box it may overflow, and how many siblings are looked at.
_MOST_LEVELS, _MOST_SIBLINGS = 4, 8


class Overlays:
    """
    The overlays of a page, by the boxes that they are painted in.

    :ivar crowded: whether the page has too many overlays to be looked at.
    :ivar moved: the ids of the elements that are painted elsewhere than in the flow of their parent.
    """

    def __init__(self, document: Document) -> None:
        styles = self._styles = document.styles
        self._heights = heights(document)
        self._shown = shown_elements(document)
        self._reserved_room = ReservedRoom(styles, self._heights, self._shown)
        self._by_box: dict[int, list[Overlay]] = {}
        self._anywhere_in: dict[int, list[Overlay]] = {}
        self._beside: dict[int, list[Overlay]] = {}
        self._children: dict[int, tuple[list[Tag], dict[int, int]]] = {}
        self._with_words: dict[int, bool] = {}
        self._is_moving: dict[int, bool] = {}
        self._columns: dict[int, bool] = {}
        self._count = 0
        self.crowded = False
        self.moved: set[int] = set()
        shown = [element for element in document.elements if id(element) in self._shown]
        generated = generated_boxes(document)
        painting = _painting_elements(shown, styles)
        in_loading_screen: set[int] = set()
        for element in shown:
            if id(element.parent) in in_loading_screen:
                in_loading_screen.add(id(element))
                continue
            style = styles.of(element)
            for box in generated.get(id(element), ()):
                self._add_generated(element, box)
            if not self.is_moved(element, style) or id(element) not in painting or not _is_seen(style):
                continue
            if is_loading_screen(element, style):
                in_loading_screen.add(id(element))
                continue
            self.moved.add(id(element))
            if is_absolutely_positioned(style):
                self._add_positioned(element, style)
            else:
                self._add_moved(element, style)
            if self.crowded:
                return

    @property
    def boxes(self) -> Collection[int]:
        """The ids of the boxes that contain overlays."""
        return () if self.crowded else self._by_box.keys()

    def is_moved(self, element: Tag, style: Style) -> bool:
        """Return whether a box is painted elsewhere than in the flow of its parent."""
        if id(style) not in self._is_moving:
            moved = is_moved(style) or is_animated(style, self._styles.moving)
            self._is_moving[id(style)] = is_absolutely_positioned(style) or moved
        if not self._is_moving[id(style)]:
            return False
        if id(element) not in self._columns:
            self._columns[id(element)] = self._reserved_room.is_for_column(element, style)
        return not self._columns[id(element)]

    def over(self, element: Tag, parent: Tag) -> Sequence[Overlay]:
        """Return the overlays that may be painted over an element from elsewhere in its parent; the first of many."""
        if len(self._anywhere_in.get(id(parent), ())) > _MOST_SEARCHED:
            return self.behind(element, parent)
        level = self._level(element)
        found = (one for one in self._near(element, parent) if self._covers(one, level, element, parent))
        return [*islice(found, MOST_ON_ELEMENT)]

    def behind(self, element: Tag, parent: Tag) -> Sequence[Overlay]:
        """Return the overlays that may be painted between an element and its parent; the first of many."""
        return [*islice(self._near(element, parent), MOST_ON_ELEMENT)]

    def on_text(self, element: Tag) -> Sequence[Overlay]:
        """Return the overlays in an element that may be painted over or behind its own text; the first of many."""
        found = (one for one in self._by_box.get(id(element), ()) if one.preceding is None)
        return [*islice(found, MOST_ON_ELEMENT)]

    def split_by_level(self, overlays: Sequence[Overlay], element: Tag) -> tuple[Sequence[Overlay], Sequence[Overlay]]:
        """Divide the overlays of an element's parent in those that are painted over the element, and under it."""
        level = self._level(element)
        over = [one for one in overlays if level in (IN_FLOW, inf) or one.level >= level]
        under = [one for one in overlays if one not in over]
        if is_stacking_context(self._styles.of(element), self._parent_style(element)):
            over = [evolve(one, level=inf) for one in over]
        return over, under

    def _near(self, element: Tag, parent: Tag) -> Iterator[Overlay]:
        yield from self._beside.get(id(element), ())
        for one in islice(self._anywhere_in.get(id(parent), ()), _MOST_SEARCHED):
            if one.branch is not element:
                yield one

    def _covers(self, overlay: Overlay, level: float, element: Tag, parent: Tag) -> bool:
        style = overlay.generated if overlay.generated is not None else self._styles.of(overlay.element)
        is_high = overlay.generated is None and self._heights.least_painted(overlay.element) > _BAR
        if overlay.level > level and (level == IN_FLOW or is_high or _may_fill_viewport(style)):
            return True
        if level != inf and overlay.level < level:
            return False
        # A bar that comes first is before what is positioned after it, and hardly ever over it.
        return self._place(overlay.branch, parent) > self._place(element, parent)

    def _siblings(self, parent: Tag) -> tuple[list[Tag], dict[int, int]]:
        """Return the children of an element, and the place of each by its id."""
        if id(parent) not in self._children:
            found = list(children(parent))
            self._children[id(parent)] = found, {id(one): place for place, one in enumerate(found)}
        return self._children[id(parent)]

    def _place(self, child: Tag, parent: Tag) -> int:
        return self._siblings(parent)[1].get(id(child), -1)

    def _before(self, child: Tag, parent: Tag) -> Iterator[Tag]:
        """Yield the nearest siblings before an element that are shown, the nearest first."""
        siblings, places = self._siblings(parent)
        at = places[id(child)]
        return (one for one in reversed(siblings[max(0, at - _MOST_SIBLINGS) : at]) if id(one) in self._shown)

    def _after(self, child: Tag, parent: Tag) -> Sequence[Tag]:
        """Return the nearest siblings after an element."""
        siblings, places = self._siblings(parent)
        at = places[id(child)]
        return siblings[at + 1 : at + 1 + _MOST_SIBLINGS]

    def _has_words(self, element: Tag) -> bool:
        if id(element) not in self._with_words:
            self._with_words[id(element)] = has_own_words(element)
        return self._with_words[id(element)]

    def _is_in_flow(self, element: Tag) -> bool:
        return id(element) in self._shown and not is_absolutely_positioned(self._styles.of(element))

    def _level(self, tag: Tag, inner: float = IN_FLOW) -> float:
        return stack_level(inner, self._styles.of(tag), self._parent_style(tag))

    def _parent_style(self, tag: Tag) -> Style | None:
        parent = tag.parent
        return self._styles.of(parent) if parent is not None and parent.parent is not None else None

    def _add(self, box: Tag, overlay: Overlay) -> None:
        self._count += 1
        if self._count > _MOST_OVERLAYS:
            self.crowded = True
            return
        self._by_box.setdefault(id(box), []).append(overlay)
        if overlay.reach is Reach.CONTAINER:
            self._anywhere_in.setdefault(id(box), []).append(overlay)
        elif overlay.preceding is not None:
            self._beside.setdefault(id(overlay.preceding), []).append(overlay)
        elif overlay.reach is Reach.NEIGHBORS:
            for one in self._neighbors(box, overlay):
                self._beside.setdefault(id(one), []).append(overlay)

    def _neighbors(self, box: Tag, overlay: Overlay) -> Iterator[Tag]:
        """Yield the box before an overlay, and the boxes after it as far as they are moved up or covered."""
        element = overlay.element
        yield from islice(filter(self._is_in_flow, self._before(overlay.branch, box)), 1)
        covered = 0.0
        if overlay.generated is None and overlay.branch is element:
            margins = (self._styles.of(element).pixels(f"margin-{side}") or 0.0 for side in ("top", "bottom"))
            covered = -min(0.0, *margins) if self._is_in_flow(element) else self._heights.least(element)
        for one in self._after(overlay.branch, box):
            yield one
            if self._is_in_flow(one):
                covered -= self._heights.least(one)
                if covered <= 0:
                    return

    def _add_positioned(self, element: Tag, style: Style) -> None:
        """Note an absolutely positioned box with the boxes between it and its containing block."""
        is_bar = style.get("position") == "fixed" and not _may_fill_viewport(style)
        if is_bar and self._reserved_room.is_for_bar(element, style):
            return
        level = self._level(element)
        if element.parent is not None and (is_bar or all(style.get(side) in ("", "auto") for side in SIDES)):
            self._add(element.parent, Overlay(element, element, Reach.NEIGHBORS, level))
            return
        self._add_up_to_containing_block(Overlay(element, element, Reach.CONTAINER, level), element.parent, style)

    def _add_generated(self, element: Tag, style: Style) -> None:
        """Note a generated box as far as it may be painted outside of its element."""
        if not _is_seen(style) or style.visibility != "visible":
            return
        level = stack_level(IN_FLOW, style, self._styles.of(element))
        overlay = Overlay(element, element, Reach.CONTAINER, level, generated=style)
        if not is_absolutely_positioned(style):
            self._add_outside(evolve(overlay, level=self._level(element, level)), ("top", "bottom"))
        elif any(style.get(side) not in ("", "auto") for side in SIDES):
            self._add_up_to_containing_block(overlay, element, style)

    def _add_up_to_containing_block(self, overlay: Overlay, box: Tag | None, style: Style) -> None:
        """Note an overlay that may be anywhere in its containing block with each box on the way there."""
        while box is not None and box.parent is not None and not self.crowded:
            if box is not overlay.branch:
                self._add(box, overlay)
            overlay = evolve(overlay, branch=box, level=self._level(box, overlay.level))
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
        overlay = evolve(overlay, reach=Reach.NEIGHBORS)
        for _ in range(_MOST_LEVELS if ends else 0):
            box, parent = overlay.branch, overlay.branch.parent
            if box.name == "body" or parent is None or clips_content(self._styles.of(box)):
                return
            self._add(parent, overlay)
            if all(self._has_sibling_at(box, end) for end in ends):
                return
            overlay = evolve(overlay, branch=parent, level=self._level(parent, overlay.level))

    def _has_sibling_at(self, box: Tag, end: str) -> bool:
        """Return whether something is shown before the top or after the bottom of a box in its parent."""
        siblings = box.next_siblings if end == "bottom" else box.previous_siblings
        return any(id(one) in self._shown for one in islice(siblings, _MOST_SIBLINGS))

    def _add_moved(self, element: Tag, style: Style) -> None:
        """Note a box that is moved over its neighbors; a margin at the edge of its parent moves the parent."""
        shift = upward_shift(style)
        if shift is not None:
            self._add_shifted_up(element, shift)
            return
        branch, level = element, self._level(element)
        for _ in range(_MOST_LEVELS):
            parent = branch.parent
            if parent is None or parent.parent is None:
                return
            self._add(parent, Overlay(element, branch, Reach.NEIGHBORS, level))
            is_at_edge = branch is next(children(parent), None) or next_sibling(branch) is None
            if not is_at_edge or parent.name == "body" or clips_content(self._styles.of(parent)):
                return
            branch, level = parent, self._level(parent, level)

    def _add_shifted_up(self, element: Tag, shift: float) -> None:
        """Note a box that is moved up with the boxes before it that it covers."""
        branch, level = element, self._level(element)
        for _ in range(_MOST_LEVELS):
            parent = branch.parent
            if parent is None or parent.parent is None:
                return
            if branch is not element:
                shift -= self._styles.of(branch).pixels("margin-top") or 0.0
            if self._has_words(parent):
                self._add(parent, Overlay(element, branch, Reach.PRECEDING, level))
            for before in self._before(branch, parent):
                if shift <= 0:
                    return
                self._add(parent, Overlay(element, branch, Reach.PRECEDING, level, before, shift))
                shift -= self._heights.least(before) + max(0.0, margin(before, self._styles.of(before), "bottom"))
            shift -= self._styles.of(parent).pixels("padding-top") or 0.0
            if shift <= 0 or parent.name == "body":
                return
            branch, level = parent, self._level(parent, level)


@view
def overlays(document: Document) -> Overlays:
    """Return the overlays of a page."""
    return Overlays(document)


def _is_seen(style: Style) -> bool:
    return style.number("opacity", 1.0) != 0 and not is_off_screen(style) and not is_small(style)


def _share(style: Style, end: str) -> float:
    """Return the offset of a box from an end of its containing block, as a part of the height of the block."""
    return ((style.pixels(end, 1.0) or 0.0) - (style.pixels(end, 0.0) or 0.0)) if style.get(end) else 0.0


def _may_fill_viewport(style: Style) -> bool:
    """Return whether a box may be as high as the viewport."""
    height = style.pixels("height", HEIGHT)
    if height is not None:
        return height > _BAR
    return all(style.get(side) not in ("", "auto") for side in ("top", "bottom"))


def _painting_elements(shown: Sequence[Tag], styles: Styles) -> set[int]:
    """Return the ids of the elements that paint more than text, or contain an element that does."""
    found: set[int] = set()
    for element in reversed(shown):
        if id(element) in found or element.name in _MEDIA or paints_background(styles.of(element)):
            found.add(id(element))
            found.add(id(element.parent))
    return found
