"""A turn of the reactor handles a few events, and none is left out."""

import os
from collections.abc import Iterator

import pytest
from twisted.internet.epollreactor import EPollReactor
from twisted.internet.interfaces import IReadDescriptor
from twisted.internet.testing import MemoryReactorClock
from zope.interface import implementer

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
    """One that nobody else uses."""
    reactor = EPollReactor()
    own = reactor.removeAll()
    yield reactor
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
    before = dict(vars(reactor))
    shorten_turns(reactor)
    assert vars(reactor) == before
