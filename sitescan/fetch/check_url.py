"""Requesting a URL by HEAD, and by GET if that fails, with retries for busy servers."""

from collections.abc import Awaitable, Callable, Mapping, Sequence

from attrs import define, field

from sitescan.concurrency.cancellation import drop_traceback
from sitescan.concurrency.deadline import Deadline, TimedOut
from sitescan.egress.client import Session
from sitescan.egress.follow_redirects import InvalidLocation, follow
from sitescan.egress.policy import Forbidden
from sitescan.egress.request_errors import Unreachable
from sitescan.egress.response import Response
from sitescan.fetch.retry_after import retry_after_seconds
from sitescan.model.answers import Answer, Problem, Verdict
from sitescan.model.exchange import Hop
from sitescan.model.redirects import Step
from sitescan.standards.http_headers import in_utf8
from sitescan.standards.urls import InvalidTarget, join_target, serialized_target

_TOO_MANY = 429

#: The pause after a 429 response without ``Retry-After``, in seconds.
_PAUSE = 1.0

#: The failures after which a GET would fail as well, or take as long again.
_FINAL = frozenset(
    {
        Problem.TIMEOUT,
        Problem.NAME,
        Problem.REFUSED,
        Problem.UNREACHABLE,
        Problem.FORBIDDEN,
        Problem.CERTIFICATE,
        Problem.TLS,
        Problem.BUSY,
        Problem.COOLING,
    }
)

_PROBLEMS: Mapping[type[Exception], Problem] = {
    TimedOut: Problem.TIMEOUT,
    InvalidLocation: Problem.LOCATION,
    Forbidden: Problem.FORBIDDEN,
    InvalidTarget: Problem.FORBIDDEN,
}

#: The number of bytes of a head that are kept in an answer: a scan requests hundreds of URLs, and one may have 64 KB.
KEPT_HEAD = 8 * 1024
#: The number of characters of all URLs in a redirect chain, for the same reason.
_LONGEST_CHAIN = 16 * 1024

Reader = Callable[[Response], Awaitable[None]]
"""Reads the final response."""


async def check_url(session: Session, url: str, deadline: Deadline) -> Answer:
    """
    Request a URL, follow redirects, and return the answer.

    Many servers refuse HEAD, answer it with 404 or 500, or close the connection. So a HEAD that doesn't succeed is
    followed by a GET of the original URL, whose body is not received. After a timeout there is no GET, which would take
    as long again.
    """
    head = await _request_with_retry(session, "HEAD", url, deadline)
    if head.verdict is Verdict.OK or head.problem in _FINAL or head.status == _TOO_MANY:
        return head
    return await _request_with_retry(session, "GET", url, deadline)


async def get_and_read(
    session: Session,
    url: str,
    deadline: Deadline,
    reader: Reader,
    headers: Sequence[tuple[str, str]] = (),
    *,
    first: bool = False,
) -> Answer:
    """
    Request a URL by GET, follow redirects, pass the final response to a reader, and return the answer.

    :param headers: header fields to add to those of every request, or to replace some of them.
    :param first: whether to send the request before those that already wait for the same host.
    """
    return await _request_with_retry(session, "GET", url, deadline, reader, headers, first=first)


async def _request_with_retry(
    session: Session,
    method: str,
    url: str,
    deadline: Deadline,
    reader: Reader | None = None,
    headers: Sequence[tuple[str, str]] = (),
    *,
    first: bool = False,
) -> Answer:
    """
    Send a request; if the server is busy, wait once and send it again.

    After a 429 response, the host gets one request at a time. If it names no waiting time, a short pause is tried,
    unless one has failed before. A host that asks for more time than is left, or twice for the same URL, gets no more
    requests.
    """
    answer = await _request(session, method, url, deadline, reader, headers, first=first)
    seconds = retry_after_seconds(answer)
    if seconds is None and answer.status != _TOO_MANY:
        return answer
    host = join_target(answer.final_url, "").host
    if answer.status == _TOO_MANY:
        session.limiter.narrow(host)
        if seconds is None and session.backoff.short_rest_may_help(host):
            seconds = _PAUSE
    if seconds is None:
        return answer
    if seconds < deadline.left():
        await session.backoff.rest(host, seconds)
        answer = await _request(session, method, url, deadline, reader, headers, first=True)
        if answer.status == _TOO_MANY:
            session.backoff.short_rest_failed(host)
    if retry_after_seconds(answer) is not None:
        session.backoff.block_host(host)
    return answer


async def _request(
    session: Session,
    method: str,
    url: str,
    deadline: Deadline,
    reader: Reader | None,
    headers: Sequence[tuple[str, str]],
    *,
    first: bool,
) -> Answer:
    redirects = _RedirectChain()
    try:
        response = await follow(session, method, serialized_target(url), deadline, redirects.add, headers, first=first)
        try:
            if reader is not None:
                await reader(response)
        finally:
            response.close()
    except (TimedOut, InvalidLocation, Forbidden, InvalidTarget) as failure:
        drop_traceback(failure)
        return Answer(url=url, method=method, steps=redirects.steps, problem=_PROBLEMS[type(failure)])
    except Unreachable as failure:
        drop_traceback(failure)
        return Answer(url=url, method=method, steps=redirects.steps, problem=failure.problem, cause=failure.cause)
    return Answer(
        url=url,
        method=method,
        steps=redirects.steps,
        status=response.status,
        headers=response.headers.within(KEPT_HEAD),
        size=response.length,
    )


@define
class _RedirectChain:
    """The redirects of one request."""

    _steps: list[Step] = field(factory=list, init=False)
    _length: int = field(default=0, init=False)

    def add(self, hop: Hop) -> None:
        """
        Add a redirect.

        :raises Unreachable: if the URLs are too long together.
        """
        step = _step(hop)
        self._length += len(step.location)
        if self._length > _LONGEST_CHAIN:
            raise Unreachable(Problem.HEAD_TOO_LONG)
        self._steps.append(step)

    @property
    def steps(self) -> tuple[Step, ...]:
        """The redirects in the order in which they were followed."""
        return tuple(self._steps)


def steps(hops: Sequence[Hop]) -> tuple[Step, ...]:
    """Return the steps of redirects."""
    return tuple(map(_step, hops))


def _step(hop: Hop) -> Step:
    return Step(url=hop.url, status=hop.status, location=_location(hop))


def _location(hop: Hop) -> str:
    location = hop.headers.location
    try:
        return join_target(hop.url, in_utf8(location)).url
    except InvalidTarget:
        return location
