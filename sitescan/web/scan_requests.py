"""The processing of scan requests of the API and of forms: quota, scan and errors."""

import time
from collections.abc import Callable
from typing import Any

from attrs import evolve, frozen
from twisted.internet.defer import CancelledError
from twisted.logger import Logger
from twisted.python.failure import Failure

from sitescan.admission.quota import Ticket
from sitescan.concurrency.cancellation import clean_cancelled, drop_traceback
from sitescan.configuration.settings import Settings
from sitescan.egress.policy import NOT_PUBLIC, Forbidden
from sitescan.interfaces import IScanner, ITokenTable
from sitescan.model.report import Report
from sitescan.standards.urls import parse_target
from sitescan.state.state_errors import StateUnavailable
from sitescan.web.clients import client_of, is_loopback, over_quota, show_quota
from sitescan.web.error_responses import INTERNAL, ApiError, api_error
from sitescan.web.request_facts import note_scan

_RESTART = ApiError(500, "Scan failed", "The server is about to restart; try again in a moment.")

#: What a person on this machine can do about a refused address.
_LOCAL = "To scan sites on this machine, start the service with: twist sitescan --local"

#: The quota of clients whose requests can't be counted; responses state no quota.
_UNKNOWN = Ticket(allowed=False, limit=0, remaining=0, reset=0)

#: The log line of a scan without a report.
_FAILED = "could not scan {origin} in {seconds:.1f} s: {reason}"


@frozen(kw_only=True)
class ScanRequests:
    """
    Counts requests, runs scans and turns failures into error responses.

    :ivar draining: returns whether the service is stopping and accepts no new scans.
    :ivar seconds: returns the time of a clock that is never set.
    """

    _log = Logger()

    settings: Settings
    quota: ITokenTable
    scanner: IScanner
    draining: Callable[[], bool]
    seconds: Callable[[], float] = time.monotonic

    async def admit(self, request: Any) -> tuple[Ticket, ApiError | None]:
        """Count a request and state the quota in the response; return the quota and the error of a refused request."""
        try:
            ticket: Ticket = await self.quota.take(client_of(request, self.settings))
        except StateUnavailable as problem:
            return _UNKNOWN, api_error(problem)
        show_quota(request, ticket)
        if not ticket.allowed:
            return ticket, over_quota(request, self.settings)
        return ticket, _RESTART if self.draining() else None

    async def quota_of(self, request: Any) -> Ticket:
        """Return the quota of the client without counting the request."""
        try:
            ticket: Ticket = await self.quota.look(client_of(request, self.settings))
        except StateUnavailable:
            return _UNKNOWN
        return ticket

    async def report(self, request: Any, submitted: Callable[[], str]) -> Report | ApiError:
        """
        Scan a page and return the report, or the error response.

        :param submitted: a function that reads the URL from the request; its exceptions become error responses.
        """
        started = self.seconds()
        origin = ""
        try:
            url = submitted()
            target = parse_target(url)
            origin = target.origin
            note_scan(request, target.host)
            scan = self.scanner.scan(target, url, client_of(request, self.settings))
            report: Report = await scan.addErrback(clean_cancelled)
        except CancelledError as gone:
            drop_traceback(gone)
            raise
        except Exception as problem:  # noqa: BLE001 - every exception becomes a response
            answer = api_error(problem)
            if answer is INTERNAL:
                self._log.failure("a scan failed", failure=Failure(problem))
            else:
                drop_traceback(problem)
            if origin and answer is not INTERNAL:
                seconds = self.seconds() - started
                self._log.info(_FAILED, origin=origin, reason=answer.details, seconds=seconds)
            closed = isinstance(problem, Forbidden) and problem.what == NOT_PUBLIC and not self.settings.allow_private
            if closed and is_loopback(client_of(request, self.settings)):
                return evolve(answer, details=f"{answer.details} {_LOCAL}")
            return answer
        note_scan(request, target.host, report)
        self._log.info(
            "scanned {origin}: {score} of 100 in {seconds:.1f} s",
            origin=target.origin,
            score=report.overall_score,
            seconds=self.seconds() - started,
        )
        return report
