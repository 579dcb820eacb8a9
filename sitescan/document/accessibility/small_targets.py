"""
Targets that are too small to be hit.

https://www.w3.org/TR/WCAG22/#target-size-minimum
"""

from collections.abc import Iterator, Sequence
from itertools import chain, islice
from math import hypot

from attrs import frozen
from bs4.element import Tag

from sitescan.document.accessibility.roles import input_type
from sitescan.document.accessibility.stacked_links import stacked_links
from sitescan.document.document import Document
from sitescan.document.layout.box_surroundings import common, fixed_boxes, surroundings
from sitescan.document.layout.measured_layout import Bounds, measured_boxes
from sitescan.document.tree import TextNode, ancestors
from sitescan.document.views import view

#: The size in pixels that a target needs, and by how much a browser may round it.
_LEAST, _TOLERANCE = 24.0, 0.5

#: The size below which a target is not meant to be hit, such as a link that is shown when it has the focus.
_LEAST_SEEN = 2.0

#: Roles of targets.
_ROLES = frozenset(
    "button checkbox combobox link menuitem menuitemcheckbox menuitemradio option radio searchbox slider spinbutton "
    "switch tab textbox treeitem".split()
)

#: Controls whose size browsers decide unless a page does, and whose labels are targets as well; without buttons, whose
#: size depends on their text.
_OF_BROWSERS = frozenset({"input", "option", "select"})
_BUTTONS = frozenset({"button", "image", "reset", "submit"})

#: Controls with one size in all browsers, so that another one is the page's, and their width and height in pixels.
_BOXES, _BOX = frozenset({"checkbox", "radio"}), 13.0

#: The displays of boxes in the lines of a text.
_IN_LINES = frozenset({"inline", "inline-block", "inline-flex"})
#: The number of elements around an inline target in which text may limit its size.
_DEEPEST = 2

#: The height in pixels of the rows by which targets are looked up, and the maximum number of pairs that are compared.
_ROW, _MOST_STEPS = 100, 500_000


@frozen
class PointerTarget:
    """
    An element that takes clicks.

    :ivar element: the element.
    :ivar bounds: its bounds in the page.
    :ivar is_fixed: whether it doesn't scroll with the page.
    :ivar is_tab_stop: whether the Tab key reaches it.
    """

    element: Tag
    bounds: Bounds
    is_fixed: bool = False
    is_tab_stop: bool = True

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in pixels."""
        left, top, right, bottom = self.bounds
        return right - left, bottom - top

    @property
    def is_small(self) -> bool:
        """Whether it is smaller than a target should be."""
        return min(self.size) < _LEAST - _TOLERANCE

    @property
    def center(self) -> tuple[float, float]:
        """The center of its bounds."""
        left, top, right, bottom = self.bounds
        return (left + right) / 2, (top + bottom) / 2


@view
def small_targets(document: Document) -> Sequence[tuple[PointerTarget, PointerTarget]]:
    """
    Return the targets that are too small and too close to another one, with that one.

    A small target is fine if a circle of 24 pixels around its center meets neither another target nor the circle of
    another small one. Links in a text are left out, and so are controls whose size browsers decide or whose labels take
    clicks, too, and those that are hidden from assistive technology, because another control has the same function.

    Without a layout, links in a column are judged alone, from any point of the page and with their largest distance.
    """
    return tuple(_measured(document) if document.is_rendered else _stacked(document))


def _stacked(document: Document) -> Iterator[tuple[PointerTarget, PointerTarget]]:
    """Yield the links that are too close to the one before or after them, whatever the widths of both are."""
    found: set[int] = set()
    for pair in stacked_links(document):
        extremes = [[*map(PointerTarget, pair.links, bounds)] for bounds in pair.extremes]
        for number, link in enumerate(pair.links):
            close = [(both[number], both[1 - number]) for both in extremes]
            if id(link) not in found and all(one.is_small and _is_too_close(one, other) for one, other in close):
                found.add(id(link))
                yield close[0]


def _measured(document: Document) -> Iterator[tuple[PointerTarget, PointerTarget]]:
    """Yield the targets that the browser has measured too close to another one; none if nothing was measured."""
    targets = list(_targets(document))
    exposed = document.accessible.exposed
    rows: dict[int, list[PointerTarget]] = {}
    for target in targets:
        for row in range(int(target.bounds[1] // _ROW), int(target.bounds[3] // _ROW) + 1)[:_ROW]:
            rows.setdefault(row, []).append(target)
    steps = 0
    for target in targets:
        if not target.is_small or _is_of_browsers(document, target) or not exposed(target.element):
            continue
        middle = target.center[1]
        near = [neighbor for row in _rows_around(middle) for neighbor in rows.get(row, ())]
        steps += len(near)
        if steps > _MOST_STEPS:
            break
        close = (neighbor for neighbor in near if neighbor is not target and _is_too_close(target, neighbor))
        other = next((neighbor for neighbor in close if not _is_apart(target, neighbor)), None)
        if other is not None:
            yield target, other


def _targets(document: Document) -> Iterator[PointerTarget]:
    accessible = document.accessible
    boxes = measured_boxes(document)
    fixed = frozenset(fixed_boxes(boxes))
    for number, (box, around) in enumerate(zip(boxes, surroundings(boxes), strict=True)):
        element = box.tag
        if element is None or box.name == "#text" or not box.styles:
            continue
        left, top, right, bottom = common(around.reach, box.bounds)
        if right <= 0 or bottom <= 0 or (around.is_out and (right <= left or bottom <= top)):
            # Placed where it isn't seen or clipped away, such as the field of a code editor.
            continue
        if box.styles["display"] in _IN_LINES and _is_in_text(element):
            continue
        clickable = accessible.role(element) in _ROLES or element.name == "summary"
        if clickable and accessible.takes_focus(element) and accessible.state(element).visible is True:
            target = PointerTarget(element, box.bounds, number in fixed, accessible.tabbable(element))
            if min(target.size) >= _LEAST_SEEN:
                yield target


def _is_of_browsers(document: Document, target: PointerTarget) -> bool:
    element = target.element
    if element.name != "input":
        return element.name in _OF_BROWSERS
    kind = input_type(element)
    if kind in _BOXES and not document.accessible.labels.of(element):
        return all(abs(length - _BOX) < _TOLERANCE for length in target.size)
    return kind not in _BUTTONS


def _is_in_text(element: Tag) -> bool:
    """Return whether an inline element is beside text that is no target; then the lines of the text limit its size."""
    around = islice(ancestors(element), _DEEPEST)
    texts = (node for box in around for node in box.contents if type(node) is TextNode)
    return any(map(str.isalnum, chain.from_iterable(texts)))


def _rows_around(middle: float) -> range:
    return range(int((middle - _LEAST) // _ROW), int((middle + _LEAST) // _ROW) + 1)


def _is_too_close(target: PointerTarget, other: PointerTarget) -> bool:
    """Return whether the circle around a small target meets another target, or the circle around it."""
    x, y = target.center
    if other.is_small and hypot(other.center[0] - x, other.center[1] - y) < _LEAST - _TOLERANCE:
        return True
    left, top, right, bottom = other.bounds
    return hypot(max(left - x, 0.0, x - right), max(top - y, 0.0, y - bottom)) < _LEAST / 2 - _TOLERANCE


def _is_apart(target: PointerTarget, other: PointerTarget) -> bool:
    """
    Return whether the distance of two targets doesn't matter.

    A target that doesn't scroll is at another distance wherever people scroll. Of two that are nested, the inner one
    doesn't count for the outer one; the outer one that the Tab key skips has its function, and is only larger.
    """
    is_part = (other.is_small or not other.is_tab_stop) and _is_inside(target.element, other.element)
    return is_part or _is_inside(other.element, target.element) or target.is_fixed is not other.is_fixed


def _is_inside(tag: Tag, other: Tag) -> bool:
    return id(other) in map(id, ancestors(tag))
