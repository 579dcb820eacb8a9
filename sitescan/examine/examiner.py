"""The examiner: pages in, outlines and judgements out, by the children."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar

from attrs import define, evolve
from twisted.internet.defer import CancelledError, Deferred
from twisted.logger import Logger
from twisted.python.failure import Failure
from zope.interface import implementer

from sitescan.deadline import Deadline
from sitescan.examine.errors import BROKEN, NotExamined
from sitescan.examine.messages import (
    Answer,
    CategoryJudged,
    HasRead,
    Job,
    JudgeJob,
    Outlined,
    OutlineJob,
    ReadJob,
    SiteJob,
    SourceHead,
)
from sitescan.examine.pool import ChildPool
from sitescan.interfaces import IExaminer
from sitescan.model.answers import LlmsTxt, Robots
from sitescan.model.exchange import Page, Source, Sources
from sitescan.model.outline import Outline
from sitescan.model.reading import Reading
from sitescan.model.report import Category, Judged
from sitescan.rules.catalogue import catalogue
from sitescan.settings import Settings

_SITE_FILES = "robots.txt and llms.txt could not be examined in time."
_A = TypeVar("_A", Outlined, HasRead)


@implementer(IExaminer)
@define(eq=False)
class Examiner:
    """
    Has each page parsed twice, once for its outline and once to be judged.

    Between the two the network works, for seconds perhaps, and a child that waited for it would
    be lost to other scans; parsing again costs 7 ms for 100 KB.
    """

    pool: ChildPool
    settings: Settings

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

        await self.pool.run(job, body, heard, deadline)
        if not found:
            raise NotExamined(BROKEN)
        return found[0]

    def read(self, page: Page, fragments: Sequence[str], deadline: Deadline) -> Deferred[Reading]:
        """What a linked page is (:meth:`sitescan.interfaces.IExaminer.read`)."""
        return Deferred.fromCoroutine(self._read(page, fragments, deadline))

    async def _read(self, page: Page, fragments: Sequence[str], deadline: Deadline) -> Reading:
        job = ReadJob(exchange=page.exchange, parser=self.settings.parser, fragments=tuple(fragments))
        return (await self._answer(job, page.body, deadline, HasRead)).reading

    def judge(self, page: Page, sources: Deferred[Sources], deadline: Deadline) -> Mapping[Category, Deferred[Judged]]:
        """What the static rules find (:meth:`sitescan.interfaces.IExaminer.judge`)."""
        judging = _Judging()
        judging.follow(Deferred.fromCoroutine(self._judge(page, sources, judging, deadline)))
        return judging.categories

    def judge_site(self, robots: Robots, llms: LlmsTxt, deadline: Deadline) -> Deferred[Judged]:
        """What robots.txt and llms.txt say (:meth:`sitescan.interfaces.IExaminer.judge_site`)."""
        return Deferred.fromCoroutine(self._judge_site(SiteJob(robots=robots, llms=llms), deadline))

    async def _judge_site(self, job: SiteJob, deadline: Deadline) -> Judged:
        found = [Judged(unexamined=(_SITE_FILES,))]

        def heard(answer: Answer) -> None:
            if isinstance(answer, CategoryJudged) and answer.category is Category.SEO:
                found.append(_own(answer))

        with suppress(NotExamined):
            await self.pool.run(job, b"", heard, deadline)
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
        await self.pool.run(job, b"".join((page.body, *bodies)), judging.heard, deadline)


def _head(source: Source) -> SourceHead:
    return SourceHead(source=evolve(source, body=b""), size=len(source.body))


def _own(answer: CategoryJudged) -> Judged:
    """What was found, without judgements by rules that are not of the category."""
    rules = catalogue()
    own = tuple(
        one for one in answer.judged.judgements if one.rule in rules and rules[one.rule].category is answer.category
    )
    return evolve(answer.judged, judgements=own)


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
        self._fire(answer.category, _own(answer))

    def _fire(self, category: Category, judged: Judged) -> None:
        if category in self._waited:
            self._waited.remove(category)
            self.categories[category].callback(judged)

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
                self._log.failure("a page could not be judged", failure=result)
        for category in tuple(self._waited):
            self._fire(category, Judged(unexamined=(reason,)))
