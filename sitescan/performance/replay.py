"""
The replay of a page's load over the modelled network: its requests follow each other, and one processor runs its files.

The model is that of Lighthouse's simulated throttling (Lantern): https://github.com/GoogleChrome/lighthouse/blob/main/docs/throttling.md
"""

from collections.abc import Sequence
from heapq import heappop, heappush

from attrs import define, field

from sitescan.performance.network import NEVER, TINY, NetworkLink, Profile, Request


@define(eq=False)
class Span:
    """When a request was sent, fully received and processed, in milliseconds."""

    begins: float = NEVER
    came: float = NEVER
    ends: float = NEVER


@define(eq=False)
class _Replay:
    """The state of a replay: the link, the requests that wait for others, and the processor."""

    link: NetworkLink
    requests: Sequence[Request]
    spans: list[Span] = field(factory=list)
    free: float = 0.0
    upcoming: list[tuple[float, int]] = field(factory=list)
    unprocessed: list[int] = field(factory=list)
    _missing: list[int] = field(factory=list)
    _followers: list[list[int]] = field(factory=list)

    def __attrs_post_init__(self) -> None:
        self.spans = [Span() for _ in self.requests]
        self._followers = [[] for _ in self.requests]
        for index, request in enumerate(self.requests):
            self._missing.append(len(request.after))
            for earlier in request.after:
                self._followers[earlier].append(index)
        for index, missing in enumerate(self._missing):
            if not missing:
                self.link.ask(index, self.requests[index])

    def run(self) -> Sequence[Span]:
        """Replay the requests and return their spans."""
        changed = True
        while True:
            if changed:
                # Between these events, only the received bytes change.
                self._process()
            if self._learn() or changed:
                self.link.send()
            if self.link.is_idle and not self.upcoming:
                return self.spans
            came = self.link.advance(self.upcoming[0][0] if self.upcoming else NEVER)
            for index in came:
                self.spans[index].begins, self.spans[index].came = self.link.begun[index], self.link.now
            self.unprocessed.extend(came)
            changed = bool(came)

    def _learn(self) -> bool:
        """Queue the requests whose dependencies have ended by now; return whether there were any."""
        learned = False
        while self.upcoming and self.upcoming[0][0] <= self.link.now + TINY:
            index = heappop(self.upcoming)[1]
            self.link.ask(index, self.requests[index])
            learned = True
        return learned

    def _process(self) -> None:
        """Process the received files one at a time, in the order of the page."""
        again = bool(self.unprocessed)
        while again:
            again = False
            for index in sorted(self.unprocessed):
                request = self.requests[index]
                begins = max([self.spans[index].came, *[self.spans[waited].ends for waited in request.waits]])
                if begins == NEVER:
                    continue
                if request.processing:
                    begins = max(begins, self.free)
                    self.free = begins + request.processing * self.link.profile.processor
                    self._ended(index, self.free)
                else:
                    self._ended(index, begins)
                again = True

    def _ended(self, index: int, at: float) -> None:
        self.spans[index].ends = at
        self.unprocessed.remove(index)
        for follower in self._followers[index]:
            self._missing[follower] -= 1
            if not self._missing[follower]:
                heappush(self.upcoming, (at, follower))


def replay(requests: Sequence[Request], profile: Profile) -> Sequence[Span]:
    """
    Return the spans of the requests of a graph.

    Indexes in ``after`` and ``waits`` must be smaller than the request's own; requests in a cycle never begin.
    """
    return _Replay(NetworkLink(profile), requests).run()
