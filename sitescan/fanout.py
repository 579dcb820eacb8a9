"""Many at once: a :class:`DeferredList` whose cancellation is not lost."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeVar, cast

from twisted.internet.defer import CancelledError, Deferred, DeferredList, FirstError
from twisted.internet.interfaces import IReactorTime
from twisted.internet.task import Cooperator
from twisted.python.failure import Failure

from sitescan.cancellation import let_go

T = TypeVar("T")


def all_settled(works: Iterable[Deferred[T]]) -> "Deferred[list[T | Failure]]":
    """
    The results in the order of the works, failures among them as values.

    Cancelling it cancels all of them and fails with :exc:`CancelledError`. A plain
    :class:`DeferredList` fires with a list of failures then, and whoever awaits it goes on as if
    nothing had happened.
    """
    each = list(works)
    listed: Any = DeferredList(each, consumeErrors=True)
    cancelled = False

    def cancel(_: "Deferred[list[T | Failure]]") -> None:
        nonlocal cancelled
        cancelled = True
        _cancel(each)

    # The works are cancelled first: whoever waits may take away, as soon as it goes on, what they use.
    outer: Deferred[list[T | Failure]] = Deferred(cancel)

    def ended(results: list[tuple[bool, Any]]) -> None:
        if cancelled:
            for _, value in results:
                let_go(value)
        else:
            outer.callback([value for _, value in results])

    listed.addCallback(ended)
    return outer


def all_succeeded(works: Iterable[Deferred[T]]) -> Deferred[list[T]]:
    """
    The results in the order of the works; the first failure ends all of them and is the failure of it.

    Cancelling it cancels all of them and fails with :exc:`CancelledError`.
    """
    listed = list(works)
    gathered: Any = DeferredList(listed, fireOnOneErrback=True, consumeErrors=True)
    over = False

    def cancel_all() -> None:
        nonlocal over
        over = True
        _cancel(listed)
        for result in gathered.resultList:
            let_go(result and result[1])

    outer: Deferred[list[T]] = Deferred(lambda _: cancel_all())

    def succeeded(results: list[tuple[bool, T]]) -> None:
        if not over:
            outer.callback([value for _, value in results])

    def failed(failure: Failure) -> None:
        if not over:
            cancel_all()
            outer.errback(cast("FirstError", failure.value).subFailure)

    gathered.addCallbacks(succeeded, failed)
    return outer


def _cancel(works: Sequence[Deferred[T]]) -> None:
    """
    Cancel the last first.

    Those that wait for a place were started after those that have one: in the other order each that goes would let one
    of them in, which would open a connection only to be cancelled as well.
    """
    for work in reversed(works):
        work.cancel()


#: Seconds of each turn of the reactor for work that is done in steps, of all scans together; a step
#: is begun before they are over and may end after them.
_FOR_STEPS = 0.002


def step_cooperator(clock: IReactorTime) -> Cooperator:
    """One for a process: whatever it does in steps takes a small part of each turn of the reactor."""

    def budget() -> Callable[[], bool]:
        ends = clock.seconds() + _FOR_STEPS
        return lambda: clock.seconds() >= ends

    return Cooperator(terminationPredicateFactory=budget, scheduler=lambda turn: clock.callLater(0, turn))


async def step_by_step(cooperator: Cooperator, steps: Iterator[None]) -> None:
    """Take the steps; cancelling it takes no more of them."""
    task = cooperator.cooperate(steps)
    try:
        await task.whenDone()
    except CancelledError:
        task.stop()
        raise


#: What is done without waiting for a turn.
_AT_ONCE = 3


async def start_in_turns(cooperator: Cooperator, starts: Iterable[Callable[[], Deferred[T]]]) -> list[T | Failure]:
    """
    The results of works that are started a few in each turn of the reactor, the first ones without waiting for one.

    Else it is as :func:`all_settled`. Cancelling it cancels those that were started, and starts no others.
    """
    waiting = list(starts)
    started: list[Deferred[T]] = []
    over = False

    def begin(start: Callable[[], Deferred[T]]) -> None:
        work = start()
        started.append(work)
        if over:  # by what it started; there is no next step
            _give_up([work])

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
        _give_up(started)
        raise
    return await all_settled(started)


def _give_up(works: list[Deferred[T]]) -> None:
    all_settled(works).addErrback(lambda _: None).cancel()
