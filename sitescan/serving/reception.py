"""The part of a server process that decides whether it takes the next connection or leaves it to another process."""

from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from attrs import define, field
from twisted.internet.interfaces import IDelayedCall, IReactorTime

#: The time in seconds within which a new connection is expected to ask for a scan.
_FRESH_SECONDS = 0.1

#: The time in seconds for which a full process leaves new connections to others. One that nobody has taken by then gets
#: its answer from this process: that the server is busy, or a page that needs no scan.
_PAUSE_SECONDS = 0.1


class ClientConnection(Protocol):
    """
    A connection of a client.

    :ivar served: whether a request has ever been answered, or is being answered.
    """

    served: bool


@define(eq=False)
class Reception:
    """
    Stops accepting connections while a process has no room for another scan.

    Processes that listen on the same sockets take connections as they come, and one may take a whole burst. Without
    this, it would turn clients away for which others have room.

    :ivar room: returns the number of scans for which the process has room.
    :ivar ports: returns the listening ports.
    """

    reactor: IReactorTime
    room: Callable[[], int]
    ports: Callable[[], Sequence[Any]]
    _accepted: deque[tuple[float, ClientConnection]] = field(factory=deque, init=False)
    _pause: IDelayedCall | None = field(default=None, init=False)

    def accepted(self, connection: ClientConnection) -> None:
        """Note a new connection, and pause if it may need the last room."""
        # Twisted accepts more of them at once, the more there were, and would leave none to others.
        self.reactor.callLater(0, self.accept_one_at_a_time)
        now = self.reactor.seconds()
        self._accepted.append((now, connection))
        while self._accepted[0][0] <= now - _FRESH_SECONDS:
            self._accepted.popleft()
        fresh = sum(not connection.served for _, connection in self._accepted)
        if self._pause is None and self.room() <= fresh:
            self._pause = self.reactor.callLater(_PAUSE_SECONDS, self._go_on)
            for port in self.ports():
                port.stopReading()

    def accept_one_at_a_time(self) -> None:
        """Have the ports accept one connection in a turn of the reactor."""
        for port in self.ports():
            port.numberAccepts = 1

    def stop(self) -> None:
        """Forget the pause; the ports are closed."""
        if self._pause is not None:
            self._pause.cancel()
            self._pause = None

    def _go_on(self) -> None:
        self._pause = None
        for port in self.ports():
            port.startReading()
