"""The connections of one scan that can be used again."""

from attrs import define, field

from sitescan.egress.http_connection import HttpConnection


@define(eq=False)
class ConnectionPool:
    """
    Idle connections by origin, the longest idle first.

    A session closes one to make room for another, and lives too short for timers: for 1000 links on 20 hosts that
    makes 400 connections, where Twisted's pool, which can close all of its idle connections or none, makes 4400
    (``evaluation/links.py --n 1000``).
    """

    _idle: dict[HttpConnection, None] = field(factory=dict, init=False)
    _of: dict[str, list[HttpConnection]] = field(factory=dict, init=False)

    def idle(self, origin: str) -> HttpConnection | None:
        """A connection for one request: the one that was used last; ``None`` where there is none."""
        idle = self._of.get(origin)
        while idle:
            connection = idle.pop()
            del self._idle[connection]
            if connection.usable:
                return connection
        return None

    def put(self, connection: HttpConnection) -> None:
        """Keep a connection that has become idle."""
        self._idle[connection] = None
        self._of.setdefault(connection.origin, []).append(connection)

    def close_one(self) -> None:
        """Close the connection that has been idle longest, where there is one."""
        while self._idle:
            connection = next(iter(self._idle))
            del self._idle[connection]
            self._of[connection.origin].remove(connection)
            if connection.usable:
                connection.abort()
                return

    def clear(self) -> None:
        """Let go of those that are idle, which hold this."""
        self._idle.clear()
        self._of.clear()
