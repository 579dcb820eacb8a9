"""A token table whose answers are counted."""

from attrs import frozen
from twisted.internet.defer import Deferred
from zope.interface import implementer

from sitescan.admission.quota import Ticket
from sitescan.interfaces import ITokenTable
from sitescan.measurements import Measurements


@implementer(ITokenTable)
@frozen(kw_only=True)
class MeasuredTokenTable:
    """
    Asks another table, and counts what it lets through and what it does not.

    :ivar name: what the table is called in measurements.
    """

    table: ITokenTable
    name: str
    measurements: Measurements

    def take(self, client: str, spare: int = 0) -> Deferred[Ticket]:
        """Count one request of a client (:meth:`sitescan.interfaces.ITokenTable.take`)."""
        return self.table.take(client, spare).addCallback(self._counted)

    def look(self, client: str) -> Deferred[Ticket]:
        """Say how a client stands (:meth:`sitescan.interfaces.ITokenTable.look`)."""
        return self.table.look(client)

    def _counted(self, ticket: Ticket) -> Ticket:
        self.measurements.count("tokens", self.name, "allowed" if ticket.allowed else "refused")
        return ticket
