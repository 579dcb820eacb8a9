"""The answer to a request for one URL: the final response after redirects, or the reason why there is none."""

from enum import Enum
from functools import cached_property

from attrs import evolve, frozen

from sitescan.model.fix import Moved
from sitescan.model.linked_page import LinkedPage
from sitescan.model.redirects import PERMANENT, Redirect, Step, redirect_kind
from sitescan.standards.file_types import unusable
from sitescan.standards.http_headers import Headers


class Problem(Enum):
    """The reason why a request got no final response."""

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
    TYPE = "the response is of another kind"
    INTERRUPTED = "the response ends before it is complete"
    BLOCKED = "browsers block it because it is loaded over plain HTTP"
    BUSY = "the server asks for fewer requests"
    COOLING = "this service has already sent that host many requests in the last minute"
    ENDLESS = "the site probably has any number of such addresses"
    NO_FILE = "the folder has no such file"
    NOT_IN_FILES = "the files don't show what is sent for it"


#: Problems that say nothing about the host: no request was sent, or the wait for its response was cut short.
_NOT_ASKED = frozenset(
    {
        *(Problem.TIMEOUT, Problem.FORBIDDEN, Problem.LOCATION, Problem.BLOCKED, Problem.COOLING),
        *(Problem.ENDLESS, Problem.NOT_IN_FILES),
    }
)


class Verdict(Enum):
    """The state of a URL as visitors see it."""

    OK = "ok"
    BROKEN = "broken"
    UNVERIFIABLE = "unverifiable"
    UNCHECKED = "unchecked"


#: Statuses which say that the resource does not exist, whoever requests it.
_GONE = frozenset({404, 410})


INCOMPLETE_CHAIN = "its issuer is unknown or not sent"
"""The cause of a certificate problem that most browsers resolve: they fetch an issuer that the server did not send."""


# No slots: attrs implements cached properties of classes with slots by __getattr__, which slows every attribute access.
@frozen(kw_only=True, slots=False)
class Answer:
    """
    The answer to a request for one URL, after redirects.

    :ivar url: the URL that the page names.
    :ivar sent_url: the URL that browsers request instead because of the page's policy
        (``upgrade-insecure-requests``); empty if they request ``url``.
    :ivar method: the method of the request that the answer is taken from, ``HEAD`` or ``GET``.
    :ivar steps: the redirects, in order.
    :ivar status: the status of the final response; ``None`` if there is none.
    :ivar headers: the header fields of the final response.
    :ivar size: the ``Content-Length`` of the final response; ``None`` if it is not known.
    :ivar least_size: a lower bound of the size in bytes if the size is not known; else 0.
    :ivar problem: the reason why there is no final response; ``None`` if there is one.
    :ivar cause: more detail about the problem, such as ``expired``; may be empty.
    :ivar begins: what the body of the final response begins with (:mod:`sitescan.standards.file_types`); empty if it
        was not read.
    :ivar linked_page: the content of the final response; ``None`` if it was not read.
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
    begins: str = ""
    linked_page: LinkedPage | None = None

    @property
    def known_size(self) -> int | None:
        """The size in bytes or its lower bound; ``None`` if neither is known."""
        return self.size if self.size is not None else self.least_size or None

    @property
    def final_url(self) -> str:
        """The URL of the final response, or the URL at which the request failed."""
        return self.steps[-1].location if self.steps else self.sent_url or self.url

    @cached_property
    def redirect(self) -> Redirect | None:
        """The kind of the redirect; ``None`` if there is none or it returns to the same URL."""
        return redirect_kind(self.sent_url or self.url, self.steps)

    def loaded_as(self, destination: str) -> "Answer":
        """
        Return the answer to those who load the URL, to whom a file of another kind is none.

        :param destination: the kind of the request (:func:`sitescan.standards.file_types.unusable`).
        """
        if self.status is None or not 200 <= self.status < 300:
            return self
        types = self.headers.content_type, self.begins
        cause = unusable(destination, self.status, *types, nosniff=self.headers.nosniff)
        return evolve(self, status=None, problem=Problem.TYPE, cause=cause) if cause else self

    def moved(self, *elements: str) -> Moved | None:
        """
        Return the new address of a URL that has moved for good; ``None`` if one of its redirects may change.

        A login or a home page in place of another page is no new address.

        :param elements: the names of the elements that name the URL.
        """
        elsewhere = self.redirect in (None, Redirect.LOGIN, Redirect.HOME)
        if elsewhere or self.verdict is not Verdict.OK or any(step.status not in PERMANENT for step in self.steps):
            return None
        return Moved(url=self.url, to=self.final_url, elements=elements)

    @property
    def verdict(self) -> Verdict:
        """
        The state of the URL: broken only if visitors would see an error.

        A bot wall, an overload and a timeout prove nothing about what visitors see. Of the client errors, only 404 and
        410 say that the resource does not exist: sites return 400, 403, 429, 999 and others to programs. Browsers
        complete an incomplete certificate chain.
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
        """The outcome in words: the status, or the problem and its cause."""
        if self.problem is None:
            return f"status {self.status}"
        return f"{self.problem.value} ({self.cause})" if self.cause else self.problem.value
