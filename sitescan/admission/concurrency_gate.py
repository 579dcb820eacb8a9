"""How many scans at once: a ceiling, and a short line before it."""

from collections import deque

from attrs import define, field
from twisted.internet.defer import Deferred

from sitescan.deadline import Deadline, TimedOut


class Busy(Exception):
    """Too many scans are under way, and too many wait."""


@define(eq=False)
class ConcurrencyGate:
    """
    Lets so many scans in at a time and has so many others wait, first come, first served.

    :ivar most: scans at the same time.
    :ivar waiting: scans that may wait.
    """

    most: int
    waiting: int
    _inside: int = field(default=0, init=False)
    _line: deque[Deferred[None]] = field(factory=deque, init=False)

    @property
    def inside(self) -> int:
        """Scans that are under way."""
        return self._inside

    @property
    def in_line(self) -> int:
        """Scans that wait."""
        return len(self._line)

    async def enter(self, deadline: Deadline) -> None:
        """
        Wait to be let in; :meth:`leave` must follow.

        :raises Busy: where the line is full, or nobody left until the deadline.
        """
        if self._inside < self.most:
            self._inside += 1
            return
        if len(self._line) >= self.waiting:
            raise Busy
        turn: Deferred[None] = Deferred(self._line.remove)
        self._line.append(turn)
        try:
            await deadline.bound(turn)
        except TimedOut:
            raise Busy from None

    def leave(self) -> None:
        """Make room for the next."""
        if self._line:
            self._line.popleft().callback(None)
            return
        self._inside -= 1
