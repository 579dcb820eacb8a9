"""The examiner: pages in, outlines and judgements out, by the children."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar

from attrs import define, evolve, field
from twisted.internet.defer import CancelledError, Deferred
from twisted.logger import Logger
from twisted.python.failure import Failure
from zope.interface import implementer

from sitescan.deadline import Deadline
from sitescan.examine.child_pool import ChildPool
from sitescan.examine.examination_errors import BROKEN, NotExamined
from sitescan.examine.fair_queue import Account
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
    ReadPageJob,
    SiteJob,
    SitemapHead,
    SourceHead,
)
from sitescan.interfaces import IExaminer
from sitescan.model.crawling import CrawledUrls
from sitescan.model.exchange import Page, Source, Sources
from sitescan.model.linked_page import LinkedPage
from sitescan.model.outline import Outline
from sitescan.model.report import Category, Judged, JudgedLoad
from sitescan.model.resource_answers import ResourceAnswers
from sitescan.model.site_answers import LlmsTxt
from sitescan.model.transport_answers import Protocols
from sitescan.performance.fixes import rules_with_gains
from sitescan.rules.catalogue import catalogue
from sitescan.settings import Settings

_SITE_FILES = "robots.txt, llms.txt and the sitemaps could not be checked in time."
_A = TypeVar("_A", Outlined, PageRead, LoadJudged)


@implementer(IExaminer)
@define(eq=False)
class Examiner:
    """
    Has each page examined twice, once for its outline and once to be judged.

    Between the two the network works, for seconds perhaps, and a child that waited for it would be lost to other
    scans. The page is parsed again unless the same child has had nothing else to do.
    """

    pool: ChildPool
    settings: Settings
    account: Account = field(factory=Account)

    def for_client(self, client: str) -> "Examiner":
        """An examiner for one scan (:meth:`sitescan.interfaces.IExaminer.for_client`)."""
        return evolve(self, account=Account(client))

    def outline(self, page: Page, deadline: Deadline) -> Deferred[Outline]:
        """What the page refers to (:meth:`sitescan.interfaces.IExaminer.outline`)."""
        return Deferred.fromCoroutine(self._outline(page, deadline))

    async def _outline(self, page: Page, deadline: Deadline) -> Outline:
        settings = self.settings
        job = OutlineJob(
            exchange=page.exchange, parser=settings.parser, links=settings.links, resources=settings.resources
        )
        return (await self._answer(job, page.body, deadline, Outlined)).outline

    async def _answer(self, job: Job, body: bytes, deadline: Deadline, kind: type[_A]) -> _A:
        """The one answer to a job."""
        found: list[_A] = []

        def heard(answer: Answer) -> None:
            if isinstance(answer, kind):
                found.append(answer)

        await self.pool.run(job, (body,), heard, deadline, self.account)
        if not found:
            raise NotExamined(BROKEN)
        return found[0]

    def read(self, page: Page, fragments: Sequence[str], deadline: Deadline) -> Deferred[LinkedPage]:
        """What a linked page is (:meth:`sitescan.interfaces.IExaminer.read`)."""
        return Deferred.fromCoroutine(self._read(page, fragments, deadline))

    async def _read(self, page: Page, fragments: Sequence[str], deadline: Deadline) -> LinkedPage:
        job = ReadPageJob(exchange=page.exchange, parser=self.settings.parser, fragments=tuple(fragments))
        return (await self._answer(job, page.body, deadline, PageRead)).linked_page

    def judge_load(
        self,
        resources: ResourceAnswers,
        protocols: Protocols | None,
        static: Judged,
        icon_url: str,
        deadline: Deadline,
    ) -> Deferred[JudgedLoad]:
        """What is found in how a page's files load (:meth:`sitescan.interfaces.IExaminer.judge_load`)."""
        found = tuple(one.rule for one in static.judgements)
        job = JudgeLoadJob(resources=resources, protocols=protocols, load=static.load, icon=icon_url, found=found)
        return Deferred.fromCoroutine(self._judge_load(job, deadline))

    async def _judge_load(self, job: JudgeLoadJob, deadline: Deadline) -> JudgedLoad:
        """What is found; a gain by what no fix is simulated for is not believed."""
        load = (await self._answer(job, b"", deadline, LoadJudged)).load
        gains = {rule: load.gains[rule] for rule in rules_with_gains() if rule in load.gains}
        return JudgedLoad(judged=_own(Category.PERFORMANCE, load.judged), gains=gains)

    def judge(self, page: Page, sources: Deferred[Sources], deadline: Deadline) -> Mapping[Category, Deferred[Judged]]:
        """What the static rules find (:meth:`sitescan.interfaces.IExaminer.judge`)."""
        judging = _Judging()
        judging.follow(Deferred.fromCoroutine(self._judge(page, sources, judging, deadline)))
        return judging.categories

    def judge_site(self, crawled: CrawledUrls, llms: LlmsTxt, deadline: Deadline) -> Deferred[Judged]:
        """What the site's text files say (:meth:`sitescan.interfaces.IExaminer.judge_site`)."""
        heads = tuple(SitemapHead(sitemap=evolve(one, body=b""), size=len(one.body)) for one in crawled.sitemaps)
        job = SiteJob(crawled=evolve(crawled, sitemaps=()), sitemaps=heads, llms=llms)
        bodies = tuple(one.body for one in crawled.sitemaps)
        return Deferred.fromCoroutine(self._judge_site(job, bodies, deadline))

    async def _judge_site(self, job: SiteJob, bodies: Sequence[bytes], deadline: Deadline) -> Judged:
        found = [Judged(unexamined=(_SITE_FILES,), failed=True)]

        def heard(answer: Answer) -> None:
            if isinstance(answer, CategoryJudged) and answer.category is Category.SEO:
                found.append(_own(Category.SEO, answer.judged))

        with suppress(NotExamined):
            await self.pool.run(job, bodies, heard, deadline, self.account)
        return found[-1]

    async def _judge(self, page: Page, sources: Deferred[Sources], judging: "_Judging", deadline: Deadline) -> None:
        fetched = await sources
        job = JudgeJob(
            exchange=page.exchange,
            parser=self.settings.parser,
            page=len(page.body),
            sheets=tuple(map(_head, fetched.sheets)),
            scripts=tuple(map(_head, fetched.scripts)),
        )
        bodies = (one.body for one in (*fetched.sheets, *fetched.scripts))
        await self.pool.run(job, (page.body, *bodies), judging.heard, deadline, self.account)


def _head(source: Source) -> SourceHead:
    return SourceHead(source=evolve(source, body=b""), size=len(source.body))


def _own(category: Category, judged: Judged) -> Judged:
    """What was found, without judgements by rules that are not of the category."""
    rules = catalogue()
    own = tuple(one for one in judged.judgements if one.rule in rules and rules[one.rule].category is category)
    return evolve(judged, judgements=own)


class _Judging:
    """
    A page that is being judged.

    :ivar categories: for each category a Deferred that fires when the category is judged, or will
        not be. The work ends when nobody waits for any of them.
    """

    _log = Logger()

    def __init__(self) -> None:
        self._waited = set(Category)
        self._work: Deferred[None] | None = None
        self.categories: dict[Category, Deferred[Judged]] = {
            category: Deferred(partial(self._given_up, category)) for category in Category
        }

    def follow(self, work: Deferred[None]) -> None:
        """Tell the end of the work to whoever waits then."""
        self._work = work
        work.addBoth(self._ended)

    def heard(self, answer: Answer) -> None:
        """Pass on what was found; a rule that is not of the category is not believed."""
        if not isinstance(answer, CategoryJudged):
            return
        if answer.category in self._waited:
            self._waited.remove(answer.category)
            self.categories[answer.category].callback(_own(answer.category, answer.judged))

    def _given_up(self, category: Category, _: Deferred[Judged]) -> None:
        self._waited.discard(category)
        if not self._waited and self._work is not None:
            self._work.cancel()

    def _ended(self, result: Any) -> None:
        reason = BROKEN
        if isinstance(result, Failure):
            if isinstance(result.value, NotExamined):
                reason = result.value.reason
            elif not result.check(CancelledError):
                self._log.failure("a page could not be examined", failure=result)
        # Who hears of one category may cancel the others, which are then waited for no longer.
        for category in Category:
            if category in self._waited:
                self._waited.remove(category)
                self.categories[category].errback(NotExamined(reason))
