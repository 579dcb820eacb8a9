"""The layout shifts and the largest content of a page, as the browser reports them."""

from typing import Any

import msgspec
import pytest

from sitescan.model.rendered import LayoutShift, MovedNode, Paints
from sitescan.rendering.paint_events import PaintEvents

RECTANGLE = {"x": 0, "y": 10.5, "width": 100, "height": 20}


def shift(value: float = 0.25, *, recent: bool = False, moved: int = 1, frame: str = "page") -> Any:
    """Return the parameters of a layout shift."""
    source = {"previousRect": RECTANGLE, "currentRect": {**RECTANGLE, "x": 3, "y": 30}, "nodeId": 7}
    details = {"value": value, "hadRecentInput": recent, "sources": [source] * moved}
    return {"event": {"frameId": frame, "type": "layout-shift", "time": 2.5, "layoutShiftDetails": details}}


def largest(size: float, node: int, frame: str = "page", url: str = "") -> Any:
    """Return the parameters of a largest contentful paint."""
    details = {"renderTime": 1, "loadTime": 0, "size": size, "nodeId": node, "url": url}
    return {"event": {"frameId": frame, "type": "largest-contentful-paint", "time": 1, "lcpDetails": details}}


def paints(*events: Any) -> Paints:
    """Return the layout shifts and paints that are collected from events."""
    collector = PaintEvents("page")
    for event in events:
        collector.event_added(event)
    return collector.paints


def test_layout_shifts() -> None:
    """Each shift has its score and the moved elements; a shift after a click or a key doesn't count."""
    moved = MovedNode(node=7, across=3, down=19.5)
    found = paints(shift(), shift(recent=True), shift(0.5, moved=0))
    assert found.shifts == (
        LayoutShift(score=0.25, seconds=2.5, moved=(moved,)),
        LayoutShift(score=0.5, seconds=2.5),
    )


def test_largest_content() -> None:
    """The largest paint, which is the last one, counts, and none if its element was removed."""
    assert paints(largest(10, 3), largest(30, 4)).largest == 4
    assert paints(largest(10, 3, url="a.png"), largest(30, 4, url="b.png")).largest_url == "b.png"
    assert paints(largest(10, 3, url="a.png"), largest(30, 4)).largest_url == ""
    assert paints({"event": {**largest(10, 3)["event"], "lcpDetails": {"size": 10}}}).largest == 0


@pytest.mark.parametrize(("number", "node"), [(0, 0), (1, 3), (2, 4), (3, 4)])
def test_largest_content_of_a_time(number: int, node: int) -> None:
    """Of the contents that were the largest one after another, those after a time don't count."""
    collector = PaintEvents("page")
    for event in (largest(10, 3), largest(30, 4)):
        collector.event_added(event)
    assert collector.with_largest(Paints(first_at=7.0, largest=9), number) == Paints(first_at=7.0, largest=node)


def test_cross_origin_frames_are_ignored() -> None:
    """Paints in frames of other origins are ignored."""
    assert paints(shift(frame="other"), largest(10, 3, frame="other")) == Paints()


def test_limits() -> None:
    """A browser that sends more than Chromium keeps doesn't fill the memory."""
    found = paints(*[shift(moved=50)] * 500).shifts
    assert len(found) == 150
    assert {len(layout_shift.moved) for layout_shift in found} == {5}
    assert paints(*[largest(number, number) for number in range(500)]).largest == 149


@pytest.mark.parametrize("event", [{}, {"event": {"frameId": "page", "time": "now"}}, shift("large")])  # type: ignore[arg-type]
def test_invalid_events(event: Any) -> None:
    """An event that doesn't follow the protocol is refused."""
    with pytest.raises(msgspec.ValidationError):
        paints(event)
