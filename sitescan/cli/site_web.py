"""A site on the web, crawled and examined."""

import sys
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from attrs import define, evolve, field
from twisted.internet.defer import CancelledError, Deferred
from twisted.internet.task import deferLater
from twisted.internet.threads import deferToThreadPool
from twisted.python.failure import Failure
from twisted.python.threadpool import ThreadPool

from sitescan.assembly import Assembly, assemble
from sitescan.cli.site_failures import rule_failed
from sitescan.deadline import Deadline, TimedOut
from sitescan.egress.client import Session
from sitescan.egress.courtesy import BUSY, Courtesy
from sitescan.egress.recorded_answers import recorded_answers
from sitescan.egress.request_errors import Unreachable
from sitescan.egress.shared_responses import SharedResponses
from sitescan.fanout import all_settled
from sitescan.fetch.page import NotAWebPage, fetch_page
from sitescan.fetch.site_files import fetch_robots
from sitescan.library import scan_failed
from sitescan.model.crawling import Robots
from sitescan.own_reasons import is_own_reason
from sitescan.report.json_format import report_json
from sitescan.settings import Settings
from sitescan.site.frontier import Candidate, Frontier
from sitescan.site.page_record import PageRecord
from sitescan.site.site_reader import Crawled
from sitescan.site.site_rules import judge_site
from sitescan.site.sitemap_urls import listed_urls
from sitescan.site.store import Store, StoreProblem
from sitescan.site.stored_responses import StoredResponses
from sitescan.standards.page_urls import normal_url, url_pattern
from sitescan.standards.urls import parse_target, serialized_target
from sitescan.stoppable_clock import StoppableClock
from sitescan.web.error_responses import INTERNAL, api_error

#: The product token of our crawler in robots.txt.
_AGENT = "sitescan"

#: The distinct links of a page that are followed and checked.
_MOST_LINKS = 10_000


#: The longest time that a busy server is given before a page is asked for again, in seconds.
_LONGEST_WAIT = 60.0


class _Later(Exception):
    """
    A page can't be read now, but perhaps later.

    :ivar record: the record of the page if it can't be read later either; ``None`` if the reason doesn't lie in it.
    :ivar seconds: the time that the server asks for.
    """

    def __init__(self, record: PageRecord | None, seconds: float = 0.0) -> None:
        super().__init__()
        self.record = record
        self.seconds = seconds


@define(eq=False, kw_only=True)
class WebCrawl:
    """
    Reads and examines the pages of a site, level by level.

    :ivar target: the URL that was named.
    :ivar obeys: whether pages that robots.txt disallows are left out.
    :ivar lists: whether the pages of sitemaps are read, too.
    :ivar rate: the requests a second; 0 for any number.
    :ivar done: called after each page.
    :ivar undone: the URLs of pages that could not be examined because of this program or its machine.
    """

    target: str
    settings: Settings
    headers: Sequence[tuple[str, str]] = ()
    insecure: bool = False
    jobs: int = 4
    obeys: bool = True
    lists: bool = True
    rate: float = 0.0
    done: Callable[[], None]
    undone: list[str] = field(factory=list, init=False)
    _root: str = field(default="", init=False)

    async def run(self, reactor: Any, frontier: Callable[[Callable[[str], str]], Frontier], store: Store) -> Frontier:
        """
        Crawl the site and return the frontier at its end.

        :param frontier: makes the frontier with a function that returns why a URL is left out.
        :raises ScanFailed: if the start page can't be read.
        :raises StoreProblem: if the database can't be written.
        """
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
        try:
            await assembly.start()
            start = await self._start(assembly)
            self._root = f"{parse_target(start).origin}/"
            shared.origin = parse_target(start).origin
            robots = await self._with_session(assembly, partial(_robots, start))
            crawl = frontier(partial(_disallowed, robots) if self.obeys else lambda _: "")
            crawl.start(start)
            listed: tuple[str, ...] = ()
            if self.lists:
                listed = await self._with_session(assembly, partial(listed_urls, robots))
                crawl.list(listed)
            directories = set[str]()
            while level := crawl.next_level():
                for candidate in level:
                    directory = url_pattern(candidate.url.partition("?")[0].rpartition("/")[0])
                    if directory not in directories:
                        directories.add(directory)
                        representatives.add(candidate.url)
                await self._read_level(level, assembly, shared, store, call)
                for candidate in level:
                    followed = await call(store.followed, candidate.url)
                    crawl.link(candidate, [url for url in followed or () if url.startswith(self._root)])
            crawled = Crawled(
                start=start,
                frontier=crawl,
                answers=lambda urls: recorded_answers(urls, store.response),
                listed=frozenset(listed),
                blocked=frozenset(url for url in listed if _disallowed(robots, url)),
                undone=bool(self.undone),
            )
            await call(judge_site, store, crawled, rule_failed)
            if not self.undone:
                await call(store.finish)
            return crawl
        finally:
            await assembly.stop()
            threads.stop()

    async def _with_session(self, assembly: Assembly, work: Callable[[Session, Deadline], Any]) -> Any:
        """Return the result of work that sends requests, with the time of one scan."""
        reactor = assembly.context.reactor
        session = Session(assembly.context)
        try:
            return await work(session, Deadline.after(StoppableClock(reactor), self.settings.scan_seconds))
        finally:
            session.close()

    async def _start(self, assembly: Assembly) -> str:
        """Return the URL of the start page, after redirects."""
        target = parse_target(self.target)
        try:
            page = await self._with_session(
                assembly, lambda session, deadline: fetch_page(session, target, deadline, time.time())
            )
        except CancelledError:
            raise
        except Exception as problem:
            raise scan_failed(problem) from problem
        return normal_url(page.exchange.url)

    async def _read_level(
        self,
        level: Sequence[Candidate],
        assembly: Assembly,
        shared: SharedResponses,
        store: Store,
        call: Callable[..., Deferred[Any]],
    ) -> None:
        """
        Read the pages of a level that the store doesn't have.

        Those that fail because the network, the server or this machine does are tried once more after the others.
        """
        waiting, failed = deque(level), dict[Candidate, _Later]()

        async def lane() -> None:
            while waiting:
                candidate = waiting.popleft()
                if await call(store.followed, candidate.url) is None:
                    try:
                        await call(store.save, await self._record(candidate, assembly))
                    except _Later as later:
                        failed[candidate] = later
                        continue
                self.done()

        for outcome in await all_settled([Deferred.fromCoroutine(lane()) for _ in range(self.jobs)]):
            if isinstance(outcome, Failure):
                outcome.raiseException()
        if failed:
            shared.forget_failures()
            await deferLater(assembly.context.reactor, max(later.seconds for later in failed.values()))
        for candidate in sorted(failed):
            await self._read_again(candidate, assembly, partial(call, store.save))
            self.done()

    async def _read_again(
        self, candidate: Candidate, assembly: Assembly, save: Callable[[PageRecord], Deferred[None]]
    ) -> None:
        try:
            await save(await self._record(candidate, assembly))
        except _Later as later:
            if later.record is None:
                self.undone.append(candidate.url)
            else:
                await save(later.record)

    async def _record(self, candidate: Candidate, assembly: Assembly) -> PageRecord:
        """
        Return the record of a page.

        :raises _Later: if it may be another one later.
        """
        try:
            return await self._examined(candidate, assembly)
        except (CancelledError, StoreProblem, _Later):
            raise
        except NotAWebPage:
            return PageRecord(url=candidate.url, depth=candidate.depth, problem="it is not a web page")
        except Exception as problem:  # noqa: BLE001 - no problem of one page may stop the others
            described = api_error(problem)
            if described is INTERNAL:
                Failure().printTraceback(sys.stderr)
                raise _Later(None) from None
            if is_own_reason(problem):
                raise _Later(None) from None
            record = PageRecord(url=candidate.url, depth=candidate.depth, problem=described.details)
            if isinstance(problem, TimedOut | Unreachable):
                raise _Later(record) from None
            return record

    async def _examined(self, candidate: Candidate, assembly: Assembly) -> PageRecord:
        target = serialized_target(candidate.url)

        page = await self._with_session(
            assembly, lambda session, deadline: fetch_page(session, target, deadline, time.time())
        )
        exchange, final = page.exchange, normal_url(page.exchange.url)
        record = PageRecord(url=candidate.url, depth=candidate.depth)
        if final != candidate.url:
            return evolve(record, redirect=final)
        if exchange.status >= 400:
            record = evolve(record, problem=f"it returned status {exchange.status}")
            if exchange.status in BUSY:
                asked = exchange.headers.get("retry-after")
                seconds = float(asked) if asked.isascii() and asked.isdigit() and len(asked) < 10 else 0.0
                raise _Later(record, min(seconds, _LONGEST_WAIT))
            return record
        report = await assembly.scanner.scan(target, candidate.url)
        return evolve(record, report=report_json(report, evidence=True), facts=report.page_facts)


async def _robots(start: str, session: Session, deadline: Deadline) -> Robots:
    return await fetch_robots(session, start, deadline)


def _disallowed(robots: Robots, url: str) -> str:
    """Return why robots.txt forbids a URL (RFC 9309, section 2.3.1); empty if it doesn't."""
    if robots.status is None or robots.status >= 500:
        return "robots.txt can't be read, so nothing may be crawled"
    if not robots.found:
        return ""
    pattern = robots.file.deciding(_AGENT, serialized_target(url).path)
    return "disallowed by robots.txt" if pattern is not None and not pattern.allow else ""
