"""The layout shifts and the largest content of a page, as the browser has painted them."""

from typing import Any

import msgspec
from attrs import define, field

from sitescan.model.rendered import LayoutShift, MovedNode, Paints
from sitescan.standards.urls import MAX_URL_LENGTH

#: The types of events for ``PerformanceTimeline.enable``.
PAINT_EVENTS = ("layout-shift", "largest-contentful-paint")

#: The maximum number of events of a type that are kept, and of nodes that one moves. Chromium keeps 150 and names 5.
_MOST_EVENTS, _MOST_MOVED = 150, 5


class _Rectangle(msgspec.Struct):
    x: float
    y: float


class _Source(msgspec.Struct, rename="camel"):
    previous_rect: _Rectangle
    current_rect: _Rectangle
    node_id: int = 0

    @property
    def moved(self) -> MovedNode:
        """The node and the distance."""
        before, after = self.previous_rect, self.current_rect
        return MovedNode(node=self.node_id, across=after.x - before.x, down=after.y - before.y)


class _Shift(msgspec.Struct, rename="camel"):
    value: float
    had_recent_input: bool
    sources: list[_Source]


class _Largest(msgspec.Struct, rename="camel"):
    node_id: int = 0
    url: str = ""


class _Event(msgspec.Struct, rename="camel"):
    frame_id: str
    time: float
    layout_shift_details: _Shift | None = None
    lcp_details: _Largest | None = None


class _EventAdded(msgspec.Struct):
    """
    The parameters of ``PerformanceTimeline.timelineEventAdded``.

    https://chromedevtools.github.io/devtools-protocol/tot/PerformanceTimeline/#type-TimelineEvent
    """

    event: _Event


@define(eq=False)
class PaintEvents:
    """
    Collects what a page has painted, without its frames.

    The browser keeps the events, and sends them when ``PerformanceTimeline.enable`` is called after the page has
    loaded. Scripts of the page can neither add nor remove any.

    :ivar page_frame: the id of the frame that contains the page.
    """

    page_frame: str
    _shifts: list[LayoutShift] = field(factory=list, init=False)
    # Each is larger than the one before it.
    _largest: list[_Largest] = field(factory=list, init=False)

    def event_added(self, parameters: Any) -> None:
        """
        Process an event of the timeline.

        :raises msgspec.ValidationError: if it is invalid.
        """
        event = msgspec.convert(parameters, _EventAdded).event
        if event.frame_id != self.page_frame:
            return
        shift, largest = event.layout_shift_details, event.lcp_details
        if shift is not None and not shift.had_recent_input and len(self._shifts) < _MOST_EVENTS:
            moved = tuple(source.moved for source in shift.sources[:_MOST_MOVED])
            # The browser's time is exact to a tenth of a millisecond, and the page's isn't.
            seconds = round(event.time, 3)
            self._shifts.append(LayoutShift(score=shift.value, seconds=seconds, moved=moved))
        if largest is not None and len(self._largest) < _MOST_EVENTS:
            self._largest.append(largest)

    @property
    def paints(self) -> Paints:
        """The events so far."""
        return self.with_largest(Paints(shifts=tuple(self._shifts)), len(self._largest))

    def with_largest(self, paints: Paints, number: int) -> Paints:
        """Return paints with the largest content that was painted when so many were the largest one after another."""
        largest = [_Largest(), *self._largest][: number + 1][-1]
        return msgspec.structs.replace(paints, largest=largest.node_id, largest_url=largest.url[:MAX_URL_LENGTH])
