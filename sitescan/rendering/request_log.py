"""The requests of a rendered page, as they are reported."""

import math
from collections.abc import Iterator, Mapping
from itertools import count

from attrs import define, field
from msgspec.structs import replace

from sitescan.model.rendered import RequestMade
from sitescan.performance.arrivals import Arrival
from sitescan.rendering.paused_requests import PausedRequest, RequestAnswer, request_made
from sitescan.rendering.started_requests import StartedRequests
from sitescan.standards.urls import MAX_URL_LENGTH, origin_of

#: The number of requests that are noted, those that are refused included.
_MOST_NOTED = 350


@define(eq=False)
class RequestLog:
    """
    Notes the requests of a page in the order in which it makes them, and the time from which it may look different.

    :ivar destination: the first URL to which it was refused to navigate; empty if there is none.
    :ivar sockets: the number of WebSockets that it has opened in vain.
    :ivar nested_workers: the number of workers that its workers have started in vain.
    """

    _started: StartedRequests
    destination: str = field(default="", init=False)
    sockets: int = field(default=0, init=False)
    nested_workers: int = field(default=0, init=False)
    _made: dict[int, tuple[str, RequestMade]] = field(factory=dict, init=False)
    _numbers: Iterator[int] = field(factory=count, init=False)
    _differing: list[str] = field(factory=list, init=False)
    _refused_at: float = field(default=math.inf, init=False)

    @property
    def leaves(self) -> bool:
        """Whether the page was refused to navigate away."""
        return bool(self.destination)

    @property
    def made(self) -> tuple[RequestMade, ...]:
        """The requests that were answered, in their order, each with the script that has made it."""
        return tuple(replace(made, script=self._started.script(key)) for key, made in self._made.values())

    @property
    def differs_from(self) -> float:
        """
        The time of the page from which it may differ from what visitors see.

        It does so when a request gets no response, or one that may be due to missing cookies or referrers, and when
        a WebSocket or a navigation is refused.
        """
        return 0.0 if self.leaves else min((self._refused_at, *map(self._started.time, self._differing)))

    def add(self, answers: Mapping[int, RequestAnswer]) -> list[tuple[int, RequestAnswer]]:
        """
        Note requests that have got answers, and return these with their numbers.

        The page asks in the same order each time, but the processes of the browser pause its requests in any order.
        """
        ordered = sorted(answers.items(), key=lambda item: (self._started.order(item[1].load), item[0]))
        numbered = [(next(self._numbers), answer) for _, answer in ordered]
        self._made |= {number: (answer.load, answer.made) for number, answer in numbered if answer.made is not None}
        return numbered

    def add_refused(self, paused: PausedRequest) -> None:
        """Note a request that was refused, as one that was made if the page may show its response."""
        self.add_differing(paused.network_id)
        made = request_made(paused)
        # Other origins get POST requests for statistics, which show nothing.
        own = made.kind == "data" and origin_of(made.url) == origin_of(self._started.page.exchange.url)
        if made.kind and (own or paused.request.is_safe) and len(self._made) < _MOST_NOTED:
            self._made[next(self._numbers)] = paused.network_id, replace(made, missed=True)

    def add_differing(self, load: str) -> None:
        """Note a request whose response visitors may get in another way."""
        self._differing.append(load)

    def socket_refused(self) -> None:
        """Note that the page has opened a WebSocket, which is not a request."""
        self.sockets += 1
        self._refused_at = min(self._refused_at, self._started.latest)

    def worker_refused(self) -> None:
        """Note that a worker has started another one in vain."""
        self.nested_workers += 1
        self._refused_at = min(self._refused_at, self._started.latest)

    def navigation_refused(self, url: str) -> None:
        """Note that the page was refused to navigate."""
        self.destination = self.destination or url.partition("#")[0][:MAX_URL_LENGTH]

    def arrived(self, arrival: Arrival) -> None:
        """Note when the network has brought the answer to a request."""
        if arrival.number in self._made:
            load, made = self._made[arrival.number]
            self._made[arrival.number] = load, replace(made, begins=arrival.begins, ends=arrival.ends)
