"""Run concurrent tasks: :class:`DeferredList` with correct cancellation, and starting tasks over several turns."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeVar, cast

from twisted.internet.defer import CancelledError, Deferred, DeferredList, FirstError
from twisted.internet.interfaces import IReactorTime
from twisted.internet.task import Cooperator
from twisted.python.failure import Failure

from sitescan.concurrency.cancellation import clean_cancelled

T = TypeVar("T")


def all_settled(tasks: Iterable[Deferred[T]]) -> "Deferred[list[T | Failure]]":
    """
    Return a Deferred of all results, in the order of the tasks, with failures as values.

    Cancelling it cancels all tasks and fails with :exc:`CancelledError`. A plain :class:`DeferredList` would fire with
    a list of failures, and a coroutine that awaits it would go on.
    """
    listed = list(tasks)
    gathered: Any = DeferredList(listed, consumeErrors=True)
    cancelled = False

    def cancel(_: "Deferred[list[T | Failure]]") -> None:
        nonlocal cancelled
        cancelled = True
        _cancel(listed)

    # The tasks are cancelled before the caller continues, because it may close what they use.
    outer: Deferred[list[T | Failure]] = Deferred(cancel)

    def ended(results: list[tuple[bool, Any]]) -> None:
        if cancelled:
            for _, value in results:
                clean_cancelled(value)
        else:
            outer.callback([value for _, value in results])

    gathered.addCallback(ended)
    return outer


def all_succeeded(tasks: Iterable[Deferred[T]]) -> Deferred[list[T]]:
    """
    Return a Deferred of all results, in the order of the tasks. It fails with the first failure and cancels the others.

    Cancelling it cancels all tasks and fails with :exc:`CancelledError`.
    """
    listed = list(tasks)
    gathered: Any = DeferredList(listed, fireOnOneErrback=True, consumeErrors=True)
    over = False

    def cancel() -> None:
        nonlocal over
        over = True
        _cancel(listed)
        for result in gathered.resultList:
            clean_cancelled(result and result[1])

    outer: Deferred[list[T]] = Deferred(lambda _: cancel())

    def succeeded(results: list[tuple[bool, T]]) -> None:
        if not over:
            outer.callback([value for _, value in results])

    def failed(failure: Failure) -> None:
        if not over:
            cancel()
            outer.errback(cast("FirstError", failure.value).subFailure)

    gathered.addCallbacks(succeeded, failed)
    return outer


def _cancel(tasks: Sequence[Deferred[T]]) -> None:
    """
    Cancel tasks, the last ones first.

    Tasks that wait for a connection were started after those that have one. In the other order, each cancelled task
    would let a waiting one open a connection, only to be cancelled next.
    """
    for task in reversed(tasks):
        task.cancel()


#: Seconds of each turn of the reactor in which steps may start, for all scans together.
_STEPS_SECONDS = 0.002


def step_cooperator(clock: IReactorTime) -> Cooperator:
    """Return the cooperator of a process, whose steps take a small part of each turn of the reactor."""

    def budget() -> Callable[[], bool]:
        ends = clock.seconds() + _STEPS_SECONDS
        return lambda: clock.seconds() >= ends

    return Cooperator(terminationPredicateFactory=budget, scheduler=lambda turn: clock.callLater(0, turn))


async def step_by_step(cooperator: Cooperator, steps: Iterator[None]) -> None:
    """Take all steps of an iterator over several turns of the reactor."""
    task = cooperator.cooperate(steps)
    try:
        await task.whenDone()
    except CancelledError:
        task.stop()
        raise


#: The number of tasks that start without waiting for a turn of the reactor.
_AT_ONCE = 3


async def start_in_turns(cooperator: Cooperator, starts: Iterable[Callable[[], Deferred[T]]]) -> list[T | Failure]:
    """
    Start tasks over several turns of the reactor, and return all results, with failures as values.

    Cancelling it cancels the tasks that were started, and starts no others.
    """
    waiting = list(starts)
    started: list[Deferred[T]] = []
    over = False

    def begin(start: Callable[[], Deferred[T]]) -> None:
        task = start()
        started.append(task)
        if over:  # the task that was just started has caused the cancellation
            _abandon([task])

    def steps() -> Iterator[None]:
        for start in waiting[_AT_ONCE:]:
            begin(start)
            yield

    try:
        for start in waiting[:_AT_ONCE]:
            begin(start)
        if len(waiting) > _AT_ONCE:
            await step_by_step(cooperator, steps())
    except BaseException:
        over = True
        _abandon(started)
        raise
    return await all_settled(started)


def _abandon(tasks: list[Deferred[T]]) -> None:
    """Cancel tasks and ignore their results."""
    all_settled(tasks).addErrback(lambda _: None).cancel()
