"""URLs that are requested once each, when there is room for their requests."""

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Generic, TypeVar

from attrs import define, field
from twisted.internet.defer import Deferred
from twisted.internet.task import Cooperator
from twisted.python.failure import Failure

from sitescan.concurrency.single_flight import SingleFlight
from sitescan.concurrency.turn_queue import TurnQueue
from sitescan.egress.connection_limiter import ConnectionLimiter
from sitescan.standards.urls import host_of

#: Tasks that may be open for each request that may run: some wait before they try again, or follow a redirect to a
#: host that has no room.
_TASKS_PER_REQUEST = 2

#: Tasks that start without waiting for a turn of the reactor. More start at once only if they end at once, such as the
#: checks of all links to a host name that doesn't exist.
_AT_ONCE = 8

T = TypeVar("T")
_R = TypeVar("_R")


@define(eq=False)
class RequestQueue(Generic[T]):
    """
    Tasks of one kind that a scan does with URLs, once for each URL.

    The task of a URL starts when its host has room for a request that no other request waits for. Until then, the URL
    is a string in a queue. A task that waits in a Deferred is thirty objects, and one that waits inside a request is
    eighty; the garbage collector looks at each of them while the reactor stands still.

    :ivar limiter: the requests of the scan.
    :ivar cooperator: starts the tasks if there are many.
    :ivar first: the URLs that go before other URLs of their host.
    """

    limiter: ConnectionLimiter
    cooperator: Cooperator
    first: Container[str] = ()
    _tasks: SingleFlight[T] = field(factory=SingleFlight, init=False)
    _waiting: TurnQueue[str, str] = field(factory=TurnQueue, init=False)
    _open: int = field(default=0, init=False)
    _starting: bool = field(default=False, init=False)

    def __attrs_post_init__(self) -> None:
        self.limiter.begins.append(self._start)

    @property
    def answers(self) -> Mapping[str, T]:
        """The results so far, by URL."""
        return self._tasks.answers

    async def settle(
        self, urls: Iterable[str], start: Callable[[str], Deferred[T]], *, anew: bool = False
    ) -> Sequence[Failure]:
        """
        Wait until the tasks of all URLs have ended, and return the failures.

        Cancelling it cancels the tasks that no other caller waits for, and starts none.

        :param start: starts the task of a URL, which calls :meth:`release` when it no longer needs the network.
        :param anew: whether to run tasks again whose results are known.
        """
        return await self._tasks.settle(urls, start, self._add, anew=anew)

    def release(self, result: _R, url: str) -> _R:
        """
        Make room for another task, because the task of a URL no longer needs the network.

        :return: the result, so that this can be a callback.
        """
        full = self._full
        self._open -= 1
        if full:
            self._start(host_of(url))
        return result

    @property
    def _full(self) -> bool:
        return self._open >= _TASKS_PER_REQUEST * self.limiter.total

    def _add(self, urls: Sequence[str]) -> None:
        lines: dict[tuple[str, bool], list[str]] = {}
        for url in urls:
            lines.setdefault((host_of(url), url in self.first), []).append(url)
        for (host, first), line in lines.items():
            self._waiting.add(host, *line, first=first)
        self._start("")

    def _start(self, before: str) -> None:
        """
        Start the tasks that there is room for.

        :param before: the host that a request has left, or empty.
        """
        if self._starting or not self._waiting:  # if a task ends at once, the loop that started it goes on
            return
        self._starting = True
        steps = self._steps(before)
        if len(list(islice(steps, _AT_ONCE))) == _AT_ONCE:
            self.cooperator.cooperate(steps)

    def _steps(self, before: str) -> Iterator[None]:
        try:
            while not self._full and (host := self.limiter.next_of(self._waiting, before)) is not None:
                # A task may end, and release its room, while it is being started.
                self._open += 1
                if not self._tasks.start(self._waiting.pop(host)):
                    self._open -= 1
                yield
        finally:
            self._starting = False
