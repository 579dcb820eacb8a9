"""Two connected protocols without sockets."""

from typing import Any

from attrs import define


@define(eq=False)
class Wire:
    """A transport that delivers data to another protocol in the reactor's next turn."""

    reactor: Any
    other: Any
    disconnecting = False

    def write(self, data: bytes) -> None:
        """Deliver data to the other protocol."""
        self.reactor.callLater(0, self.other.dataReceived, data)

    def getPeer(self) -> None:  # noqa: N802 - ITransport
        """Return ``None``, because the transport has no address."""

    getHost = getPeer  # noqa: N815 - ITransport


def connect(reactor: Any, first: Any, second: Any) -> None:
    """Connect two protocols."""
    first.makeConnection(Wire(reactor, second))
    second.makeConnection(Wire(reactor, first))
