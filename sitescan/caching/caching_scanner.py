"""A scanner that scans a page once for all who ask at the same time, or a moment later."""

import hashlib
import zlib
from typing import Any
from uuid import uuid4

import msgspec
from attrs import evolve, field, frozen
from twisted.internet.defer import Deferred
from twisted.internet.task import LoopingCall, deferLater
from twisted.logger import Logger
from zope.interface import implementer

from sitescan import __version__
from sitescan.caching.leases import LEASE_SECONDS
from sitescan.deadline import Deadline
from sitescan.interfaces import IReportStore, IScanner
from sitescan.model.report import Report
from sitescan.scoring import SCORING_VERSION
from sitescan.single_flight import SingleFlight
from sitescan.standards.urls import Target

#: A report that is larger, as JSON, is not kept: reading it would hold up the reactor.
_LARGEST = 1024 * 1024

#: Seconds after which to see whether another process has made the report that is waited for.
_LOOK_AGAIN = 0.2


@implementer(IScanner)
@frozen(kw_only=True)
class CachingScanner:
    """
    Asks another scanner for what is not known.

    A stored report keeps the time at which it was made, and is given under the URL by which it was asked for. Its
    one phase is ``cache``. Whoever asks is counted all the same: that is done before.

    Of all processes that share the store, one makes a report, and the others wait for it. Where it fails, or its
    process has died, the next one tries.

    :ivar scanner: makes reports.
    :ivar store: keeps them.
    :ivar clock: the reactor.
    :ivar seconds: how long a report of another process is waited for, as long as a scan may take.
    """

    _log = Logger()

    scanner: IScanner
    store: IReportStore
    clock: Any
    seconds: float
    _flights: SingleFlight[Report] = field(factory=lambda: SingleFlight(keeps=False), init=False)

    def scan(self, target: Target, submitted: str, client: str = "") -> Deferred[Report]:
        """Scan one page (:meth:`sitescan.interfaces.IScanner.scan`)."""
        found = self._flights.answer(target.url, lambda: Deferred.fromCoroutine(self._found(target, submitted, client)))
        return found.addCallback(lambda report: evolve(report, url=submitted))

    async def _found(self, target: Target, submitted: str, client: str) -> Report:
        started, key, holder = self.clock.seconds(), _key(target), uuid4().hex
        report = await self._stored(key)
        if report is None:
            try:
                report = await self._made_by_another(key, holder)
                if report is None:
                    return await self._made(target, submitted, client, key, holder)
            finally:
                # Whoever asked may be gone, and need not wait for it.
                self.store.release(key, holder)
        return evolve(report, phases=(("cache", self.clock.seconds() - started),))

    async def _made_by_another(self, key: str, holder: str) -> Report | None:
        """A report that another process makes; none where it is for this one to make it, which it then holds."""
        deadline = Deadline.after(self.clock, self.seconds)
        while not await self.store.lease(key, holder):
            await deadline.bound(deferLater(self.clock, _LOOK_AGAIN))
            report = await self._stored(key)
            if report is not None:
                return report
        # The other may have finished after the last look.
        return await self._stored(key)

    async def _made(self, target: Target, submitted: str, client: str, key: str, holder: str) -> Report:
        renewal = LoopingCall(self.store.lease, key, holder)
        renewal.clock = self.clock
        renewal.start(LEASE_SECONDS / 3, now=False)
        try:
            made: Report = await self.scanner.scan(target, submitted, client)
            text = msgspec.json.encode(made)
            if len(text) <= _LARGEST:
                await self.store.put(key, zlib.compress(text, 1))
        finally:
            renewal.stop()
        return made

    async def _stored(self, key: str) -> Report | None:
        return self._read(await self.store.get(key))

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
