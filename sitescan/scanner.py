"""A scan from beginning to end: admission, fetch, examine, five analyzers, score, report."""

from collections.abc import Callable, Sequence

from attrs import evolve, frozen
from twisted.internet.defer import Deferred
from zope.interface import implementer

from sitescan.admission.concurrency_gate import ConcurrencyGate
from sitescan.analyzers.category_result import with_boxes, with_counted
from sitescan.analyzers.examination import Examination
from sitescan.analyzers.patches import patched
from sitescan.analyzers.server_lines import with_own_server_first
from sitescan.concurrency.cancellation import drop_traceback
from sitescan.concurrency.deadline import Deadline
from sitescan.concurrency.fanout import all_succeeded
from sitescan.concurrency.stoppable_clock import StoppableClock
from sitescan.egress.client import Session
from sitescan.egress.connect import EgressContext
from sitescan.examine.examination_errors import BROKEN, NotExamined
from sitescan.fetch.image_reader import ImageReader, loaded_images
from sitescan.fetch.insecure_files import insecure_files
from sitescan.fetch.page import fetch_page
from sitescan.fetch.sources import fetch_sources, kinds
from sitescan.fetch.url_checker import LINKED_PAGES, UrlChecker, parts
from sitescan.interfaces import IAnalyzer, IExaminer, IRenderer, IScanner
from sitescan.model.exchange import Exchange, Page, Source, Sources
from sitescan.model.outline import Outline
from sitescan.model.rendered import Rendered
from sitescan.model.report import Category, CategoryResult, Judged, Report
from sitescan.model.site_facts import PageFacts
from sitescan.own_reasons import is_own_reason
from sitescan.rendering.rendering_errors import NotRendered
from sitescan.scoring import overall_score
from sitescan.standards.urls import Target


@implementer(IScanner)
@frozen(kw_only=True)
class Scanner:
    """
    Scans pages.

    A scan fails if the page can't be fetched or a category can't be examined, because a score would say nothing. It
    also fails if something was not done because of this program or its machine (:mod:`sitescan.own_reasons`). Parts of
    a category that could not be examined because of the page are named in its result.

    :ivar gate: limits the number of concurrent scans.
    :ivar context: the parts that all outgoing connections share.
    :ivar renderer: runs the scripts of pages.
    :ivar analyzers: the analyzers of the categories, in the order of the report.
    :ivar now: returns the wall-clock time in seconds since the epoch.
    :ivar patient: whether the time of a scan stands while it waits for its turn, a child or a browser.
    """

    gate: ConcurrencyGate
    context: EgressContext
    examiner: IExaminer
    renderer: IRenderer
    analyzers: Sequence[IAnalyzer]
    now: Callable[[], float]
    patient: bool = False

    def scan(self, target: Target, submitted: str, client: str = "") -> Deferred[Report]:
        """Scan one page (:meth:`sitescan.interfaces.IScanner.scan`)."""
        scanner = evolve(self, examiner=self.examiner.for_client(client))
        return Deferred.fromCoroutine(scanner._scan(target, submitted, client))

    async def _scan(self, target: Target, submitted: str, client: str) -> Report:
        clock = self.context.reactor
        deadline = Deadline.after(StoppableClock(clock) if self.patient else clock, self.context.settings.scan_seconds)
        with deadline.standing():
            await self.gate.enter(deadline)
        try:
            session = Session(self.context)
            try:
                return await self._report(session, target, submitted, client, deadline)
            finally:
                session.close()
        finally:
            self.gate.leave()

    async def _report(
        self, session: Session, target: Target, submitted: str, client: str, deadline: Deadline
    ) -> Report:
        scanned_at = self.now()
        page = await fetch_page(session, target, deadline, scanned_at)
        clock, fetched = self.context.reactor, self.context.reactor.seconds()
        outline = await self.examiner.outline(page, deadline)
        phases = [*_fetch_phases(page.exchange), ("examine", clock.seconds() - fetched)]
        rendered = None
        if self.renderer.renders(outline):
            started = clock.seconds()
            page, rendered = await self._rendered(session, page, client, deadline)
            outline = await self.examiner.outline(page, deadline)
            phases.append(("render", clock.seconds() - started))
        analyzed, page_facts = await self._analyzed(session, page, rendered, outline, deadline, phases)
        boxes = dict(outline.boxes) if rendered is not None and rendered.rendering.screenshot else {}
        with_patches, patches = await patched(self.examiner, page, analyzed, deadline)
        ordered = with_own_server_first(with_patches, page.exchange.headers.get("server"))
        categories = with_counted(with_boxes(ordered, boxes))
        counted = [category.score for category in categories if category.counted]
        if not counted:
            raise NotExamined(BROKEN)
        return Report(
            url=submitted,
            scanned_at=scanned_at,
            overall_score=overall_score(counted),
            categories=categories,
            fetch_seconds=page.exchange.seconds,
            page_size=page.exchange.size,
            status_code=page.exchange.status,
            rendering=None if rendered is None else rendered.rendering,
            phases=tuple(phases),
            patch=patches.whole,
            changes=patches.changes,
            page_facts=page_facts,
        )

    async def _rendered(
        self, session: Session, page: Page, client: str, deadline: Deadline
    ) -> tuple[Page, Rendered | None]:
        """
        Return a page with its rendered document, or with the reason why there is none.

        :raises NotRendered: if that reason does not lie in the page.
        """
        left = deadline.left()
        # A slow rendering takes no time from the links: whether they answer in time must not depend on other scans.
        reserved = min(self.context.settings.link_seconds, left / 2)
        try:
            rendered = await self.renderer.render(session, page, client, deadline.within(left - reserved))
        except NotRendered as problem:
            if is_own_reason(problem):
                raise
            drop_traceback(problem)
            return evolve(page, unrendered=problem.reason), None
        return evolve(page, rendered=rendered.document), rendered

    async def _analyzed(
        self,
        session: Session,
        page: Page,
        rendered: Rendered | None,
        outline: Outline,
        deadline: Deadline,
        phases: list[tuple[str, float]],
    ) -> tuple[tuple[CategoryResult, ...], PageFacts | None]:
        settings = self.context.settings
        known: dict[str, Source] = {}

        def keep(fetched: Sources) -> Sources:
            known.update((source.url, source) for source in (*fetched.sheets, *fetched.scripts))
            return fetched

        url_checker = UrlChecker(
            session=session,
            examiner=self.examiner,
            parts=parts(page.exchange.url, outline, LINKED_PAGES),
            kinds=kinds(outline, settings),
            images=loaded_images(outline, settings),
            destinations=outline.destinations,
            insecure=insecure_files(page.exchange.url, outline),
            rendered={} if rendered is None else rendered.files,
        )
        sources = Deferred.fromCoroutine(fetch_sources(url_checker, outline, deadline)).addCallback(keep)
        examination = Examination(
            exchange=page.exchange,
            outline=outline,
            session=session,
            examiner=self.examiner,
            url_checker=url_checker,
            image_reader=ImageReader(session=session, beginnings=url_checker.beginnings),
            sources=known,
            judged=self.examiner.judge(page, sources, deadline),
        )
        page_facts: list[PageFacts | None] = []

        def with_facts(judged: Judged) -> Judged:
            page_facts.append(judged.page_facts)
            return judged

        examination.judged[Category.SEO].addCallback(with_facts)
        started = self.context.reactor.seconds()

        def timed(outcome: CategoryResult, analyzer: IAnalyzer) -> CategoryResult:
            phases.append((analyzer.category.value, self.context.reactor.seconds() - started))
            return outcome

        try:
            results = await all_succeeded(
                analyzer.analyze(examination, deadline).addCallback(timed, analyzer) for analyzer in self.analyzers
            )
            return tuple(results), next(iter(page_facts), None)
        finally:
            # Analyzers that failed or were cancelled early may not wait for their judgements yet.
            for judged in examination.judged.values():
                judged.addErrback(lambda _: None)
                judged.cancel()


def _fetch_phases(exchange: Exchange) -> list[tuple[str, float]]:
    """
    Return the phases of the page fetch with their seconds, redirects included.

    ``fetch`` is the total time, and ``ttfb`` the time until the first byte of each response.
    """
    hops = (*(hop.timings for hop in exchange.hops), exchange.timings)
    return [
        ("dns", sum(hop.dns for hop in hops)),
        ("connect", sum(hop.connect for hop in hops)),
        ("tls", sum(hop.tls for hop in hops)),
        ("ttfb", sum(hop.first_byte for hop in hops)),
        ("download", sum(hop.download for hop in hops)),
        ("fetch", exchange.seconds),
    ]
