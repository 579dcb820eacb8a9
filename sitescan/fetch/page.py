"""Fetching the scanned page, within limits of size and time."""

import re

from sitescan.deadline import Deadline
from sitescan.egress.body import BodyLimits
from sitescan.egress.client import Session
from sitescan.egress.follow_redirects import follow
from sitescan.model.exchange import Exchange, Hop, Page
from sitescan.standards.urls import Target

_HTML = frozenset({"text/html", "application/xhtml+xml"})
_TAG = re.compile(rb"\s*<(?:!doctype html|html|head|body|title|script|style|div|p|h1|table|a|br|!--)[\s>!/]", re.I)
_SNIFFED = 512


class NotAWebPage(Exception):
    """
    The final response is not HTML.

    :ivar content_type: its media type, or empty if it has none.
    """

    def __init__(self, content_type: str) -> None:
        super().__init__(content_type)
        self.content_type = content_type


async def fetch_page(session: Session, target: Target, deadline: Deadline, now: float) -> Page:
    """
    Fetch a page, and follow redirects.

    :param now: the wall-clock time, in seconds since the epoch.
    :raises NotAWebPage: if the response is not HTML.
    :raises TooLarge: if the body is over the limits.
    :raises Unreachable: if there is no response, or the body can't be received.
    :raises Forbidden: if the policy doesn't allow the target, or a URL that it redirects to.
    :raises TimedOut: at the deadline, or if a phase takes too long.
    """
    settings, clock = session.context.settings, session.context.reactor
    limits = BodyLimits(wire=settings.page_wire_bytes, decoded=settings.page_bytes, ratio=settings.ratio)
    started = clock.seconds()
    deadline = deadline.within(settings.page_seconds)
    hops: list[Hop] = []
    try:
        response = await follow(session, "GET", target, deadline, hops.append)
    finally:
        session.fetches_page = False
    try:
        content_type = response.headers.content_type
        essence = content_type.partition(";")[0].strip().lower()
        if essence and essence not in _HTML:
            raise NotAWebPage(essence)
        body = await response.body(limits, deadline)
        if not essence and not _TAG.match(body.data[:_SNIFFED]):
            raise NotAWebPage("")
        exchange = Exchange(
            requested=target.url,
            url=response.target.url,
            hops=tuple(hops),
            status=response.status,
            headers=response.headers,
            malformed_lines=response.malformed_lines,
            http_version=response.http_version,
            coding=response.coding,
            wire_size=body.wire_size,
            size=len(body.data),
            truncated=body.truncated,
            timings=response.timings,
            tls=response.tls,
            seconds=clock.seconds() - started,
            fetched_at=now,
        )
    finally:
        response.close()
    return Page(exchange=exchange, body=body.data)
