"""The files that search engines read in addition to a page (robots.txt, sitemaps) and the URLs that they may crawl."""

from collections.abc import Iterator, Mapping
from functools import cached_property

from attrs import frozen

from sitescan.model.evidence import PlacedEvidence
from sitescan.model.outline import Resource
from sitescan.standards.robots_txt import Pattern, RobotsFile, parse_robots
from sitescan.standards.sitemaps import SitemapContent, parse_sitemap
from sitescan.standards.urls import InvalidTarget, http_host, origin_of, serialized_target

GOOGLE = "Googlebot"
CRAWLERS = (GOOGLE, "Bingbot")
"""The crawlers of the search engines that rules report."""


ROBOTS_REDIRECTS = 5
"""The number of redirects that crawlers follow to a robots.txt; after more, they assume none (RFC 9309, 2.3.1.2)."""


@frozen(kw_only=True, slots=False)
class Robots(PlacedEvidence):
    """
    The robots.txt of a site.

    :ivar url: the URL of the page.
    :ivar robots_url: the URL of robots.txt.
    :ivar status: the status of its response; ``None`` if there was none.
    :ivar text: its text; empty if there is none.
    :ivar redirects: the number of redirects to it.
    """

    url: str
    robots_url: str
    status: int | None = None
    text: str = ""
    redirects: int = 0

    @property
    def complete(self) -> bool:
        """Whether the server responded."""
        return self.status is not None

    @property
    def found(self) -> bool:
        """Whether crawlers find the file."""
        return self.status is not None and 200 <= self.status < 300 and self.redirects <= ROBOTS_REDIRECTS

    @property
    def utf16(self) -> bool:
        """Whether it is encoded in UTF-16, which crawlers do not support."""
        return "\0" in self.text[:200]

    @cached_property
    def file(self) -> RobotsFile:
        """The parsed file."""
        return parse_robots(self.text)

    @cached_property
    def deciding(self) -> Mapping[str, Pattern]:
        """The lines that disallow the page, by crawler of :data:`CRAWLERS`."""
        return self.blocking(self.url)

    def blocking(self, url: str) -> Mapping[str, Pattern]:
        """Return the lines that disallow a URL of this site, by crawler of :data:`CRAWLERS`."""
        try:
            path = serialized_target(url).path
        except InvalidTarget:
            return {}
        decided = {crawler: self.file.deciding(crawler, path) for crawler in CRAWLERS if self.found}
        return {crawler: pattern for crawler, pattern in decided.items() if pattern is not None and not pattern.allow}

    def covers(self, url: str) -> bool:
        """Return whether this robots.txt applies to a URL: each origin has its own."""
        return origin_of(url) == origin_of(self.url) != ""

    @property
    def page(self) -> bool:
        """Whether the server returned an HTML page instead."""
        return self.text.lstrip("\ufeff \t\r\n")[:1] == "<"


@frozen(kw_only=True, slots=False)
class Sitemap:
    """
    The beginning of a sitemap that was fetched successfully.

    :ivar url: the URL of the sitemap.
    :ivar body: its first bytes after content decoding.
    :ivar whole: whether ``body`` is the complete sitemap.
    :ivar declared: whether robots.txt names it.
    :ivar size: the size of the complete sitemap without content coding, in bytes; ``None`` if it is not known.
    """

    url: str
    body: bytes = b""
    whole: bool = True
    declared: bool = True
    size: int | None = None

    @cached_property
    def content(self) -> SitemapContent:
        """The parsed sitemap."""
        return parse_sitemap(self.body, whole=self.whole)

    @property
    def read_share(self) -> float:
        """The share of the sitemap that was read; 1 if the rest of it is unknown."""
        size = len(self.body) if self.whole else self.size
        return min(1.0, self.content.read / size) if size else 1.0


MOST_LISTED = 20
"""The number of URLs in the sitemaps of a site that are requested."""


@frozen(kw_only=True)
class CrawledUrls(PlacedEvidence):
    """
    The URLs that search engines fetch because of a page.

    :ivar robots: the robots.txt of the page's origin.
    :ivar canonical: the absolute canonical URL of the page; empty if it names none.
    :ivar resources: the resources that the page loads.
    :ivar sitemaps: the site's sitemaps.
    """

    robots: Robots
    canonical: str = ""
    resources: tuple[Resource, ...] = ()
    sitemaps: tuple[Sitemap, ...] = ()

    @property
    def complete(self) -> bool:
        """Whether robots.txt is known, which says what crawlers may fetch."""
        return self.robots.complete

    @property
    def listed(self) -> tuple[str, ...]:
        """A sample of the URLs of this host in the sitemaps, at equal distances; the page first if it is listed."""
        host = http_host(self.robots.url)
        locations = dict.fromkeys(url for sitemap in self.sitemaps for url in sitemap.content.locations)
        listed = [url for url in locations if http_host(url) == host]
        page = [self.robots.url] if self.robots.url in locations else []
        step = max(1.0, len(listed) / MOST_LISTED)
        sample = (listed[int(step * number)] for number in range(min(len(listed), MOST_LISTED)))
        return tuple(dict.fromkeys((*page, *(serialized_target(url).url for url in sample))))[:MOST_LISTED]

    def blocked(self, *kinds: str) -> Iterator[tuple[Resource, Pattern]]:
        """Return the resources of these kinds that Google may not crawl, each URL once, with the disallowing line."""
        seen: set[str] = set()
        for resource in self.resources:
            if resource.kind in kinds and resource.url not in seen and self.robots.covers(resource.url):
                seen.add(resource.url)
                pattern = self.robots.blocking(resource.url).get(GOOGLE)
                if pattern is not None:
                    yield resource, pattern
