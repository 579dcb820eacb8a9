"""A scanner that scans a page once for all who ask at the same time, or a moment later."""

import hashlib
import zlib
from collections.abc import Callable

import msgspec
from attrs import evolve, field, frozen
from twisted.internet.defer import Deferred
from twisted.logger import Logger
from zope.interface import implementer

from sitescan import __version__
from sitescan.interfaces import IReportStore, IScanner
from sitescan.model.report import Report
from sitescan.scoring import SCORING_VERSION
from sitescan.single_flight import SingleFlight
from sitescan.standards.urls import Target

#: A report that is larger, as JSON, is not kept: reading it would hold up the reactor.
_LARGEST = 1024 * 1024


@implementer(IScanner)
@frozen(kw_only=True)
class CachingScanner:
    """
    Asks another scanner for what is not known.

    A stored report keeps the time at which it was made, and is given under the URL by which it was asked for. Its
    one phase is ``cache``. Whoever asks is counted all the same: that is done before.

    :ivar scanner: makes reports.
    :ivar store: keeps them.
    :ivar clock: seconds since whenever.
    """

    _log = Logger()

    scanner: IScanner
    store: IReportStore
    clock: Callable[[], float]
    _flights: SingleFlight[Report] = field(factory=lambda: SingleFlight(keeps=False), init=False)

    def scan(self, target: Target, submitted: str, client: str = "") -> Deferred[Report]:
        """Scan one page (:meth:`sitescan.interfaces.IScanner.scan`)."""
        found = self._flights.answer(target.url, lambda: self._found(target, submitted, client))
        return found.addCallback(lambda report: evolve(report, url=submitted))

    async def _found(self, target: Target, submitted: str, client: str) -> Report:
        started, key = self.clock(), _key(target)
        report = self._read(await self.store.get(key))
        if report is not None:
            return evolve(report, phases=(("cache", self.clock() - started),))
        made: Report = await self.scanner.scan(target, submitted, client)
        text = msgspec.json.encode(made)
        if len(text) <= _LARGEST:
            await self.store.put(key, zlib.compress(text, 1))
        return made

    def _read(self, stored: bytes | None) -> Report | None:
        """A report as it was stored; none where what is stored is not one."""
        if stored is None:
            return None
        try:
            unzip = zlib.decompressobj()
            text = unzip.decompress(stored, _LARGEST)
            return msgspec.json.decode(text, type=Report)
        except (zlib.error, msgspec.DecodeError) as problem:
            self._log.warn("a stored report can't be read: {problem}", problem=str(problem))
            return None


def _key(target: Target) -> str:
    """What a report depends on beside the page: other rules make another report."""
    named = f"{__version__} {SCORING_VERSION} {target.url}"
    return hashlib.blake2b(named.encode(), digest_size=16).hexdigest()
