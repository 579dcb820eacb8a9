"""The examiner, which has pages outlined and judged by child processes."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, TypeVar

from attrs import define, evolve, field
from twisted.internet.defer import CancelledError, Deferred
from twisted.logger import Logger
from twisted.python.failure import Failure
from zope.interface import implementer

from sitescan.concurrency.deadline import Deadline
from sitescan.configuration.settings import Settings
from sitescan.examine.answer_limits import check_judged, check_outline, check_patches, check_sitemap
from sitescan.examine.child_pool import ChildPool
from sitescan.examine.client_usage import ScanUsage
from sitescan.examine.examination_errors import BROKEN, NotExamined
from sitescan.examine.linked_pages import LinkedPages
from sitescan.examine.messages import (
    Answer,
    CategoryJudged,
    Job,
    JudgeJob,
    JudgeLoadJob,
    LoadJudged,
    Outlined,
    OutlineJob,
    PageRead,
    Patched,
    PatchJob,
    ReadPageJob,
    SiteJob,
    SitemapJob,
    SitemapRead,
)
from sitescan.examine.packing import pack, pack_all
from sitescan.interfaces import IExaminer
from sitescan.model.crawling import CrawledUrls
from sitescan.model.exchange import Page, Sources
from sitescan.model.fix import Fix, Moved, Patches, Sized
from sitescan.model.linked_page import LinkedPage
from sitescan.model.outline import Outline
from sitescan.model.report import Category, Judged, JudgedLoad
from sitescan.model.resource_answers import ResourceAnswers
from sitescan.model.site_answers import LlmsTxt
from sitescan.model.transport_answers import Protocols
from sitescan.performance.improvements import rules_with_gains
from sitescan.rules.catalogue import catalogue
from sitescan.standards.sitemaps import SitemapContent

_A = TypeVar("_A", Outlined, PageRead, LoadJudged, CategoryJudged, Patched)


@implementer(IExaminer)
@define(eq=False)
class Examiner:
    """
    The :class:`sitescan.interfaces.IExaminer` that uses child processes.

    A page takes two jobs: one for its outline and one for its judgement. Between them, the stylesheets and scripts are
    fetched, which may take seconds in which the child does other jobs. The page is parsed again unless the same child
    gets the judgement and had no other page in between.

    :ivar facts: whether the facts of each page are read by which it is compared with the others of its site.
    :ivar linked_pages: the linked pages that all scans share; ``None`` if each scan reads its own.
    :ivar scan: the scan that the jobs belong to.
    """

    pool: ChildPool
    settings: Settings
    facts: bool = False
    linked_pages: LinkedPages | None = None
    scan: ScanUsage = field(factory=ScanUsage)

    def for_client(self, client: str) -> "Examiner":
        """Return the examiner of one scan (:meth:`sitescan.interfaces.IExaminer.for_client`)."""
        return evolve(self, scan=ScanUsage(client))

    def outline(self, page: Page, deadline: Deadline) -> Deferred[Outline]:
        """Return the outline of a page (:meth:`sitescan.interfaces.IExaminer.outline`)."""
        return Deferred.fromCoroutine(self._outline(page, deadline))

    async def _outline(self, page: Page, deadline: Deadline) -> Outline:
        settings = self.settings
        packed, bodies = pack(page)
        job = OutlineJob(
            page=packed,
            parser=settings.parser,
            links=settings.links,
            resources=settings.resources,
            renders=settings.renderer != "none",
        )
        return (await self._answer(job, bodies, deadline, Outlined)).outline

    async def _answer(self, job: Job, blobs: Sequence[bytes], deadline: Deadline, kind: type[_A]) -> _A:
        """
        Return the only answer to a job.

        :param kind: the type of the answer.
        """
        found: list[_A] = []

        def on_answer(answer: Answer) -> None:
            if isinstance(answer, Outlined):
                check_outline(answer.outline, self.settings)
            elif isinstance(answer, LoadJudged):
                check_judged(answer.load.judged)
            elif isinstance(answer, Patched):
                check_patches(answer.patches)
            elif isinstance(answer, CategoryJudged):
                check_judged(answer.judged)
            if isinstance(answer, kind):
                found.append(answer)

        await self.pool.run(job, blobs, on_answer, deadline, self.scan)
        if not found:
            raise NotExamined(BROKEN)
        return found[0]

    def read(self, page: Page, fragments: Sequence[str], deadline: Deadline) -> Deferred[LinkedPage]:
        """Read a linked page (:meth:`sitescan.interfaces.IExaminer.read`)."""
        return Deferred.fromCoroutine(self._read(page, fragments, deadline))

    async def _read(self, page: Page, fragments: Sequence[str], deadline: Deadline) -> LinkedPage:
        if self.linked_pages is None:
            return (await self._page_read(page, tuple(fragments), deadline)).linked_page

        def read(usage: ScanUsage) -> Deferred[PageRead]:
            return Deferred.fromCoroutine(evolve(self, scan=usage)._page_read(page, None, deadline))

        return await self.linked_pages.read(page, fragments, self.scan, deadline, read)

    async def _page_read(self, page: Page, fragments: tuple[str, ...] | None, deadline: Deadline) -> PageRead:
        job = ReadPageJob(exchange=page.exchange, parser=self.settings.parser, fragments=fragments)
        return await self._answer(job, (page.body,), deadline, PageRead)

    def judge_load(
        self,
        resources: ResourceAnswers,
        protocols: Protocols | None,
        static: Judged,
        icon_url: str,
        deadline: Deadline,
    ) -> Deferred[JudgedLoad]:
        """Judge how the files of a page load (:meth:`sitescan.interfaces.IExaminer.judge_load`)."""
        found = tuple(judgement.rule for judgement in static.judgements)
        job = JudgeLoadJob(resources=resources, protocols=protocols, load=static.load, icon=icon_url, found=found)
        return Deferred.fromCoroutine(self._judge_load(job, deadline))

    async def _judge_load(self, job: JudgeLoadJob, deadline: Deadline) -> JudgedLoad:
        # A child that has been taken over may report gains of rules that have none, and a plan without end.
        load = (await self._answer(job, (), deadline, LoadJudged)).load
        rules = [*rules_with_gains()]
        return JudgedLoad(
            judged=_own(Category.PERFORMANCE, load.judged),
            gains={rule: load.gains[rule] for rule in rules if rule in load.gains},
            plan=tuple(step for step in load.plan[: len(rules)] if {*step.rules} <= {*rules}),
            late_images=load.late_images,
        )

    def patch(
        self,
        page: Page,
        fixes: Mapping[str, Sequence[Fix]],
        changes: Mapping[str, Sequence[Moved | Sized]],
        deadline: Deadline,
    ) -> Deferred[Patches]:
        """Make the patches of a page (:meth:`sitescan.interfaces.IExaminer.patch`)."""
        job = PatchJob(
            exchange=page.exchange,
            parser=self.settings.parser,
            fixes={rule: tuple(found) for rule, found in fixes.items()},
            changes={rule: tuple(found) for rule, found in changes.items()},
        )
        return Deferred.fromCoroutine(self._patch(job, page.body, deadline))

    async def _patch(self, job: PatchJob, body: bytes, deadline: Deadline) -> Patches:
        return (await self._answer(job, (body,), deadline, Patched)).patches

    def judge(self, page: Page, sources: Deferred[Sources], deadline: Deadline) -> Mapping[Category, Deferred[Judged]]:
        """Run the static rules on a page (:meth:`sitescan.interfaces.IExaminer.judge`)."""
        judging = _Judging()
        judging.follow(Deferred.fromCoroutine(self._judge(page, sources, judging, deadline)))
        return judging.categories

    def judge_site(self, crawled: CrawledUrls, llms: LlmsTxt, deadline: Deadline) -> Deferred[Judged]:
        """Judge the text files of a site (:meth:`sitescan.interfaces.IExaminer.judge_site`)."""
        sitemaps, bodies = pack_all(crawled.sitemaps)
        job = SiteJob(crawled=evolve(crawled, sitemaps=()), sitemaps=sitemaps, llms=llms)
        return Deferred.fromCoroutine(self._judge_site(job, bodies, deadline))

    async def _judge_site(self, job: SiteJob, bodies: Sequence[bytes], deadline: Deadline) -> Judged:
        judged = (await self._answer(job, bodies, deadline, CategoryJudged)).judged
        return _own(Category.SEO, judged)

    def sitemap(self, body: bytes, deadline: Deadline, *, whole: bool) -> Deferred[SitemapContent]:
        """Parse a sitemap (:meth:`sitescan.interfaces.IExaminer.sitemap`)."""
        return Deferred.fromCoroutine(self._sitemap(SitemapJob(whole=whole), body, deadline))

    async def _sitemap(self, job: SitemapJob, body: bytes, deadline: Deadline) -> SitemapContent:
        content, locations = SitemapContent(kind="other"), list[str]()

        def on_answer(answer: Answer) -> None:
            nonlocal content
            if isinstance(answer, SitemapRead):
                content = answer.content
                locations.extend(content.locations)
                check_sitemap(content, len(locations))

        await self.pool.run(job, (body,), on_answer, deadline, self.scan)
        return evolve(content, locations=tuple(locations))

    async def _judge(self, page: Page, sources: Deferred[Sources], judging: "_Judging", deadline: Deadline) -> None:
        fetched = await sources
        packed, bodies = pack(page)
        sheets, of_sheets = pack_all(fetched.sheets)
        scripts, of_scripts = pack_all(fetched.scripts)
        rules, of_rules = pack_all(fetched.speculation_rules)
        job = JudgeJob(
            page=packed,
            parser=self.settings.parser,
            sheets=sheets,
            scripts=scripts,
            speculation_rules=rules,
            facts=self.facts,
        )
        await self.pool.run(job, (*bodies, *of_sheets, *of_scripts, *of_rules), judging.on_answer, deadline, self.scan)


def _own(category: Category, judged: Judged) -> Judged:
    """Return a judgement without what rules of other categories found: a child may have been taken over."""
    rules = catalogue()
    own = tuple(
        judgement
        for judgement in judged.judgements
        if judgement.rule in rules and category in rules[judgement.rule].categories
    )
    return evolve(judged, judgements=own)


class _Judging:
    """
    The judgement of one page.

    :ivar categories: a Deferred for each category, which fires when the category has been judged. The job is cancelled
        when no Deferred is left that has neither fired nor been cancelled.
    """

    _log = Logger()

    def __init__(self) -> None:
        self._pending = set(Category)
        self._job: Deferred[None] | None = None
        self.categories: dict[Category, Deferred[Judged]] = {
            category: Deferred(partial(self._cancel, category)) for category in Category
        }

    def follow(self, job: Deferred[None]) -> None:
        """Fail the categories that haven't been judged when the job ends."""
        self._job = job
        job.addBoth(self._ended)

    def on_answer(self, answer: Answer) -> None:
        """Pass on the judgement of a category."""
        if isinstance(answer, CategoryJudged) and answer.category in self._pending:
            check_judged(answer.judged)
            self._pending.remove(answer.category)
            self.categories[answer.category].callback(_own(answer.category, answer.judged))

    def _cancel(self, category: Category, _: Deferred[Judged]) -> None:
        self._pending.discard(category)
        if not self._pending and self._job is not None:
            self._job.cancel()

    def _ended(self, result: Any) -> None:
        reason = BROKEN
        if isinstance(result, Failure):
            if isinstance(result.value, NotExamined):
                reason = result.value.reason
            elif not result.check(CancelledError):
                self._log.failure("a page could not be examined", failure=result)
        # The caller that waits for one category may cancel the others when it fails.
        for category in Category:
            if category in self._pending:
                self._pending.remove(category)
                self.categories[category].errback(NotExamined(reason))
