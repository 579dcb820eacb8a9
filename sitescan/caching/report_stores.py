"""Where stored reports are: in this process, or in Redis for all machines."""

from collections import OrderedDict
from collections.abc import Callable

from attrs import define, field, frozen
from twisted.internet.defer import Deferred, succeed
from zope.interface import implementer

from sitescan.interfaces import IReportStore
from sitescan.state.redis_connection import RedisConnection
from sitescan.state.state_errors import StateAway

_GET = "return redis.call('GET', KEYS[1])"
_PUT = "redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])"


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

    def _forget(self) -> None:
        """Forget what is too old, and the oldest of what is too much."""
        while self._reports:
            key, (ends, report) = next(iter(self._reports.items()))
            if ends > self.clock() and self._held <= self.most:
                return
            del self._reports[key]
            self._held -= len(report)


@implementer(IReportStore)
@frozen(kw_only=True)
class RedisReportStore:
    """
    Reports in Redis, which forgets them by itself. While it is away, no report is known and none is kept.

    :ivar seconds: how long a report is kept.
    """

    connection: RedisConnection
    seconds: float

    def get(self, key: str) -> Deferred[bytes | None]:
        """A report (:meth:`sitescan.interfaces.IReportStore.get`)."""
        return Deferred.fromCoroutine(self._evaluated(_GET, key))

    def put(self, key: str, report: bytes) -> Deferred[None]:
        """Keep a report (:meth:`sitescan.interfaces.IReportStore.put`)."""
        done = Deferred.fromCoroutine(self._evaluated(_PUT, key, report, round(self.seconds * 1000)))
        return done.addCallback(lambda _: None)

    async def _evaluated(self, script: str, key: str, *arguments: bytes | int) -> bytes | None:
        try:
            found: bytes | None = await self.connection.evaluate(script, (f"sitescan:report:{key}",), arguments)
        except StateAway:
            return None
        return found
