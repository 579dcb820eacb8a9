"""The files that a site keeps at a fixed place: robots.txt, security.txt."""

from sitescan.deadline import Deadline, TimedOut
from sitescan.egress.body import BodyLimits
from sitescan.egress.client import Session
from sitescan.egress.errors import TooLarge, Unreachable
from sitescan.egress.follow import follow
from sitescan.egress.wall import Forbidden
from sitescan.model.answers import Robots, SecurityTxt
from sitescan.model.exchange import Exchange, Hop
from sitescan.model.target import join_target

#: As much of a robots.txt as crawlers must read (RFC 9309, 2.5).
_ROBOTS_BYTES = 500 * 1024

#: More than any security.txt needs, a signature included.
_SECURITY_TXT_BYTES = 32 * 1024


async def fetch_robots(session: Session, page_url: str, deadline: Deadline) -> Robots:
    """
    The robots.txt of a page's origin; at most 500 KiB of it count.

    https://www.rfc-editor.org/rfc/rfc9309#section-2.3.1
    """
    target = join_target(page_url, "/robots.txt")
    limits = BodyLimits(wire=_ROBOTS_BYTES, decoded=_ROBOTS_BYTES, prefix=True)
    hops: list[Hop] = []
    try:
        reply = await follow(session, "GET", target, deadline, hops)
        try:
            text = ""
            if reply.status == 200:
                text = (await reply.body(limits, deadline)).data.decode("utf-8-sig", "replace")
        finally:
            reply.close()
    except (Unreachable, TooLarge, Forbidden, TimedOut):
        return Robots(url=page_url, robots_url=target.url)
    return Robots(url=page_url, robots_url=target.url, status=reply.status, text=text)


async def fetch_security_txt(session: Session, exchange: Exchange, deadline: Deadline) -> SecurityTxt:
    """
    The security.txt of a page's host, over HTTPS.

    https://www.rfc-editor.org/rfc/rfc9116#section-3
    """
    target = join_target(exchange.url, "/.well-known/security.txt")
    limits = BodyLimits(wire=_SECURITY_TXT_BYTES, decoded=_SECURITY_TXT_BYTES, prefix=True)
    hops: list[Hop] = []
    try:
        reply = await follow(session, "GET", target, deadline, hops)
        try:
            text = ""
            if reply.status == 200:
                text = (await reply.body(limits, deadline)).data.decode("utf-8-sig", "replace")
        finally:
            reply.close()
    except (Unreachable, TooLarge, Forbidden, TimedOut):
        return SecurityTxt(url=target.url, now=exchange.fetched_at)
    content_type = reply.headers.get("content-type")
    return SecurityTxt(
        url=reply.target.url, status=reply.status, content_type=content_type, text=text, now=exchange.fetched_at
    )
