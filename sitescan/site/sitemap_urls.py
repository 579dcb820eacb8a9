"""The pages that the sitemaps of a site list."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice

from attrs import define, field, frozen

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

#: The sitemaps of a site that are read, and the depth of indexes.
_MOST, _DEEPEST = 200, 2

SITEMAP_BYTES = 4 * 1024**2
"""The size of a sitemap that is read."""


def sitemaps_of(robots: Robots) -> tuple[str, ...]:
    """Return the URLs of the sitemaps of a site: those of robots.txt, or else ``/sitemap.xml``."""
    named = [line.value for line in robots.file.lines if line.key == "sitemap"] if robots.found else []
    return tuple(named) or (join_target(robots.url, "/sitemap.xml").url,)


@frozen
class Listed:
    """
    What sitemaps list.

    :ivar urls: the URLs of pages.
    :ivar dates: the number of pages by the date of their last change.
    """

    urls: tuple[str, ...] = ()
    dates: Mapping[str, int] = field(factory=dict)


async def listed_pages(sitemaps: Iterable[str], session: Session, deadline: Deadline) -> Listed:
    """Return the pages that sitemaps list, and those that the sitemaps in their indexes do."""
    reading = SitemapReading(sitemaps)
    for url in reading.urls():
        reading.add(url, await _body(session, url, deadline))
    return reading.listed


@define(eq=False)
class SitemapReading:
    """
    Reads sitemaps, and those that their indexes lead to, which are of the same origin.

    :ivar sitemaps: the URLs of the first ones.
    """

    sitemaps: Iterable[str]
    _depths: dict[str, int] = field(factory=dict, init=False)
    _pages: dict[str, None] = field(factory=dict, init=False)
    _dates: Counter[str] = field(factory=Counter, init=False)

    def urls(self) -> Iterator[str]:
        """Yield the URL of each sitemap. The caller must add what it contains before it asks for the next one."""
        self._depths = dict.fromkeys(self.sitemaps, 0)
        for number in range(_MOST):
            if number >= len(self._depths):
                return
            yield next(islice(self._depths, number, None))

    def add(self, url: str, body: bytes) -> None:
        """Add the beginning of a sitemap; nothing if it can't be read."""
        content = parse_sitemap(body, whole=True)
        locations = [location for location in map(_absolute, content.locations) if location]
        if content.kind != "index":
            self._pages.update(dict.fromkeys(map(normal_url, locations)))
            self._dates.update(content.dates)
        elif self._depths[url] < _DEEPEST:
            for found in locations:
                if origin_of(found) == origin_of(url):
                    self._depths.setdefault(found, self._depths[url] + 1)

    @property
    def listed(self) -> Listed:
        """What they list."""
        return Listed(tuple(self._pages), self._dates)


def _absolute(location: str) -> str:
    try:
        return join_target(location, "").url
    except InvalidTarget:
        return ""


async def _body(session: Session, url: str, deadline: Deadline) -> bytes:
    """Return the beginning of a sitemap; nothing if it can't be read."""
    limits = BodyLimits(wire=SITEMAP_BYTES, decoded=SITEMAP_BYTES, prefix=True)
    try:
        response = await follow(session, "GET", join_target(url, ""), deadline, lambda _: None)
        try:
            return (await response.body(limits, deadline)).data if response.status == 200 else b""
        finally:
            response.close()
    except (Forbidden, InvalidTarget, TimedOut, TooLarge, Unreachable) as problem:
        drop_traceback(problem)
        return b""
