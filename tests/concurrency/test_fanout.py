"""Concurrent work, which ends together."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

import pytest
from twisted.internet.defer import CancelledError, Deferred, fail, succeed
from twisted.internet.task import Clock
from twisted.python.failure import Failure
from twisted.web.test.requesthelper import DummyRequest

from sitescan.admission.token_table import TokenTable
from sitescan.concurrency.deadline import Deadline
from sitescan.concurrency.fanout import all_settled, all_succeeded, start_in_turns, step_cooperator
from sitescan.concurrency.single_flight import SingleFlight
from sitescan.configuration.settings import Settings
from sitescan.egress.connection_limiter import ConnectionLimiter
from sitescan.logs.measurements import Measurements
from sitescan.measured_scanner import MeasuredScanner
from sitescan.standards.urls import parse_target
from sitescan.web.scan_requests import ScanRequests
from tests.fakes import FakeScanner
from tests.results import failure_now, nothing_yet, result_now


def test_results_keep_order() -> None:
    """Results have the order of the work, and work that fails does not end other work."""
    late: Deferred[int] = Deferred()
    works: list[Deferred[int]] = [late, fail(ValueError("pears")), succeed(3)]
    all_of_them = all_settled(works)
    assert nothing_yet(all_of_them)
    late.callback(1)
    first, second, third = result_now(all_of_them)
    assert (first, third) == (1, 3)
    assert isinstance(second, Failure)
    assert second.check(ValueError)


def test_no_work() -> None:
    """Without any work, the result is available at once."""
    assert result_now(all_settled(())) == []


@pytest.fixture
def cut(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Return the exceptions whose failures are cut from their tracebacks."""
    values: list[object] = []
    monkeypatch.setattr(Failure, "cleanFailure", lambda failure: values.append(failure.value))
    return values


def test_failure_keeps_traceback(cut: list[object]) -> None:
    """A failure keeps its traceback, while the work that it cancels drops its own."""
    works: list[Deferred[None]] = [Deferred() for _ in range(3)]
    whole = all_succeeded(works)
    works[1].errback(ValueError())
    failure_now(whole, ValueError)
    assert [type(exception) for exception in cut] == [CancelledError, CancelledError]


_PEARS = parse_target("https://pears.example/")


def _bounded(works: Iterable[Deferred[None]]) -> Deferred[None]:
    return Deadline.after(Clock(), 9).bound(next(iter(works)))


def _asked_once(works: Iterable[Deferred[None]]) -> Deferred[None]:
    return SingleFlight[None]().answer("pears", lambda: next(iter(works)))


def _measured(works: Iterable[Deferred[Any]]) -> Deferred[Any]:
    scanner = FakeScanner(answer=lambda target, submitted: next(iter(works)))
    return MeasuredScanner(scanner=scanner, measurements=Measurements(), clock=lambda: 0.0).scan(_PEARS, _PEARS.url)


def _requested(works: Iterable[Deferred[Any]]) -> Deferred[Any]:
    scanner = FakeScanner(answer=lambda target, submitted: next(iter(works)))
    table = TokenTable(limit=0, window=60, most=9, now=lambda: 0.0, clock=lambda: 0.0)
    requests = ScanRequests(settings=Settings(), quota=table, scanner=scanner, draining=lambda: False)
    return Deferred.fromCoroutine(requests.report(DummyRequest([]), lambda: _PEARS.url))


@pytest.mark.parametrize("together", [all_settled, all_succeeded, _bounded, _asked_once, _measured, _requested])
def test_cancelled_work_drops_traceback(
    together: Callable[[Iterable[Deferred[None]]], Deferred[Any]], cut: list[object]
) -> None:
    """Cancelled work drops its traceback, whose frames hold all the data of a scan."""
    whole = together([Deferred()])
    whole.cancel()
    failure_now(whole, CancelledError)
    assert [type(exception) for exception in cut] == [CancelledError]


@pytest.mark.parametrize("ends", [True, False])
def test_cancellation_precedes_callback(ends: bool) -> None:
    """All work is cancelled before the caller continues, even if some of it does not end at once."""
    events: list[str] = []

    def cancel(work: Deferred[int]) -> None:
        events.append("work")
        if ends:
            work.callback(0)

    def failed(failure: Failure) -> Failure:
        events.append("waiting")
        return failure

    all_of_them: Deferred[Any] = all_settled(Deferred(cancel) for _ in range(3)).addErrback(failed)
    all_of_them.cancel()
    assert events == ["work", "work", "work", "waiting"]
    failure_now(all_of_them, CancelledError)


@pytest.mark.parametrize("all_of", [all_settled, all_succeeded])
def test_cancellation_starts_no_work(all_of: Callable[[Iterable[Deferred[None]]], Deferred[Any]]) -> None:
    """Cancelling starts no work: work that waits for a place is ended before a place becomes free."""
    limiter, begun = ConnectionLimiter(total=2, per_host=2), []

    async def work(number: int) -> None:
        await limiter.enter("pears.example")
        try:
            begun.append(number)
            await Deferred()
        finally:
            limiter.leave("pears.example")

    whole = all_of([Deferred.fromCoroutine(work(number)) for number in range(9)])
    assert begun == [0, 1]
    whole.cancel()
    failure_now(whole, CancelledError)
    assert begun == [0, 1]


class Busy(Clock):
    """A clock that advances by a millisecond each time it is read."""

    def seconds(self) -> float:
        """Return the time."""
        self.rightNow += 0.001
        return self.rightNow


def test_start_in_turns() -> None:
    """A few pieces of work are started in each turn of the reactor, and the results have the order of the work."""
    clock, started = Busy(), []

    def start(number: int) -> Deferred[int]:
        started.append(number)
        return succeed(number)

    starts = [partial(start, number) for number in range(25)]
    results = Deferred.fromCoroutine(start_in_turns(step_cooperator(clock), starts))
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


def test_start_in_turns_cancelled_during_start() -> None:
    """Cancelling during the start ends the work that was started, and starts no more."""
    clock = Clock()
    works: list[Deferred[int]] = []
    cancelled: list[Deferred[int]] = []

    def start() -> Deferred[int]:
        works.append(Deferred(cancelled.append))
        if len(works) == 7:
            results.cancel()
        return works[-1]

    results: Deferred[Any] = Deferred.fromCoroutine(start_in_turns(step_cooperator(clock), [start] * 25))
    clock.advance(0)
    failure_now(results, CancelledError)
    assert cancelled == [*reversed(works[:6]), works[6]]


def test_start_in_turns_cancelled_after_start() -> None:
    """Cancelling after the start of all work ends all of it."""
    clock = Clock()
    cancelled: list[Deferred[int]] = []
    results = Deferred.fromCoroutine(start_in_turns(step_cooperator(clock), [lambda: Deferred(cancelled.append)] * 25))
    clock.advance(0)
    assert nothing_yet(results)
    results.cancel()
    failure_now(results, CancelledError)
    assert len(cancelled) == 25


def test_first_failure_cancels_rest() -> None:
    """After a failure, the other work is cancelled before the caller is notified, and its results are ignored."""
    heard: list[str] = []

    def cancel_in_silence(_: Deferred[int]) -> None:
        heard.append("cancelled")

    def cancel_with_a_result(work: Deferred[int]) -> None:
        heard.append("cancelled")
        work.callback(1)

    going: list[Deferred[int]] = [Deferred(cancel_in_silence), Deferred(cancel_with_a_result)]
    failing: Deferred[int] = Deferred()

    def failed(failure: Failure) -> Failure:
        heard.append("failed")
        return failure

    whole = all_succeeded([going[0], failing, going[1]]).addErrback(failed)
    assert nothing_yet(whole)
    failing.errback(ValueError("pears"))
    assert heard == ["cancelled", "cancelled", "failed"]
    failure_now(whole, ValueError)


@pytest.mark.parametrize("at_once", [True, False])
def test_all_succeed(at_once: bool) -> None:
    """Results have the order of the work."""
    late: Deferred[int] = succeed(1) if at_once else Deferred()
    whole = all_succeeded([late, succeed(2)])
    if not at_once:
        assert nothing_yet(whole)
        late.callback(1)
    assert result_now(whole) == [1, 2]


@pytest.mark.parametrize("ends", [True, False])
def test_all_are_cancelled_before_callback(ends: bool) -> None:
    """All work that should succeed is cancelled before the caller continues, even if it does not end at once."""
    heard: list[str] = []

    def cancel(work: Deferred[int]) -> None:
        heard.append("work")
        if ends:
            work.callback(0)

    def failed(failure: Failure) -> Failure:
        heard.append("waiting")
        return failure

    whole: Deferred[Any] = all_succeeded(Deferred(cancel) for _ in range(3)).addErrback(failed)
    whole.cancel()
    assert heard == ["work", "work", "work", "waiting"]
    failure_now(whole, CancelledError)
