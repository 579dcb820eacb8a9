"""What a work that was cancelled, or failed as was foreseen, leaves behind."""

from twisted.internet.defer import CancelledError
from twisted.python.failure import Failure


def let_go(result: object) -> None:
    """
    Where a work was cancelled, cut what its failure holds.

    That is a traceback, whose frames hold the failure and all that the scan has: the garbage collector alone would
    find it. Other failures keep theirs, which says where they come from.

    :param result: the result of a work, or its failure.
    """
    if isinstance(result, Failure) and result.check(CancelledError):
        result.cleanFailure()


def passed_on(failure: Failure) -> Failure:
    """The failure of a work, for whoever awaits it; as :func:`let_go` where the work was cancelled."""
    let_go(failure)
    return failure


def forget_way(problem: BaseException) -> None:
    """
    Cut what an exception holds that has been answered: the frames that it came through, and what those held.

    Those frames hold the failure, and so the exception, which only the garbage collector would find.
    """
    problem.__traceback__ = problem.__context__ = None
