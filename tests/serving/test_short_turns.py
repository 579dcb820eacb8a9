"""A turn of the reactor handles a few events, none is left out, and garbage is collected between them."""

import gc
import os
import weakref
from collections.abc import Iterator

import pytest
from twisted.internet.epollreactor import EPollReactor
from twisted.internet.interfaces import IReadDescriptor
from twisted.internet.testing import MemoryReactorClock
from zope.interface import implementer

from sitescan.serving import short_turns
from sitescan.serving.short_turns import shorten_turns

_DESCRIPTORS = 30


@implementer(IReadDescriptor)
class Ready:
    """A pipe that always has something to read."""

    def __init__(self) -> None:
        self.reader, self.writer = os.pipe()
        os.write(self.writer, b"pears")
        self.reads = 0

    def fileno(self) -> int:
        """The descriptor."""
        return self.reader

    def doRead(self) -> None:  # noqa: N802 - IReadDescriptor
        """Leave it where it is."""
        self.reads += 1

    def connectionLost(self, reason: object) -> None:  # noqa: N802 - IReadDescriptor
        """Nothing is lost."""

    def logPrefix(self) -> str:  # noqa: N802 - ILoggingContext
        """Its name in the log."""
        return "ready"


@pytest.fixture
def reactor() -> Iterator[EPollReactor]:
    """One that nobody else uses; what it changes about the collector is undone."""
    thresholds = gc.get_threshold()
    reactor = EPollReactor()
    own = reactor.removeAll()
    yield reactor
    gc.set_threshold(*thresholds)
    reactor._poller.close()
    for one in own:
        one.connectionLost(None)


def test_all_have_their_turn(reactor: EPollReactor) -> None:
    """However many are ready, a turn handles a few; each is handled as often as any other."""
    ready = [Ready() for _ in range(_DESCRIPTORS)]
    shorten_turns(reactor)
    for one in ready:
        reactor.addReader(one)
    turns = 0
    while min(one.reads for one in ready) < 3:
        before = sum(one.reads for one in ready)
        reactor.doPoll(0)
        turns += 1
        assert 0 < sum(one.reads for one in ready) - before <= 4
    assert turns <= 3 * _DESCRIPTORS / 4 + 3
    for one in ready:
        reactor.removeReader(one)
        os.close(one.reader)
        os.close(one.writer)


def test_twice_is_once(reactor: EPollReactor) -> None:
    """A reactor whose turns are short stays as it is."""
    shorten_turns(reactor)
    poller = reactor._poller
    shorten_turns(reactor)
    assert reactor._poller is poller


def test_another_reactor() -> None:
    """One without epoll is left alone."""
    reactor = MemoryReactorClock()
    before, thresholds = dict(vars(reactor)), gc.get_threshold()
    shorten_turns(reactor)
    assert vars(reactor) == before
    assert gc.get_threshold() == thresholds


class Circle:
    """What only the collector finds."""

    def __init__(self) -> None:
        self.itself = self


def make_garbage() -> "weakref.ref[Circle]":
    """Garbage that has outlived the collector's first looks, as after hundreds of requests."""
    circle = Circle()
    for _ in range(10):
        gc.collect(1)
    if gc.get_count()[2] < 10:
        pytest.skip("this Python looks at everything in small steps")
    return weakref.ref(circle)


def test_garbage_is_collected_in_a_turn_without_events(reactor: EPollReactor) -> None:
    """What is ready waits for it, in the epoll object, and is told afterwards."""
    shorten_turns(reactor)
    gc.collect()
    left = make_garbage()
    one = Ready()
    reactor.addReader(one)
    turns = 0
    while left() is not None:
        reactor.doPoll(0)
        turns += 1
        assert turns < 10
    during = one.reads
    reactor.doPoll(0)
    assert (during, one.reads) == (0, 1)
    reactor.removeReader(one)


def test_garbage_is_not_collected_after_long_calls(reactor: EPollReactor, monkeypatch: pytest.MonkeyPatch) -> None:
    """A turn whose timed calls took long is no turn for it, unless no other comes."""
    now = 0.0
    monkeypatch.setattr(short_turns, "perf_counter", lambda: now)
    shorten_turns(reactor)
    gc.collect()
    left = make_garbage()
    turns = 0
    while left() is not None:
        now += 0.005
        reactor.doPoll(0)
        turns += 1
    assert turns == 9
    left = make_garbage()
    reactor.doPoll(0)
    assert left() is not None
    now += 0.0001
    reactor.doPoll(0)
    assert left() is None


def test_a_turn_that_only_waits_collects_nothing(reactor: EPollReactor) -> None:
    """Where there is little garbage, turns are what they were."""
    shorten_turns(reactor)
    gc.collect()
    circle = Circle()
    left = weakref.ref(circle)
    del circle
    one = Ready()
    reactor.addReader(one)
    for _ in range(20):
        reactor.doPoll(0)
    assert one.reads == 20
    assert left() is not None
    reactor.removeReader(one)
