"""Performance: what the page asks browsers to load, and what those files say of themselves."""

from collections.abc import Iterator
from typing import Any

from attrs import evolve, frozen
from twisted.internet.defer import Deferred
from twisted.python.failure import Failure
from zope.interface import implementer

from sitescan.analyzers.conclude import conclude
from sitescan.analyzers.examination import Examination
from sitescan.deadline import Deadline
from sitescan.fanout import side_by_side
from sitescan.interfaces import IAnalyzer
from sitescan.model.answers import ResourceAnswers, Verdict
from sitescan.model.report import Category, CategoryResult, Judged
from sitescan.probe.protocols import ask_protocols


@implementer(IAnalyzer)
@frozen
class PerformanceAnalyzer:
    """The analyzer of the category performance."""

    category = Category.PERFORMANCE

    def analyze(self, examination: Examination, deadline: Deadline) -> Deferred[CategoryResult]:
        """Analyze one page (:meth:`sitescan.interfaces.IAnalyzer.analyze`)."""
        return Deferred.fromCoroutine(self._analyze(examination, deadline))

    async def _analyze(self, examination: Examination, deadline: Deadline) -> CategoryResult:
        session, outline, exchange = examination.session, examination.outline, examination.exchange
        settings = session.outfit.settings
        within = deadline.within(settings.link_seconds)
        works: list[Deferred[Any]] = [
            Deferred.fromCoroutine(self._probed(examination, within)),
            Deferred.fromCoroutine(self._judged(examination, within)),
            Deferred.fromCoroutine(ask_protocols(session, exchange, outline, within)),
        ]
        _, static, protocols = await side_by_side(works)
        if isinstance(static, Failure):
            static.raiseException()
        if isinstance(protocols, Failure):
            protocols.raiseException()
        answers = examination.images.corrected(examination.asked.answers)
        left = max(0, settings.resources - len({one.url for one in outline.resources}))
        resources = ResourceAnswers(
            exchange=exchange,
            resources=(*outline.resources, *static.resources[:left]),
            answers=answers,
            left_out=outline.resources_left_out,
            pictures=examination.images.pictures,
            texts=static.texts,
        )
        said = evolve(static, unexamined=(*static.unexamined, *examination.unread, *_unexamined(resources)))
        return await conclude(self.category, examination.session.outfit.cooperator, said, (resources, protocols))

    async def _probed(self, examination: Examination, deadline: Deadline) -> None:
        resources = examination.outline.resources
        answers = await examination.asked.all((resource.url for resource in resources), deadline)
        await examination.images.look_at_all(resources, answers, deadline)

    async def _judged(self, examination: Examination, deadline: Deadline) -> Judged:
        """What the static rules found; then what the stylesheets load is asked, as far as there is room."""
        judged = await examination.judged[self.category]
        named = {one.url for one in examination.outline.resources}
        left = max(0, examination.session.outfit.settings.resources - len(named))
        await examination.asked.all((one.url for one in judged.resources[:left]), deadline)
        return judged


def _unexamined(resources: ResourceAnswers) -> Iterator[str]:
    """What is not known of the files that every browser loads."""
    certain = {one.url for one in resources.resources if one.certain}
    late = sum(
        1 for url in certain if url not in resources.answers or resources.answers[url].verdict is Verdict.UNCHECKED
    )
    if late:
        yield f"{late} of the {len(certain)} files that the page loads could not be looked at."
    if resources.left_out:
        yield f"{resources.left_out} more files that the page names were not looked at: there are too many."
