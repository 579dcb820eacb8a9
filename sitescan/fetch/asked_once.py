"""URLs that many want something of: each is asked once, when there is room for it."""

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, Generic, TypeVar

from attrs import define, field
from twisted.internet.defer import Deferred
from twisted.internet.task import Cooperator
from twisted.python.failure import Failure

from sitescan.cancellation import let_go
from sitescan.egress.connection_limiter import ConnectionLimiter
from sitescan.standards.urls import host_of
from sitescan.turn_queue import TurnQueue

#: So many questions are asked at once for each request that may be under way: some rest, or follow a redirect to where
#: no request may begin.
_FOR_EACH = 2

#: What begins without waiting for a turn. More begin at once only where they are over at once: all links to a name that
#: turns out not to exist.
_AT_ONCE = 8

T = TypeVar("T")
_R = TypeVar("_R")


@define(eq=False)
class _Group(Generic[T]):
    """
    The URLs that somebody waits for.

    :ivar ask: asks one of them.
    :ivar left: those that nothing is known of yet.
    :ivar failed: what the questions of others failed with.
    :ivar settled: fires when none is left.
    """

    ask: Callable[[str], Deferred[T]]
    left: set[str]
    failed: list[Failure] = field(factory=list, init=False)
    settled: Deferred[None] = field(factory=Deferred, init=False)

    def tell(self, url: str, result: Any) -> None:
        """A URL was answered, or its question has failed."""
        if url not in self.left:
            return
        self.left.remove(url)
        if isinstance(result, Failure):
            self.failed.append(result)
        if not self.left:
            self.settled.callback(None)


@define(eq=False)
class AskedOnce(Generic[T]):
    """
    The questions of one kind that a scan asks of URLs.

    A question begins where there is room for a request to its host that no request waits for. Until then its URL is a
    string in a line, and who wants it has it in a set. One that waits in a Deferred of its own is thirty objects, and
    inside of a request eighty; the garbage collector looks at all that hundreds of links wait in, and the reactor
    stands still meanwhile.

    :ivar limiter: the requests of the scan.
    :ivar cooperator: takes the steps in which many begin.
    :ivar first: the URLs that go before those that wait already.
    :ivar answers: what was answered so far, by URL.
    """

    limiter: ConnectionLimiter
    cooperator: Cooperator
    first: Container[str] = ()
    answers: dict[str, T] = field(factory=dict, init=False)
    _groups: list[_Group[T]] = field(factory=list, init=False)
    _wanted: set[str] = field(factory=set, init=False)
    _asked: dict[str, Deferred[T]] = field(factory=dict, init=False)
    _waiting: TurnQueue[str, str] = field(factory=TurnQueue, init=False)
    _open: int = field(default=0, init=False)
    _beginning: bool = field(default=False, init=False)

    def __attrs_post_init__(self) -> None:
        self.limiter.begins.append(self._begin)

    async def settle(
        self, urls: Iterable[str], ask: Callable[[str], Deferred[T]], *, anew: bool = False
    ) -> Sequence[Failure]:
        """
        Wait until each URL has been answered, or its question has failed; gives the failures.

        Cancelling it ends the questions that nobody else waits for, and begins no others.

        :param ask: asks one of them; what it answers calls :meth:`left` when its question needs the network no more.
        :param anew: whether to ask those again that were answered before.
        """
        unknown = list(dict.fromkeys(url for url in urls if anew or url not in self.answers))
        if not unknown:
            return ()
        group = _Group(ask, set(unknown))
        self._groups.append(group)
        try:
            self._join(unknown)
            self._begin("")
            await group.settled
        finally:
            self._groups.remove(group)
            self._end_unwanted()
        return group.failed

    def left(self, result: _R, url: str) -> _R:
        """A question needs the network no more: another may begin. As a callback it passes on what it is given."""
        full = self._full
        self._open -= 1
        if full:
            self._begin(host_of(url))
        return result

    @property
    def _full(self) -> bool:
        return self._open >= _FOR_EACH * self.limiter.total

    def _join(self, urls: Sequence[str]) -> None:
        """Let URLs wait in their order, unless they do already."""
        lines: dict[tuple[str, bool], list[str]] = {}
        for url in urls:
            if url not in self._wanted:
                self._wanted.add(url)
                lines.setdefault((host_of(url), url in self.first), []).append(url)
        for (host, first), line in lines.items():
            self._waiting.add(host, *line, first=first)

    def _begin(self, before: str) -> None:
        """
        Begin the questions that there is room for.

        :param before: the host that a request has left, or empty.
        """
        if self._beginning or not self._waiting:  # where one is over at once, the loop that began it goes on
            return
        self._beginning = True
        steps = self._steps(before)
        if len(list(islice(steps, _AT_ONCE))) == _AT_ONCE:
            self.cooperator.cooperate(steps)

    def _steps(self, before: str) -> Iterator[None]:
        """Begin one after the other, as long as there is room."""
        try:
            while not self._full and (host := self.limiter.next_of(self._waiting, before)) is not None:
                self._ask(self._waiting.pop(host))
                yield
        finally:
            self._beginning = False

    def _ask(self, url: str) -> None:
        """Ask a URL, unless all who wanted it have given up."""
        ask = next((group.ask for group in self._groups if url in group.left), None)
        if ask is None:
            self._wanted.remove(url)
            return
        self._open += 1
        work = self._asked[url] = ask(url)
        work.addBoth(self._ended, url)

    def _ended(self, result: Any, url: str) -> None:
        self._wanted.remove(url)
        del self._asked[url]
        if not isinstance(result, Failure):
            self.answers[url] = result
        let_go(result)
        for group in tuple(self._groups):
            group.tell(url, result)

    def _end_unwanted(self) -> None:
        """The last first: in the other order each that goes would give its connection to one that goes as well."""
        for url, work in reversed(tuple(self._asked.items())):
            if not any(url in group.left for group in self._groups):
                work.cancel()
