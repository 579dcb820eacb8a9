"""A connection that is gone is let go of."""

from typing import Any

from twisted.internet.interfaces import IAddress, IConnector
from twisted.internet.protocol import ClientFactory
from twisted.python.failure import Failure


class ReleasedFactory(ClientFactory[Any]):
    """
    Passes everything on to another factory, and in the end lets go of it and of the transport.

    Twisted's connector, its transport and the factory of its endpoints hold each other; only the garbage collector
    would find them, and the reactor stands still meanwhile.
    """

    def __init__(self, factory: "ClientFactory[Any]") -> None:
        self._factory: ClientFactory[Any] | None = factory
        self._connector: Any = None

    def doStart(self) -> None:  # noqa: N802 - Factory
        """An attempt begins."""
        if self._factory is not None:
            self._factory.doStart()

    def startedConnecting(self, connector: IConnector) -> None:  # noqa: N802 - ClientFactory
        """It has begun."""
        if self._factory is not None:
            self._connector = connector
            self._factory.startedConnecting(connector)

    def buildProtocol(self, addr: IAddress | None) -> Any:  # noqa: N802 - Factory
        """It is connected."""
        return None if self._factory is None else self._factory.buildProtocol(addr)

    def clientConnectionFailed(self, connector: IConnector, reason: Failure) -> None:  # noqa: N802 - ClientFactory
        """It failed."""
        if self._factory is not None:
            self._factory.clientConnectionFailed(connector, reason)

    def clientConnectionLost(self, connector: IConnector, reason: Failure) -> None:  # noqa: N802 - ClientFactory
        """It is gone."""
        if self._factory is not None:
            self._factory.clientConnectionLost(connector, reason)

    def doStop(self) -> None:  # noqa: N802 - Factory
        """It is over: nothing is asked of this any more."""
        factory, self._factory = self._factory, None
        connector, self._connector = self._connector, None
        if factory is not None:
            factory.doStop()
        if connector is not None:
            connector.transport = None
