"""The clock of a rendered page says in which frame something was painted."""

from typing import Any

import pytest
from twisted.internet.defer import Deferred

from sitescan.rendering.devtools_results import Drawn
from sitescan.rendering.page_clock import PageClock


async def drawn(*_: Any, **__: Any) -> Drawn:
    """Draw a frame."""
    return Drawn()


@pytest.mark.parametrize(
    ("time", "frame"), [(49.96, 50.0), (50.0, 50.0), (60.0, 50.0), (65.99, 66.0), (900.0, 66.0), (9, 9)]
)
def test_frame_of_paint(time: float, frame: float) -> None:
    """A paint belongs to the frame before it, although the page's time may have gone on while the frame was drawn."""
    requests: Any = None
    clock = PageClock(call=drawn, send=lambda *_: None, expect=Deferred, requests=requests)
    for now in (50.0, 66.0):
        clock.now = now
        Deferred.fromCoroutine(clock.draw())
    assert clock.frame_at(time) == frame


def test_waiting_is_stopped() -> None:
    """A run that waits for answers goes on without them, as do the next ones; another run is left alone."""
    sent: list[str] = []
    requests: Any = None
    clock = PageClock(
        call=drawn, send=lambda _, parameters: sent.append(parameters["policy"]), expect=Deferred, requests=requests
    )
    Deferred.fromCoroutine(clock.run(50, waits=True))
    assert clock.stop_waiting()
    assert not clock.stop_waiting()
    Deferred.fromCoroutine(clock.run(50, waits=True))
    assert sent == ["pauseIfNetworkFetchesPending", "advance", "advance"]
    assert clock.now == 100
