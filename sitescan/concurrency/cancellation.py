"""Free what failures and exceptions hold when nothing reads their tracebacks any more."""

from typing import TypeVar

from twisted.internet.defer import CancelledError
from twisted.python.failure import Failure

T = TypeVar("T")


def clean_cancelled(result: T) -> T:
    """
    Remove the traceback from the failure of a cancelled task. Other failures keep theirs, which may be logged.

    The frames of a traceback refer to the failure and to all that a scan has; only the garbage collector would free
    these reference cycles.

    :param result: the result or the failure of a task.
    :return: the same object, so that this can be a callback or an errback.
    """
    if isinstance(result, Failure) and result.check(CancelledError):
        result.cleanFailure()
    return result


def drop_traceback(problem: BaseException) -> None:
    """
    Remove the traceback and the context from an exception that has been handled.

    The frames of the traceback refer to the exception; only the garbage collector would free these reference cycles.
    From Python 3.12 on, the frame of a coroutine that has ended keeps the frame that resumed it, and so on up to the
    reactor's (https://github.com/python/cpython/issues/100964, mended in 3.15). An exception that a coroutine catches
    and translates therefore holds everything that the reactor's turn held.
    """
    problem.__traceback__ = problem.__context__ = None
