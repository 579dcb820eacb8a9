"""The parent's token tables: the client in a server process, and the server in the parent."""

from typing import Any

from attrs import frozen
from twisted.internet.defer import CancelledError, Deferred
from twisted.protocols import amp
from zope.interface import implementer

from sitescan.admission.quota import Ticket
from sitescan.admission.token_tables import TokenTables
from sitescan.interfaces import ITokenTable
from sitescan.serving.amp_commands import Look, Take
from sitescan.state.state_errors import StateUnavailable


@implementer(ITokenTable)
@frozen(kw_only=True)
class AmpTokenTable:
    """
    A token table of the parent.

    :ivar parent: the connection to the parent, an :class:`twisted.protocols.amp.AMP`.
    :ivar name: the name of the table in the parent.
    """

    parent: Any
    name: str

    def take(self, client: str, spare: int = 0) -> Deferred[Ticket]:
        """Count one request of a client (:meth:`sitescan.interfaces.ITokenTable.take`)."""
        return Deferred.fromCoroutine(self._call(Take, client, spare=spare))

    def look(self, client: str) -> Deferred[Ticket]:
        """Return the state of a client (:meth:`sitescan.interfaces.ITokenTable.look`)."""
        return Deferred.fromCoroutine(self._call(Look, client))

    async def _call(self, command: type[amp.Command], client: str, **arguments: int) -> Ticket:
        name = client.encode("utf-8", "surrogatepass")
        try:
            return Ticket(**await self.parent.callRemote(command, table=self.name, client=name, **arguments))
        except CancelledError:
            raise
        except Exception as problem:  # noqa: BLE001 - the parent has ended, or is another version
            raise StateUnavailable(str(problem)) from None


class TokenTableLocator(amp.CommandLocator):
    """Responds to the commands about token tables."""

    def __init__(self, tables: TokenTables) -> None:
        self._tables = tables.named()

    @Take.responder
    def _take(self, table: str, client: bytes, spare: int) -> Deferred[dict[str, Any]]:
        taken = self._tables[table].take(client.decode("utf-8", "surrogatepass"), spare)
        return taken.addCallback(_response)

    @Look.responder
    def _look(self, table: str, client: bytes) -> Deferred[dict[str, Any]]:
        return self._tables[table].look(client.decode("utf-8", "surrogatepass")).addCallback(_response)


def _response(ticket: Ticket) -> dict[str, Any]:
    return {"allowed": ticket.allowed, "limit": ticket.limit, "remaining": ticket.remaining, "reset": ticket.reset}
