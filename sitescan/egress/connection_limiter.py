"""Bounded fan-out: so many requests of one scan in all, and so many to one host."""

from abc import ABC, abstractmethod
from collections import deque
from typing import Generic, TypeVar

from attrs import define, field
from twisted.internet.defer import Deferred, succeed

T = TypeVar("T")


@define(eq=False)
class HostQueue(ABC, Generic[T]):
    """
    What waits for room for one more request to its host.

    A host with no request under way comes first, each in turn, so that one slow host cannot hold up the others; else
    its host goes on, whose connection is open already.

    :ivar total: requests in all.
    :ivar per_host: requests to one host, but for those that take one request at a time (:meth:`narrow`).
    """

    total: int
    per_host: int
    _busy: dict[str, int] = field(factory=dict, init=False)
    _running: int = field(default=0, init=False)
    _waiting: dict[str, deque[T]] = field(factory=dict, init=False)
    _held: set[str] = field(factory=set, init=False)
    _narrow: set[str] = field(factory=set, init=False)
    _admitting: bool = field(default=False, init=False)

    @abstractmethod
    def admit(self, one: T) -> None:
        """Begin the request of what there is room for; :meth:`leave` must follow."""

    def enters(self, host: str) -> bool:
        """Begin a request to a host, where there is room now; :meth:`leave` must follow."""
        free = self._free(host)
        if free:
            self._take(host)
        return free

    def join(self, host: str, one: T, *, first: bool = False) -> None:
        """
        Admit something, now or when there is room for a request to its host.

        :param first: whether to go before those who wait for this host already.
        """
        line = self._waiting.get(host)
        if line is None:
            if self.enters(host):
                self.admit(one)
                return
            line = self._waiting[host] = deque()
        line.appendleft(one) if first else line.append(one)

    def withdraw(self, host: str, one: T) -> None:
        """Take back something that waits."""
        line = self._waiting[host]
        line.remove(one)
        if not line:
            del self._waiting[host]

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
        if not self._waiting or self._running >= self.total:
            return None
        going_on: str | None = None
        for host in self._waiting:
            if not self._free(host):
                continue
            if host not in self._busy:
                return host
            if host == before or going_on is None:
                going_on = host
        return going_on

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
                line = self._waiting.pop(host)
                one = line.popleft()
                if line:
                    self._waiting[host] = line
                self._take(host)
                self.admit(one)
        finally:
            self._admitting = False


@define(eq=False)
class ConnectionLimiter(HostQueue[Deferred[None]]):
    """
    The requests that one scan may have under way.

    Cancelling the wait of a request gives up its place and starts nothing.
    """

    def admit(self, one: Deferred[None]) -> None:
        """Tell whoever waits to begin."""
        one.callback(None)

    def enter(self, host: str, *, first: bool = False) -> Deferred[None]:
        """
        Wait for room for a request to a host; :meth:`leave` must follow.

        :param first: whether to go before those who wait for this host already.
        """
        if self.enters(host):
            return succeed(None)
        turn: Deferred[None] = Deferred(lambda cancelled: self.withdraw(host, cancelled))
        self.join(host, turn, first=first)
        return turn
