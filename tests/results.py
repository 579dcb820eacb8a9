"""Results of Deferreds, read without a reactor."""

from typing import Any, TypeVar

from twisted.internet.defer import Deferred
from twisted.python.failure import Failure

T = TypeVar("T")
_NOTHING: Any = object()


def result_now(deferred: "Deferred[T]") -> T:
    """Return the result of a Deferred, which must have fired without a failure."""
    found = _outcome(deferred)
    assert found is not _NOTHING, "no result yet"
    if isinstance(found, Failure):
        found.raiseException()
    result: T = found
    return result


def failure_now(deferred: "Deferred[Any]", *kinds: type[BaseException]) -> BaseException:
    """Return the exception that a Deferred has failed with, which must be of one of these types."""
    found = _outcome(deferred)
    assert isinstance(found, Failure), f"no failure: {found!r}"
    assert found.check(*kinds), found.getTraceback()
    assert found.value is not None
    return found.value


def nothing_yet(deferred: "Deferred[Any]") -> bool:
    """Return whether a Deferred has not fired."""
    return not deferred.called or deferred.paused > 0


def _outcome(deferred: "Deferred[Any]") -> Any:
    outcome: list[Any] = [_NOTHING]

    def keep(result: Any) -> None:
        outcome[0] = result

    deferred.addBoth(keep)
    return outcome[0]
