"""The files that search engines read beside a page: robots.txt and sitemaps, and what robots.txt forbids."""

from collections.abc import Iterator, Mapping
from functools import cached_property

from attrs import frozen

from sitescan.model.evidence import PlacedEvidence
from sitescan.model.outline import Resource
from sitescan.standards.robots_txt import Pattern, RobotsFile, parse_robots
from sitescan.standards.sitemaps import SitemapContent, parse_sitemap
from sitescan.standards.urls import InvalidTarget, serialized_target

GOOGLE = "Googlebot"
CRAWLERS = (GOOGLE, "Bingbot")
"""The crawlers that search engines rely on."""


ROBOTS_REDIRECTS = 5
"""So many redirects crawlers follow to a robots.txt; past them there is none (RFC 9309, 2.3.1.2)."""


@frozen(kw_only=True, slots=False)
class Robots(PlacedEvidence):
    """
    The site's robots.txt.

    :ivar url: the page's URL.
    :ivar robots_url: where robots.txt was asked for.
    :ivar status: its status, or ``None`` where there was no answer.
    :ivar text: its text; empty where there is none.
    :ivar redirects: how many redirects led to it.
    """

    url: str
    robots_url: str
    status: int | None = None
    text: str = ""
    redirects: int = 0

    @property
    def found(self) -> bool:
        """Whether there is one that crawlers find."""
        return self.status is not None and 200 <= self.status < 300 and self.redirects <= ROBOTS_REDIRECTS

    @property
    def utf16(self) -> bool:
        """Whether it is written in UTF-16, of which crawlers understand nothing."""
        return "\0" in self.text[:200]

    @cached_property
    def file(self) -> RobotsFile:
        """What crawlers understand of it; read once."""
        return parse_robots(self.text)

    @cached_property
    def deciding(self) -> Mapping[str, Pattern]:
        """For each crawler of :data:`CRAWLERS` that may not fetch the page, the line that says so."""
        return self.blocking(self.url)

    def blocking(self, url: str) -> Mapping[str, Pattern]:
        """For each crawler of :data:`CRAWLERS` that may not fetch a URL of this site, the line that says so."""
        try:
            path = serialized_target(url).path
        except InvalidTarget:
            return {}
        decided = {crawler: self.file.deciding(crawler, path) for crawler in CRAWLERS if self.found}
        return {crawler: pattern for crawler, pattern in decided.items() if pattern is not None and not pattern.allow}

    def covers(self, url: str) -> bool:
        """Whether this robots.txt is the one for a URL: each origin has its own."""
        try:
            return serialized_target(url).origin == serialized_target(self.url).origin
        except InvalidTarget:
            return False

    @property
    def page(self) -> bool:
        """Whether an HTML page stands in its place."""
        return self.text.lstrip("\ufeff \t\r\n")[:1] == "<"


@frozen(kw_only=True, slots=False)
class Sitemap:
    """
    The beginning of a sitemap that answered with success.

    :ivar url: where it was asked for.
    :ivar body: its first bytes, content coding removed.
    :ivar whole: whether that is all of it.
    :ivar declared: whether robots.txt names it.
    """

    url: str
    body: bytes = b""
    whole: bool = True
    declared: bool = True

    @cached_property
    def content(self) -> SitemapContent:
        """What it holds; read once."""
        return parse_sitemap(self.body, whole=self.whole)


@frozen(kw_only=True)
class CrawledUrls(PlacedEvidence):
    """
    What search engines fetch for the page, or because of it, beside the page itself.

    :ivar robots: the robots.txt of the page's origin.
    :ivar noindex: whether the page asks not to be shown.
    :ivar canonical: the address that the page prefers for itself, absolute; empty where it names none.
    :ivar resources: what the page loads.
    :ivar sitemaps: the site's sitemaps.
    """

    robots: Robots
    noindex: bool = False
    canonical: str = ""
    resources: tuple[Resource, ...] = ()
    sitemaps: tuple[Sitemap, ...] = ()

    def blocked(self, *kinds: str) -> Iterator[tuple[Resource, Pattern]]:
        """The resources of these kinds that Google's crawler may not fetch, each once, and the lines that say so."""
        seen: set[str] = set()
        for one in self.resources:
            if one.kind in kinds and one.url not in seen and self.robots.covers(one.url):
                seen.add(one.url)
                pattern = self.robots.blocking(one.url).get(GOOGLE)
                if pattern is not None:
                    yield one, pattern
