"""The text files that a site keeps at a fixed place: robots.txt, llms.txt, security.txt."""

from typing import Any

from twisted.internet.defer import Deferred
from twisted.logger import Logger
from twisted.python.failure import Failure

from sitescan.deadline import Deadline, TimedOut
from sitescan.egress.body import BodyLimits
from sitescan.egress.client import Session
from sitescan.egress.errors import TooLarge, Unreachable
from sitescan.egress.follow import follow
from sitescan.egress.reply import Reply
from sitescan.egress.wall import Forbidden
from sitescan.fanout import side_by_side
from sitescan.model.answers import LlmsTxt, Robots, SecurityTxt
from sitescan.model.exchange import Exchange, Hop
from sitescan.model.target import Target, join_target

_log = Logger()

#: As much of a robots.txt as crawlers must read (RFC 9309, 2.5).
_ROBOTS_BYTES = 500 * 1024
_LLMS_BYTES = 256 * 1024
#: More than any security.txt needs, a signature included.
_SECURITY_TXT_BYTES = 32 * 1024


async def fetch_files(session: Session, page_url: str, deadline: Deadline) -> tuple[Robots, LlmsTxt]:
    """Both, side by side."""
    questions: tuple[Deferred[Any], ...] = (
        Deferred.fromCoroutine(fetch_robots(session, page_url, deadline)),
        Deferred.fromCoroutine(fetch_llms(session, page_url, deadline)),
    )
    robots, llms = await side_by_side(questions)
    for failure in (robots, llms):
        if isinstance(failure, Failure):
            _log.failure("a file of the site could not be asked for", failure=failure)
    return (
        robots if isinstance(robots, Robots) else Robots(url=page_url, robots_url=page_url),
        llms if isinstance(llms, LlmsTxt) else LlmsTxt(url=page_url),
    )


async def fetch_robots(session: Session, page_url: str, deadline: Deadline) -> Robots:
    """
    The robots.txt of a page's origin; at most 500 KiB of it count.

    https://www.rfc-editor.org/rfc/rfc9309#section-2.3.1
    """
    target = join_target(page_url, "/robots.txt")
    reply, text = await _fetch(session, target, _ROBOTS_BYTES, deadline)
    return Robots(url=page_url, robots_url=target.url, status=reply.status if reply else None, text=text)


async def fetch_llms(session: Session, page_url: str, deadline: Deadline) -> LlmsTxt:
    """The llms.txt of a page's origin."""
    target = join_target(page_url, "/llms.txt")
    reply, text = await _fetch(session, target, _LLMS_BYTES, deadline)
    return LlmsTxt(url=target.url, status=reply.status if reply else None, text=text)


async def fetch_security_txt(session: Session, exchange: Exchange, deadline: Deadline) -> SecurityTxt:
    """
    The security.txt of a page's host, over HTTPS.

    https://www.rfc-editor.org/rfc/rfc9116#section-3
    """
    target = join_target(exchange.url, "/.well-known/security.txt")
    reply, text = await _fetch(session, target, _SECURITY_TXT_BYTES, deadline)
    if reply is None:
        return SecurityTxt(url=target.url, now=exchange.fetched_at)
    content_type = reply.headers.get("content-type")
    return SecurityTxt(
        url=reply.target.url, status=reply.status, content_type=content_type, text=text, now=exchange.fetched_at
    )


async def _fetch(session: Session, target: Target, size: int, deadline: Deadline) -> tuple[Reply | None, str]:
    limits = BodyLimits(wire=size, decoded=size, prefix=True)
    hops: list[Hop] = []
    try:
        reply = await follow(session, "GET", target, deadline, hops)
        try:
            text = ""
            if 200 <= reply.status < 300:
                text = (await reply.body(limits, deadline)).data.decode("utf-8-sig", "replace")
        finally:
            reply.close()
    except (Unreachable, TooLarge, Forbidden, TimedOut):
        return None, ""
    return reply, text
