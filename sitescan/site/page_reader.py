"""Reads and examines the pages of a site on the web."""

import time
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from typing import Any, ClassVar

from attrs import evolve, frozen
from twisted.internet.defer import CancelledError
from twisted.logger import Logger

from sitescan.assembly import Assembly
from sitescan.concurrency.cancellation import drop_traceback
from sitescan.concurrency.deadline import Deadline, TimedOut
from sitescan.concurrency.stoppable_clock import StoppableClock
from sitescan.egress.body import BodyLimits
from sitescan.egress.client import Session
from sitescan.egress.courtesy import LONGEST_WAIT, requested_wait
from sitescan.egress.follow_redirects import follow
from sitescan.egress.host_backoff import BUSY
from sitescan.egress.policy import Forbidden
from sitescan.egress.request_errors import TooLarge, Unreachable
from sitescan.egress.shared_responses import NOT_MODIFIED, SharedResponses
from sitescan.examine.examination_errors import NotExamined
from sitescan.fetch.page import NotAWebPage, fetch_page
from sitescan.fetch.site_files import fetch_robots
from sitescan.library import scan_failed
from sitescan.model.crawling import Robots
from sitescan.model.exchange import Page
from sitescan.model.site_facts import PageFacts
from sitescan.own_reasons import is_own_reason
from sitescan.report.json_format import report_json
from sitescan.site.frontier import PageToRead
from sitescan.site.page_record import PageRecord
from sitescan.site.page_version import PageVersion, version_of
from sitescan.site.scope import Scope
from sitescan.site.store import StoreProblem
from sitescan.standards.page_urls import normal_url
from sitescan.standards.sitemaps import LARGEST, SitemapContent
from sitescan.standards.urls import Target, host_of, parse_target, serialized_target
from sitescan.web.error_responses import INTERNAL, api_error


class Later(Exception):
    """
    A page can't be read now, but perhaps later.

    :ivar record: the record of the page if it can't be read later either; ``None`` if the reason doesn't lie in it.
    :ivar seconds: the time that the server asks for.
    """

    def __init__(self, record: PageRecord | None, seconds: float = 0.0) -> None:
        super().__init__()
        self.record = record
        self.seconds = seconds


@frozen
class PageReader:
    """
    Reads pages of a site with the parts of one assembly.

    :ivar shared: the responses that all scans share.
    :ivar representatives: the pages that stand for others of their kind (:class:`SharedResponses`).
    :ivar earlier: returns the version of a page of an earlier crawl; ``None`` if there is none.
    """

    _log: ClassVar[Logger] = Logger()

    assembly: Assembly
    shared: SharedResponses
    scope: Scope
    representatives: set[str]
    earlier: Callable[[str], Awaitable[PageVersion | None]]

    async def with_session(self, work: Callable[[Session, Deadline], Any]) -> Any:
        """Return the result of work that sends requests, with the time of one scan."""
        reactor = self.assembly.context.reactor
        session = Session(self.assembly.context)
        try:
            return await work(session, Deadline.after(StoppableClock(reactor), self.assembly.settings.scan_seconds))
        finally:
            session.close()

    async def ask(self, url: str) -> None:
        """Request a URL, so that the answer is recorded, if there is one."""

        async def request(session: Session, deadline: Deadline) -> None:
            (await follow(session, "GET", serialized_target(url), deadline, lambda _: None)).close()

        with suppress(Forbidden, TimedOut, Unreachable):
            await self.with_session(request)

    async def silence(self, host: str) -> float:
        """Return the seconds after which a silent host of the site is asked again; 0 if it answers now."""
        origin = next((one for one in self.scope.robots if host_of(one) == host), self.scope.origin)
        reactor = self.assembly.context.reactor
        # A shared response would be an earlier one.
        session = Session(evolve(self.assembly.context, shared=None))
        try:
            deadline = Deadline.after(reactor, self.assembly.settings.scan_seconds)
            response = await session.request("GET", serialized_target(f"{origin}/"), deadline)
            response.close()
        except (Forbidden, TimedOut, Unreachable) as problem:
            drop_traceback(problem)
            return LONGEST_WAIT
        finally:
            session.close()
        return requested_wait(response.headers) or LONGEST_WAIT if response.status in BUSY else 0.0

    async def sitemap(self, target: Target) -> SitemapContent | None:
        """Return the content of a sitemap, or of what the server sends in its place; ``None`` if it can't be read."""
        limits = BodyLimits(wire=LARGEST, decoded=LARGEST, prefix=True)

        async def request(session: Session, deadline: Deadline) -> SitemapContent | None:
            session.body_bytes = LARGEST
            response = await follow(session, "GET", target, deadline, lambda _: None)
            try:
                if response.status != 200:
                    return SitemapContent(kind="other")
                body = await response.body(limits, deadline)
            finally:
                response.close()
            whole = not body.truncated and len(body.data) < LARGEST
            return await self.assembly.examiner.sitemap(body.data, deadline, whole=whole)

        try:
            content: SitemapContent | None = await self.with_session(request)
        except (Forbidden, NotExamined, TimedOut, TooLarge, Unreachable) as problem:
            drop_traceback(problem)
            return None
        return content

    async def facts(self, url: str) -> PageFacts | None:
        """Return the facts of a page; ``None`` if it can't be examined."""
        try:
            return (await self._record(PageToRead(url))).facts
        except Later:
            return None

    async def read_robots(self, urls: Iterable[str]) -> None:
        """Read the robots.txt of the origins of URLs of the site, and wait between requests as it says."""
        for origin in self.scope.unread_origins(urls):

            async def request(session: Session, deadline: Deadline, url: str = f"{origin}/") -> Robots:
                return await fetch_robots(session, url, deadline)

            self.scope.robots[origin] = await self.with_session(request)
            self.shared.courtesy.delays[parse_target(origin).host] = self.scope.delay(origin)

    async def final_url(self, target: Target) -> str:
        """
        Return the URL of a page, after redirects.

        :raises NotAWebPage: if it is none.
        :raises ScanFailed: if it can't be read.
        """
        try:
            page = await self._fetched(target)
        except (CancelledError, NotAWebPage):
            raise
        except Exception as problem:
            raise scan_failed(problem) from problem
        return normal_url(page.exchange.url)

    async def _fetched(self, target: Target) -> Page:
        page: Page = await self.with_session(
            lambda session, deadline: fetch_page(session, target, deadline, time.time())
        )
        return page

    async def _is_unchanged(self, url: str, version: PageVersion) -> bool:
        """Return whether a page is still what it was."""
        target = serialized_target(url)

        async def ask(session: Session, deadline: Deadline) -> bool:
            if version.conditions:
                response = await session.request("GET", target, deadline, version.conditions)
                response.close()
                if response.status == NOT_MODIFIED:
                    return version.has_fields(response.headers)
            return version_of(await fetch_page(session, target, deadline, time.time())) == version

        try:
            return bool(await self.with_session(ask))
        except (CancelledError, StoreProblem):
            raise
        except Exception:  # noqa: BLE001 - whatever is wrong, the page is read again
            return False

    async def record(self, candidate: PageToRead) -> PageRecord:
        """
        Return the record of a page, which may be that of an earlier crawl.

        :raises Later: if it may be another one later.
        """
        version = await self.earlier(candidate.url)
        if version is not None and await self._is_unchanged(candidate.url, version):
            return PageRecord(url=candidate.url, depth=candidate.depth, is_unchanged=True)
        return await self._record(candidate)

    async def _record(self, candidate: PageToRead) -> PageRecord:
        try:
            return await self._examined(candidate)
        except (CancelledError, StoreProblem, Later):
            raise
        except NotAWebPage:
            return PageRecord(url=candidate.url, depth=candidate.depth, problem="it is not a web page")
        except Exception as problem:  # noqa: BLE001 - no problem of one page may stop the others
            described = api_error(problem)
            if described is INTERNAL:
                self._log.failure("the scan of {url} broke", url=candidate.url)
                raise Later(None) from None
            if is_own_reason(problem):
                raise Later(None) from None
            record = PageRecord(url=candidate.url, depth=candidate.depth, problem=described.details)
            if isinstance(problem, TimedOut | Unreachable):
                raise Later(record) from None
            return record

    async def _examined(self, candidate: PageToRead) -> PageRecord:
        target = serialized_target(candidate.url)
        page = await self._fetched(target)
        exchange, final = page.exchange, normal_url(page.exchange.url)
        record = PageRecord(url=candidate.url, depth=candidate.depth)
        if final != candidate.url:
            return evolve(record, redirect=final)
        if exchange.status >= 400:
            record = evolve(record, problem=f"it returned status {exchange.status}", status=exchange.status)
            if exchange.status in BUSY:
                raise Later(record, requested_wait(exchange.headers))
            return record
        report = await self.assembly.scanner.scan(target, candidate.url)
        written = report_json(report, evidence=True)
        # What scripts write may change without the page.
        version = None if report.rendering is not None else version_of(page)
        return record.examined(written, report.page_facts, version)
