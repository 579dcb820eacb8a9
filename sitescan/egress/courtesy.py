"""The pace of the requests to one host by all scans of a site."""

from attrs import define, field
from twisted.internet.interfaces import IReactorTime
from twisted.internet.task import deferLater

from sitescan.egress.connection_limiter import ConnectionLimiter

#: The statuses of servers that are busy.
BUSY = frozenset({429, 503})

#: The requests to all hosts at the same time.
_TOTAL = 256

#: The longest pause between two requests to a busy host, in seconds.
_LONGEST_PAUSE = 10.0


@define(eq=False)
class Courtesy:
    """
    Limits the requests to each host: a few at the same time, and so many a second.

    A host that answers that it is busy gets half as many a second each time, and as many as before after as many good
    answers.

    :ivar rate: the requests a second to a host; 0 for any number.
    :ivar per_host: the requests to a host at the same time.
    :ivar delays: the seconds between two requests that hosts ask for, which are kept up to :data:`_LONGEST_PAUSE`.
    """

    clock: IReactorTime
    rate: float
    per_host: int = 4
    delays: dict[str, float] = field(factory=dict)
    _limiter: ConnectionLimiter = field(init=False)
    _next: dict[str, float] = field(factory=dict, init=False)
    _slowed: dict[str, int] = field(factory=dict, init=False)

    @_limiter.default
    def _new_limiter(self) -> ConnectionLimiter:
        return ConnectionLimiter(_TOTAL, self.per_host)

    async def turn(self, host: str) -> None:
        """Wait until another request to a host may be sent. The caller must call :meth:`ended` afterwards."""
        await self._limiter.enter(host)
        try:
            now = self.clock.seconds()
            at = max(now, self._next.get(host, now))
            self._next[host] = at + self.pause(host)
            if at > now:
                await deferLater(self.clock, at - now)
        except BaseException:
            self._limiter.leave(host)
            raise

    def ended(self, host: str, status: int) -> None:
        """
        Note that a request to a host has ended.

        :param status: the status of its response; 0 if there was none.
        """
        if status in BUSY:
            self._slowed[host] = self._slowed.get(host, 0) + 1
        elif self._slowed.get(host):
            self._slowed[host] -= 1
        self._limiter.leave(host)

    def pause(self, host: str) -> float:
        """Return the seconds between two requests to a host."""
        slowed = self._slowed.get(host, 0)
        pause = max(1 / self.rate if self.rate else 0.0, min(self.delays.get(host, 0.0), _LONGEST_PAUSE))
        return min(max(pause, 0.1) * 2.0 ** min(slowed, 10), max(_LONGEST_PAUSE, pause)) if slowed else pause
