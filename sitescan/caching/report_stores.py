"""Where stored reports are, and who makes the next one: in this process, or in Redis for all machines."""

from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from attrs import define, field, frozen
from twisted.internet.defer import Deferred, succeed
from zope.interface import implementer

from sitescan.caching.leases import LEASE_SECONDS, Leases
from sitescan.interfaces import IReportStore
from sitescan.settings import Settings
from sitescan.state.redis_connection import RedisConnection
from sitescan.state.state_errors import StateAway

_GET = "return redis.call('GET', KEYS[1])"
_PUT = "redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])"
_LEASE = """
local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1
"""
_RELEASE = "if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end"


@implementer(IReportStore)
@define(eq=False, kw_only=True)
class MemoryReportStore:
    """
    Reports in this process, the oldest of which goes first.

    :ivar seconds: how long a report is kept.
    :ivar most: bytes of all reports together.
    :ivar clock: seconds since whenever.
    """

    seconds: float
    most: int
    clock: Callable[[], float]
    _held: int = field(default=0, init=False)
    _reports: OrderedDict[str, tuple[float, bytes]] = field(factory=OrderedDict, init=False)
    _leases: Leases = field(init=False)

    @_leases.default
    def _none_yet(self) -> Leases:
        return Leases(self.clock)

    def get(self, key: str) -> Deferred[bytes | None]:
        """A report (:meth:`sitescan.interfaces.IReportStore.get`)."""
        self._forget()
        return succeed(self._reports[key][1] if key in self._reports else None)

    def put(self, key: str, report: bytes) -> Deferred[None]:
        """Keep a report (:meth:`sitescan.interfaces.IReportStore.put`)."""
        if key in self._reports:
            self._held -= len(self._reports.pop(key)[1])
        self._reports[key] = (self.clock() + self.seconds, report)
        self._held += len(report)
        self._forget()
        return succeed(None)

    def lease(self, key: str, holder: str) -> Deferred[bool]:
        """Be the one who makes a report (:meth:`sitescan.interfaces.IReportStore.lease`)."""
        return succeed(self._leases.take(key, holder))

    def release(self, key: str, holder: str) -> Deferred[None]:
        """Leave it to others (:meth:`sitescan.interfaces.IReportStore.release`)."""
        self._leases.release(key, holder)
        return succeed(None)

    def _forget(self) -> None:
        """Forget what is too old, and the oldest of what is too much."""
        while self._reports:
            key, (ends, report) = next(iter(self._reports.items()))
            if ends > self.clock() and self._held <= self.most:
                return
            del self._reports[key]
            self._held -= len(report)


def reports_in_memory(settings: Settings, clock: Callable[[], float]) -> MemoryReportStore:
    """The reports of one process."""
    return MemoryReportStore(seconds=settings.cache, most=settings.cache_bytes, clock=clock)


@implementer(IReportStore)
@frozen(kw_only=True)
class RedisReportStore:
    """
    Reports in Redis, which forgets them by itself.

    While it is away, no report is known and none is kept, and everybody makes their own.

    :ivar seconds: how long a report is kept.
    """

    connection: RedisConnection
    seconds: float

    def get(self, key: str) -> Deferred[bytes | None]:
        """A report (:meth:`sitescan.interfaces.IReportStore.get`)."""
        return Deferred.fromCoroutine(self._evaluated(_GET, f"sitescan:report:{key}", None))

    def put(self, key: str, report: bytes) -> Deferred[None]:
        """Keep a report (:meth:`sitescan.interfaces.IReportStore.put`)."""
        kept = self._evaluated(_PUT, f"sitescan:report:{key}", None, report, round(self.seconds * 1000))
        return Deferred.fromCoroutine(kept)

    def lease(self, key: str, holder: str) -> Deferred[bool]:
        """Be the one who makes a report (:meth:`sitescan.interfaces.IReportStore.lease`)."""
        asked = self._evaluated(_LEASE, f"sitescan:lease:{key}", 1, holder, round(LEASE_SECONDS * 1000))
        return Deferred.fromCoroutine(asked).addCallback(bool)

    def release(self, key: str, holder: str) -> Deferred[None]:
        """Leave it to others (:meth:`sitescan.interfaces.IReportStore.release`)."""
        return Deferred.fromCoroutine(self._evaluated(_RELEASE, f"sitescan:lease:{key}", None, holder))

    async def _evaluated(self, script: str, key: str, while_away: Any, *arguments: bytes | str | int) -> Any:
        try:
            return await self.connection.evaluate(script, (key,), arguments)
        except StateAway:
            return while_away
