"""
What lies over or behind the text beside it: boxes that are placed freely, or pulled over their neighbors.

How far such a box reaches is not known without a layout. It may be over anything in the box that it is placed in, but
for what is small, for bars that stay at the edge of the window, and for what ``reaches.py`` can tell apart.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from enum import Enum
from itertools import islice
from math import inf

from attrs import evolve, frozen
from bs4.element import Tag

from sitescan.document.css.animations import is_animated
from sitescan.document.css.cascade import Styles
from sitescan.document.css.computed_style import Style
from sitescan.document.css.extents import STACKING
from sitescan.document.css.flow_room import FlowRoom
from sitescan.document.css.generated_boxes import GeneratedBoxes
from sitescan.document.css.least_height import margin
from sitescan.document.css.left_room import LeftRoom
from sitescan.document.css.loading_screens import is_loading_screen
from sitescan.document.css.placement import (
    cuts_off,
    is_block,
    is_moved,
    is_off_screen,
    is_positioned_freely,
    is_small,
    lifted,
    paints_box,
    pulled_after,
)
from sitescan.document.css.shorthands import SIDES
from sitescan.document.css.stacking import FLOW, level_within, makes_context
from sitescan.document.tree import ancestors, children, has_own_words

_MOST_OVERLAYS = 2000
#: Where as many may be drawn on an element, nothing is said of it.
MOST_NEAR = 12
_MOST_SCANNED = 48
_MEDIA = frozenset({"canvas", "embed", "iframe", "img", "object", "picture", "svg", "video"})
#: Pixels: what a box may reach over another one, and the bars at the edge of a window.
_SMALL, _BAR = 32.0, 200.0
#: Pixels by which a box may be higher than what it is placed in and still be said to be in it.
_LITTLE = 16.0
#: What is placed by as much of the height of a box is placed at its other end.
_OTHER_END = 0.75
#: The other end of each.
_ENDS = {"top": "bottom", "bottom": "top"}
_LEVELS = 4
_NEIGHBORS = 8


class Reach(Enum):
    """What an overlay may be drawn on."""

    EVERYTHING = "all that is in the box"
    NEIGHBORS = "what stands before and after it"
    LIFTED = "the end of what stands before it"
    ITSELF = "its own beginning, which lies over what stands before it"


@frozen(eq=False)
class Overlay:
    """
    Something that is drawn over its neighbors.

    :ivar element: what is drawn so.
    :ivar branch: the child of the box that is or holds it.
    :ivar under: what stands before it, where it is but pulled up; ``None`` for a text.
    :ivar lift: by how much it is pulled over that, px; 0 where it is not pulled up.
    :ivar level: that of the branch, in the stacking context around it.
    :ivar generated: the style of the ``::before`` or ``::after`` of the element, where it is that which is drawn so.
    """

    element: Tag
    branch: Tag
    reach: Reach
    level: float
    under: Tag | None = None
    lift: float = 0.0
    generated: Style | None = None

    @property
    def raised(self) -> bool:
        """Whether it is drawn over what is in the flow; else behind the text, though over earlier backgrounds."""
        return self.level > FLOW


class Overlays:
    """
    The overlays of a page, by the box that they are drawn in.

    :ivar crowded: whether there are too many to be looked at.
    :ivar elements: the ``id()`` of what is drawn over its neighbors.
    :ivar drawing: that of each element that paints more than text, or holds one that does.
    """

    def __init__(self, shown: Sequence[Tag], styles: Styles, room: FlowRoom, generated: GeneratedBoxes) -> None:
        self._styles = styles
        self._room = room
        self._found: dict[int, list[Overlay]] = {}
        self._anywhere: dict[int, list[Overlay]] = {}
        # By what they are before, after or over.
        self._beside: dict[int, list[Overlay]] = {}
        self._positions: dict[int, dict[int, int]] = {}
        self._children: dict[int, list[Tag]] = {}
        self.crowded = False
        self.elements: set[int] = set()
        self._columns: dict[int, bool] = {}
        self._moving: dict[int, bool] = {}
        self._shown = {id(element) for element in shown}
        self._left_room = LeftRoom(styles, room, self._shown)
        count = 0
        self.drawing = _drawing(shown, styles)
        passing: set[int] = set()
        for element in shown:
            style = styles.of(element)
            if id(element.parent) in passing:
                passing.add(id(element))
                continue
            for box in generated.of(element):
                self._add_generated(element, box)
            if not self._may_leave(style):
                continue
            after, pull = self.pulled_by(element, style)
            if after is not None and id(after) in self.drawing and _is_seen(styles.of(after)):
                self.elements.add(id(after))
                self._add_lifted(after, pull)
            if not self.is_astray(element, style) or id(element) not in self.drawing or not _is_seen(style):
                continue
            if is_loading_screen(element, style):
                passing.add(id(element))
                continue
            self.elements.add(id(element))
            count += 1
            if count > _MOST_OVERLAYS:
                self.crowded = True
                return
            if is_positioned_freely(style):
                self._add_free(element, style)
            else:
                self._add_moved(element, style)

    def _may_leave(self, style: Style) -> bool:
        """Whether a box of a style may be drawn somewhere else, or pull up what comes after it."""
        return self._is_moving(style) or pulled_after(style) is not None

    def _is_moving(self, style: Style) -> bool:
        known = self._moving.get(id(style))
        if known is None:
            moved = is_moved(style) or is_animated(style, self._styles.moving)
            known = self._moving[id(style)] = is_positioned_freely(style) or moved
        return known

    def is_astray(self, element: Tag, style: Style) -> bool:
        """Whether a box is drawn somewhere else than in the flow of its parent."""
        if not self._is_moving(style) or self.pulled_by(element, style)[0] is not None:
            return False
        if id(element) not in self._columns:
            self._columns[id(element)] = self._left_room.is_column(element, style)
        return not self._columns[id(element)]

    def pulled_by(self, element: Tag, style: Style) -> tuple[Tag | None, float]:
        """What the lower margin of a box pulls up over it, and by how much; nothing where that is not all it does."""
        pull, parent = pulled_after(style), element.parent
        if pull is None or parent is None or self._styles.of(parent).display not in STACKING:
            return None, 0.0
        siblings = islice((one for one in element.next_siblings if isinstance(one, Tag)), _NEIGHBORS)
        after = [one for one in siblings if self._is_in_flow(one)]
        if not after or not is_block(self._styles.of(after[0])):
            return None, 0.0
        if parent.name != "body" and sum(map(self._room.least, after)) < pull:
            # Its end sticks out of what it is in.
            return None, 0.0
        return after[0], pull

    @property
    def boxes(self) -> Collection[int]:
        """The ``id()`` of each box that there are any in."""
        return () if self.crowded else self._found.keys()

    def over(self, element: Tag, parent: Tag) -> Sequence[Overlay]:
        """What may be drawn over an element, one of its parent's other children or in one; the first few of many."""
        if len(self._anywhere.get(id(parent), ())) > _MOST_SCANNED:
            return self.behind(element, parent)
        own = self.level(element)
        near = self._near(element, parent)
        return [*islice((one for one in near if self._covers(one, own, element, parent)), MOST_NEAR)]

    def behind(self, element: Tag, parent: Tag) -> Sequence[Overlay]:
        """What may lie between an element and what it is in; the first few of many."""
        return [*islice(self._near(element, parent), MOST_NEAR)]

    def on_text(self, element: Tag) -> Sequence[Overlay]:
        """What in an element may be drawn over the element's own text, or behind it; the first few of many."""
        return [*islice((one for one in self._found.get(id(element), ()) if one.under is None), MOST_NEAR)]

    def _near(self, element: Tag, parent: Tag) -> Iterator[Overlay]:
        yield from self._beside.get(id(element), ())
        for one in self._anywhere.get(id(parent), ())[:_MOST_SCANNED]:
            if one.branch is not element:
                yield one

    def _covers(self, overlay: Overlay, own: float, element: Tag, parent: Tag) -> bool:
        drawn = overlay.generated if overlay.generated is not None else self._styles.of(overlay.element)
        is_high = overlay.generated is None and self._room.reached(overlay.element) > _BAR
        if overlay.level > own and (own == FLOW or is_high or _fills(drawn)):
            return True
        # A bar that comes first stands before what is placed after it, hardly ever on it.
        return (own == inf or overlay.level >= own) and self._is_later(overlay, element, parent)

    def _is_later(self, overlay: Overlay, element: Tag, parent: Tag) -> bool:
        return self._position(parent, overlay.branch) > self._position(parent, element)

    def _position(self, parent: Tag, child: Tag) -> int:
        if id(parent) not in self._positions:
            self._children[id(parent)] = list(children(parent))
            self._positions[id(parent)] = {id(one): number for number, one in enumerate(self._children[id(parent)])}
        return self._positions[id(parent)].get(id(child), -9)

    def _add(self, box: Tag, overlay: Overlay) -> None:
        self._found.setdefault(id(box), []).append(overlay)
        if overlay.reach is Reach.EVERYTHING:
            self._anywhere.setdefault(id(box), []).append(overlay)
        elif overlay.under is not None:
            self._beside.setdefault(id(overlay.under), []).append(overlay)
        elif overlay.reach is Reach.NEIGHBORS:
            for one in self._neighbors(box, overlay):
                self._beside.setdefault(id(one), []).append(overlay)

    def _neighbors(self, box: Tag, overlay: Overlay) -> Iterator[Tag]:
        """
        What stands before and after an overlay in the flow of a box.

        What takes no room where the flow would put it lies over as much as it is high.
        """
        at = self._position(box, overlay.branch)
        siblings = self._children[id(box)]
        pull = self._pull_alone(overlay.element) if overlay.generated is None else None
        if pull is None:
            yield from islice(filter(self._is_in_flow, reversed(siblings[max(0, at - _NEIGHBORS) : at])), 1)
        placed = overlay.branch is overlay.element and not self._is_in_flow(overlay.element)
        left = self._room.least(overlay.element) if placed and overlay.generated is None else pull or 0.0
        for one in siblings[at + 1 : at + 1 + _NEIGHBORS]:
            yield one
            if self._is_in_flow(one):
                left -= self._room.least(one)
                if left <= 0:
                    return

    def _pull_alone(self, element: Tag) -> float | None:
        """By how much a box pulls up what comes after it, px, where nothing moves it itself; ``None`` else."""
        style, parent = self._styles.of(element), element.parent
        if is_positioned_freely(style) or parent is None or self._styles.of(parent).display not in STACKING:
            return None
        return pulled_after(style)

    def _is_in_flow(self, element: Tag) -> bool:
        return id(element) in self._shown and not is_positioned_freely(self._styles.of(element))

    def _add_free(self, element: Tag, style: Style) -> None:
        """Note a box that is placed freely with the box that it is placed in."""
        bar = style.get("position") == "fixed" and not _fills(style)
        if bar and self._left_room.is_below(element, style):
            return
        at = self.level(element)
        if element.parent is not None and (bar or all(style.get(side) in ("", "auto") for side in SIDES)):
            self._add(element.parent, Overlay(element, element, Reach.NEIGHBORS, at))
            return
        self._add_up_to_holder(Overlay(element, element, Reach.EVERYTHING, at), ancestors(element), style)

    def _add_generated(self, element: Tag, style: Style) -> None:
        """Note what is generated in an element as far as it may be drawn outside of it."""
        if not _is_seen(style) or style.visibility != "visible":
            return
        level = level_within(FLOW, style, self._styles.of(element))
        overlay = Overlay(element, element, Reach.EVERYTHING, level, generated=style)
        if not is_positioned_freely(style):
            self._add_outside(evolve(overlay, level=self.level(element, level)), ("top", "bottom"))
        elif any(style.get(side) not in ("", "auto") for side in SIDES):
            self._add_up_to_holder(overlay, (element, *ancestors(element)), style)

    def _add_up_to_holder(self, overlay: Overlay, boxes: Iterable[Tag], style: Style) -> None:
        """Note what may be over anything in the box that it is placed in, at each level on the way there."""
        for box in boxes:
            if box is not overlay.branch:
                self._add(box, overlay)
            overlay = evolve(overlay, branch=box, level=self.level(box, overlay.level))
            if style.get("position") == "absolute" and self._styles.of(box).get("position") != "static":
                self._add_outside(overlay, self._ends_left(style, box))
                return

    def _ends_left(self, style: Style, holder: Tag) -> Sequence[str]:
        """The ends of a box, its top and its bottom, that something placed in it may reach over."""
        left = {end for end in _ENDS if (style.pixels(end) or 0.0) < -_SMALL}
        if is_positioned_freely(self._styles.of(holder)):
            # It lies over its neighbors itself.
            return sorted(left)
        left |= {other for end, other in _ENDS.items() if _share(style, end) > _OTHER_END}
        set_ends = [end for end in _ENDS if style.get(end) not in ("", "auto")]
        high = max(style.pixels("height") or 0.0, style.pixels("min-height") or 0.0)
        if high and len(set_ends) < len(_ENDS):
            end = set_ends[0] if set_ends else "top"
            if high + (style.pixels(end) or 0.0) > self._room.least(holder) + _LITTLE:
                left.add(_ENDS[end])
        return sorted(left)

    def _add_outside(self, overlay: Overlay, ends: Collection[str]) -> None:
        """
        Note what reaches out of a box, over what stands before it or after it.

        :param overlay: the branch is the box.
        :param ends: those of the box that are left.
        """
        overlay = evolve(overlay, reach=Reach.NEIGHBORS)
        for _ in range(_LEVELS if ends else 0):
            box, parent = overlay.branch, overlay.branch.parent
            if box.name == "body" or parent is None or cuts_off(self._styles.of(box)):
                return
            self._add(parent, overlay)
            if all(self._is_followed(box, end) for end in ends):
                return
            overlay = evolve(overlay, branch=parent, level=self.level(parent, overlay.level))

    def _is_followed(self, box: Tag, end: str) -> bool:
        """Whether something is shown before the top or after the bottom of a box, in what it is in."""
        siblings = box.next_siblings if end == "bottom" else box.previous_siblings
        return any(id(one) in self._shown for one in islice(siblings, _NEIGHBORS))

    def level(self, tag: Tag, inside: float = FLOW) -> float:
        """The level of an element, or of what has one inside it, in the stacking context around the element."""
        return level_within(inside, self._styles.of(tag), self._around(tag))

    def parted(self, overlays: Sequence[Overlay], element: Tag) -> tuple[Sequence[Overlay], Sequence[Overlay]]:
        """
        What is drawn over an element of that which is over the box that the element is in, and what is not.

        What is not is drawn over the box, and under the element.
        """
        own = self.level(element)
        over = [one for one in overlays if own in (FLOW, inf) or one.level >= own]
        under = [one for one in overlays if one not in over]
        if makes_context(self._styles.of(element), self._around(element)):
            over = [evolve(one, level=inf) for one in over]
        return over, under

    def _around(self, tag: Tag) -> Style | None:
        parent = tag.parent
        return self._styles.of(parent) if parent is not None and parent.parent is not None else None

    def _add_moved(self, element: Tag, style: Style) -> None:
        """Note a box that is pulled over its neighbors; a margin at the edge of its parent pulls the parent."""
        lift = lifted(style)
        if lift is not None:
            self._add_lifted(element, lift)
            return
        branch, at, pull = element, self.level(element), self._pull_alone(element)
        for _ in range(_LEVELS):
            parent = branch.parent
            if parent is None or parent.parent is None:
                return
            self._add(parent, Overlay(element, branch, Reach.NEIGHBORS, at))
            if pull is not None:
                after = islice((one for one in branch.next_siblings if isinstance(one, Tag)), _NEIGHBORS)
                pull -= sum(self._room.least(one) for one in after if self._is_in_flow(one))
            is_held = branch is not next(children(parent), None) if pull is None else pull <= 0
            if is_held or parent.name == "body":
                return
            if cuts_off(self._styles.of(parent)):
                return
            branch, at = parent, self.level(parent, at)

    def _add_lifted(self, element: Tag, lift: float) -> None:
        """Note a box that is pulled up over what stands before it, as far as there is no room for it."""
        branch, at = element, self.level(element)
        for _ in range(_LEVELS):
            parent = branch.parent
            if parent is None or parent.parent is None:
                return
            if branch is not element:
                lift -= self._styles.of(branch).pixels("margin-top") or 0.0
            if has_own_words(parent):
                self._add(parent, Overlay(element, branch, Reach.LIFTED, at))
            for before in self.before(branch, parent):
                if lift <= 0:
                    return
                self._add(parent, Overlay(element, branch, Reach.LIFTED, at, before, lift))
                lift -= self._room.least(before) + max(0.0, margin(before, self._styles.of(before), "bottom"))
            lift -= self._styles.of(parent).pixels("padding-top") or 0.0
            if lift <= 0 or parent.name == "body":
                return
            branch, at = parent, self.level(parent, at)

    def before(self, element: Tag, parent: Tag) -> Sequence[Tag]:
        """What is shown before an element, the nearest first."""
        siblings = list(children(parent))
        at = next((number for number, one in enumerate(siblings) if one is element), 0)
        return [one for one in reversed(siblings[max(0, at - _NEIGHBORS) : at]) if id(one) in self._shown]


def _is_seen(style: Style) -> bool:
    return style.number("opacity", 1.0) != 0 and not is_off_screen(style) and not is_small(style)


def _share(style: Style, end: str) -> float:
    """By how much of the height of a box something in it is placed from one of its ends."""
    return ((style.pixels(end, 1.0) or 0.0) - (style.pixels(end, 0.0) or 0.0)) if style.get(end) else 0.0


def _fills(style: Style) -> bool:
    """Whether a box may fill the window, or most of it."""
    height = style.pixels("height", 800.0)
    if height is not None:
        return height > _BAR
    return all(style.get(side) not in ("", "auto") for side in ("top", "bottom"))


def _drawing(shown: Sequence[Tag], styles: Styles) -> set[int]:
    """The ``id()`` of each element that paints more than text, or holds one that does."""
    found: set[int] = set()
    for element in reversed(shown):
        if id(element) in found or element.name in _MEDIA or paints_box(styles.of(element)):
            found.add(id(element))
            found.add(id(element.parent))
    return found
