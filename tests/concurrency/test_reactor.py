"""The interface of the reactor, and timers that use a monotonic clock."""

import time
from typing import Any

import pytest
from twisted.internet.selectreactor import SelectReactor
from zope.interface import implementedBy

from sitescan.concurrency.reactor import IReactor, use_monotonic_clock


@pytest.fixture
def reactor() -> Any:
    """Yield a reactor other than the running one."""
    reactor = SelectReactor()
    yield reactor
    for call in reactor.getDelayedCalls():
        call.cancel()
    reactor.removeAll()
    reactor.wakeupTimer = None
    if reactor.waker is not None:
        reactor.waker.connectionLost(None)


def test_wall_clock_is_ignored(reactor: Any) -> None:
    """A delayed call is due by the monotonic clock, not by the wall clock."""
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


def test_reactor_with_delayed_calls_is_unchanged(reactor: Any) -> None:
    """A reactor with delayed calls keeps its clock, since these calls would never be due by another one."""
    reactor.callLater(10, print)
    before = reactor.seconds
    use_monotonic_clock(reactor)
    assert reactor.seconds == before


def test_reactors_have_what_is_needed() -> None:
    """A reactor of Twisted has every interface that the package needs of one."""
    assert not [needed for needed in IReactor.__bases__ if not implementedBy(SelectReactor).isOrExtends(needed)]
