"""Bounded fan-out: so many requests of one scan in all, and so many to one host."""

from collections.abc import Callable
from typing import TypeVar

from attrs import define, field
from twisted.internet.defer import Deferred, succeed

from sitescan.concurrency.turn_queue import TurnQueue

T = TypeVar("T")


@define(eq=False)
class ConnectionLimiter:
    """
    The requests that one scan may have under way.

    A host with no request under way comes first, each in turn, so that one slow host cannot hold up the others; else
    its host goes on, whose connection is open already.

    Cancelling the wait of a request gives up its place and starts nothing.

    :ivar total: requests in all.
    :ivar per_host: requests to one host, but for those that take one request at a time (:meth:`narrow`).
    :ivar begins: those who are told, by the host that a request has left, of room that no request waits for.
    """

    total: int
    per_host: int
    begins: list[Callable[[str], None]] = field(factory=list, init=False)
    _busy: dict[str, int] = field(factory=dict, init=False)
    _running: int = field(default=0, init=False)
    _waiting: TurnQueue[str, Deferred[None]] = field(factory=TurnQueue, init=False)
    _held: set[str] = field(factory=set, init=False)
    _narrow: set[str] = field(factory=set, init=False)
    _admitting: bool = field(default=False, init=False)

    def enter(self, host: str, *, first: bool = False) -> Deferred[None]:
        """
        Wait for room for a request to a host; :meth:`leave` must follow.

        :param first: whether to go before those who wait for this host already.
        """
        if self.enters(host):
            return succeed(None)
        turn: Deferred[None] = Deferred(lambda cancelled: self._waiting.remove(host, cancelled))
        self._waiting.add(host, turn, first=first)
        return turn

    def enters(self, host: str) -> bool:
        """Begin a request to a host, where there is room now; :meth:`leave` must follow."""
        free = self.has_room(host)
        if free:
            self._take(host)
        return free

    def has_room(self, host: str) -> bool:
        """Return whether a request to a host may begin now."""
        return self._running < self.total and self._has_lane(host)

    def leave(self, host: str) -> None:
        """End a request to a host, and let the next one begin."""
        self._running -= 1
        self._busy[host] -= 1
        if not self._busy[host]:
            del self._busy[host]
        self._admit(host)

    def hold(self, host: str) -> None:
        """Let nobody in to a host until :meth:`release`."""
        self._held.add(host)

    def release(self, host: str) -> None:
        """Let requests in to a host that was held."""
        self._held.discard(host)
        self._admit(host)

    def requests_to(self, host: str) -> int:
        """Return the number of requests to a host that are under way."""
        return self._busy.get(host, 0)

    def narrow(self, host: str) -> None:
        """Let one request at a time in to a host from now on."""
        self._narrow.add(host)

    def next_of(self, queue: TurnQueue[str, T], before: str) -> str | None:
        """
        Return the host whose turn is next among those with waiting requests; ``None`` if none of them has room.

        :param before: the host that a request has left.
        """
        if not queue or self._running >= self.total:
            return None
        going_on: str | None = None
        for host in queue.turns():
            if not self._has_lane(host):
                continue
            if host not in self._busy:
                return host
            if host == before or going_on is None:
                going_on = host
        return going_on

    def close(self) -> None:
        """Let go of those who are told of room, who hold this."""
        self.begins.clear()

    def _has_lane(self, host: str) -> bool:
        most = 1 if host in self._narrow else self.per_host
        return self._busy.get(host, 0) < most and host not in self._held

    def _take(self, host: str) -> None:
        self._running += 1
        self._busy[host] = self._busy.get(host, 0) + 1

    def _admit(self, before: str) -> None:
        # Whoever is let in may be done at once and leave: the loop that let it in goes on from
        # there, or two hundred requests that fail at once would be two hundred calls deep.
        if self._admitting:
            return
        self._admitting = True
        try:
            while (host := self.next_of(self._waiting, before)) is not None:
                self._take(host)
                self._waiting.pop(host).callback(None)
        finally:
            self._admitting = False
        for begin in tuple(self.begins):
            begin(before)
