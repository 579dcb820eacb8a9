"""Fetching the scanned page, within limits of size and time."""

from sitescan.concurrency.deadline import Deadline
from sitescan.egress.body import BodyLimits
from sitescan.egress.client import Session
from sitescan.egress.follow_redirects import follow
from sitescan.model.exchange import Exchange, Hop, Page
from sitescan.standards.file_types import HTML_TYPES, essence, is_markup
from sitescan.standards.lazy_pattern import lazy_pattern
from sitescan.standards.urls import Target

_MEDIA_TYPE = lazy_pattern(r"[!#$%&'*+.^_`|~0-9a-z-]+/[!#$%&'*+.^_`|~0-9a-z-]+")
#: The types that say nothing about a body (https://mimesniff.spec.whatwg.org/#mime-type-sniffing-algorithm).
_UNKNOWN = frozenset({"*/*", "application/unknown", "unknown/unknown"})
#: The statuses without a page: browsers stay where they are (https://html.spec.whatwg.org/multipage/browsing-the-web.html).
NO_CONTENT = frozenset({204, 205})


class NotAWebPage(Exception):
    """
    The final response is not HTML, or has no content.

    :ivar content_type: its media type, or empty if it has none.
    :ivar status: its status if it has no content; otherwise 0.
    """

    def __init__(self, content_type: str, status: int = 0) -> None:
        super().__init__(content_type, status)
        self.content_type = content_type
        self.status = status


async def fetch_page(session: Session, target: Target, deadline: Deadline, now: float) -> Page:
    """
    Fetch a page, and follow redirects.

    :param now: the wall-clock time, in seconds since the epoch.
    :raises NotAWebPage: if the response is not HTML, or has no content.
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
        if response.status in NO_CONTENT:
            raise NotAWebPage("", response.status)
        kind = page_type(response.headers.content_type)
        if kind and kind not in HTML_TYPES:
            raise NotAWebPage(kind)
        body = await response.body(limits, deadline)
        if not body.data:
            raise NotAWebPage(kind, response.status)
        if not kind and not is_markup(body.data):
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


def page_type(content_type: str) -> str:
    """
    Return the media type of a page in lower case; empty if browsers look at the body instead.

    They do if the field is missing, is no media type, such as ``html``, or is one that says nothing.
    """
    kind = essence(content_type)
    return kind if _MEDIA_TYPE.fullmatch(kind) and kind not in _UNKNOWN else ""
