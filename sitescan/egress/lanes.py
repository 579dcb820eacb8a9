"""Bounded fan-out: so many requests of one scan in all, and so many to one host."""

from collections import deque

from attrs import define, field
from twisted.internet.defer import Deferred


@define(eq=False)
class Lanes:
    """
    The lanes of one scan.

    A request waits until a lane is free for its host; cancelling the wait gives up the place in
    the line and starts nothing. Hosts take turns, so one slow host cannot hold up the others.

    :ivar total: lanes in all.
    :ivar per_host: lanes to one host.
    """

    total: int
    per_host: int
    _busy: dict[str, int] = field(factory=dict, init=False)
    _running: int = field(default=0, init=False)
    _waiting: dict[str, deque[Deferred[None]]] = field(factory=dict, init=False)
    _admitting: bool = field(default=False, init=False)

    async def enter(self, host: str) -> None:
        """Wait for a lane to a host; :meth:`leave` must follow."""
        if not self._free(host):
            turn: Deferred[None] = Deferred(lambda cancelled: self._give_up(host, cancelled))
            self._waiting.setdefault(host, deque()).append(turn)
            await turn
        else:
            self._take(host)

    def leave(self, host: str) -> None:
        """Free a lane to a host, and let the next request in."""
        self._running -= 1
        self._busy[host] -= 1
        if not self._busy[host]:
            del self._busy[host]
        self._admit()

    def _free(self, host: str) -> bool:
        return self._running < self.total and self._busy.get(host, 0) < self.per_host

    def _take(self, host: str) -> None:
        self._running += 1
        self._busy[host] = self._busy.get(host, 0) + 1

    def _admit(self) -> None:
        # Whoever is let in may be done at once and leave: the loop that let it in goes on from
        # there, or two hundred requests that fail at once would be two hundred calls deep.
        if self._admitting:
            return
        self._admitting = True
        try:
            while (host := next((host for host in self._waiting if self._free(host)), None)) is not None:
                line = self._waiting.pop(host)
                turn = line.popleft()
                if line:
                    self._waiting[host] = line
                self._take(host)
                turn.callback(None)
        finally:
            self._admitting = False

    def _give_up(self, host: str, turn: Deferred[None]) -> None:
        line = self._waiting[host]
        line.remove(turn)
        if not line:
            del self._waiting[host]
