"""The exceptions of requests without a usable response."""

from OpenSSL import SSL
from twisted.internet.defer import CancelledError
from twisted.internet.error import ConnectingCancelledError, ConnectionDone, ConnectionLost

from sitescan.concurrency.cancellation import drop_traceback
from sitescan.concurrency.deadline import TimedOut
from sitescan.egress.policy import Forbidden
from sitescan.egress.tls import tls_failure
from sitescan.model.answers import Problem


class Unreachable(Exception):
    """
    There is no usable response.

    :ivar problem: the kind of failure.
    :ivar cause: details, such as ``expired``, or empty.
    """

    def __init__(self, problem: Problem, cause: str = "") -> None:
        super().__init__(f"{problem.value} ({cause})" if cause else problem.value)
        self.problem = problem
        self.cause = cause


class Overloaded(Exception):
    """
    This process can't send a request: it has no free descriptor, or too many lookups of names are waiting.

    It is not a kind of :exc:`Unreachable`, which says something about a host. So no check takes it for an answer, and
    the scan fails.
    """

    is_own = True


class TooLarge(Exception):
    """
    A body is over a limit.

    :ivar limit: the limit in words, such as ``5 MiB after decompression``.
    :ivar size: the number of bytes received, as sent.
    :ivar whole: whether the whole body was received.
    """

    def __init__(self, limit: str, size: int, *, whole: bool) -> None:
        super().__init__(limit)
        self.limit = limit
        self.size = size
        self.whole = whole


def translated(problem: Exception, closed_for: Exception | None) -> Exception:
    """
    Return the exception of this package for an exception of Twisted or OpenSSL, which loses its traceback.

    :param closed_for: the reason for which this side closed the connection, which Twisted doesn't know.
    """
    drop_traceback(problem)
    if closed_for is not None:
        return closed_for
    reason: BaseException = problem
    while failures := getattr(reason, "reasons", None):
        reason = failures[0].value
        drop_traceback(reason)
    if isinstance(reason, CancelledError | ConnectingCancelledError):
        return CancelledError()
    if isinstance(reason, Unreachable | Overloaded | Forbidden | TimedOut):
        return reason
    if isinstance(reason, ConnectionDone | ConnectionLost):
        return Unreachable(Problem.RESET)
    if isinstance(reason, SSL.Error):
        return Unreachable(Problem.TLS, tls_failure(reason))
    return Unreachable(Problem.MALFORMED)
