"""The in-reactor token table: who has asked how often in the present hour."""

from collections import OrderedDict
from collections.abc import Callable

from attrs import define, field
from twisted.internet.defer import Deferred, succeed
from zope.interface import implementer

from sitescan.admission.quota import Ticket
from sitescan.interfaces import IQuota


@define(eq=False)
class _Window:
    """One client's window: when it ends and how many tokens are left in it."""

    ends: float
    left: int


@implementer(IQuota)
@define(eq=False, kw_only=True)
class TokenTable:
    """
    A fixed window for each client, opened by its first request and ``window`` seconds long.

    Windows are kept in the order in which they were opened, which is the order in which they end
    as long as the clock is not set back; so the ended ones stand first, and so does the one to
    forget when the table is full.

    :ivar limit: tokens in a window; 0 where there is no limit.
    :ivar window: its length, seconds.
    :ivar most: clients that are remembered.
    :ivar now: the wall clock, seconds since the epoch.
    """

    limit: int
    window: float
    most: int
    now: Callable[[], float]
    _windows: OrderedDict[str, _Window] = field(factory=OrderedDict, init=False)

    def __len__(self) -> int:
        return len(self._windows)

    def take(self, client: str) -> Deferred[Ticket]:
        """Count one request of a client (:meth:`sitescan.interfaces.IQuota.take`)."""
        now = self.now()
        if not self.limit:
            return succeed(Ticket(allowed=True, limit=0, remaining=0, reset=now))
        self._forget_ended(now)
        window = self._windows.get(client)
        if window is None or not self._lasts(window, now):
            self._windows.pop(client, None)
            if len(self._windows) >= self.most:
                self._windows.popitem(last=False)
            window = self._windows[client] = _Window(now + self.window, self.limit)
        allowed = window.left > 0
        window.left -= allowed
        return succeed(Ticket(allowed=allowed, limit=self.limit, remaining=window.left, reset=window.ends))

    def _forget_ended(self, now: float) -> None:
        while self._windows:
            client, window = next(iter(self._windows.items()))
            if self._lasts(window, now):
                return
            del self._windows[client]

    def _lasts(self, window: _Window, now: float) -> bool:
        """Whether a window has not ended; it never lasts longer than its length, even if the clock was set back."""
        return now < window.ends <= now + self.window
