"""Security: what the response says, and how the site is reached without TLS."""

from attrs import frozen
from twisted.internet.defer import Deferred
from zope.interface import implementer

from sitescan.analyzers.conclude import conclude
from sitescan.analyzers.examination import Examination
from sitescan.deadline import Deadline
from sitescan.interfaces import IAnalyzer
from sitescan.model.report import Category, CategoryResult
from sitescan.probe.transport import ask_plain


@implementer(IAnalyzer)
@frozen
class SecurityAnalyzer:
    """The analyzer of the category security."""

    category = Category.SECURITY

    def analyze(self, examination: Examination, deadline: Deadline) -> Deferred[CategoryResult]:
        """Analyze one page (:meth:`sitescan.interfaces.IAnalyzer.analyze`)."""
        return Deferred.fromCoroutine(self._analyze(examination, deadline))

    async def _analyze(self, examination: Examination, deadline: Deadline) -> CategoryResult:
        within = deadline.within(examination.session.outfit.settings.link_seconds)
        transport = await ask_plain(examination.session, examination.exchange, within)
        static = await examination.judged[self.category]
        return await conclude(self.category, deadline.clock, static, (transport,))
