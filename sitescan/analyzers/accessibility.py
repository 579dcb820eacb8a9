"""Accessibility: what the child found; the network has nothing to add."""

from attrs import frozen
from twisted.internet.defer import Deferred
from zope.interface import implementer

from sitescan.analyzers.category_result import conclude
from sitescan.analyzers.examination import Examination
from sitescan.deadline import Deadline
from sitescan.interfaces import IAnalyzer
from sitescan.model.report import Category, CategoryResult


@implementer(IAnalyzer)
@frozen
class AccessibilityAnalyzer:
    """The analyzer of the category accessibility."""

    category = Category.ACCESSIBILITY

    def analyze(self, examination: Examination, deadline: Deadline) -> Deferred[CategoryResult]:
        """Analyze one page (:meth:`sitescan.interfaces.IAnalyzer.analyze`)."""
        return Deferred.fromCoroutine(self._analyze(examination, deadline))

    async def _analyze(self, examination: Examination, deadline: Deadline) -> CategoryResult:
        return await conclude(
            self.category, examination.session.context.cooperator, await examination.judged[self.category]
        )
