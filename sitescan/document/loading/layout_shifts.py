"""The layout shifts of a rendered page."""

from collections.abc import Sequence
from itertools import chain
from math import fsum

from attrs import frozen
from bs4.element import Tag

from sitescan.document.document import Document
from sitescan.document.layout.measured_layout import measured_elements
from sitescan.model.rendered import LayoutShift, MovedNode

GOOD_SHIFT = 0.1
"""The bound of a good Cumulative Layout Shift, https://web.dev/articles/cls."""

#: The maximum time between two shifts of a session window, and of the window, in seconds.
_GAP, _WINDOW = 1.0, 5.0


@frozen
class CumulativeShift:
    """
    The Cumulative Layout Shift of a page.

    :ivar score: the sum of the layout shift scores.
    :ivar moved: the elements that have moved and are still in the page, each with its first move.
    """

    score: float
    moved: Sequence[tuple[Tag, MovedNode]]


def cumulative_shift(document: Document) -> CumulativeShift:
    """
    Return the largest session window of layout shifts.

    https://web.dev/articles/cls
    """
    shifts = _largest_window(document.page.measured.paints.shifts)
    elements = measured_elements(document.on_phone)
    moved: dict[int, tuple[Tag, MovedNode]] = {}
    for node in chain.from_iterable(shift.moved for shift in shifts):
        if (element := elements.get(node.node)) is not None:
            moved.setdefault(id(element), (element, node))
    return CumulativeShift(fsum(shift.score for shift in shifts), tuple(moved.values()))


def _largest_window(shifts: Sequence[LayoutShift]) -> Sequence[LayoutShift]:
    windows: list[list[LayoutShift]] = [[]]
    for shift in shifts:
        window = windows[-1]
        if window and (shift.seconds - window[-1].seconds >= _GAP or shift.seconds - window[0].seconds >= _WINDOW):
            windows.append([])
        windows[-1].append(shift)
    return max(windows, key=lambda window: fsum(shift.score for shift in window))
