"""The idle connections of one scan."""

from attrs import define, field

from sitescan.egress.http_connection import HttpConnection


@define(eq=False)
class ConnectionPool:
    """
    Idle connections, in the order of their last use.

    A session closes the one that has been idle longest to make room for another. There are no timers, because a
    session is short. For 1000 links on 20 hosts this takes 400 connections. Twisted's pool can close all of its idle
    connections or none, and takes 4400 (``python -m bench.links_vs --n 1000``).
    """

    _idle: dict[HttpConnection, None] = field(factory=dict, init=False)

    def idle(self, origin: str) -> HttpConnection | None:
        """Take the connection to an origin that was used last; return ``None`` if there is none."""
        for connection in [candidate for candidate in reversed(self._idle) if candidate.origin == origin]:
            del self._idle[connection]
            if connection.usable:
                return connection
        return None

    def put(self, connection: HttpConnection) -> None:
        """Keep an idle connection."""
        self._idle[connection] = None

    def close_one(self) -> None:
        """Close the connection that has been idle longest, if any."""
        while self._idle:
            connection = next(iter(self._idle))
            del self._idle[connection]
            if connection.usable:
                connection.abort()
                return

    def clear(self) -> None:
        """Drop the references to all connections, which refer to this pool."""
        self._idle.clear()
