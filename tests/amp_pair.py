"""Two protocols that talk to each other, without sockets."""

from typing import Any

from attrs import define


@define(eq=False)
class Wire:
    """A transport to a protocol beside it; what is written arrives in the reactor's next turn."""

    reactor: Any
    other: Any
    disconnecting = False

    def write(self, data: bytes) -> None:
        """Write."""
        self.reactor.callLater(0, self.other.dataReceived, data)

    def getPeer(self) -> None:  # noqa: N802 - ITransport
        """Nobody."""

    getHost = getPeer  # noqa: N815 - ITransport


def connect(reactor: Any, first: Any, second: Any) -> None:
    """Connect two protocols."""
    first.makeConnection(Wire(reactor, second))
    second.makeConnection(Wire(reactor, first))
