"""The limit of concurrent scans, with a queue."""

from collections import deque

from attrs import define, field
from twisted.internet.defer import Deferred

from sitescan.concurrency.deadline import Deadline, TimedOut


class Busy(Exception):
    """Too many scans are running or waiting."""

    is_own = True


@define(eq=False)
class ConcurrencyGate:
    """
    Limits the number of concurrent scans. Further scans wait in a bounded queue, first in, first out.

    :ivar most: the maximum number of running scans.
    :ivar waiting: the maximum number of waiting scans.
    """

    most: int
    waiting: int
    _running: int = field(default=0, init=False)
    _queue: deque[Deferred[None]] = field(factory=deque, init=False)

    @property
    def running_count(self) -> int:
        """The number of running scans."""
        return self._running

    @property
    def capacity(self) -> int:
        """The number of scans that may run or wait."""
        return self.most + self.waiting

    @property
    def waiting_count(self) -> int:
        """The number of waiting scans."""
        return len(self._queue)

    async def enter(self, deadline: Deadline) -> None:
        """
        Wait until the scan may start. The caller must call :meth:`leave` afterwards.

        :raises Busy: if the queue is full, or at the deadline.
        """
        if self._running < self.most:
            self._running += 1
            return
        if len(self._queue) >= self.waiting:
            raise Busy
        turn: Deferred[None] = Deferred(self._queue.remove)
        self._queue.append(turn)
        try:
            await deadline.bound(turn)
        except TimedOut:
            raise Busy from None

    def leave(self) -> None:
        """Note that a scan has ended, and start the next one."""
        if self._queue:
            self._queue.popleft().callback(None)
        else:
            self._running -= 1
