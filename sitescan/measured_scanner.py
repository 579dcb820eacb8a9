"""A scanner whose scans are counted and timed."""

from collections.abc import Callable

from attrs import frozen
from twisted.internet.defer import Deferred
from zope.interface import implementer

from sitescan.cancellation import passed_on
from sitescan.egress.request_errors import Unreachable
from sitescan.interfaces import IScanner
from sitescan.measurements import Measurements
from sitescan.model.report import Report
from sitescan.standards.urls import Target


@implementer(IScanner)
@frozen(kw_only=True)
class MeasuredScanner:
    """
    Asks another scanner.

    :ivar clock: seconds since whenever.
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
            report: Report = await self.scanner.scan(target, submitted, client).addErrback(passed_on)
        except BaseException as problem:
            # A few classes of our own, and what was not foreseen by the name of its class.
            outcome = problem.problem.name if isinstance(problem, Unreachable) else type(problem).__name__
            raise
        finally:
            self.measurements.count("scans", outcome.lower())
            self.measurements.time("scan_seconds", self.clock() - started)
        for stage, seconds in report.phases:
            self.measurements.time("stage_seconds", seconds, stage)
        return report
