"""Many at once: a :class:`DeferredList` whose cancellation is not lost."""

from collections.abc import Iterable
from typing import Any, TypeVar

from twisted.internet.defer import Deferred, DeferredList
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
