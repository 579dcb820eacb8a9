"""A site on the web, crawled and examined."""

import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from attrs import define, evolve, field
from twisted.internet.defer import CancelledError, Deferred
from twisted.internet.task import deferLater
from twisted.internet.threads import deferToThreadPool
from twisted.python.failure import Failure
from twisted.python.threadpool import ThreadPool

from sitescan.assembly import assemble
from sitescan.cli.site_failures import rule_failed
from sitescan.cli.site_page_reader import Later, PageReader
from sitescan.deadline import Deadline
from sitescan.egress.client import Session
from sitescan.egress.courtesy import Courtesy
from sitescan.egress.recorded_answers import recorded_answers
from sitescan.egress.shared_responses import SharedResponses
from sitescan.fanout import all_settled
from sitescan.fetch.page import NotAWebPage, fetch_page
from sitescan.fetch.site_files import fetch_robots
from sitescan.library import scan_failed
from sitescan.model.crawling import Robots
from sitescan.settings import Settings
from sitescan.site.frontier import Candidate, Frontier
from sitescan.site.page_record import PageRecord
from sitescan.site.parameters import Parameters, is_same, without
from sitescan.site.scope import Scope
from sitescan.site.site_reader import Crawled
from sitescan.site.site_rules import judge_site
from sitescan.site.sitemap_urls import listed_urls, sitemaps_of
from sitescan.site.store import Store
from sitescan.site.stored_responses import StoredResponses
from sitescan.standards.page_urls import normal_url, url_pattern
from sitescan.standards.urls import origin_of, parse_target

#: The distinct links of a page that are followed and checked.
_MOST_LINKS = 10_000


@define(eq=False, kw_only=True)
class WebCrawl:
    """
    Reads and examines the pages of a site, level by level.

    :ivar target: the URL that was named: of the start page, or of a sitemap, whose start page is that of its origin.
    :ivar urls: other pages to read.
    :ivar obeys: whether pages that robots.txt disallows are left out.
    :ivar sitemaps: the sitemaps to read; ``None`` for those of robots.txt.
    :ivar mapped: the beginning of URLs in sitemaps and of canonical URLs, and what it is on this site.
    :ivar subdomains: whether pages of subdomains are read, too.
    :ivar parameters: the parameters of URLs that are dropped.
    :ivar rate: the requests a second; 0 for any number.
    :ivar most_seconds: the time after which no other page is read.
    :ivar done: called after each page.
    :ivar undone: the URLs of pages that could not be examined because of this program or its machine.
    """

    target: str
    urls: Sequence[str] = ()
    settings: Settings
    headers: Sequence[tuple[str, str]] = ()
    insecure: bool = False
    jobs: int = 4
    obeys: bool = True
    sitemaps: Sequence[str] | None = None
    mapped: tuple[str, str] = ("", "")
    subdomains: bool = False
    parameters: Parameters = field(factory=Parameters)
    rate: float = 0.0
    most_seconds: float = float("inf")
    done: Callable[[], None]
    undone: list[str] = field(factory=list, init=False)
    _renamed: set[str] = field(factory=set, init=False)
    _until: float = field(init=False)

    async def run(self, reactor: Any, frontier: Callable[[Callable[[str], str]], Frontier], store: Store) -> Frontier:
        """
        Crawl the site and return the frontier at its end.

        :param frontier: makes the frontier with a function that returns why a URL is left out.
        :raises ScanFailed: if the start page can't be read.
        :raises StoreProblem: if the database can't be written.
        """
        self._until = reactor.seconds() + self.most_seconds
        threads = ThreadPool(1, 1, "site store")
        threads.start()

        def call(function: Callable[..., Any], *arguments: Any) -> Deferred[Any]:
            return deferToThreadPool(reactor, threads, function, *arguments)

        representatives = set[str]()
        shared = SharedResponses(StoredResponses(store, call), Courtesy(reactor, self.rate), representatives)
        headers: Mapping[str, Sequence[tuple[str, str]]] = {parse_target(self.target).origin: self.headers}
        assembly = assemble(
            reactor,
            evolve(self.settings, links=_MOST_LINKS),
            now=time.time,
            headers=headers if self.headers else {},
            insecure=self.insecure,
            patient=True,
            shared=shared,
            facts=True,
        )
        reader = PageReader(assembly, self.settings.scan_seconds)
        try:
            await assembly.start()
            start = await self._start(reader)
            scope = Scope(origin=parse_target(start).origin, subdomains=self.subdomains, obeys=self.obeys)
            shared.is_own = scope.has_origin
            await self._read_robots(scope, reader, [start])
            crawl = frontier(scope.refuses)
            crawl.start(start)
            listed = await self._listed(scope, reader)
            crawl.list([*map(normal_url, self.urls), *listed])
            directories = set[str]()
            while level := crawl.next_level():
                for candidate in level:
                    directory = url_pattern(candidate.url.partition("?")[0].rpartition("/")[0])
                    if directory not in directories:
                        directories.add(directory)
                        representatives.add(candidate.url)
                await self._read_level(level, reader, shared, store, call)
                found = {candidate: await call(store.followed, candidate.url) for candidate in level}
                await self._link({page: urls or () for page, urls in found.items()}, crawl, scope, reader)
                if reactor.seconds() >= self._until:
                    break
            unread = {page.url for page, urls in found.items() if urls is None}.difference(self.undone)
            is_stopped = crawl.stop("not read in the given time", len(unread))
            crawled = Crawled(
                start=start,
                frontier=crawl,
                answers=lambda urls: recorded_answers(urls, store.response),
                page_of=lambda url: self.parameters.kept(self._here(url)),
                listed=frozenset(listed),
                blocked=frozenset(url for url in listed if scope.has(url) and scope.disallowed(url)),
                undone=bool(self.undone),
            )
            await call(judge_site, store, crawled, rule_failed)
            if not self.undone and not is_stopped:
                await call(store.finish)
            return crawl
        finally:
            await assembly.stop()
            threads.stop()

    def _here(self, url: str) -> str:
        """Return what a URL is on this site."""
        there, here = self.mapped
        return here + url.removeprefix(there) if there and url.startswith(there) else url

    async def _start(self, reader: PageReader) -> str:
        """Return the URL of the start page, after redirects; a sitemap has that of its origin."""
        target = parse_target(self.target)
        try:
            return await self._final_url(reader, self.target)
        except NotAWebPage as problem:
            if self.sitemaps is not None or not await self._entries(reader, [target.url]):
                raise scan_failed(problem) from problem
            self.sitemaps = [target.url]
        try:
            return await self._final_url(reader, f"{target.origin}/")
        except NotAWebPage as problem:
            raise scan_failed(problem) from problem

    async def _final_url(self, reader: PageReader, url: str) -> str:
        target = parse_target(url)
        try:
            page = await reader.with_session(
                lambda session, deadline: fetch_page(session, target, deadline, time.time())
            )
        except (CancelledError, NotAWebPage):
            raise
        except Exception as problem:
            raise scan_failed(problem) from problem
        return normal_url(page.exchange.url)

    async def _entries(self, reader: PageReader, sitemaps: Sequence[str]) -> Sequence[str]:
        """Return the URLs that sitemaps list, as they are on this site."""
        found = await reader.with_session(partial(listed_urls, sitemaps))
        return [self._here(url) for url in found]

    async def _listed(self, scope: Scope, reader: PageReader) -> Sequence[str]:
        """Return the URLs that the sitemaps of the site list."""
        sitemaps = self.sitemaps
        if sitemaps is None:
            sitemaps = sitemaps_of(scope.robots[scope.origin])
        listed = await self._entries(reader, sitemaps)
        await self._read_robots(scope, reader, filter(scope.has, [*listed, *self.urls]))
        return listed

    async def _read_robots(self, scope: Scope, reader: PageReader, urls: Iterable[str]) -> None:
        """Read the robots.txt of the origins of URLs."""
        for origin in sorted({scope.origin if url.startswith(f"{scope.origin}/") else origin_of(url) for url in urls}):
            if origin not in scope.robots:
                scope.robots[origin] = await reader.with_session(partial(_robots, f"{origin}/"))

    async def _link(
        self, found: Mapping[Candidate, Sequence[str]], crawl: Frontier, scope: Scope, reader: PageReader
    ) -> None:
        """Add the pages of the site that the pages of a level link to, after their new parameters have been tried."""
        own = {page: [url for url in urls if scope.has(url)] for page, urls in found.items()}
        new = sorted({url for urls in own.values() for url in urls})
        await self._read_robots(scope, reader, new)
        for name, urls in self.parameters.undecided(url for url in new if not scope.refuses(url)):
            if await self._is_idle(name, urls, scope, reader):
                self.parameters.drop_on(urls[0], name)
        for url in new:
            if url not in self._renamed and (dropped := self.parameters.dropped_of(url)):
                self._renamed.add(url)
                crawl.left_out[f"the parameter {' and '.join(dropped)} changes nothing"] += 1
        for page, linked in own.items():
            crawl.link(page, map(self.parameters.kept, linked))

    async def _is_idle(self, name: str, urls: Sequence[str], scope: Scope, reader: PageReader) -> bool:
        """Return whether pages are the same without a parameter."""
        for url in urls:
            bare = without(url, {name})
            if scope.refuses(bare):
                return False
            page, other = await reader.facts(url), await reader.facts(bare)
            if page is None or other is None or not is_same(page, other, bare):
                return False
        return True

    async def _read_level(
        self,
        level: Sequence[Candidate],
        reader: PageReader,
        shared: SharedResponses,
        store: Store,
        call: Callable[..., Deferred[Any]],
    ) -> None:
        """
        Read the pages of a level that the store doesn't have.

        Those that fail because the network, the server or this machine does are tried once more after the others.
        """
        waiting, failed = deque(level), dict[Candidate, Later]()
        clock = reader.assembly.context.reactor

        async def lane() -> None:
            while waiting and clock.seconds() < self._until:
                candidate = waiting.popleft()
                if await call(store.followed, candidate.url) is None:
                    try:
                        await call(store.save, await reader.record(candidate))
                    except Later as later:
                        failed[candidate] = later
                        continue
                self.done()

        for outcome in await all_settled([Deferred.fromCoroutine(lane()) for _ in range(self.jobs)]):
            if isinstance(outcome, Failure):
                outcome.raiseException()
        if failed:
            shared.forget_failures()
            await deferLater(clock, max(later.seconds for later in failed.values()))
        for candidate in sorted(failed):
            await self._read_again(candidate, reader, partial(call, store.save))
            self.done()

    async def _read_again(
        self, candidate: Candidate, reader: PageReader, save: Callable[[PageRecord], Deferred[None]]
    ) -> None:
        try:
            await save(await reader.record(candidate))
        except Later as later:
            if later.record is None:
                self.undone.append(candidate.url)
            else:
                await save(later.record)


async def _robots(origin: str, session: Session, deadline: Deadline) -> Robots:
    return await fetch_robots(session, origin, deadline)
