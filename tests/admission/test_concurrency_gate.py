"""The gate admits a limited number of concurrent scans and has a short queue."""

from hypothesis import given
from hypothesis import strategies as st
from twisted.internet.defer import CancelledError, Deferred
from twisted.internet.task import Clock

from sitescan.admission.concurrency_gate import Busy, ConcurrencyGate
from sitescan.concurrency.deadline import Deadline
from tests.results import failure_now, nothing_yet, result_now


def enter(gate: ConcurrencyGate, clock: Clock, seconds: float = 10) -> Deferred[None]:
    """Request admission with a deadline."""
    return Deferred.fromCoroutine(gate.enter(Deadline.after(clock, seconds)))


def test_first_come_first_served(clock: Clock) -> None:
    """Waiting requests are admitted in order, and a request that finds the queue full fails as busy."""
    gate = ConcurrencyGate(1, 2)
    result_now(enter(gate, clock))
    second, third = enter(gate, clock), enter(gate, clock)
    failure_now(enter(gate, clock), Busy)
    gate.leave()
    result_now(second)
    assert nothing_yet(third)
    assert gate.running_count == 1
    gate.leave()
    result_now(third)
    gate.leave()
    assert gate.running_count == 0
    assert not clock.getDelayedCalls()


def test_deadline(clock: Clock) -> None:
    """A request that isn't admitted before its deadline fails as busy and leaves the queue."""
    gate = ConcurrencyGate(1, 1)
    result_now(enter(gate, clock))
    late = enter(gate, clock, 5)
    clock.advance(5)
    failure_now(late, Busy)
    again = enter(gate, clock)
    gate.leave()
    result_now(again)
    assert gate.running_count == 1
    assert not clock.getDelayedCalls()


def test_cancelled(clock: Clock) -> None:
    """A cancelled request leaves the queue, and the request behind it is admitted instead."""
    gate = ConcurrencyGate(1, 2)
    result_now(enter(gate, clock))
    second, third = enter(gate, clock), enter(gate, clock)
    second.cancel()
    failure_now(second, CancelledError)
    gate.leave()
    result_now(third)
    assert not clock.getDelayedCalls()


def test_no_queue(clock: Clock) -> None:
    """Without a queue, a request is admitted at once or fails as busy."""
    gate = ConcurrencyGate(1, 0)
    result_now(enter(gate, clock))
    failure_now(enter(gate, clock), Busy)


@given(st.integers(1, 3), st.lists(st.sampled_from(["enter", "leave", "cancel", "later"]), max_size=50))
def test_limit_is_never_exceeded(most: int, steps: list[str]) -> None:
    """The limit is never exceeded, and no request waits while there is room for it."""
    clock, gate = Clock(), ConcurrencyGate(most, 3)
    inside: list[int] = []
    waiting: list[Deferred[None]] = []
    for step in steps:
        if step == "enter":
            entry = enter(gate, clock)
            waiting.append(entry)
            entry.addCallbacks(lambda _: inside.append(1), lambda _: None)
        elif step == "leave" and inside:
            inside.pop()
            gate.leave()
        elif step == "cancel" and waiting:
            waiting[0].cancel()
        elif step == "later":
            clock.advance(4)
        waiting = [entry for entry in waiting if not entry.called]
        assert gate.running_count == len(inside) <= most
        assert len(waiting) <= 3
        assert not waiting or len(inside) == most
