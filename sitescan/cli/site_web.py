"""A site on the web, crawled and examined."""

import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
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
from sitescan.concurrency.deadline import Deadline
from sitescan.concurrency.fanout import all_settled
from sitescan.configuration.settings import Settings
from sitescan.egress.client import Session
from sitescan.egress.courtesy import Courtesy
from sitescan.egress.recorded_answers import head_of, recorded_answers
from sitescan.egress.shared_responses import SharedResponses
from sitescan.errors import ScanFailed
from sitescan.fetch.missing_pages import missing_page
from sitescan.fetch.page import NotAWebPage, fetch_page
from sitescan.fetch.site_files import fetch_robots
from sitescan.library import scan_failed
from sitescan.model.crawling import Robots
from sitescan.site.ended_session import ended_session
from sitescan.site.frontier import Candidate, Frontier
from sitescan.site.other_origins import other_origins
from sitescan.site.parameters import Parameters, is_same, without
from sitescan.site.scope import MOST_ORIGINS, Scope
from sitescan.site.site_reader import Crawled
from sitescan.site.site_rules import judge_site
from sitescan.site.sitemap_urls import SitemapReader, sitemaps_of
from sitescan.site.store import Store
from sitescan.site.stored_responses import StoredResponses
from sitescan.standards.page_urls import normal_url, url_pattern
from sitescan.standards.urls import host_of, origin_of, parse_target

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
    :ivar also: other origins whose pages are read, too.
    :ivar parameters: the parameters of URLs that are dropped.
    :ivar rate: the requests a second; 0 for any number.
    :ivar most_seconds: the time after which no other page is read.
    :ivar rest: the seconds that the site is given if it doesn't answer any more; after three times, it is left.
    :ivar done: called after each page, with its URL and the number of the pages that are known.
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
    also: AbstractSet[str] = frozenset()
    parameters: Parameters = field(factory=Parameters)
    rate: float = 0.0
    most_seconds: float = float("inf")
    rest: float = 60.0
    done: Callable[[str, int], None]
    undone: list[str] = field(factory=list, init=False)
    _representatives: set[str] = field(factory=set, init=False)
    _busy: dict[Candidate, float] = field(factory=dict, init=False)
    _asked_again: set[Candidate] = field(factory=set, init=False)
    _renamed: set[str] = field(factory=set, init=False)
    _unanswered: dict[str, str] = field(factory=dict, init=False)
    _until: float = field(init=False)
    _store: Store = field(init=False)
    _call: Callable[..., Deferred[Any]] = field(init=False)
    _reader: PageReader = field(init=False)
    _scope: Scope = field(init=False)
    _crawl: Frontier = field(init=False)
    _sitemaps: SitemapReader = field(init=False)

    async def run(self, reactor: Any, frontier: Callable[[Callable[[str], str]], Frontier], store: Store) -> Frontier:
        """
        Crawl the site and return the frontier at its end.

        :param frontier: makes the frontier with a function that returns why a URL is left out.
        :raises ScanFailed: if the start page, or a sitemap that was named, can't be read.
        :raises StoreProblem: if the database can't be written.
        """
        self._until = reactor.seconds() + self.most_seconds
        threads = ThreadPool(1, 1, "site store")
        threads.start()

        def call(function: Callable[..., Any], *arguments: Any) -> Deferred[Any]:
            return deferToThreadPool(reactor, threads, function, *arguments)

        self._store, self._call = store, call
        courtesy = Courtesy(reactor, self.rate, rest=self.rest)
        shared = SharedResponses(
            StoredResponses(store, call),
            courtesy,
            self._representatives,
            page_bytes=self.settings.page_wire_bytes,
        )
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
        self._reader = PageReader(assembly, shared, self.settings.scan_seconds)
        try:
            await assembly.start()
            courtesy.probe = self._silence
            start = await self._read_start()
            await self._read_robots(filter(self._scope.has, self.urls))
            self._crawl = frontier(self._scope.refuses)
            self._crawl.start(start)
            await self._list_pages()
            unread = await self._read_pages()
            await call(store.forget_earlier)
            is_stopped = self._crawl.stop("not read in the given time", unread)
            for origin, count, why in await call(lambda: list(other_origins(store, self._scope))):
                if not (self.mapped[0] and self.mapped[0].startswith(f"{origin}/")):
                    self._crawl.left_out[f"{why}; --also {origin} takes them in"] += count
            if self.headers:
                title, count = await call(lambda: ended_session(store.pages_read()))
                if count:
                    why = f"the same page, “{title}”, asks for a password, so the session has probably ended"
                    self._crawl.leave_out(why, count)
            used = await self._judge(start)
            if not (self.undone or self._unanswered or is_stopped):
                await call(store.finish, used)
            return self._crawl
        finally:
            await assembly.stop()
            threads.stop()

    async def _read_pages(self) -> int:
        """Read the pages that the frontier wants, and return how many of the last level were not read."""
        directories, found = set[str](), dict[Candidate, Sequence[str] | None]()
        while level := self._crawl.next_level() or await self._busy_pages():
            for candidate in level:
                directory = url_pattern(candidate.url.partition("?")[0].rpartition("/")[0])
                if directory not in directories:
                    directories.add(directory)
                    self._representatives.add(candidate.url)
            await self._read_level(level)
            found = {candidate: await self._call(self._store.followed, candidate.url) for candidate in level}
            await self._link({page: urls for page, urls in found.items() if urls is not None})
            if self._reader.assembly.context.reactor.seconds() >= self._until:
                break
        for host, count in Counter(self._unanswered.values()).items():
            self._crawl.leave_out(f"{host} did not answer any more", count)
        unread = {page.url for page, urls in found.items() if urls is None} | {page.url for page in self._busy}
        return len(unread.difference(self.undone, self._unanswered))

    async def _judge(self, start: str) -> Mapping[str, bytes]:
        """Judge the site, and return the heads of the responses that its rules have asked for."""
        missing = missing_page(self._scope.origin, [start])
        if not self._scope.refuses(missing):
            await self._reader.ask(missing)
        used = dict[str, bytes]()

        def last_response(key: str) -> bytes | None:
            data = self._store.last_response(key)
            if data is not None:
                used[key] = head_of(data)
            return data

        crawled = Crawled(
            start=start,
            frontier=self._crawl,
            answers=lambda urls: recorded_answers(urls, last_response),
            page_of=lambda url: self.parameters.kept(self._here(url)),
            listed=self._store.listed(),
            listed_dates=self._sitemaps.dates,
            disallowed=lambda url: self._scope.has(url) and bool(self._scope.disallowed(url)),
            missing=missing,
            undone=bool(self.undone),
        )
        await self._call(judge_site, self._store, crawled, rule_failed)
        return used

    def _here(self, url: str) -> str:
        """Return what a URL is on this site."""
        there, here = self.mapped
        return here + url.removeprefix(there) if there and url.startswith(there) else url

    async def _read_start(self) -> str:
        """Read the start page, or the page that refreshes lead to from there, and return its URL."""
        start, met = await self._start(), set[str]()
        while True:
            self._scope = Scope(
                origin=parse_target(start).origin, subdomains=self.subdomains, also=self.also, obeys=self.obeys
            )
            self._reader.shared.is_own = self._scope.has_origin
            await self._read_robots([start])
            self._representatives.add(start)
            with suppress(Later):
                await self._read(Candidate(start, 0))
            met.add(start)
            to = (await self._call(self._store.redirects)).get(start, "")
            if not to or to in met or len(met) > self.settings.redirects:
                return start
            start = to

    async def _start(self) -> str:
        """Return the URL of the start page, after redirects; a sitemap has that of its origin."""
        target = parse_target(self.target)
        try:
            return await self._final_url(self.target)
        except NotAWebPage as problem:
            content = None if self.sitemaps is not None else await self._reader.sitemap(target)
            if content is None or not content.locations:
                raise scan_failed(problem) from problem
            self.sitemaps = [target.url]
        try:
            return await self._final_url(f"{target.origin}/")
        except NotAWebPage as problem:
            raise scan_failed(problem) from problem

    async def _final_url(self, url: str) -> str:
        target = parse_target(url)
        try:
            page = await self._reader.with_session(
                lambda session, deadline: fetch_page(session, target, deadline, time.time())
            )
        except (CancelledError, NotAWebPage):
            raise
        except Exception as problem:
            raise scan_failed(problem) from problem
        return normal_url(page.exchange.url)

    async def _list_pages(self) -> None:
        """
        Add the pages that were named, and those that the sitemaps of the site list.

        :raises ScanFailed: if a sitemap that was named lists nothing.
        """
        await self._call(self._store.forget_listed)
        origins = set[str]()

        async def keep(urls: Iterable[str]) -> None:
            here = list(map(self._here, urls))
            for url in here if len(origins) < MOST_ORIGINS else ():
                if self._scope.has(url):
                    origins.add(f"{origin_of(url)}/")
            await self._call(self._store.save_listed, here)

        self._sitemaps = SitemapReader(self._reader.sitemap, keep)
        declared = self.sitemaps
        if declared is None:
            declared = sitemaps_of(self._scope.robots[self._scope.origin])
            if not declared:
                await self._sitemaps.read([f"{self._scope.origin}/sitemap.xml"], declared=False)
        found = await self._sitemaps.read(declared)
        if self.sitemaps and not found:
            raise ScanFailed("Scan failed", f"The sitemap {self.sitemaps[0]} lists no page, or can't be read.")
        for reason, count in self._sitemaps.left_out.items():
            self._crawl.leave_out(reason, count)
        await self._read_robots(origins)
        self._crawl.list(sorted(set(map(normal_url, self.urls))))
        await self._call(self._crawl.list, self._store.listed())

    async def _read_robots(self, urls: Iterable[str]) -> None:
        """Read the robots.txt of the origins of URLs, and wait between requests as it says."""
        for origin in self._scope.unread_origins(urls):
            self._scope.robots[origin] = await self._reader.with_session(partial(_robots, f"{origin}/"))
            self._reader.shared.courtesy.delays[parse_target(origin).host] = self._scope.delay(origin)

    async def _link(self, found: Mapping[Candidate, Sequence[str]]) -> None:
        """Add the pages of the site that the pages of a level link to, after their new parameters have been tried."""
        own = {page: [url for url in urls if self._scope.has(url)] for page, urls in found.items()}
        new = sorted({url for urls in own.values() for url in urls})
        await self._read_robots(new)
        for name, urls in self.parameters.undecided(url for url in new if not self._scope.refuses(url)):
            if await self._is_idle(name, urls):
                self.parameters.drop_on(urls[0], name)
        for url in new:
            if url not in self._renamed and (dropped := self.parameters.dropped_of(url)):
                self._renamed.add(url)
                self._crawl.left_out[f"the parameter {' and '.join(dropped)} changes nothing"] += 1
        for page, linked in own.items():
            await self._call(self._crawl.link, page, list(map(self.parameters.kept, linked)))

    async def _is_idle(self, name: str, urls: Sequence[str]) -> bool:
        """Return whether pages are the same without a parameter."""
        for url in urls:
            bare = without(url, {name})
            if self._scope.refuses(bare):
                return False
            page, other = await self._reader.facts(url), await self._reader.facts(bare)
            if page is None or other is None or not is_same(page, other, bare):
                return False
        return True

    async def _busy_pages(self) -> tuple[Candidate, ...]:
        """Return the pages that a server was too busy for, after the time that it asks for, once each."""
        clock = self._reader.assembly.context.reactor
        waiting = max(self._busy.values(), default=0.0)
        if not self._busy or waiting >= self._until:
            return ()
        await deferLater(clock, max(waiting - clock.seconds(), 0.0))
        self._reader.shared.forget_failures()
        pages = tuple(sorted(self._busy))
        self._asked_again.update(pages)
        self._busy.clear()
        return pages

    async def _read_level(self, level: Sequence[Candidate]) -> None:
        """
        Read the pages of a level that the store doesn't have.

        Those that fail because the network, the server or this machine does are tried once more after the others, and
        after all other levels if the server asks for time.
        """
        waiting = deque(candidate for candidate in level if candidate not in self._busy)
        failed = dict[Candidate, Later]()
        lanes = [Deferred.fromCoroutine(self._read_lane(waiting, failed)) for _ in range(self.jobs)]
        for outcome in await all_settled(lanes):
            if isinstance(outcome, Failure):
                outcome.raiseException()
        if failed:
            self._reader.shared.forget_failures()
        for candidate in sorted(failed):
            try:
                await self._read(candidate)
                self._note(candidate)
            except Later as later:
                await self._give_up(candidate, later)

    async def _read_lane(self, waiting: deque[Candidate], failed: dict[Candidate, Later]) -> None:
        clock = self._reader.assembly.context.reactor
        while waiting and clock.seconds() < self._until:
            candidate = waiting.popleft()
            try:
                await self._read(candidate)
                self._note(candidate)
            except Later as later:
                if candidate in self._asked_again:
                    await self._give_up(candidate, later)
                elif later.seconds:
                    self._busy[candidate] = clock.seconds() + later.seconds
                else:
                    failed[candidate] = later

    async def _read(self, candidate: Candidate) -> None:
        """
        Read a page that the store doesn't have, unless its host is left.

        :raises Later: if it can't be read now.
        """
        if self._is_left(candidate.url):
            return
        if await self._call(self._store.followed, candidate.url) is None:
            version = await self._call(self._store.earlier_version, candidate.url)
            if version is not None and await self._reader.is_unchanged(candidate.url, version):
                await self._call(self._store.keep, candidate.url, candidate.depth)
            else:
                await self._call(self._store.save, await self._reader.record(candidate))

    def _note(self, candidate: Candidate) -> None:
        self.done(candidate.url, self._crawl.known)

    async def _give_up(self, candidate: Candidate, later: Later) -> None:
        if self._is_left(candidate.url):
            return
        if later.record is None:
            self.undone.append(candidate.url)
        else:
            await self._call(self._store.save, later.record)
        self._note(candidate)

    async def _silence(self, host: str) -> float:
        """Return the seconds after which a host of the site is asked again; 0 if it answers now."""
        origin = next((origin for origin in self._scope.robots if host_of(origin) == host), self._scope.origin)
        return await self._reader.silence(origin)

    def _is_left(self, url: str) -> bool:
        """Return whether the host of a page is left because it doesn't answer any more; note the page if it is."""
        host = host_of(url)
        if host in self._reader.shared.courtesy.left:
            self._unanswered[url] = host
        return url in self._unanswered


async def _robots(origin: str, session: Session, deadline: Deadline) -> Robots:
    return await fetch_robots(session, origin, deadline)
