"""Why a request got no usable answer, in our words."""

from OpenSSL import SSL
from twisted.internet.defer import CancelledError
from twisted.internet.error import ConnectingCancelledError, ConnectionDone, ConnectionLost

from sitescan.deadline import TimedOut
from sitescan.egress.policy import Forbidden
from sitescan.egress.tls import tls_failure
from sitescan.model.answers import Problem


class Unreachable(Exception):
    """
    No answer came.

    :ivar problem: which kind of failure.
    :ivar cause: what is known beyond that (``expired``), or empty.
    """

    def __init__(self, problem: Problem, cause: str = "") -> None:
        super().__init__(f"{problem.value} ({cause})" if cause else problem.value)
        self.problem = problem
        self.cause = cause


class TooLarge(Exception):
    """
    A body is larger than it may be.

    :ivar limit: the limit in words, such as ``5 MiB after decompression``.
    :ivar size: bytes as sent that are known of: all of them where ``whole``, else at least so many.
    """

    def __init__(self, limit: str, size: int = 0, *, whole: bool = False) -> None:
        super().__init__(limit)
        self.limit = limit
        self.size = size
        self.whole = whole


def translated(problem: Exception, given_up_for: Exception | None) -> Exception:
    """
    The reason behind a failure of Twisted's HTTP client, in our words.

    :param given_up_for: what the connection was closed for on this side; Twisted knows only that it was closed.
    """
    if given_up_for is not None:
        return given_up_for
    reason: BaseException = problem
    while failures := getattr(reason, "reasons", None):
        reason = failures[0].value
    if isinstance(reason, CancelledError | ConnectingCancelledError):
        return CancelledError()
    if isinstance(reason, Unreachable | Forbidden | TimedOut):
        return reason
    if isinstance(reason, ConnectionDone | ConnectionLost):
        return Unreachable(Problem.RESET)
    if isinstance(reason, SSL.Error):
        return Unreachable(Problem.TLS, tls_failure(reason))
    return Unreachable(Problem.MALFORMED)
