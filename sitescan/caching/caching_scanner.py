"""A scanner that scans a page once for all requests that arrive while it is scanned or shortly after."""

import hashlib
import zlib
from uuid import uuid4

import msgspec
from attrs import evolve, field, frozen
from twisted.internet.defer import Deferred
from twisted.internet.interfaces import IReactorTime
from twisted.internet.task import LoopingCall, deferLater
from twisted.logger import Logger
from zope.interface import implementer

from sitescan import __version__
from sitescan.caching.report_stores import LEASE_SECONDS
from sitescan.concurrency.deadline import Deadline
from sitescan.concurrency.single_flight import SingleFlight
from sitescan.interfaces import IReportStore, IScanner
from sitescan.model.report import Report
from sitescan.scoring import SCORING_VERSION
from sitescan.standards.urls import Target

#: The maximum size of a report that is kept, in bytes of JSON. Reading a larger one would block the reactor.
_LARGEST = 1024 * 1024

#: Seconds between two look-ups of a report that another process is making.
_POLL_SECONDS = 0.2


@implementer(IScanner)
@frozen(kw_only=True)
class CachingScanner:
    """
    Scans pages of which the store has no report.

    A stored report keeps the time of its scan and gets the URL of the request. Its only phase is ``cache``. The quota
    is counted before the store is asked, so a stored report counts like any other.

    Of the processes that share the store, one scans the page and holds a lease meanwhile; the others wait for its
    report. If it fails or dies, the next process takes the lease and scans.

    :ivar scanner: scans pages.
    :ivar store: keeps the reports.
    :ivar clock: the reactor.
    :ivar seconds: the maximum time to wait for the report of another process, that of a scan.
    """

    _log = Logger()

    scanner: IScanner
    store: IReportStore
    clock: IReactorTime
    seconds: float
    _flights: SingleFlight[Report] = field(factory=lambda: SingleFlight(keeps=False), init=False)

    def scan(self, target: Target, submitted: str, client: str = "") -> Deferred[Report]:
        """Scan one page (:meth:`sitescan.interfaces.IScanner.scan`)."""
        report = self._flights.answer(
            target.url, lambda: Deferred.fromCoroutine(self._report(target, submitted, client))
        )
        return report.addCallback(lambda report: evolve(report, url=submitted))

    async def _report(self, target: Target, submitted: str, client: str) -> Report:
        started, key, holder = self.clock.seconds(), _key(target), uuid4().hex
        report = await self._stored(key)
        if report is None:
            try:
                report = await self._lease_or_report(key, holder)
                if report is None:
                    return await self._scan_and_store(target, submitted, client, key, holder)
            finally:
                # It isn't awaited, because the client may have left.
                self.store.release(key, holder)
        return evolve(report, phases=(("cache", self.clock.seconds() - started),))

    async def _lease_or_report(self, key: str, holder: str) -> Report | None:
        """Return the report that another process is making, or ``None`` after taking the lease."""
        deadline = Deadline.after(self.clock, self.seconds)
        while not await self.store.lease(key, holder):
            await deadline.bound(deferLater(self.clock, _POLL_SECONDS))
            report = await self._stored(key)
            if report is not None:
                return report
        # Another process may have stored its report and released its lease since the last look-up.
        return await self._stored(key)

    async def _scan_and_store(self, target: Target, submitted: str, client: str, key: str, holder: str) -> Report:
        renewal = LoopingCall(self.store.lease, key, holder)
        renewal.clock = self.clock
        renewal.start(LEASE_SECONDS / 3, now=False)
        try:
            report: Report = await self.scanner.scan(target, submitted, client)
            text = msgspec.json.encode(report)
            if len(text) <= _LARGEST:
                await self.store.put(key, zlib.compress(text, 1))
        finally:
            renewal.stop()
        return report

    async def _stored(self, key: str) -> Report | None:
        """Return the stored report of a key, or ``None`` if there is none or it can't be read."""
        stored = await self.store.get(key)
        if stored is None:
            return None
        try:
            text = zlib.decompressobj().decompress(stored, _LARGEST)
            return msgspec.json.decode(text, type=Report)
        except (zlib.error, msgspec.DecodeError) as problem:
            self._log.warn("a stored report can't be read: {problem}", problem=str(problem))
            return None


def _key(target: Target) -> str:
    """Return the key of a page in the store. Other versions of the rules or of the scoring have other keys."""
    named = f"{__version__} {SCORING_VERSION} {target.url}"
    return hashlib.blake2b(named.encode(), digest_size=16).hexdigest()
