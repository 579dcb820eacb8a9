"""The connections of one scan that can be used again."""

from functools import partial
from typing import Any

from attrs import define, field
from twisted.internet.defer import Deferred
from twisted.internet.interfaces import IStreamClientEndpoint
from twisted.internet.protocol import Factory
from twisted.web._newclient import HTTP11ClientProtocol

_IDLE = "QUIESCENT"


class _Connections(Factory):
    """Makes the HTTP side of one connection (Twisted's, as its own pool does)."""

    noisy = False

    def __init__(self, pool: "ConnectionPool", origin: str) -> None:
        self._pool = pool
        self._origin = origin

    def buildProtocol(self, addr: Any) -> Any:  # noqa: N802 - IProtocolFactory
        """The protocol that tells the pool when it is idle."""
        return HTTP11ClientProtocol(partial(self._pool.put, self._origin))


@define(eq=False)
class ConnectionPool:
    """
    Idle connections by origin, the longest idle first.

    Twisted's own pool can close all of its idle connections or none, starts a timer whenever one
    becomes idle, and writes the endpoint down for each new one. A session closes one to make room
    for another, and lives too short for timers: for 1000 links on 20 hosts that makes 400
    connections instead of 4400 (``evaluation/links.py --n 1000``). ``Agent`` takes no other kind of
    pool than Twisted's, so protocol and request are taken from the module that it takes them from.
    """

    _idle: dict[Any, str] = field(factory=dict, init=False)
    _of: dict[str, list[Any]] = field(factory=dict, init=False)

    def idle(self, origin: str) -> Any:
        """A connection for one request: the one that was used last; ``None`` where there is none."""
        idle = self._of.get(origin)
        while idle:
            protocol = idle.pop()
            del self._idle[protocol]
            if _usable(protocol):
                return protocol
        return None

    def connect(self, origin: str, endpoint: IStreamClientEndpoint) -> Deferred[Any]:
        """A new connection for one request."""
        return endpoint.connect(_Connections(self, origin))

    def put(self, origin: str, protocol: Any) -> None:
        """Keep a connection that has become idle."""
        self._idle[protocol] = origin
        self._of.setdefault(origin, []).append(protocol)

    def close_one(self) -> None:
        """Close the connection that has been idle longest, where there is one."""
        while self._idle:
            protocol, origin = next(iter(self._idle.items()))
            del self._idle[protocol]
            self._of[origin].remove(protocol)
            if _usable(protocol):
                protocol.transport.abort()
                return

    def clear(self) -> None:
        """Let go of those that are idle, which hold this."""
        self._idle.clear()
        self._of.clear()


def _usable(protocol: Any) -> bool:
    """Whether an idle connection is still open, and not given up while the end of its answer was being read."""
    return protocol.state == _IDLE and not protocol.transport.aborted
