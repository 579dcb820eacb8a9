"""The pages of a site on the web."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence

from attrs import define, field

from sitescan.egress.recorded_answers import head_of, recorded_answers
from sitescan.errors import ScanFailed
from sitescan.fetch.missing_pages import missing_page
from sitescan.site.crawl_options import CrawlOptions
from sitescan.site.ended_session import ended_session
from sitescan.site.frontier import Frontier, PageToRead
from sitescan.site.other_origins import other_origins
from sitescan.site.page_lanes import PageLanes
from sitescan.site.page_reader import PageReader
from sitescan.site.page_source import Call, Keep
from sitescan.site.parameters import Parameters, is_same, without
from sitescan.site.scope import MOST_ORIGINS
from sitescan.site.site_reader import Crawled
from sitescan.site.sitemap_urls import SitemapReader, sitemaps_of
from sitescan.site.store import Store
from sitescan.standards.page_urls import normal_url
from sitescan.standards.urls import origin_of


@define(eq=False, kw_only=True)
class WebPages:
    """
    The pages of a site on the web, which are requested.

    :ivar start: the URL of the start page.
    :ivar sitemaps: the sitemaps to read; ``None`` for those of robots.txt.
    :ivar used: the heads of the responses that the rules of the site have asked for, by the key of the response.
    """

    start: str
    options: CrawlOptions
    sitemaps: Sequence[str] | None
    reader: PageReader
    lanes: PageLanes
    store: Store
    call: Call
    used: dict[str, bytes] = field(factory=dict, init=False)
    _parameters: Parameters = field(init=False)
    _sitemaps: SitemapReader = field(init=False)
    _origins: set[str] = field(factory=set, init=False)
    _renamed: set[str] = field(factory=set, init=False)

    @_parameters.default
    def _new_parameters(self) -> Parameters:
        return Parameters(drop=frozenset(self.options.drop), keep=frozenset(self.options.keep))

    @_sitemaps.default
    def _new_sitemap_reader(self) -> SitemapReader:
        return SitemapReader(self.reader.sitemap, self._keep_listed)

    @property
    def lost(self) -> Collection[str]:
        """The URLs of pages that can't be read in this crawl."""
        return self.lanes.lost

    async def begin(self, frontier: Frontier) -> None:
        """
        Add the start page, the pages that were named, and those that the sitemaps of the site list.

        :raises ScanFailed: if a sitemap that was named lists nothing.
        """
        await self.reader.read_robots(filter(self.reader.scope.has, self.options.urls))
        frontier.start(self.start)
        await self.call(self.store.forget_listed)
        declared = self.sitemaps
        if declared is None:
            declared = sitemaps_of(self.reader.scope.robots[self.reader.scope.origin])
            if not declared:
                await self._sitemaps.read([f"{self.reader.scope.origin}/sitemap.xml"], declared=False)
        found = await self._sitemaps.read(declared)
        if self.sitemaps and not found:
            raise ScanFailed("Scan failed", f"The sitemap {self.sitemaps[0]} lists no page, or can't be read.")
        for reason, count in self._sitemaps.left_out.items():
            frontier.leave_out(reason, count)
        await self.reader.read_robots(self._origins)
        frontier.list(sorted(set(map(normal_url, self.options.urls))))
        await self.call(frontier.list, self.store.listed())

    async def _keep_listed(self, urls: Iterable[str]) -> None:
        here = list(map(self._here, urls))
        for url in here if len(self._origins) < MOST_ORIGINS else ():
            if self.reader.scope.has(url):
                self._origins.add(f"{origin_of(url)}/")
        await self.call(self.store.save_listed, here)

    async def read(self, candidates: Sequence[PageToRead], keep: Keep) -> Sequence[PageToRead]:
        """Read pages, and return those that are to be read after all others."""
        self.reader.representatives.update(candidate.url for candidate in candidates if candidate.is_first)
        return await self.lanes.read(candidates, keep)

    async def linked(
        self, found: Mapping[PageToRead, Sequence[str]], frontier: Frontier
    ) -> Mapping[PageToRead, Sequence[str]]:
        """Return the URLs of the site without the parameters that change nothing, which are tried if they are new."""
        own = {page: [url for url in urls if self.reader.scope.has(url)] for page, urls in found.items()}
        new = sorted({url for urls in own.values() for url in urls})
        await self.reader.read_robots(new)
        for name, urls in self._parameters.undecided(url for url in new if not self.reader.scope.refuses(url)):
            if await self._is_idle(name, urls):
                self._parameters.drop_on(urls[0], name)
        for url in new:
            if url not in self._renamed and (dropped := self._parameters.dropped_of(url)):
                self._renamed.add(url)
                frontier.left_out[f"the parameter {' and '.join(dropped)} changes nothing"] += 1
        return {page: list(map(self._parameters.kept, urls)) for page, urls in own.items()}

    async def _is_idle(self, name: str, urls: Sequence[str]) -> bool:
        """Return whether pages are the same without a parameter."""
        for url in urls:
            bare = without(url, {name})
            if self.reader.scope.refuses(bare):
                return False
            page, other = await self.reader.facts(url), await self.reader.facts(bare)
            if page is None or other is None or not is_same(page, other, bare):
                return False
        return True

    async def crawled(self, frontier: Frontier) -> Crawled:
        """Return what is known at the end, and add the pages that can't be read to what is left out."""
        for host, count in Counter(self.lanes.unanswered.values()).items():
            frontier.leave_out(f"{host} did not answer any more", count)
        await self.call(self.store.forget_earlier)
        there = self.options.mapped[0]
        for origin, count, why in await self.call(lambda: list(other_origins(self.store, self.reader.scope))):
            if not there.startswith(f"{origin}/"):
                frontier.left_out[f"{why}; --also {origin} takes them in"] += count
        if self.options.headers:
            title, count = await self.call(lambda: ended_session(self.store.pages_read()))
            if count:
                why = f"the same page, “{title}”, asks for a password, so the session has probably ended"
                frontier.leave_out(why, count)
        missing = missing_page(self.reader.scope.origin, [self.start])
        if not self.reader.scope.refuses(missing):
            await self.reader.ask(missing)
        return Crawled(
            start=self.start,
            frontier=frontier,
            answers=lambda urls: recorded_answers(urls, self._last_response),
            page_of=lambda url: self._parameters.kept(self._here(url)),
            listed=self.store.listed(),
            listed_dates=self._sitemaps.dates,
            disallowed=lambda url: self.reader.scope.has(url) and bool(self.reader.scope.disallowed(url)),
            missing=missing,
            undone=bool(self.lanes.undone),
        )

    def _last_response(self, key: str) -> bytes | None:
        data = self.store.last_response(key)
        if data is not None:
            self.used[key] = head_of(data)
        return data

    def _here(self, url: str) -> str:
        """Return what a URL is on this site."""
        there, here = self.options.mapped
        return here + url.removeprefix(there) if there and url.startswith(there) else url
