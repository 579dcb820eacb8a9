"""The function ``sitescan.scan_site``, for programs of asyncio and of Twisted."""

from hashlib import blake2b
from pathlib import Path

from attrs import evolve
from twisted.internet.threads import deferToThread
from twisted.logger import Logger

from sitescan import __version__
from sitescan.concurrency.reactor import global_reactor
from sitescan.concurrency.reactor_access import run_on
from sitescan.configuration.settings import Settings
from sitescan.errors import ScanFailed
from sitescan.library import scan_failed
from sitescan.model.site_report import SiteReport
from sitescan.rules.judge import RuleFailed
from sitescan.site.crawl_options import CrawlOptions
from sitescan.site.frontier import CrawlLimits
from sitescan.site.reporting import site_report
from sitescan.site.store import opened_store
from sitescan.site.web_crawl import crawl_web
from sitescan.standards.urls import InvalidTarget, parse_target

_log = Logger()


async def scan_site(
    url: str,
    folder: str | Path,
    settings: Settings | None = None,
    *,
    limits: CrawlLimits | None = None,
    options: CrawlOptions | None = None,
) -> SiteReport:
    """
    Crawl a site, scan its pages, and return the report on the site.

    With asyncio::

        import asyncio
        import sitescan

        limits = sitescan.CrawlLimits(max_pages=50)
        report = asyncio.run(sitescan.scan_site("https://example.com/", "example-site", limits=limits))
        print(report.score, report.left_out)

    As with :func:`sitescan.scan`, programs of Twisted await it while their reactor runs.

    :param url: the start page, or a sitemap.
    :param folder: the folder with the database of the site. The same call continues a crawl that was interrupted, and
        reads only what has changed after one that was complete; another call replaces it.
    :param settings: the limits and options of ``twist sitescan``.
    :raises sitescan.errors.ScanFailed: if the start page can't be read, or pages could not be examined because this
        machine was too busy. The same call examines the rest.
    :raises sitescan.site.store.StoreProblem: if the folder can't be used.
    """
    reactor = global_reactor()
    settings, limits, options = settings or Settings(), limits or CrawlLimits(), options or CrawlOptions()
    try:
        target = parse_target(url).url
    except InvalidTarget as problem:
        raise scan_failed(problem) from problem
    # The options may be credentials, so the key doesn't contain them. At another pace, it is the same crawl.
    what = target, settings, limits, evolve(options, jobs=0, rate=0.0, most_seconds=0.0, rest=0.0)
    state = blake2b(repr(what).encode(), digest_size=16)

    async def crawled() -> SiteReport:
        with opened_store(Path(folder), f"{__version__} {state.hexdigest()}", fresh=False) as store:
            ended = await crawl_web(
                reactor, target, store, settings=settings, limits=limits, options=options, failed=_rule_failed
            )
            if ended.undone:
                details = f"{len(ended.undone)} pages were not examined: this machine was too busy, or the scan broke."
                raise ScanFailed("Scan failed", details, is_own=True)
            report: SiteReport = await deferToThread(site_report, store, target, ended.left_out)
            return report

    return await run_on(reactor)(crawled)


def _rule_failed(failure: RuleFailed) -> None:
    _log.error("{rule} failed: {problem!r}", rule=failure.rule, problem=failure.__cause__)
