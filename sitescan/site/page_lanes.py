"""Pages that are read at the same time, and those that fail for the moment, once more."""

from collections import deque
from collections.abc import Collection, Sequence

from attrs import define, field
from twisted.internet.defer import Deferred
from twisted.internet.interfaces import IReactorTime
from twisted.internet.task import deferLater
from twisted.python.failure import Failure

from sitescan.concurrency.fanout import all_settled
from sitescan.site.frontier import PageToRead
from sitescan.site.page_reader import Later, PageReader
from sitescan.site.page_source import Keep
from sitescan.standards.urls import host_of


@define(eq=False, kw_only=True)
class PageLanes:
    """
    Reads pages in several lanes.

    A page that fails because the network, the server or this machine does is tried once more after the others, or after
    all others of the site if the server asks for time.

    :ivar jobs: the number of lanes.
    :ivar until: the time of the clock from which no other page is read.
    :ivar undone: the URLs of pages that could not be examined because of this program or its machine.
    :ivar unanswered: the hosts of pages that are not read because they don't answer any more, by URL.
    """

    clock: IReactorTime
    reader: PageReader
    jobs: int
    until: float
    undone: list[str] = field(factory=list, init=False)
    unanswered: dict[str, str] = field(factory=dict, init=False)
    _asked_again: dict[PageToRead, float] = field(factory=dict, init=False)

    @property
    def lost(self) -> Collection[str]:
        """The URLs of pages that can't be read in this crawl."""
        return {*self.undone, *self.unanswered}

    async def read(self, candidates: Sequence[PageToRead], keep: Keep) -> Sequence[PageToRead]:
        """Read pages, and return those that a server is too busy for, which are to be read after all others."""
        allowed = max((self._asked_again.get(candidate, 0.0) for candidate in candidates), default=0.0)
        if allowed >= self.until:
            return ()
        if allowed:
            await deferLater(self.clock, max(allowed - self.clock.seconds(), 0.0))
            self.reader.shared.forget_failures()
        waiting, busy, failed = deque(candidates), list[PageToRead](), list[PageToRead]()
        lanes = [Deferred.fromCoroutine(self._read_lane(waiting, keep, busy, failed)) for _ in range(self.jobs)]
        for outcome in await all_settled(lanes):
            if isinstance(outcome, Failure):
                outcome.raiseException()
        if failed:
            self.reader.shared.forget_failures()
        for candidate in sorted(failed):
            try:
                await self._read(candidate, keep)
            except Later as later:
                await self._give_up(candidate, later, keep)
        return busy

    async def _read_lane(
        self, waiting: deque[PageToRead], keep: Keep, busy: list[PageToRead], failed: list[PageToRead]
    ) -> None:
        while waiting and self.clock.seconds() < self.until:
            candidate = waiting.popleft()
            try:
                await self._read(candidate, keep)
            except Later as later:
                if candidate in self._asked_again:
                    await self._give_up(candidate, later, keep)
                elif later.seconds:
                    self._asked_again[candidate] = self.clock.seconds() + later.seconds
                    busy.append(candidate)
                else:
                    failed.append(candidate)

    async def _read(self, candidate: PageToRead, keep: Keep) -> None:
        """
        Read a page, unless its host is left.

        :raises Later: if it can't be read now.
        """
        if not self._is_left(candidate.url):
            await keep(await self.reader.record(candidate))

    async def _give_up(self, candidate: PageToRead, later: Later, keep: Keep) -> None:
        if self._is_left(candidate.url):
            return
        if later.record is None:
            self.undone.append(candidate.url)
        else:
            await keep(later.record)

    def _is_left(self, url: str) -> bool:
        """Return whether the host of a page is left because it doesn't answer any more; note the page if it is."""
        host = host_of(url)
        if host in self.reader.shared.courtesy.left:
            self.unanswered[url] = host
        return url in self.unanswered
