"""A full process leaves connections to the other ones."""

from attrs import define, field
from twisted.internet.task import Clock

from sitescan.serving.reception import Reception


@define(eq=False)
class Port:
    """
    A listening port.

    :ivar numberAccepts: the number of connections that it accepts at once.
    :ivar calls: what was done with it.
    """

    numberAccepts: int = 100  # noqa: N815 - Twisted's name
    calls: list[str] = field(factory=list)

    def stopReading(self) -> None:  # noqa: N802 - Twisted's name
        """Stop accepting connections."""
        self.calls.append("stop")

    def startReading(self) -> None:  # noqa: N802 - Twisted's name
        """Accept connections again."""
        self.calls.append("start")


@define(eq=False)
class Connection:
    """A connection."""

    served: bool = False


def test_full_process_pauses() -> None:
    """A process accepts as many connections at once as it has room for scans, and further ones after a pause."""
    clock, port = Clock(), Port()
    reception = Reception(clock, lambda: 3, lambda: [port])
    for _ in range(2):
        reception.accepted(Connection())
    assert port.calls == []
    reception.accepted(Connection())
    assert port.calls == ["stop"]
    clock.advance(0.1)
    assert port.calls == ["stop", "start"]
    assert port.numberAccepts == 1
    for _ in range(3):
        reception.accepted(Connection())
    assert port.calls == ["stop", "start", "stop"]
    clock.advance(0)
    reception.stop()
    assert not clock.getDelayedCalls()


def test_room_for_slow_connections() -> None:
    """Connections that ask for nothing take no room, nor do those whose scans have taken theirs."""
    clock, port = Clock(), Port()
    reception = Reception(clock, lambda: 3, lambda: [port])
    for _ in range(9):
        reception.accepted(Connection())
        clock.advance(0.06)
        reception.accepted(Connection(served=True))
    clock.advance(0)
    assert port.calls == []
