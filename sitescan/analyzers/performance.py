"""Performance: what the page asks browsers to load, and what a HEAD of each of those says."""

from attrs import frozen
from twisted.internet.defer import Deferred
from zope.interface import implementer

from sitescan.analyzers.conclude import conclude
from sitescan.analyzers.examination import Examination
from sitescan.deadline import Deadline
from sitescan.interfaces import IAnalyzer
from sitescan.model.answers import ResourceAnswers
from sitescan.model.report import Category, CategoryResult


@implementer(IAnalyzer)
@frozen
class PerformanceAnalyzer:
    """The analyzer of the category performance."""

    category = Category.PERFORMANCE

    def analyze(self, examination: Examination, deadline: Deadline) -> Deferred[CategoryResult]:
        """Analyze one page (:meth:`sitescan.interfaces.IAnalyzer.analyze`)."""
        return Deferred.fromCoroutine(self._analyze(examination, deadline))

    async def _analyze(self, examination: Examination, deadline: Deadline) -> CategoryResult:
        session, outline = examination.session, examination.outline
        within = deadline.within(session.outfit.settings.link_seconds)
        answers = await examination.asked.all((resource.url for resource in outline.resources), within)
        resources = ResourceAnswers(
            exchange=examination.exchange,
            resources=outline.resources,
            answers=answers,
            left_out=outline.resources_left_out,
        )
        static = await examination.judged[self.category]
        return await conclude(self.category, deadline.clock, static, (resources,))
