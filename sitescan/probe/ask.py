"""Does a URL answer? HEAD first, GET where HEAD is refused."""

from collections.abc import Sequence

from sitescan.deadline import Deadline, TimedOut
from sitescan.egress.client import Session
from sitescan.egress.errors import Unreachable
from sitescan.egress.follow import follow
from sitescan.egress.head import content_length
from sitescan.egress.wall import Forbidden
from sitescan.model.answers import Answer, Problem, Step, Verdict
from sitescan.model.exchange import Hop
from sitescan.model.target import InvalidTarget, join_target, parse_target

#: Failures after which asking with GET would only cost as much time again, or fail alike.
_FINAL = frozenset(
    {Problem.TIMEOUT, Problem.NAME, Problem.REFUSED, Problem.UNREACHABLE, Problem.FORBIDDEN, Problem.COOLING}
)
_FINAL_TLS = frozenset({Problem.CERTIFICATE, Problem.TLS})


async def ask(session: Session, url: str, deadline: Deadline) -> Answer:
    """
    What a URL answers, redirects followed.

    Many servers treat HEAD unlike GET: they refuse it, answer 404 or 500, or hang up. So whatever
    HEAD does not answer with success is asked again with GET, from the original URL; the body is
    not received. Only a time-out is final: asking twice would take twice as long.
    """
    head = await _ask(session, "HEAD", url, deadline)
    if head.verdict is Verdict.OK or head.problem in _FINAL or head.problem in _FINAL_TLS:
        return head
    return await _ask(session, "GET", url, deadline)


async def _ask(session: Session, method: str, url: str, deadline: Deadline) -> Answer:
    hops: list[Hop] = []
    try:
        reply = await follow(session, method, parse_target(url), deadline, hops)
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
