"""The pages that the sitemaps of a site list."""

from collections import deque
from collections.abc import Iterable

from sitescan.cancellation import drop_traceback
from sitescan.deadline import Deadline, TimedOut
from sitescan.egress.body import BodyLimits
from sitescan.egress.client import Session
from sitescan.egress.follow_redirects import follow
from sitescan.egress.policy import Forbidden
from sitescan.egress.request_errors import TooLarge, Unreachable
from sitescan.model.crawling import Robots
from sitescan.standards.page_urls import normal_url
from sitescan.standards.sitemaps import parse_sitemap
from sitescan.standards.urls import InvalidTarget, join_target, origin_of

#: The sitemaps of a site that are read, the size of each, and the depth of indexes.
_MOST, _BYTES, _DEEPEST = 200, 4 * 1024**2, 2


def sitemaps_of(robots: Robots) -> tuple[str, ...]:
    """Return the URLs of the sitemaps of a site: those of robots.txt, or else ``/sitemap.xml``."""
    named = [line.value for line in robots.file.lines if line.key == "sitemap"] if robots.found else []
    return tuple(named) or (join_target(robots.url, "/sitemap.xml").url,)


async def listed_urls(sitemaps: Iterable[str], session: Session, deadline: Deadline) -> tuple[str, ...]:
    """
    Return the pages that sitemaps list, and those that the sitemaps in their indexes do.

    An index leads only to sitemaps of its own origin.
    """
    waiting = deque((url, 0) for url in sitemaps)
    met, pages = set[str](), dict[str, None]()
    while waiting and len(met) < _MOST:
        url, depth = waiting.popleft()
        if url in met:
            continue
        met.add(url)
        content = parse_sitemap(await _body(session, url, deadline), whole=True)
        locations = [location for location in map(_absolute, content.locations) if location]
        if content.kind != "index":
            pages.update(dict.fromkeys(map(normal_url, locations)))
        elif depth < _DEEPEST:
            waiting.extend((found, depth + 1) for found in locations if origin_of(found) == origin_of(url))
    return tuple(pages)


def _absolute(location: str) -> str:
    try:
        return join_target(location, "").url
    except InvalidTarget:
        return ""


async def _body(session: Session, url: str, deadline: Deadline) -> bytes:
    """Return the beginning of a sitemap; nothing if it can't be read."""
    limits = BodyLimits(wire=_BYTES, decoded=_BYTES, prefix=True)
    try:
        response = await follow(session, "GET", join_target(url, ""), deadline, lambda _: None)
        try:
            return (await response.body(limits, deadline)).data if response.status == 200 else b""
        finally:
            response.close()
    except (Forbidden, InvalidTarget, TimedOut, TooLarge, Unreachable) as problem:
        drop_traceback(problem)
        return b""
