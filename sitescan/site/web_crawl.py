"""The crawl of a site on the web."""

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from attrs import evolve, frozen
from twisted.internet.defer import Deferred
from twisted.internet.threads import deferToThreadPool
from twisted.python.threadpool import ThreadPool

from sitescan.assembly import assemble
from sitescan.concurrency.reactor import IReactor
from sitescan.configuration.settings import Settings
from sitescan.egress.courtesy import Courtesy
from sitescan.egress.shared_responses import SharedResponses
from sitescan.fetch.page import NotAWebPage
from sitescan.library import scan_failed
from sitescan.rules.judge import RuleFailed
from sitescan.site.crawl_options import CrawlOptions
from sitescan.site.frontier import CrawlLimits, Frontier, PageToRead
from sitescan.site.page_lanes import PageLanes
from sitescan.site.page_reader import Later, PageReader
from sitescan.site.page_source import Call, crawl
from sitescan.site.scope import Scope
from sitescan.site.store import Store
from sitescan.site.stored_responses import StoredResponses
from sitescan.site.web_pages import WebPages
from sitescan.standards.urls import origin_of, parse_target

#: The distinct links of a page that are followed and checked.
_MOST_LINKS = 10_000


@frozen
class EndedCrawl:
    """
    What a crawl has not examined.

    :ivar left_out: the number of URLs that were left out, by the reason.
    :ivar undone: the URLs of pages that could not be examined because of this program or its machine.
    """

    left_out: Mapping[str, int]
    undone: Sequence[str]


async def crawl_web(
    reactor: IReactor,
    target: str,
    store: Store,
    *,
    settings: Settings,
    limits: CrawlLimits,
    options: CrawlOptions,
    failed: Callable[[RuleFailed], None],
    done: Callable[[str, int], None] = lambda _url, _known: None,
) -> EndedCrawl:
    """
    Read and examine the pages of a site, level by level, and keep them in a database.

    :param target: the URL of the start page, or of a sitemap, whose start page is that of its origin.
    :param failed: called if a rule about the site fails.
    :param done: called after each page, with its URL and the number of the pages that are known.
    :raises ScanFailed: if the start page, or a sitemap that was named, can't be read.
    :raises StoreProblem: if the database can't be written.
    """
    until, origin = reactor.seconds() + options.most_seconds, parse_target(target).origin
    threads = ThreadPool(1, 1, "site store")

    def call(function: Callable[..., Any], *arguments: Any) -> Deferred[Any]:
        return deferToThreadPool(reactor, threads, function, *arguments)

    async def silence(host: str) -> float:
        return await reader.silence(host)

    def is_over() -> bool:
        return bool(reactor.seconds() >= until)

    scope = Scope(origin=origin, subdomains=options.subdomains, also=frozenset(options.also), obeys=options.obeys)
    frontier, representatives = Frontier(limits, scope.refuses), set[str]()
    shared = SharedResponses(
        StoredResponses(store, call),
        Courtesy(reactor, options.rate, rest=options.rest, probe=silence),
        representatives,
        scope.has_origin,
        frontier.leaves_out,
        settings.page_wire_bytes,
    )
    assembly = assemble(
        reactor,
        evolve(settings, links=_MOST_LINKS),
        now=time.time,
        headers={origin: options.headers} if options.headers else {},
        insecure=options.insecure,
        patient=True,
        shared=shared,
        facts=True,
    )
    reader = PageReader(assembly, shared, scope, representatives, partial(call, store.earlier_version))
    threads.start()
    try:
        await assembly.start()
        start, sitemaps = await _start(reader, target, options.sitemaps)
        pages = WebPages(
            start=await _after_refreshes(reader, start, store, call),
            options=options,
            sitemaps=sitemaps,
            reader=reader,
            lanes=PageLanes(clock=reactor, reader=reader, jobs=options.jobs, until=until),
            store=store,
            call=call,
        )
        is_whole = await crawl(pages, frontier, store, failed, call=call, done=done, is_over=is_over)
        if is_whole and not pages.lost:
            await call(store.finish, pages.used)
        return EndedCrawl(frontier.left_out, pages.lanes.undone)
    finally:
        await assembly.stop()
        threads.stop()


async def _start(reader: PageReader, url: str, sitemaps: Sequence[str] | None) -> tuple[str, Sequence[str] | None]:
    """
    Return the URL of the start page, after redirects, with the sitemaps to read; a sitemap has that of its origin.

    :raises ScanFailed: if it can't be read.
    """
    target = parse_target(url)
    try:
        return await reader.final_url(target), sitemaps
    except NotAWebPage as problem:
        content = None if sitemaps is not None else await reader.sitemap(target)
        if content is None or not content.locations:
            raise scan_failed(problem) from problem
    try:
        return await reader.final_url(parse_target(f"{target.origin}/")), [target.url]
    except NotAWebPage as problem:
        raise scan_failed(problem) from problem


async def _after_refreshes(reader: PageReader, start: str, store: Store, call: Call) -> str:
    """Read the start page, or the page that refreshes lead to from there, and return its URL."""
    met = set[str]()
    while True:
        reader.scope.origin = origin_of(start)
        await reader.read_robots([start])
        reader.representatives.add(start)
        if await call(store.followed, start) is None:
            with suppress(Later):
                await call(store.save, await reader.record(PageToRead(start, 0)))
        met.add(start)
        to = (await call(store.redirects)).get(start, "")
        if not to or to in met or len(met) > reader.assembly.settings.redirects:
            return start
        start = to
