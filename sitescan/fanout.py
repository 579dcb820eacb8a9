"""Many at once: a :class:`DeferredList` whose cancellation is not lost."""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from twisted.internet.defer import Deferred, DeferredList
from twisted.internet.interfaces import IReactorTime
from twisted.internet.task import deferLater
from twisted.python.failure import Failure

T = TypeVar("T")


def side_by_side(works: Iterable[Deferred[T]]) -> "Deferred[list[T | Failure]]":
    """
    The results in the order of the works, failures among them as values.

    Cancelling it cancels all of them and fails with :exc:`CancelledError`. A plain
    :class:`DeferredList` fires with a list of failures then, and whoever awaits it goes on as if
    nothing had happened.
    """
    listed: Any = DeferredList(works, consumeErrors=True)
    cancelled = False

    def cancel(_: "Deferred[list[T | Failure]]") -> None:
        nonlocal cancelled
        cancelled = True
        listed.cancel()

    # The works are cancelled first: whoever waits may take away, as soon as it goes on, what they use.
    outer: Deferred[list[T | Failure]] = Deferred(cancel)

    def ended(results: list[tuple[bool, Any]]) -> None:
        if not cancelled:
            outer.callback([value for _, value in results])

    listed.addCallback(ended)
    return outer


#: Works that are started in one turn of the reactor; a request takes a tenth of a millisecond to start.
_IN_ONE_TURN = 10


async def in_turns(clock: IReactorTime, starts: Iterable[Callable[[], Deferred[T]]]) -> list[T | Failure]:
    """
    The results of works that are started a few in each turn of the reactor; else as :func:`side_by_side`.

    Cancelling it cancels those that were started, and starts no others.
    """
    started: list[Deferred[T]] = []
    try:
        for number, start in enumerate(starts, 1):
            started.append(start())
            if number % _IN_ONE_TURN == 0:
                await deferLater(clock, 0)
    except BaseException:
        ended = side_by_side(started).addErrback(lambda _: None)
        ended.cancel()
        raise
    return await side_by_side(started)
