"""The answer of the network to one URL: the final response, the redirects before it, or the reason for its absence."""

from enum import Enum
from functools import cached_property

from attrs import frozen

from sitescan.model.linked_page import LinkedPage
from sitescan.model.redirects import Redirect, Step, redirect_kind
from sitescan.standards.http_headers import Headers


class Problem(Enum):
    """Why a request got no answer."""

    NAME = "the host name was not found"
    REFUSED = "the connection was refused"
    UNREACHABLE = "the host could not be reached"
    RESET = "the connection was closed before it sent a response"
    TIMEOUT = "there was no response in time"
    CERTIFICATE = "the certificate is not valid"
    TLS = "a secure connection could not be established"
    MALFORMED = "the response was not valid HTTP"
    HEAD_TOO_LONG = "the response has more header lines than this service reads"
    LOCATION = "the redirect names no valid web address"
    LOOP = "the redirects form a loop"
    REDIRECTS = "there were too many redirects"
    FORBIDDEN = "the address is not public"
    BLOCKED = "browsers block it because it is loaded over plain HTTP"
    BUSY = "the server asks for fewer requests"
    COOLING = "this service has already sent that host many requests in the last minute"
    OVERLOADED = "this service is too busy at the moment"


#: Problems that say nothing about the host: it was not asked, or not for long enough.
_NOT_ASKED = frozenset(
    {Problem.TIMEOUT, Problem.FORBIDDEN, Problem.LOCATION, Problem.BLOCKED, Problem.COOLING, Problem.OVERLOADED}
)


class Verdict(Enum):
    """What an answer says about the URL that was asked for."""

    OK = "ok"
    BROKEN = "broken"
    UNVERIFIABLE = "unverifiable"
    UNCHECKED = "unchecked"


#: Statuses by which a server says that there is nothing at the address, to anybody.
_GONE = frozenset({404, 410})


INCOMPLETE_CHAIN = "its issuer is unknown or not sent"
"""The cause of a certificate problem that most browsers mend by themselves, where the issuer was just not sent."""


# Those with cached properties have no slots: attrs would find these by __getattr__, and Python would then look up every
# attribute the long way.
@frozen(kw_only=True, slots=False)
class Answer:
    """
    The answer to one URL, redirects followed.

    :ivar url: the URL that was asked for.
    :ivar sent_url: the URL that browsers ask for in its place, where the page's policy says so; else empty.
    :ivar method: ``HEAD`` or ``GET``, whichever was believed.
    :ivar steps: the redirects, first to last.
    :ivar status: status of the final answer, or ``None`` where there was none.
    :ivar headers: header fields of the final answer.
    :ivar size: ``Content-Length`` of the final answer, or ``None`` where it was not said.
    :ivar least_size: where the size is not known, bytes that its body has at least; else 0.
    :ivar problem: why there was no final answer, or ``None``.
    :ivar cause: what is known beyond the problem (``expired``), or empty.
    :ivar reading: what was read in the final answer, where it was read.
    """

    url: str
    sent_url: str = ""
    method: str = "HEAD"
    steps: tuple[Step, ...] = ()
    status: int | None = None
    headers: Headers = Headers()
    size: int | None = None
    least_size: int = 0
    problem: Problem | None = None
    cause: str = ""
    linked_page: LinkedPage | None = None

    @property
    def known_size(self) -> int | None:
        """Its size, or as many bytes as are known of; ``None`` where nothing is."""
        return self.size if self.size is not None else self.least_size or None

    @property
    def final_url(self) -> str:
        """The URL that answered, or at which the way ended."""
        return self.steps[-1].location if self.steps else self.sent_url or self.url

    @cached_property
    def redirect(self) -> Redirect | None:
        """How it redirects; ``None`` where it does not, or where the way ends where it began."""
        return redirect_kind(self.sent_url or self.url, self.steps)

    @property
    def verdict(self) -> Verdict:
        """
        Broken only where a visitor would see it broken.

        A bot wall, an overload and a time-out prove nothing about what visitors see. Of
        the client errors only 404 and 410 say that nothing is there: 400, 403, 429, 999 and others
        are what sites answer to programs. Browsers complete an incomplete certificate chain.
        """
        if self.problem in _NOT_ASKED:
            return Verdict.UNCHECKED
        if self.problem in (Problem.BUSY, Problem.HEAD_TOO_LONG):
            return Verdict.UNVERIFIABLE
        if self.problem is not None:
            complete = self.problem is not Problem.CERTIFICATE or self.cause != INCOMPLETE_CHAIN
            return Verdict.BROKEN if complete else Verdict.UNVERIFIABLE
        if self.status is None:
            return Verdict.UNCHECKED
        if self.status < 400:
            return Verdict.OK
        if self.headers.get("cf-mitigated"):
            return Verdict.UNVERIFIABLE
        server_error = 500 <= self.status < 600 and self.status != 503
        return Verdict.BROKEN if self.status in _GONE or server_error else Verdict.UNVERIFIABLE

    @property
    def reason(self) -> str:
        """What happened, for people: ``404``, or the problem in words."""
        if self.problem is None:
            return f"status {self.status}"
        return f"{self.problem.value} ({self.cause})" if self.cause else self.problem.value
