"""Does a URL answer? HEAD first, GET where HEAD is refused."""

from collections.abc import Awaitable, Callable, Sequence

from sitescan.deadline import Deadline, TimedOut
from sitescan.egress.client import Session
from sitescan.egress.errors import Unreachable
from sitescan.egress.follow import follow
from sitescan.egress.head import content_length
from sitescan.egress.reply import Reply
from sitescan.egress.wall import Forbidden
from sitescan.model.answers import Answer, Problem, Verdict
from sitescan.model.exchange import Hop
from sitescan.model.reading import Reading
from sitescan.model.redirects import Step
from sitescan.model.target import InvalidTarget, join_target, parse_target
from sitescan.probe.patience import asked_patience

_TOO_MANY = 429

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
    }
)

Reader = Callable[[Reply], Awaitable[Reading | None]]
"""Reads a final answer."""


async def ask(session: Session, url: str, deadline: Deadline) -> Answer:
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


async def ask_and_read(
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

    A host that wants more patience than there is, or more than once for one URL, is left alone.
    """
    answer = await _ask(session, method, url, deadline, reader, headers, first=first)
    seconds = asked_patience(answer)
    if seconds is None:
        return answer
    host = join_target(answer.final_url, "").host
    if seconds < deadline.left():
        await session.patience.rest(host, seconds)
        answer = await _ask(session, method, url, deadline, reader, headers, first=True)
    if asked_patience(answer) is not None:
        session.patience.shun(host)
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
    hops: list[Hop] = []
    reading: Reading | None = None
    try:
        reply = await follow(session, method, parse_target(url), deadline, hops, headers, first=first)
        try:
            if reader is not None:
                reading = await reader(reply)
        finally:
            reply.close()
    except TimedOut:
        return Answer(url=url, method=method, steps=steps(hops), problem=Problem.TIMEOUT)
    except (Forbidden, InvalidTarget):
        return Answer(url=url, method=method, steps=steps(hops), problem=Problem.FORBIDDEN)
    except Unreachable as failure:
        return Answer(url=url, method=method, steps=steps(hops), problem=failure.problem, cause=failure.cause)
    return Answer(
        url=url,
        method=method,
        steps=steps(hops),
        status=reply.status,
        headers=reply.headers,
        size=content_length(reply.headers),
        reading=reading,
    )


def steps(hops: Sequence[Hop]) -> tuple[Step, ...]:
    """Redirects as they were followed."""
    return tuple(Step(url=hop.url, status=hop.status, location=_location(hop)) for hop in hops)


def _location(hop: Hop) -> str:
    location = hop.headers.location
    try:
        return join_target(hop.url, location.encode("latin-1").decode("utf-8", "replace")).url
    except InvalidTarget:
        return location
