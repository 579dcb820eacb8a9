"""A shared token table with a fallback for the time in which it is unavailable."""

from collections.abc import Callable

from attrs import frozen
from twisted.internet.defer import Deferred
from zope.interface import implementer

from sitescan.admission.quota import Ticket
from sitescan.interfaces import ITokenTable
from sitescan.state.state_errors import StateUnavailable


@implementer(ITokenTable)
@frozen(kw_only=True)
class FallbackTokenTable:
    """
    Uses a shared table, or a local one while the shared one is unavailable.

    The local table doesn't know the counts of the shared one: a client may get its tokens once more from each
    process or machine that counts on its own.

    :ivar shared: the shared table. It fails with :exc:`sitescan.state.state_errors.StateUnavailable`.
    :ivar at_hand: the local table.
    """

    shared: ITokenTable
    at_hand: ITokenTable

    def take(self, client: str, spare: int = 0) -> Deferred[Ticket]:
        """Count one request of a client (:meth:`sitescan.interfaces.ITokenTable.take`)."""
        return Deferred.fromCoroutine(self._ask(lambda table: table.take(client, spare)))

    def look(self, client: str) -> Deferred[Ticket]:
        """Return the state of a client (:meth:`sitescan.interfaces.ITokenTable.look`)."""
        return Deferred.fromCoroutine(self._ask(lambda table: table.look(client)))

    async def _ask(self, ask: Callable[[ITokenTable], Deferred[Ticket]]) -> Ticket:
        try:
            return await ask(self.shared)
        except StateUnavailable:
            return await ask(self.at_hand)
