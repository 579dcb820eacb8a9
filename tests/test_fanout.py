"""Many works at once end together."""

from functools import partial
from typing import Any

import pytest
from twisted.internet.defer import CancelledError, Deferred, fail, succeed
from twisted.internet.task import Clock
from twisted.python.failure import Failure

from sitescan.fanout import in_steps, in_turns, side_by_side
from tests.results import failure_now, nothing_yet, result_now


def test_results_and_failures_keep_their_order() -> None:
    """Each work has its place, whenever it ends, and one that fails does not end the others."""
    late: Deferred[int] = Deferred()
    works: list[Deferred[int]] = [late, fail(ValueError("pears")), succeed(3)]
    all_of_them = side_by_side(works)
    assert nothing_yet(all_of_them)
    late.callback(1)
    first, second, third = result_now(all_of_them)
    assert (first, third) == (1, 3)
    assert isinstance(second, Failure)
    assert second.check(ValueError)


def test_none() -> None:
    """No work is done at once."""
    assert result_now(side_by_side(())) == []


@pytest.mark.parametrize("ends", [True, False])
def test_cancelling_cancels_all_before_anybody_goes_on(ends: bool) -> None:
    """Whoever waited goes on only when every work has been told to end, whether they do so at once or not."""
    told: list[str] = []

    def cancel(work: Deferred[int]) -> None:
        told.append("work")
        if ends:
            work.callback(0)

    def failed(failure: Failure) -> Failure:
        told.append("waiting")
        return failure

    all_of_them: Deferred[Any] = side_by_side(Deferred(cancel) for _ in range(3)).addErrback(failed)
    all_of_them.cancel()
    assert told == ["work", "work", "work", "waiting"]
    failure_now(all_of_them, CancelledError)


class Busy(Clock):
    """A clock that moves on by a millisecond whenever it is looked at."""

    def seconds(self) -> float:
        """The time."""
        self.rightNow += 0.001
        return self.rightNow


def test_in_turns() -> None:
    """A few works are started in each turn of the reactor, and each result has its place."""
    clock, started = Busy(), []

    def start(number: int) -> Deferred[int]:
        started.append(number)
        return succeed(number)

    starts = [partial(start, number) for number in range(25)]
    results = Deferred.fromCoroutine(in_turns(in_steps(clock), starts))
    assert len(started) == 3
    turns = 0
    while not results.called:
        before = len(started)
        (call,) = clock.getDelayedCalls()
        call.reset(0)
        call.func()  # type: ignore[attr-defined]  # as a reactor runs it: once for each turn
        call.cancel()
        turns += 1
        assert len(started) - before <= 3
    assert turns > 5
    assert result_now(results) == started == list(range(25))


def test_in_turns_cancelled() -> None:
    """Cancelling it ends what was started, starts nothing more and leaves nothing behind."""
    clock = Clock()
    works: list[Deferred[int]] = []
    told: list[Deferred[int]] = []

    def start() -> Deferred[int]:
        works.append(Deferred(told.append))
        if len(works) == 7:
            results.cancel()
        return works[-1]

    results: Deferred[Any] = Deferred.fromCoroutine(in_turns(in_steps(clock), [start] * 25))
    clock.advance(0)
    failure_now(results, CancelledError)
    assert told == works
    assert len(works) == 7


def test_in_turns_cancelled_later() -> None:
    """Cancelling it once all are started ends all."""
    clock = Clock()
    told: list[Deferred[int]] = []
    results = Deferred.fromCoroutine(in_turns(in_steps(clock), [lambda: Deferred(told.append)] * 25))
    clock.advance(0)
    assert nothing_yet(results)
    results.cancel()
    failure_now(results, CancelledError)
    assert len(told) == 25
