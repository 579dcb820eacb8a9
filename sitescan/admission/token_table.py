"""The in-reactor token table: who has asked how often in the present hour."""

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
    """The network of a client that one subscriber may well have all of: a /48 of IPv6, a /24 of IPv4."""
    try:
        network = ip_network(client)
    except ValueError:  # a host's name
        return client
    return str(network.supernet(new_prefix=min(network.prefixlen, 48 if network.version == 6 else 24)))


@implementer(ITokenTable)
@define(eq=False, kw_only=True)
class TokenTable:
    """
    A fixed window for each client, opened by its first request and ``window`` seconds long.

    Windows are kept in the order in which they were opened, which is the order in which they end; so the ended
    ones stand first. When each ends and what is left in it are numbers in two tables: the garbage collector would look
    at a hundred thousand objects again and again, and the reactor stands still meanwhile.

    :ivar limit: tokens in a window; 0 where there is no limit.
    :ivar window: its length, seconds.
    :ivar most: clients that are remembered.
    :ivar now: the wall clock, seconds since the epoch; it is only told to clients.
    :ivar clock: what windows are measured by, seconds since whenever: a clock that is never set.
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
        self._forget_ended(now)
        if not self._lasts(client, now):
            self._forget(client)
            if len(self._ends) >= self.most:
                self._make_room(client)
            self._ends[client], self._left[client] = now + self.window, self.limit
            self._neighbors.setdefault(_neighborhood(client), {})[client] = None
        allowed = self._left[client] > spare
        self._left[client] -= allowed
        return succeed(self._ticket(client, allowed=allowed))

    def look(self, client: str) -> Deferred[Ticket]:
        """Say how a client stands (:meth:`sitescan.interfaces.ITokenTable.look`)."""
        if not self.limit or not self._lasts(client, self.clock()):
            return succeed(Ticket(allowed=True, limit=self.limit, remaining=self.limit, reset=self.now()))
        return succeed(self._ticket(client, allowed=self._left[client] > 0))

    def _ticket(self, client: str, *, allowed: bool) -> Ticket:
        """How a client stands; its window ends by the wall clock, to the millisecond, so that it does not waver."""
        reset = round(self._ends[client] + (self.now() - self.clock()), 3)
        return Ticket(allowed=allowed, limit=self.limit, remaining=self._left[client], reset=reset)

    def _forget_ended(self, now: float) -> None:
        while self._ends and not self._lasts(first := next(iter(self._ends)), now):
            self._forget(first)

    def _make_room(self, client: str) -> None:
        """
        Forget somebody for a new client: one from its own network, where there is one.

        Whoever fills the table from a network of their own forgets only themselves.
        """
        neighbors = self._neighbors.get(_neighborhood(client))
        self._forget(next(iter(neighbors or self._ends)))

    def _forget(self, client: str) -> None:
        if self._ends.pop(client, None) is None:
            return
        del self._left[client]
        neighborhood = _neighborhood(client)
        neighbors = self._neighbors[neighborhood]
        del neighbors[client]
        if not neighbors:
            del self._neighbors[neighborhood]

    def _lasts(self, client: str, now: float) -> bool:
        """Whether a window has not ended; it never lasts longer than its length, even if the clock was set back."""
        ends = self._ends.get(client)
        return ends is not None and now < ends <= now + self.window
