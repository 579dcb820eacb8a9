"""Timers run by a clock that is never set."""

import time
from typing import Any

import pytest
from twisted.internet.selectreactor import SelectReactor

from sitescan.monotonic_clock import use_monotonic_clock


@pytest.fixture
def reactor() -> Any:
    """A reactor that is not the one that runs."""
    reactor = SelectReactor()
    yield reactor
    for call in reactor.getDelayedCalls():
        call.cancel()
    reactor.removeAll()
    reactor.wakeupTimer = None
    if reactor.waker is not None:
        reactor.waker.connectionLost(None)


def test_the_reactor_ignores_the_wall_clock(reactor: Any) -> None:
    """What is due in ten seconds is due then, whatever the wall clock says."""
    use_monotonic_clock(reactor)
    called: list[float] = []
    call = reactor.callLater(10, called.append, 1.0)
    assert abs(call.getTime() - (time.monotonic() + 10)) < 1
    assert abs(reactor.seconds() - time.monotonic()) < 1
    reactor.runUntilCurrent()
    assert not called
    call.reset(-1)
    reactor.runUntilCurrent()
    assert called == [1.0]


def test_a_reactor_with_calls_is_left_alone(reactor: Any) -> None:
    """What was scheduled by another clock would never be due."""
    reactor.callLater(10, print)
    before = reactor.seconds
    use_monotonic_clock(reactor)
    assert reactor.seconds == before
