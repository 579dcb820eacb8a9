"""A clock that stands while a scan waits for this program."""

from twisted.internet.defer import Deferred
from twisted.internet.interfaces import IDelayedCall, IReactorTime
from twisted.internet.task import Clock
from zope.interface.verify import verifyObject

from sitescan.concurrency.deadline import Deadline, TimedOut
from sitescan.concurrency.stoppable_clock import StoppableClock
from tests.results import failure_now, nothing_yet


def test_interfaces() -> None:
    """The clock and its calls can be used like those of a reactor."""
    clock = StoppableClock(Clock())
    verifyObject(IReactorTime, clock)
    verifyObject(IDelayedCall, clock.callLater(1, print))


def test_deadline_waits() -> None:
    """A deadline passes only after the time in which its clock ran, however long it stood, and leaves no call."""
    reactor = Clock()
    deadline = Deadline.after(StoppableClock(reactor), 10)
    work: Deferred[None] = deadline.bound(Deferred())
    reactor.advance(4)
    with deadline.standing(), deadline.standing():
        reactor.advance(1000)
        assert deadline.left() == 6
        assert not reactor.getDelayedCalls()
    assert deadline.left() == 6
    reactor.advance(5)
    assert nothing_yet(work)
    reactor.advance(1)
    failure_now(work, TimedOut)
    assert not reactor.getDelayedCalls()


def test_time_of_service_goes_on() -> None:
    """The time of a scan that somebody waits for doesn't stand."""
    reactor = Clock()
    deadline = Deadline.after(reactor, 10)
    with deadline.standing():
        reactor.advance(4)
    assert deadline.left() == 6


def test_calls() -> None:
    """Calls can be moved and cancelled, also while the clock stands; those without delay don't wait for it."""
    reactor = Clock()
    clock = StoppableClock(reactor)
    called: list[str] = []
    first, second, third = (clock.callLater(1, called.append, name) for name in ("first", "second", "third"))
    clock.stop()
    clock.callLater(0, called.append, "at once")
    first.cancel()
    second.delay(2)
    reactor.advance(100)
    assert called == ["at once"]
    clock.go_on()
    third.reset(5)
    assert [call.getTime() for call in clock.getDelayedCalls()] == [3, 5]
    reactor.advance(3)
    assert called == ["at once", "second"]
    assert (first.active(), second.active(), third.active()) == (False, False, True)
    reactor.advance(2)
    assert called == ["at once", "second", "third"]
