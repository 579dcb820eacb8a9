"""The pace of the requests to one host by all scans of a site, and the hosts that are left because they are silent."""

from collections.abc import Callable, Coroutine
from typing import Any

from attrs import define, field
from twisted.internet.interfaces import IReactorTime
from twisted.internet.task import deferLater

from sitescan.egress.connection_limiter import ConnectionLimiter
from sitescan.egress.host_backoff import BUSY
from sitescan.egress.request_errors import Unreachable
from sitescan.model.answers import Problem
from sitescan.standards.http_headers import Headers

#: The requests to all hosts at the same time.
_TOTAL = 256

#: The longest pause between two requests to a busy host, in seconds.
_LONGEST_PAUSE = 10.0

#: The longest time that a busy server is given before a page is asked for again, in seconds.
LONGEST_WAIT = 60.0

#: The requests in a row without an answer after which a host is probed, and the rests after which it is left.
_SILENT, _RESTS = 10, 3


@define(eq=False)
class Courtesy:
    """
    Limits the requests to each host: a few at the same time, and so many a second.

    A host that answers that it is busy gets half as many a second each time, and as many as before after as many good
    answers. A host that answers nothing else in many requests is probed: if it is silent, nothing is sent to it for a
    while, and it is left if it is silent after the third time.

    :ivar rate: the requests a second to a host; 0 for any number.
    :ivar per_host: the requests to a host at the same time.
    :ivar delays: the seconds between two requests that hosts ask for, which are kept up to :data:`_LONGEST_PAUSE`.
    :ivar rest: the longest time that a host rests, in seconds.
    :ivar probe: asks a host, and returns the seconds until it is asked again; 0 if it answers. ``None`` to leave none.
    :ivar left: the hosts that are left.
    """

    clock: IReactorTime
    rate: float
    per_host: int = 4
    delays: dict[str, float] = field(factory=dict)
    rest: float = LONGEST_WAIT
    probe: Callable[[str], Coroutine[Any, Any, float]] | None = None
    left: set[str] = field(factory=set, init=False)
    _limiter: ConnectionLimiter = field(init=False)
    _next: dict[str, float] = field(factory=dict, init=False)
    _slowed: dict[str, int] = field(factory=dict, init=False)
    _silent: dict[str, int] = field(factory=dict, init=False)
    _resting: set[str] = field(factory=set, init=False)

    @_limiter.default
    def _new_limiter(self) -> ConnectionLimiter:
        return ConnectionLimiter(_TOTAL, self.per_host)

    async def turn(self, host: str) -> None:
        """
        Wait until another request to a host may be sent. The caller must call :meth:`ended` afterwards.

        :raises Unreachable: if the host is left.
        """
        await self._limiter.enter(host)
        try:
            await self._wait(host)
        except BaseException:
            self._limiter.leave(host)
            raise

    async def _wait(self, host: str) -> None:
        now = self.clock.seconds()
        at = max(now, self._next.get(host, now))
        self._next[host] = at + self.pause(host)
        if at > now:
            await deferLater(self.clock, at - now)
        while self._silent.get(host, 0) >= _SILENT and host not in self.left and self.probe is not None:
            if host in self._resting:
                await deferLater(self.clock, min(1.0, self.rest))
                continue
            self._resting.add(host)
            try:
                await self._rest(host, self.probe)
            finally:
                self._resting.remove(host)
        if host in self.left:
            raise Unreachable(Problem.TIMEOUT)

    async def _rest(self, host: str, probe: Callable[[str], Coroutine[Any, Any, float]]) -> None:
        """Send nothing to a silent host until it answers; leave it if it doesn't after the longest time."""
        rested = 0.0
        while asked := await probe(host):
            if rested >= _RESTS * self.rest:
                self.left.add(host)
                return
            rest = min(asked, self.rest)
            rested += rest
            await deferLater(self.clock, rest)
        self.answered(host)

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

    def silent(self, host: str) -> None:
        """Note that a host has not answered a request, or only that it is busy."""
        self._silent[host] = self._silent.get(host, 0) + 1

    def answered(self, host: str) -> None:
        """Note that a host has answered a request."""
        self._silent.pop(host, None)

    def pause(self, host: str) -> float:
        """Return the seconds between two requests to a host."""
        slowed = self._slowed.get(host, 0)
        pause = max(1 / self.rate if self.rate else 0.0, min(self.delays.get(host, 0.0), _LONGEST_PAUSE))
        return min(max(pause, 0.1) * 2.0 ** min(slowed, 10), max(_LONGEST_PAUSE, pause)) if slowed else pause


def requested_wait(headers: Headers) -> float:
    """Return the seconds that a busy server asks for, up to a minute; a date is not read."""
    asked = headers.get("retry-after")
    return min(float(asked), LONGEST_WAIT) if asked.isascii() and asked.isdigit() and len(asked) < 10 else 0.0
