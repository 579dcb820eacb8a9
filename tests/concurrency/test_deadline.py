"""Deadlines, which end the work that they bound and no other work."""

from twisted.internet.defer import CancelledError, Deferred
from twisted.internet.task import Clock

from sitescan.concurrency.deadline import Deadline, TimedOut
from tests.results import failure_now, nothing_yet, result_now


def test_timer_is_shared() -> None:
    """One timer serves all bounded work, and the last work to end removes it."""
    clock = Clock()
    deadline = Deadline.after(clock, 5)
    first, second, third = (Deferred[str]() for _ in range(3))
    bound = [deadline.bound(work) for work in (first, second, third)]
    assert len(clock.getDelayedCalls()) == 1
    first.callback("pear")
    assert result_now(bound[0]) == "pear"
    clock.advance(4)
    second.errback(CancelledError())
    failure_now(bound[1], CancelledError)
    assert nothing_yet(bound[2])
    clock.advance(1)
    assert "5 s" in str(failure_now(bound[2], TimedOut))
    assert not clock.getDelayedCalls()


def test_fired_deferred_is_not_cancelled() -> None:
    """A Deferred that fired in time is not cancelled, even if its callbacks wait for another Deferred."""
    clock = Clock()
    deadline = Deadline.after(clock, 5)
    second: Deferred[str] = Deferred()
    later: Deferred[str] = Deferred()
    first: Deferred[str] = Deferred(lambda _: second.callback("pear"))
    given_up = deadline.bound(first)
    ended = deadline.bound(second).addCallback(lambda _: later)
    clock.advance(5)
    failure_now(given_up, TimedOut)
    assert nothing_yet(ended)
    later.callback("apple")
    assert result_now(ended) == "apple"
    assert not clock.getDelayedCalls()


def test_work_started_at_deadline_is_ended() -> None:
    """Work that begins at the deadline is ended by its own timer."""
    clock = Clock()
    deadline = Deadline.after(clock, 5)
    begun: list[Deferred[str]] = []
    first: Deferred[str] = Deferred(lambda _: begun.append(deadline.bound(Deferred())))
    given_up = deadline.bound(first)
    clock.advance(5)
    failure_now(given_up, TimedOut)
    failure_now(begun[0], TimedOut)
    assert not clock.getDelayedCalls()


def test_fired_deferred_needs_no_timer() -> None:
    """A Deferred that has fired needs no timer."""
    clock = Clock()
    done: Deferred[str] = Deferred()
    done.callback("pear")
    assert result_now(Deadline.after(clock, 5).bound(done)) == "pear"
    assert not clock.getDelayedCalls()
