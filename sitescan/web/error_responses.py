"""The error responses of the contract. Only this package knows HTTP statuses."""

from attrs import frozen

from sitescan.admission.concurrency_gate import Busy
from sitescan.concurrency.deadline import TimedOut
from sitescan.egress.policy import Forbidden
from sitescan.egress.request_errors import Overloaded, TooLarge, Unreachable
from sitescan.examine.examination_errors import NotExamined
from sitescan.fetch.page import NotAWebPage
from sitescan.model.answers import Problem
from sitescan.rendering.rendering_errors import NotRendered
from sitescan.standards.urls import InvalidTarget
from sitescan.state.state_errors import StateUnavailable
from sitescan.web.wire import InvalidBody


@frozen
class ApiError:
    """
    An error response.

    :ivar status: the HTTP status.
    :ivar error: the short text that names the error.
    :ivar details: one or two sentences for the user.
    """

    status: int
    error: str
    details: str


INTERNAL = ApiError(500, "Scan failed", "An internal error stopped the scan; it has been logged.")

_RAISING = "The options page-bytes and page-wire-bytes raise the limit, in a command with --set page-bytes=20MiB."
_BUSY = "The server is busy; try again in a moment."

_PROBLEMS = {
    Problem.NAME: "The host name was not found; check its spelling and its DNS records.",
    Problem.REFUSED: "The connection was refused; check that a web server listens on that port.",
    Problem.UNREACHABLE: "The host could not be reached; check its address and its firewall.",
    Problem.RESET: "The server closed the connection before it sent a response.",
    Problem.TIMEOUT: "The server did not respond in time: {cause}.",
    Problem.CERTIFICATE: "The certificate is not valid: {cause}.",
    Problem.TLS: "A secure connection could not be established: {cause}.",
    Problem.MALFORMED: "The server's response is malformed: {cause}.",
    Problem.HEAD_TOO_LONG: "The headers of the server's response are too long.",
    Problem.LOCATION: "The page redirects to something that is not a valid web address.",
    Problem.LOOP: "The page redirects in a loop.",
    Problem.REDIRECTS: "There are too many redirects.",
    Problem.FORBIDDEN: "The address is not public.",
    Problem.COOLING: "The site is being scanned too often at the moment; try again in a minute.",
}

_CAUSELESS = {
    Problem.TIMEOUT: "the connection timed out",
    Problem.CERTIFICATE: "browsers don't trust it",
    Problem.TLS: "the TLS handshake failed",
    Problem.MALFORMED: "it is not valid HTTP",
}


def api_error(problem: BaseException) -> ApiError:
    """Return the response to a scan that failed; it never contains a traceback, a path or an internal address."""
    if isinstance(problem, InvalidBody):
        return ApiError(400, "Invalid request body", str(problem))
    if isinstance(problem, InvalidTarget):
        return ApiError(400, "Invalid URL", str(problem))
    if isinstance(problem, Forbidden):
        return ApiError(400, "Invalid URL", problem.what)
    if isinstance(problem, NotAWebPage):
        if problem.status:
            return ApiError(400, "Not a web page", f"The response has no content (status {problem.status}).")
        reason = f"The URL leads to {problem.content_type[:80]}" if problem.content_type else "The response is not HTML"
        return ApiError(400, "Not a web page", f"{reason}; only HTML and XHTML pages can be scanned.")
    details = _scan_failed(problem)
    return ApiError(500, "Scan failed", details) if details else INTERNAL


def _scan_failed(problem: BaseException) -> str:
    if isinstance(problem, Unreachable):
        return _PROBLEMS[problem.problem].format(cause=problem.cause or _CAUSELESS.get(problem.problem, ""))
    if isinstance(problem, TimedOut):
        return f"The page timed out after {problem.seconds:g} s."
    if isinstance(problem, TooLarge):
        return f"The page is larger than {problem.limit}. {_RAISING}"
    if isinstance(problem, NotExamined | NotRendered):
        return problem.reason
    if isinstance(problem, Busy | Overloaded):
        return _BUSY
    if isinstance(problem, StateUnavailable):
        return "Scans cannot be counted at the moment; try again in a moment."
    return ""
