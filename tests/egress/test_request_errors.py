"""The exceptions of Twisted and OpenSSL are translated into those of the package."""

import pytest
from OpenSSL import SSL
from twisted.internet.defer import CancelledError
from twisted.internet.error import ConnectingCancelledError, ConnectionDone, ConnectionLost
from twisted.python.failure import Failure
from twisted.web.client import ResponseFailed

from sitescan.concurrency.deadline import TimedOut
from sitescan.egress.policy import NOT_PUBLIC, Forbidden
from sitescan.egress.request_errors import Unreachable, translated
from sitescan.model.answers import Problem

_OWN = (Unreachable(Problem.NAME), Forbidden(NOT_PUBLIC), TimedOut(3))


@pytest.mark.parametrize("problem", _OWN, ids=repr)
def test_own_exceptions(problem: Exception) -> None:
    """They stay as they are, even as the reason of another exception."""
    assert translated(problem, None) is problem
    assert translated(ResponseFailed([Failure(problem)]), None) is problem


@pytest.mark.parametrize(
    ("problem", "kind", "cause"),
    [
        (ConnectionDone(), Problem.RESET, ""),
        (ResponseFailed([Failure(ResponseFailed([Failure(ConnectionLost())]))]), Problem.RESET, ""),
        (SSL.Error([("SSL routines", "", "wrong version number")]), Problem.TLS, "the port doesn't use TLS"),
        (SSL.Error(), Problem.TLS, ""),
        (ValueError(), Problem.MALFORMED, ""),
    ],
    ids=repr,
)
def test_library_exceptions(problem: Exception, kind: Problem, cause: str) -> None:
    """A request that fails by any other exception has no response, and its problem is named."""
    failure = translated(problem, None)
    assert isinstance(failure, Unreachable)
    assert (failure.problem, failure.cause) == (kind, cause)


@pytest.mark.parametrize("problem", [CancelledError(), ConnectingCancelledError("")], ids=repr)
def test_cancelled(problem: Exception) -> None:
    """A request that is cancelled while it connects is cancelled."""
    assert isinstance(translated(problem, None), CancelledError)


def test_reason_for_closing() -> None:
    """It comes before what Twisted knows."""
    reason = TimedOut(3)
    assert translated(ConnectionLost(), reason) is reason
