"""SEO: what the page says of itself, and what robots.txt says of it."""

from attrs import frozen
from twisted.internet.defer import Deferred
from zope.interface import implementer

from sitescan.analyzers.conclude import conclude
from sitescan.analyzers.examination import Examination
from sitescan.deadline import Deadline
from sitescan.interfaces import IAnalyzer
from sitescan.model.report import Category, CategoryResult
from sitescan.probe.wellknown import fetch_robots


@implementer(IAnalyzer)
@frozen
class SeoAnalyzer:
    """The analyzer of the category SEO."""

    category = Category.SEO

    def analyze(self, examination: Examination, deadline: Deadline) -> Deferred[CategoryResult]:
        """Analyze one page (:meth:`sitescan.interfaces.IAnalyzer.analyze`)."""
        return Deferred.fromCoroutine(self._analyze(examination, deadline))

    async def _analyze(self, examination: Examination, deadline: Deadline) -> CategoryResult:
        settings = examination.session.outfit.settings
        within = deadline.within(settings.link_seconds)
        robots = await fetch_robots(examination.session, examination.exchange.url, within)
        static = await examination.judged[self.category]
        return await conclude(self.category, deadline.clock, static, (robots,))
