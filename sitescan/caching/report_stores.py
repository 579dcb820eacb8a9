"""Stores of reports: in the memory of one process, or in Redis for all processes and machines."""

from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from attrs import define, field, frozen
from twisted.internet.defer import Deferred, succeed
from zope.interface import implementer

from sitescan.configuration.settings import Settings
from sitescan.interfaces import IReportStore
from sitescan.state.redis_connection import RedisConnection
from sitescan.state.state_errors import StateUnavailable

#: Seconds after which a lease ends. A process that is still scanning renews it; the lease of a process that has died
#: ends by itself.
LEASE_SECONDS = 10.0

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
    Reports in the memory of this process. If they take too much of it, the oldest ones are dropped.

    No other process shares these reports, so every lease is granted.

    :ivar seconds: the time for which a report is kept.
    :ivar most: the maximum size of all reports together, in bytes.
    :ivar clock: returns a time in seconds that only moves forward.
    """

    seconds: float
    most: int
    clock: Callable[[], float]
    _size: int = field(default=0, init=False)
    _reports: OrderedDict[str, tuple[float, bytes]] = field(factory=OrderedDict, init=False)

    def get(self, key: str) -> Deferred[bytes | None]:
        """Return a report (:meth:`sitescan.interfaces.IReportStore.get`)."""
        self._expire()
        return succeed(self._reports[key][1] if key in self._reports else None)

    def put(self, key: str, report: bytes) -> Deferred[None]:
        """Keep a report (:meth:`sitescan.interfaces.IReportStore.put`)."""
        if key in self._reports:
            self._size -= len(self._reports.pop(key)[1])
        self._reports[key] = (self.clock() + self.seconds, report)
        self._size += len(report)
        self._expire()
        return succeed(None)

    def lease(self, key: str, holder: str) -> Deferred[bool]:
        """Grant a lease (:meth:`sitescan.interfaces.IReportStore.lease`)."""
        return succeed(True)

    def release(self, key: str, holder: str) -> Deferred[None]:
        """Do nothing (:meth:`sitescan.interfaces.IReportStore.release`)."""
        return succeed(None)

    def _expire(self) -> None:
        """Drop the reports that have expired, and the oldest ones while all together are too large."""
        while self._reports:
            key, (ends, report) = next(iter(self._reports.items()))
            if ends > self.clock() and self._size <= self.most:
                return
            del self._reports[key]
            self._size -= len(report)


def reports_in_memory(settings: Settings, clock: Callable[[], float]) -> MemoryReportStore:
    """Return a store with the limits of the settings."""
    return MemoryReportStore(seconds=settings.cache, most=settings.cache_bytes, clock=clock)


@implementer(IReportStore)
@frozen(kw_only=True)
class RedisReportStore:
    """
    Reports in Redis, which drops them when they expire.

    While the server is unavailable, no report is found or kept, and every lease is granted.

    :ivar seconds: the time for which a report is kept.
    """

    connection: RedisConnection
    seconds: float

    def get(self, key: str) -> Deferred[bytes | None]:
        """Return a report (:meth:`sitescan.interfaces.IReportStore.get`)."""
        return Deferred.fromCoroutine(self._evaluate(_GET, f"sitescan:report:{key}", None))

    def put(self, key: str, report: bytes) -> Deferred[None]:
        """Keep a report (:meth:`sitescan.interfaces.IReportStore.put`)."""
        kept = self._evaluate(_PUT, f"sitescan:report:{key}", None, report, round(self.seconds * 1000))
        return Deferred.fromCoroutine(kept)

    def lease(self, key: str, holder: str) -> Deferred[bool]:
        """Take or renew a lease (:meth:`sitescan.interfaces.IReportStore.lease`)."""
        taken = self._evaluate(_LEASE, f"sitescan:lease:{key}", 1, holder, round(LEASE_SECONDS * 1000))
        return Deferred.fromCoroutine(taken).addCallback(bool)

    def release(self, key: str, holder: str) -> Deferred[None]:
        """Release a lease (:meth:`sitescan.interfaces.IReportStore.release`)."""
        return Deferred.fromCoroutine(self._evaluate(_RELEASE, f"sitescan:lease:{key}", None, holder))

    async def _evaluate(self, script: str, key: str, default: Any, *arguments: bytes | str | int) -> Any:
        """
        Run a script for a key.

        :param default: the result while the server is unavailable.
        """
        try:
            return await self.connection.evaluate(script, (key,), arguments)
        except StateUnavailable:
            return default
