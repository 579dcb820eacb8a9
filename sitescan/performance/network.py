"""
The modelled network and processor, on which the requests of a graph are replayed.

The model is that of Lighthouse's simulated throttling (Lantern): https://github.com/GoogleChrome/lighthouse/blob/main/docs/throttling.md
"""

from collections.abc import Sequence
from functools import lru_cache
from heapq import heappop, heappush

from attrs import define, field, frozen
from msgspec import Struct

from sitescan.standards.urls import split_url

#: The maximum number of cached origins and length of their URLs: each fix of a page needs the origins again.
_ORIGINS, _SHORT = 512, 500

#: The bytes of a TCP segment, and the initial congestion window in segments (RFC 6928).
SEGMENT = 1460
INITIAL_WINDOW = 10

#: The maximum number of connections to an origin in HTTP/1.1; HTTP/2 uses one.
CONNECTIONS = 6

#: The maximum number of concurrent requests.
MOST_REQUESTS = 10

#: The round trips of a DNS lookup.
_LOOK_UP = 2

_NEVER = float("inf")
_TINY = 1e-6


def origin(url: str) -> str:
    """Return the scheme, host and port of a URL."""
    return _origin_of_short(url) if len(url) <= _SHORT else _origin(url)


def _origin(url: str) -> str:
    parts = split_url(url)
    return f"{parts.scheme}://{parts.netloc}"


_origin_of_short = lru_cache(_ORIGINS)(_origin)


@frozen(kw_only=True)
class Profile:
    """
    A device and its connection.

    :ivar round_trip: the round-trip time in milliseconds.
    :ivar bandwidth: the bandwidth in bytes per millisecond.
    :ivar processor: the time of running scripts, relative to a desktop.
    """

    name: str
    round_trip: float
    bandwidth: float
    processor: float


PHONE = Profile(name="phone on slow 4G", round_trip=150.0, bandwidth=1_638_400 / 8 / 1000, processor=4.0)
DESKTOP = Profile(name="desktop", round_trip=40.0, bandwidth=10_240_000 / 8 / 1000, processor=1.0)


class Request(Struct, frozen=True, kw_only=True, gc=False):
    """
    A node of the graph.

    :ivar origin: the scheme, host and port of the URL.
    :ivar size: the size as sent, in bytes.
    :ivar after: indexes, smaller than its own, of the requests that must end before this one can be sent.
    :ivar processing: the processing time on a desktop after loading and after the end of ``waits``, in milliseconds.
    :ivar waits: indexes of the requests that must end before this one is processed.
    :ivar priority: the priority; smaller numbers are sent first.
    :ivar server: the response time of the server in milliseconds.
    :ivar redirects: the number of additional round trips before the response.
    :ivar multiplexed: whether the origin supports HTTP/2.
    """

    url: str
    origin: str
    kind: str
    size: int
    after: tuple[int, ...] = ()
    processing: float = 0.0
    waits: tuple[int, ...] = ()
    priority: int = 2
    server: float = 0.0
    redirects: int = 0
    multiplexed: bool = False


@define(eq=False)
class Span:
    """When a request was sent, fully received and processed, in milliseconds."""

    begins: float = _NEVER
    came: float = _NEVER
    ends: float = _NEVER


@define(eq=False)
class _Connection:
    """
    A TCP connection, with its congestion window.

    :ivar window: the congestion window in segments.
    :ivar most: the rate that the window allows, in bytes per millisecond.
    :ivar grows: whether that is less than the bandwidth, so that the window doubles with each round trip.
    :ivar doubles: when it doubles next, while the connection receives bytes.
    """

    window: int = 0
    most: float = 0.0
    grows: bool = True
    doubles: float = _NEVER
    warm: bool = False
    busy: int = 0

    def open(self, profile: Profile, window: int) -> None:
        """Set the congestion window, in segments."""
        self.window = window
        self.most = window * SEGMENT / profile.round_trip
        self.grows = self.most < profile.bandwidth


@define(eq=False)
class _Transfer:
    """
    A request in progress.

    :ivar urgency: its priority and index; smaller ones are sent first.
    :ivar starts: when the first bytes arrive.
    """

    index: int
    urgency: tuple[int, int]
    connection: _Connection
    left: float
    starts: float


@define(eq=False)
class _Network:
    """The state of a replay: connections by origin, transfers, and the processor."""

    profile: Profile
    requests: Sequence[Request]
    now: float = 0.0
    spans: list[Span] = field(factory=list)
    transfers: list[_Transfer] = field(factory=list)
    connections: dict[str, list[_Connection]] = field(factory=dict)
    hosts: set[str] = field(factory=set)
    free: float = 0.0
    waiting: dict[str, list[tuple[int, int]]] = field(factory=dict)
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
                self._known(index)

    def run(self) -> Sequence[Span]:
        """Replay the requests and return their spans."""
        changed = True
        while True:
            if changed:
                # Between these events, only the received bytes change.
                self._process()
            if self._learn() or changed:
                self._send()
            if not self.transfers and not self.upcoming:
                return self.spans
            changed = self._advance()

    def _learn(self) -> bool:
        """Queue the requests whose dependencies have ended by now; return whether there were any."""
        learned = False
        while self.upcoming and self.upcoming[0][0] <= self.now + _TINY:
            self._known(heappop(self.upcoming)[1])
            learned = True
        return learned

    def _known(self, index: int) -> None:
        request = self.requests[index]
        heappush(self.waiting.setdefault(request.origin, []), (request.priority, index))

    def _send(self) -> None:
        """Send the queued requests in order of priority while connections are free."""
        while self.waiting and len(self.transfers) < MOST_REQUESTS:
            found: tuple[tuple[int, int], str] | None = None
            for origin, queue in self.waiting.items():
                if (found is None or queue[0] < found[0]) and self._free(origin, queue[0][1]):
                    found = queue[0], origin
            if found is None:
                return
            (_, index), origin = found
            heappop(self.waiting[origin])
            if not self.waiting[origin]:
                del self.waiting[origin]
            self._start(index, self._connection(self.requests[index]))

    def _free(self, origin: str, index: int) -> bool:
        """Return whether a request to an origin can be sent now."""
        known = self.connections.get(origin, ())
        return (
            self.requests[index].multiplexed
            or len(known) < CONNECTIONS
            or any(not connection.busy for connection in known)
        )

    def _connection(self, request: Request) -> _Connection:
        """Return an idle connection or a new one; for HTTP/2, the existing one."""
        known = self.connections.setdefault(request.origin, [])
        for connection in known:
            if request.multiplexed or not connection.busy:
                return connection
        connection = _Connection()
        connection.open(self.profile, INITIAL_WINDOW)
        known.append(connection)
        return connection

    def _start(self, index: int, connection: _Connection) -> None:
        request, trip = self.requests[index], self.profile.round_trip
        latency = trip * (1 + request.redirects) + request.server
        if not connection.warm:
            latency += self._handshake(request)
        connection.warm = True
        if not connection.busy:
            connection.doubles = _NEVER
        connection.busy += 1
        self.spans[index].begins = self.now
        urgency = request.priority, index
        self.transfers.append(_Transfer(index, urgency, connection, float(max(1, request.size)), self.now + latency))

    def _handshake(self, request: Request) -> float:
        """Return the time of two round trips for DNS if the host is new, one for TCP and one for TLS."""
        trip = self.profile.round_trip
        scheme, _, host = request.origin.partition("://")
        known = host in self.hosts
        self.hosts.add(host)
        return trip * ((0 if known else _LOOK_UP) + 1 + (scheme == "https"))

    def _flowing(self, soon: float) -> Sequence[_Transfer]:
        """
        Return the transfers that are receiving bytes, one for each connection, smallest windows first.

        Over HTTP/2, browsers ask servers to send the most urgent response first:
        https://www.rfc-editor.org/rfc/rfc9218#section-10
        """
        started = [transfer for transfer in self.transfers if transfer.starts <= soon]
        if len(started) < 2:
            return started
        first: dict[_Connection, _Transfer] = {}
        for transfer in started:
            other = first.setdefault(transfer.connection, transfer)
            if transfer.urgency < other.urgency:
                first[transfer.connection] = transfer
        return sorted(first.values(), key=lambda transfer: (transfer.connection.window, transfer.index))

    def _advance(self) -> bool:
        """
        Advance to the next event: a first byte, a doubled window, the end of a transfer; return whether one ended.

        The connections share the bandwidth equally, limited by their windows; the bandwidth that small windows leave
        unused is shared by the others.
        """
        now, trip = self.now, self.profile.round_trip
        soon = now + _TINY
        flowing = self._flowing(soon)
        upcoming = self.upcoming[0][0] if self.upcoming else _NEVER
        if len(flowing) < len(self.transfers):
            upcoming = min([upcoming, *[transfer.starts for transfer in self.transfers if transfer.starts > soon]])
        left, count = self.profile.bandwidth, len(flowing)
        rates: list[tuple[_Transfer, float, float]] = []
        for transfer in flowing:
            connection = transfer.connection
            # Comparisons instead of min(), which would take a third of a replay's time.
            fair, most = left / count, connection.most
            rate = most if most < fair else fair
            due = now + transfer.left / rate
            rates.append((transfer, rate, due))
            left, count = left - rate, count - 1
            upcoming = due if due < upcoming else upcoming
            if connection.grows:
                if connection.doubles == _NEVER:
                    connection.doubles = now + trip
                upcoming = min(upcoming, max(connection.doubles, soon))
        passed = upcoming - now
        self.now = upcoming
        ended, soon = False, upcoming + _TINY
        for transfer, rate, due in rates:
            # A transfer that is due has ended: for a very large one, rounding would leave a remainder for ever.
            transfer.left = 0.0 if due <= upcoming else transfer.left - rate * passed
            connection = transfer.connection
            if connection.doubles <= soon and connection.grows:
                connection.open(self.profile, 2 * connection.window)
                connection.doubles = upcoming + trip
            if transfer.left <= _TINY:
                ended = True
        if ended:
            self._end()
        return ended

    def _end(self) -> None:
        """Remove the completed transfers from their connections."""
        for transfer in self.transfers:
            if transfer.left <= _TINY:
                transfer.connection.busy -= 1
                self.spans[transfer.index].came = self.now
                self.unprocessed.append(transfer.index)
        self.transfers = [transfer for transfer in self.transfers if transfer.left > _TINY]

    def _process(self) -> None:
        """Process the received files one at a time, in the order of the page."""
        again = bool(self.unprocessed)
        while again:
            again = False
            for index in sorted(self.unprocessed):
                request = self.requests[index]
                begins = max([self.spans[index].came, *[self.spans[waited].ends for waited in request.waits]])
                if begins == _NEVER:
                    continue
                if request.processing:
                    begins = max(begins, self.free)
                    self.free = begins + request.processing * self.profile.processor
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
    return _Network(profile, requests).run()
