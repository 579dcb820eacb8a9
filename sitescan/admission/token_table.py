"""A token table in memory: the number of requests of each client in its present window."""

from collections import OrderedDict
from collections.abc import Callable
from functools import lru_cache
from ipaddress import ip_network

from attrs import define, field
from twisted.internet.defer import Deferred, succeed
from zope.interface import implementer

from sitescan.admission.quota import Ticket
from sitescan.interfaces import ITokenTable


@lru_cache(maxsize=4096)
def _neighborhood(client: str) -> str:
    """Return a network of the client that one subscriber may have completely: a /48 of IPv6 or a /24 of IPv4."""
    try:
        network = ip_network(client)
    except ValueError:  # a host name
        return client
    return str(network.supernet(new_prefix=min(network.prefixlen, 48 if network.version == 6 else 24)))


@implementer(ITokenTable)
@define(eq=False, kw_only=True)
class TokenTable:
    """
    A fixed window for each client, which begins with the client's first request.

    Windows are kept in the order in which they began, which is also the order in which they end. Their ends and their
    remaining tokens are numbers in two tables instead of objects, because the garbage collector would look at a hundred
    thousand objects again and again while the reactor stands still.

    :ivar limit: the number of tokens per window, or 0 if there is no limit.
    :ivar window: the length of a window in seconds.
    :ivar most: the maximum number of clients in the table.
    :ivar now: returns the wall-clock time in seconds since the epoch, which is only reported to clients.
    :ivar clock: returns a time in seconds that only moves forward, by which windows are measured.
    """

    limit: int
    window: float
    most: int
    now: Callable[[], float]
    clock: Callable[[], float]
    _ends: OrderedDict[str, float] = field(factory=OrderedDict, init=False)
    _left: dict[str, int] = field(factory=dict, init=False)
    _neighbors: dict[str, dict[str, None]] = field(factory=dict, init=False)

    def __len__(self) -> int:
        return len(self._ends)

    def take(self, client: str, spare: int = 0) -> Deferred[Ticket]:
        """Count one request of a client (:meth:`sitescan.interfaces.ITokenTable.take`)."""
        now = self.clock()
        if not self.limit:
            return succeed(Ticket(allowed=True, limit=0, remaining=0, reset=self.now()))
        self._remove_ended(now)
        if not self._lasts(client, now):
            self._remove(client)
            if len(self._ends) >= self.most:
                self._make_room(client)
            self._ends[client], self._left[client] = now + self.window, self.limit
            self._neighbors.setdefault(_neighborhood(client), {})[client] = None
        allowed = self._left[client] > spare
        self._left[client] -= allowed
        return succeed(self._ticket(client, allowed=allowed))

    def look(self, client: str) -> Deferred[Ticket]:
        """Return the state of a client (:meth:`sitescan.interfaces.ITokenTable.look`)."""
        if not self.limit or not self._lasts(client, self.clock()):
            return succeed(Ticket(allowed=True, limit=self.limit, remaining=self.limit, reset=self.now()))
        return succeed(self._ticket(client, allowed=self._left[client] > 0))

    def _ticket(self, client: str, *, allowed: bool) -> Ticket:
        """Return the state of a client. The end of its window is rounded to a millisecond, so that it stays equal."""
        reset = round(self._ends[client] + (self.now() - self.clock()), 3)
        return Ticket(allowed=allowed, limit=self.limit, remaining=self._left[client], reset=reset)

    def _remove_ended(self, now: float) -> None:
        while self._ends and not self._lasts(first := next(iter(self._ends)), now):
            self._remove(first)

    def _make_room(self, client: str) -> None:
        """
        Remove a client to make room for a new one, preferably one from the same network.

        A subscriber that fills the table from its own network then only removes its own windows.
        """
        neighbors = self._neighbors.get(_neighborhood(client))
        self._remove(next(iter(neighbors or self._ends)))

    def _remove(self, client: str) -> None:
        if self._ends.pop(client, None) is None:
            return
        del self._left[client]
        neighborhood = _neighborhood(client)
        neighbors = self._neighbors[neighborhood]
        del neighbors[client]
        if not neighbors:
            del self._neighbors[neighborhood]

    def _lasts(self, client: str, now: float) -> bool:
        """Return whether a client has a window that hasn't ended. If the clock was set back, the window has ended."""
        ends = self._ends.get(client)
        return ends is not None and now < ends <= now + self.window
