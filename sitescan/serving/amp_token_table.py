"""The token table of the parent, asked by a server process, and answered by the parent."""

from typing import Any

from attrs import frozen
from twisted.internet.defer import CancelledError, Deferred
from twisted.protocols import amp
from zope.interface import implementer

from sitescan.admission.quota import Ticket
from sitescan.admission.token_tables import TokenTables
from sitescan.interfaces import ITokenTable
from sitescan.serving.amp_commands import Look, Take
from sitescan.state.state_errors import StateAway


@implementer(ITokenTable)
@frozen(kw_only=True)
class AmpTokenTable:
    """
    A table that the parent keeps.

    :ivar parent: the connection to it, an :class:`twisted.protocols.amp.AMP`.
    :ivar name: the table's name there.
    """

    parent: Any
    name: str

    def take(self, client: str, spare: int = 0) -> Deferred[Ticket]:
        """Count one request of a client (:meth:`sitescan.interfaces.ITokenTable.take`)."""
        return Deferred.fromCoroutine(self._ask(Take, client, spare=spare))

    def look(self, client: str) -> Deferred[Ticket]:
        """Say how a client stands (:meth:`sitescan.interfaces.ITokenTable.look`)."""
        return Deferred.fromCoroutine(self._ask(Look, client))

    async def _ask(self, command: type[amp.Command], client: str, **arguments: int) -> Ticket:
        name = client.encode("utf-8", "surrogatepass")
        try:
            return Ticket(**await self.parent.callRemote(command, table=self.name, client=name, **arguments))
        except CancelledError:
            raise
        except Exception as problem:  # noqa: BLE001 - the parent is gone, or is not what it should be
            raise StateAway(str(problem)) from None


class TokenTableLocator(amp.CommandLocator):
    """Answers for the tables of the parent."""

    def __init__(self, tables: TokenTables) -> None:
        self._tables = tables.named()

    @Take.responder
    def _take(self, table: str, client: bytes, spare: int) -> Deferred[dict[str, Any]]:
        taken = self._tables[table].take(client.decode("utf-8", "surrogatepass"), spare)
        return taken.addCallback(_answer)

    @Look.responder
    def _look(self, table: str, client: bytes) -> Deferred[dict[str, Any]]:
        return self._tables[table].look(client.decode("utf-8", "surrogatepass")).addCallback(_answer)


def _answer(ticket: Ticket) -> dict[str, Any]:
    return {"allowed": ticket.allowed, "limit": ticket.limit, "remaining": ticket.remaining, "reset": ticket.reset}
