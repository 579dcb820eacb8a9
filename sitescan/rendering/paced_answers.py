"""Holds the answers for a rendered page back until the network of a phone would have brought them."""

import math
from collections.abc import Collection, Iterable, Sequence

from attrs import define, field
from msgspec.structs import replace

from sitescan.performance.arrivals import Arrival, Arrivals
from sitescan.rendering.paused_requests import MEDIUM, RequestAnswer
from sitescan.rendering.request_log import RequestLog
from sitescan.rendering.started_requests import StartedRequests

PAGE_EPOCH = 1_767_225_600.0
"""The time at which pages are rendered, in seconds since the epoch: 2026-01-01. A page looks the same every day."""

#: The milliseconds to which the times of requests are exact. When the browser has decoded a file that is in the page
#: itself, 10 ms pass, before or after something else that the page does.
_GRAIN_MS = 16


@define(eq=False)
class PacedAnswers:
    """
    The answers that are on their way through the network of a phone, whose time is that of the page.

    :ivar arrivals: the network.
    :ivar log: notes when answers arrive.
    :ivar delivered: the time of the page in milliseconds up to which the network has brought answers.
    """

    arrivals: Arrivals
    log: RequestLog
    _started: StartedRequests
    delivered: int = field(default=0, init=False)
    _travelling: dict[int, RequestAnswer] = field(factory=dict, init=False)
    _held: list[RequestAnswer] = field(factory=list, init=False)

    @property
    def loads(self) -> frozenset[str]:
        """The ids by which the browser knows the requests of these answers."""
        return frozenset(answer.load for answer in self._travelling.values())

    def deliver(self, answers: Iterable[tuple[int, RequestAnswer]], now: int) -> Sequence[RequestAnswer]:
        """
        Ask the network for answers, and return those that it has brought by now, and those that nothing answers.

        Scripts take no time of the page, so that all of them would run before the frame that shows a stylesheet. On a
        phone it comes first, so scripts in the body wait for it (:meth:`painted`).

        :param answers: the answers to requests that the page has made by now, with their numbers.
        :param now: the time of the page in milliseconds.
        """
        failed = self._ask(answers, now)
        self.delivered = now
        come = list[RequestAnswer]()
        for answer in (*failed, *map(self._arrived, self.arrivals.arrived(now))):
            waits = self._started.awaits_frame and self._started.blocks_parser(answer.load)
            (self._held if waits else come).append(answer)
        return come

    def painted(self) -> Sequence[RequestAnswer]:
        """Return the scripts that have waited for a frame, since one was drawn."""
        held, self._held, self._started.awaits_frame = self._held, [], False
        return held

    def deliver_awaited(
        self, answers: Iterable[tuple[int, RequestAnswer]], awaited: Collection[str]
    ) -> Sequence[RequestAnswer]:
        """
        Ask the network for answers, and return those for which the thread of the page waits, however late they come.

        :param awaited: the ids of the requests for which it waits, at least one. Nothing was requested since.
        """
        brought = self._ask(answers, max(self.delivered, *map(self._made_at, awaited)))
        for number in [number for number, answer in self._travelling.items() if answer.load in awaited]:
            arrival = self.arrivals.take(number)
            self.delivered = max(self.delivered, arrival.ends - self.arrivals.document)
            brought.append(self._arrived(arrival))
        return brought

    def take(self) -> Sequence[RequestAnswer]:
        """Return all answers that wait or are on their way, in the order of their requests; the network loses them."""
        taken = [*self.painted(), *(answer for _, answer in sorted(self._travelling.items()))]
        self._travelling.clear()
        return taken

    def _ask(self, answers: Iterable[tuple[int, RequestAnswer]], now: int) -> list[RequestAnswer]:
        """Ask the network for answers, and return those that fail at once because nothing answers."""
        failed = []
        for number, answer in answers:
            if answer.transfer is None:
                failed.append(answer)
            else:
                self._travelling[number] = answer
                offset = self._started.offset(answer.load)
                transfer = answer.transfer
                if self._started.is_late_script(answer.load):
                    transfer = replace(transfer, priority=max(transfer.priority, MEDIUM), urgent=False)
                self.arrivals.ask(number, transfer, self._time(answer.load, now), offset)
        return failed

    def _arrived(self, arrival: Arrival) -> RequestAnswer:
        self.log.arrived(arrival)
        return self._travelling.pop(arrival.number)

    def _made_at(self, load: str) -> int:
        # The clock goes on for parts of a millisecond while the page works, and seconds are rounded.
        return math.floor((self._started.time(load) - PAGE_EPOCH) * 1000 + 0.01)

    def _time(self, load: str, now: int) -> int:
        """Return the time of the page at which it made a request; now if it isn't known, as of frames and workers."""
        made = self._made_at(load)
        return made - (made - self.delivered) % _GRAIN_MS if self.delivered <= made <= now else now
