"""Hosts that ask for fewer requests: waited for once, then left alone."""

from attrs import define, field
from twisted.internet.interfaces import IDelayedCall, IReactorTime
from twisted.internet.task import deferLater

from sitescan.egress.connection_limiter import ConnectionLimiter
from sitescan.egress.request_errors import Unreachable
from sitescan.model.answers import Problem

#: The statuses with which a server asks for fewer requests.
BUSY = frozenset({429, 503})


@define(eq=False)
class HostBackoff:
    """
    What one scan owes to hosts that are busy.

    https://www.rfc-editor.org/rfc/rfc6585#section-4
    """

    _reactor: IReactorTime
    _limiter: ConnectionLimiter
    _resting: dict[str, IDelayedCall] = field(factory=dict, init=False)
    _served: set[str] = field(factory=set, init=False)
    _shunned: set[str] = field(factory=set, init=False)
    _unmoved: set[str] = field(factory=set, init=False)

    def check(self, host: str) -> None:
        """
        Let a request pass.

        :raises Unreachable: where the host is left alone.
        """
        if host in self._shunned:
            raise Unreachable(Problem.BUSY)

    def heard(self, host: str, status: int) -> None:
        """
        Take note of the status of a response, before another request to the host begins.

        A host that is busy may mean one page only. If it is busy again before the time that it asked for is over, and
        has not answered anything else since, all requests to it wait for that time.
        """
        if status not in BUSY:
            self._served.add(host)
        elif host in self._served:
            self._served.remove(host)
        elif self._is_resting(host):
            self._limiter.hold(host)

    async def rest(self, host: str, seconds: float) -> None:
        """Wait for the time that a host asks for."""
        if not self._is_resting(host):
            self._resting[host] = self._reactor.callLater(seconds, self._limiter.release, host)
        elif self._reactor.seconds() + seconds > self._resting[host].getTime():
            self._resting[host].reset(seconds)
        await deferLater(self._reactor, seconds)

    def short_rest_may_help(self, host: str) -> bool:
        """Return whether a host that does not say how long to wait may answer after a moment."""
        return host not in self._unmoved

    def short_rest_failed(self, host: str) -> None:
        """Take note that a host answered after a rest as it did before."""
        self._unmoved.add(host)

    def block_host(self, host: str) -> None:
        """Send nothing more to a host: it has had enough. Requests that wait for it fail."""
        self._shunned.add(host)
        self._limiter.release(host)

    def close(self) -> None:
        """Nobody waits any more."""
        for resting in self._resting.values():
            if resting.active():
                resting.cancel()

    def _is_resting(self, host: str) -> bool:
        return host in self._resting and self._resting[host].active()
