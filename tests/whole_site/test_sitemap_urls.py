"""The sitemaps of a site, without a network."""

from collections.abc import Iterable, Mapping

import pytest
from attrs import define, field
from twisted.internet.defer import Deferred

from sitescan.site.sitemap_urls import SitemapReader
from sitescan.standards.sitemaps import SitemapContent
from sitescan.standards.urls import Target
from tests.results import result_now

ROOT = "https://pears.example"


@define
class Sitemaps:
    """
    The sitemaps of a site.

    :ivar contents: the content of each by its path; those that are missing exist, but can't be read.
    :ivar asked: the paths that were asked for.
    :ivar kept: the URLs of pages.
    """

    contents: Mapping[str, SitemapContent]
    asked: list[str] = field(factory=list)
    kept: list[str] = field(factory=list)

    async def fetch(self, target: Target) -> SitemapContent | None:
        """Return the content of a sitemap."""
        self.asked.append(target.path)
        return self.contents.get(target.path)

    async def keep(self, urls: Iterable[str]) -> None:
        """Keep URLs."""
        self.kept += urls

    def read(self, *sitemaps: str, declared: bool = True) -> dict[str, int]:
        """Read sitemaps, and return what was left out."""
        reader = SitemapReader(self.fetch, self.keep)
        read = reader.read([ROOT + path for path in sitemaps], declared=declared)
        assert result_now(Deferred.fromCoroutine(read)) is bool(self.kept)
        return dict(reader.left_out)


def index(*locations: str) -> SitemapContent:
    """Return an index of sitemaps."""
    return SitemapContent(kind="index", locations=tuple(one if "://" in one else ROOT + one for one in locations))


def urlset(*paths: str, counted: int = 0, cut: bool = False) -> SitemapContent:
    """Return a sitemap."""
    return SitemapContent(kind="urlset", locations=tuple(ROOT + path for path in paths), counted=counted, cut=cut)


def test_indexes() -> None:
    """Indexes that name each other end, and those that are too deep, or of other sites, are counted."""
    sitemaps = Sitemaps(
        {
            "/1": index("/2", "/1", "/pages", "https://apples.example/map"),
            "/2": index("/1", "/3"),
            "/3": index("/2", "/4", "/5"),
            "/pages": urlset("/b", "/a"),
        }
    )
    assert sitemaps.read("/1") == {"a sitemap of another site": 1, "a sitemap below an index below another one": 2}
    assert sitemaps.asked == ["/1", "/2", "/pages", "/3"]
    assert sitemaps.kept == [f"{ROOT}/b", f"{ROOT}/a"]


def test_many() -> None:
    """Two hundred sitemaps are read."""
    names = [f"/{number:03}" for number in range(250)]
    sitemaps = Sitemaps({name: urlset(f"/page{name}") for name in names})
    assert sitemaps.read(*names) == {"more than 200 sitemaps": 50}
    assert len(sitemaps.kept) == 200


@pytest.mark.parametrize(
    ("content", "count"),
    [
        (urlset(*(f"/{number}" for number in range(50_000)), counted=50_000), 0),
        (urlset(*(f"/{number}" for number in range(50_000)), counted=100_000), 50_000),
        (urlset("/a", counted=1, cut=True), 1),
        # Images have locations, too.
        (urlset("/a", counted=9), 0),
    ],
)
def test_large(content: SitemapContent, count: int) -> None:
    """What a sitemap has beyond the limits is counted."""
    left_out = Sitemaps({"/map": content}).read("/map")
    assert left_out == ({"beyond 50,000 URLs or 50 MiB of a sitemap": count} if count else {})


@pytest.mark.parametrize(
    ("content", "declared", "count"),
    [
        (None, True, 1),
        (None, False, 1),
        (SitemapContent(kind="html"), True, 1),
        (SitemapContent(kind="html"), False, 0),
        (SitemapContent(kind="empty"), True, 0),
    ],
)
def test_unreadable(content: SitemapContent | None, *, declared: bool, count: int) -> None:
    """A sitemap that fails is counted; where nobody has named one, an error page is none."""
    sitemaps = Sitemaps({} if content is None else {"/map": content})
    assert sitemaps.read("/map", declared=declared) == ({"a sitemap that can't be read": count} if count else {})
