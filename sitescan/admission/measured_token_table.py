"""A token table with metrics."""

from attrs import frozen
from twisted.internet.defer import Deferred
from zope.interface import implementer

from sitescan.admission.quota import Ticket
from sitescan.interfaces import ITokenTable
from sitescan.logs.measurements import Measurements


@implementer(ITokenTable)
@frozen(kw_only=True)
class MeasuredTokenTable:
    """
    Counts the allowed and the refused requests of another table.

    :ivar table: the other table.
    :ivar name: the name of the table in the metrics.
    """

    table: ITokenTable
    name: str
    measurements: Measurements

    def take(self, client: str, spare: int = 0) -> Deferred[Ticket]:
        """Count one request of a client (:meth:`sitescan.interfaces.ITokenTable.take`)."""
        return self.table.take(client, spare).addCallback(self._count)

    def look(self, client: str) -> Deferred[Ticket]:
        """Return the state of a client (:meth:`sitescan.interfaces.ITokenTable.look`)."""
        return self.table.look(client)

    def _count(self, ticket: Ticket) -> Ticket:
        self.measurements.count("tokens", self.name, "allowed" if ticket.allowed else "refused")
        return ticket
