"""The pages that are rendered at the same time, and those that wait for a browser."""

from collections.abc import Callable

from attrs import define, field
from twisted.internet.defer import Deferred

from sitescan.admission.concurrency_gate import Busy
from sitescan.concurrency.deadline import Deadline, TimedOut
from sitescan.examine.client_usage import ClientUsage, ScanUsage


@define(eq=False)
class _Waiting:
    scan: ScanUsage
    turn: Deferred[None]


@define(eq=False)
class RenderQueue:
    """
    Limits the number of pages that are rendered at the same time.

    The page whose client has used browsers least comes first, and one client has at most half of the browsers, as with
    the children that examine pages (:class:`sitescan.examine.client_usage.ClientUsage`).

    :ivar most: the maximum number of pages that are rendered.
    :ivar waiting: the maximum number of pages that wait.
    :ivar now: returns the time in seconds.
    """

    most: int
    waiting: int
    now: Callable[[], float]
    _usage: ClientUsage = field(init=False)
    _running: list[ScanUsage] = field(factory=list, init=False)
    _queue: list[_Waiting] = field(factory=list, init=False)

    @_usage.default
    def _new_usage(self) -> ClientUsage:
        return ClientUsage(self.now)

    async def enter(self, client: str, deadline: Deadline) -> ScanUsage:
        """
        Wait until a page may be rendered. The caller must call :meth:`leave` with the result afterwards.

        :raises Busy: if the queue is full, or at the deadline.
        """
        scan = ScanUsage(client)
        if len(self._queue) >= self.waiting:
            raise Busy
        waiting = _Waiting(scan, Deferred())
        self._queue.append(waiting)
        self._start_next()
        try:
            await deadline.bound(waiting.turn)
        except TimedOut:
            raise Busy from None
        finally:
            if waiting in self._queue:
                self._queue.remove(waiting)
        return scan

    def leave(self, scan: ScanUsage, seconds: float) -> None:
        """
        Note that a page is done, and start the next one.

        :param seconds: the time for which it has held a browser.
        """
        self._running.remove(scan)
        self._usage.add(scan, seconds)
        self._start_next()

    def _start_next(self) -> None:
        while len(self._running) < self.most:
            allowed = [waiting for waiting in self._queue if self._has_room(waiting.scan.client)]
            if not allowed:
                return
            chosen = min(allowed, key=lambda waiting: self._usage.turn(waiting.scan, background=False))
            self._queue.remove(chosen)
            self._running.append(chosen.scan)
            chosen.turn.callback(None)

    def _has_room(self, client: str) -> bool:
        return sum(scan.client == client for scan in self._running) < max(1, self.most // 2)
