"""A shared token table, and what counts while it is away."""

from collections.abc import Callable

from attrs import frozen
from twisted.internet.defer import Deferred
from zope.interface import implementer

from sitescan.admission.quota import Ticket
from sitescan.interfaces import ITokenTable
from sitescan.state.state_errors import StateAway


@implementer(ITokenTable)
@frozen(kw_only=True)
class FallbackTokenTable:
    """
    Asks the shared table; where that is away, the one at hand.

    The one at hand knows nothing of what the shared one has counted: a client may get its tokens once more from each
    process or machine that counts by itself, and no more than that.

    :ivar shared: fails with :class:`sitescan.state.state_errors.StateAway`.
    """

    shared: ITokenTable
    at_hand: ITokenTable

    def take(self, client: str, spare: int = 0) -> Deferred[Ticket]:
        """Count one request of a client (:meth:`sitescan.interfaces.ITokenTable.take`)."""
        return Deferred.fromCoroutine(self._ask(lambda table: table.take(client, spare)))

    def look(self, client: str) -> Deferred[Ticket]:
        """Say how a client stands (:meth:`sitescan.interfaces.ITokenTable.look`)."""
        return Deferred.fromCoroutine(self._ask(lambda table: table.look(client)))

    async def _ask(self, ask: Callable[[ITokenTable], Deferred[Ticket]]) -> Ticket:
        try:
            return await ask(self.shared)
        except StateAway:
            return await ask(self.at_hand)
