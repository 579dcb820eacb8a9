"""Bounded fan-out: so many requests of one scan in all, and so many to one host."""

from collections import deque

from attrs import define, field
from twisted.internet.defer import Deferred, succeed


@define(eq=False)
class ConnectionLimiter:
    """
    The requests that one scan may have under way.

    A request waits until there is room for one more to its host; cancelling the wait gives up the place in
    the line and starts nothing. A host with no request under way comes first, each in turn, so that one slow
    host cannot hold up the others; else its host goes on, whose connection is open already.

    :ivar total: requests in all.
    :ivar per_host: requests to one host, but for those that take one request at a time (:meth:`narrow`).
    """

    total: int
    per_host: int
    _busy: dict[str, int] = field(factory=dict, init=False)
    _running: int = field(default=0, init=False)
    _waiting: dict[str, deque[Deferred[None]]] = field(factory=dict, init=False)
    _held: set[str] = field(factory=set, init=False)
    _narrow: set[str] = field(factory=set, init=False)
    _admitting: bool = field(default=False, init=False)

    def enters(self, host: str) -> bool:
        """Begin a request to a host, where there is room now; :meth:`leave` must follow."""
        free = self._free(host)
        if free:
            self._take(host)
        return free

    def enter(self, host: str, *, first: bool = False) -> Deferred[None]:
        """
        Wait for room for a request to a host; :meth:`leave` must follow.

        :param first: whether to go before those who wait for this host already.
        """
        if self.enters(host):
            return succeed(None)
        turn: Deferred[None] = Deferred(lambda cancelled: self._give_up(host, cancelled))
        endpoint = self._waiting.setdefault(host, deque())
        endpoint.appendleft(turn) if first else endpoint.append(turn)
        return turn

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
        """How many requests to a host are under way."""
        return self._busy.get(host, 0)

    def narrow(self, host: str) -> None:
        """Let one request at a time in to a host from now on."""
        self._narrow.add(host)

    def _free(self, host: str) -> bool:
        most = 1 if host in self._narrow else self.per_host
        return self._running < self.total and self._busy.get(host, 0) < most and host not in self._held

    def _next(self, before: str) -> str | None:
        """The host whose turn it is, after a request to one has ended."""
        if self._running >= self.total:
            return None
        without = next((host for host in self._waiting if host not in self._busy and self._free(host)), None)
        if without is not None:
            return without
        if before in self._waiting and self._free(before):
            return before
        return next((host for host in self._waiting if self._free(host)), None)

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
            while (host := self._next(before)) is not None:
                endpoint = self._waiting.pop(host)
                turn = endpoint.popleft()
                if endpoint:
                    self._waiting[host] = endpoint
                self._take(host)
                turn.callback(None)
        finally:
            self._admitting = False

    def _give_up(self, host: str, turn: Deferred[None]) -> None:
        endpoint = self._waiting[host]
        endpoint.remove(turn)
        if not endpoint:
            del self._waiting[host]
