"""A scanner with metrics."""

from collections.abc import Callable

from attrs import frozen
from twisted.internet.defer import Deferred
from zope.interface import implementer

from sitescan.concurrency.cancellation import clean_cancelled
from sitescan.egress.request_errors import Unreachable
from sitescan.interfaces import IScanner
from sitescan.logs.measurements import Measurements
from sitescan.model.report import Report
from sitescan.standards.urls import Target


@implementer(IScanner)
@frozen(kw_only=True)
class MeasuredScanner:
    """
    Counts and times the scans of another scanner.

    :ivar scanner: the other scanner.
    :ivar clock: returns a time in seconds that only moves forward.
    """

    scanner: IScanner
    measurements: Measurements
    clock: Callable[[], float]

    def scan(self, target: Target, submitted: str, client: str = "") -> Deferred[Report]:
        """Scan one page (:meth:`sitescan.interfaces.IScanner.scan`)."""
        return Deferred.fromCoroutine(self._scan(target, submitted, client))

    async def _scan(self, target: Target, submitted: str, client: str) -> Report:
        started, outcome = self.clock(), "report"
        try:
            report: Report = await self.scanner.scan(target, submitted, client).addErrback(clean_cancelled)
        except BaseException as problem:
            # The number of outcomes is small: reasons of our own, and otherwise names of classes.
            outcome = problem.problem.name if isinstance(problem, Unreachable) else type(problem).__name__
            raise
        finally:
            self.measurements.count("scans", outcome.lower())
            self.measurements.time("scan_seconds", self.clock() - started)
        for stage, seconds in report.phases:
            self.measurements.time("stage_seconds", seconds, stage)
        return report
