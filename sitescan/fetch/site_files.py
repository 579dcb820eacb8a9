"""Fetching the text files at well-known paths: robots.txt, llms.txt and security.txt."""

from sitescan.concurrency.deadline import Deadline, TimedOut
from sitescan.egress.body import BodyLimits
from sitescan.egress.client import Session
from sitescan.egress.follow_redirects import follow
from sitescan.egress.policy import Forbidden
from sitescan.egress.request_errors import TooLarge, Unreachable
from sitescan.egress.response import Response
from sitescan.model.crawling import Robots
from sitescan.model.exchange import Exchange, Hop
from sitescan.model.site_answers import LlmsTxt, SecurityTxt
from sitescan.standards.urls import Target, join_target

#: The size of a robots.txt that crawlers must read at least (RFC 9309, section 2.5).
ROBOTS_BYTES = 500 * 1024
_LLMS_BYTES = 256 * 1024
#: More than a security.txt with a signature needs.
_SECURITY_TXT_BYTES = 32 * 1024


async def fetch_robots(session: Session, page_url: str, deadline: Deadline) -> Robots:
    """
    Fetch the robots.txt of a page's origin, of which at most 500 KiB are read.

    https://www.rfc-editor.org/rfc/rfc9309#section-2.3.1
    """
    target = join_target(page_url, "/robots.txt")
    redirects: list[Hop] = []
    response, text = await _fetch(session, target, ROBOTS_BYTES, deadline, redirects)
    status = response.status if response else None
    return Robots(url=page_url, robots_url=target.url, status=status, text=text, redirects=len(redirects))


async def fetch_llms(session: Session, page_url: str, deadline: Deadline) -> LlmsTxt:
    """Fetch the llms.txt of a page's origin."""
    target = join_target(page_url, "/llms.txt")
    response, text = await _fetch(session, target, _LLMS_BYTES, deadline)
    return LlmsTxt(url=target.url, status=response.status if response else None, text=text)


async def fetch_security_txt(session: Session, exchange: Exchange, deadline: Deadline) -> SecurityTxt:
    """
    Fetch the security.txt of a page's host over HTTPS.

    https://www.rfc-editor.org/rfc/rfc9116#section-3
    """
    target = join_target(exchange.url, "/.well-known/security.txt")
    response, text = await _fetch(session, target, _SECURITY_TXT_BYTES, deadline)
    if response is None:
        return SecurityTxt(url=target.url, now=exchange.fetched_at)
    content_type = response.headers.get("content-type")
    return SecurityTxt(
        url=response.target.url,
        requested=target.url,
        status=response.status,
        content_type=content_type,
        text=text,
        now=exchange.fetched_at,
    )


async def _fetch(
    session: Session, target: Target, size: int, deadline: Deadline, redirects: list[Hop] | None = None
) -> tuple[Response | None, str]:
    limits = BodyLimits(wire=size, decoded=size, prefix=True)
    redirects = [] if redirects is None else redirects
    try:
        response = await follow(session, "GET", target, deadline, redirects.append)
        try:
            text = ""
            if 200 <= response.status < 300:
                text = (await response.body(limits, deadline)).data.decode("utf-8-sig", "replace")
        finally:
            response.close()
    except (Unreachable, TooLarge, Forbidden, TimedOut):
        return None, ""
    return response, text
