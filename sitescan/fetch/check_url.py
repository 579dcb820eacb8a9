"""Does a URL answer? HEAD first, GET where HEAD is refused."""

from collections.abc import Awaitable, Callable, Mapping, Sequence

from attrs import define, field

from sitescan.cancellation import drop_traceback
from sitescan.deadline import Deadline, TimedOut
from sitescan.egress.client import Session
from sitescan.egress.follow_redirects import InvalidLocation, follow
from sitescan.egress.policy import Forbidden
from sitescan.egress.request_errors import Unreachable
from sitescan.egress.response import Response
from sitescan.fetch.retry_after import retry_after_seconds
from sitescan.model.answers import Answer, Problem, Verdict
from sitescan.model.exchange import Hop
from sitescan.model.redirects import Step
from sitescan.standards.urls import InvalidTarget, join_target, serialized_target

_TOO_MANY = 429

#: How long a host rests that has had too many requests and does not say for how long, seconds.
_PAUSE = 1.0

#: Failures after which asking with GET would only cost as much time again, or fail alike.
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
        Problem.OVERLOADED,
    }
)

_PROBLEMS: Mapping[type[Exception], Problem] = {
    TimedOut: Problem.TIMEOUT,
    InvalidLocation: Problem.LOCATION,
    Forbidden: Problem.FORBIDDEN,
    InvalidTarget: Problem.FORBIDDEN,
}

#: So much of a head is kept, bytes: hundreds of addresses are asked for one page, and a head can have 64 KB.
_KEPT = 8 * 1024
#: Characters of the addresses on one way, for the same reason.
_LONGEST_WAY = 16 * 1024

Reader = Callable[[Response], Awaitable[None]]
"""Reads a final answer."""


async def check_url(session: Session, url: str, deadline: Deadline) -> Answer:
    """
    What a URL answers, redirects followed.

    Many servers treat HEAD unlike GET: they refuse it, answer 404 or 500, or hang up. So whatever
    HEAD does not answer with success is asked again with GET, from the original URL; the body is
    not received. Only a time-out is final: asking twice would take twice as long.
    """
    head = await _patiently(session, "HEAD", url, deadline)
    if head.verdict is Verdict.OK or head.problem in _FINAL or head.status == _TOO_MANY:
        return head
    return await _patiently(session, "GET", url, deadline)


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
    What a URL answers to GET, redirects followed, and what is read in it.

    :param headers: fields beside, or instead of, those that every request has.
    :param first: whether to go before those who wait for the host already.
    """
    return await _patiently(session, "GET", url, deadline, reader, headers, first=first)


async def _patiently(
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
    Ask; where the server says to come again later, wait once and ask again, or ask it no more.

    One that has had too many requests and does not say how long to wait gets a short rest, unless that did not help
    before. From then on the host is asked one thing at a time. One that wants more patience than there is, or more than
    once for one URL, is left alone.
    """
    answer = await _ask(session, method, url, deadline, reader, headers, first=first)
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
        answer = await _ask(session, method, url, deadline, reader, headers, first=True)
        if answer.status == _TOO_MANY:
            session.backoff.short_rest_failed(host)
    if retry_after_seconds(answer) is not None:
        session.backoff.block_host(host)
    return answer


async def _ask(
    session: Session,
    method: str,
    url: str,
    deadline: Deadline,
    reader: Reader | None,
    headers: Sequence[tuple[str, str]],
    *,
    first: bool,
) -> Answer:
    way = _Way()
    try:
        response = await follow(session, method, serialized_target(url), deadline, way.go_on, headers, first=first)
        try:
            if reader is not None:
                await reader(response)
        finally:
            response.close()
    except (TimedOut, InvalidLocation, Forbidden, InvalidTarget) as failure:
        drop_traceback(failure)
        return Answer(url=url, method=method, steps=way.known, problem=_PROBLEMS[type(failure)])
    except Unreachable as failure:
        drop_traceback(failure)
        return Answer(url=url, method=method, steps=way.known, problem=failure.problem, cause=failure.cause)
    return Answer(
        url=url,
        method=method,
        steps=way.known,
        status=response.status,
        headers=response.headers.within(_KEPT),
        size=response.length,
    )


@define
class _Way:
    """The redirects of one URL so far."""

    _steps: list[Step] = field(factory=list, init=False)
    _length: int = field(default=0, init=False)

    def go_on(self, hop: Hop) -> None:
        """
        Keep a redirect.

        :raises Unreachable: where the addresses are longer together than is kept.
        """
        step = _step(hop)
        self._length += len(step.location)
        if self._length > _LONGEST_WAY:
            raise Unreachable(Problem.HEAD_TOO_LONG)
        self._steps.append(step)

    @property
    def known(self) -> tuple[Step, ...]:
        """The redirects, first to last."""
        return tuple(self._steps)


def steps(hops: Sequence[Hop]) -> tuple[Step, ...]:
    """Redirects as they were followed."""
    return tuple(map(_step, hops))


def _step(hop: Hop) -> Step:
    return Step(url=hop.url, status=hop.status, location=_location(hop))


def _location(hop: Hop) -> str:
    location = hop.headers.location
    try:
        return join_target(hop.url, location.encode("latin-1").decode("utf-8", "replace")).url
    except InvalidTarget:
        return location
