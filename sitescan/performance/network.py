"""
The modelled network of a phone or a desktop: what its connections bring, and when.

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

NEVER = float("inf")

TINY = 1e-6
"""The difference below which two times are the same, in milliseconds."""


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
    A request of a page. In a graph of requests, it has an index.

    :ivar origin: the scheme, host and port of the URL.
    :ivar size: the size as sent, in bytes.
    :ivar after: indexes, smaller than its own, of the requests that must end before this one can be sent.
    :ivar processing: the processing time on a desktop after loading and after the end of ``waits``, in milliseconds.
    :ivar waits: indexes of the requests that must end before this one is processed.
    :ivar priority: the priority; smaller numbers are sent first.
    :ivar server: the response time of the server in milliseconds.
    :ivar redirects: the number of additional round trips before the response.
    :ivar multiplexed: whether the origin supports HTTP/2.
    :ivar continues: whether it is the next piece of the response before it, so that it isn't requested anew.
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
    continues: bool = False


@define(eq=False)
class _Connection:
    """
    A TCP connection, with its congestion window.

    :ivar window: the congestion window in segments.
    :ivar most: the rate that the window allows, in bytes per millisecond.
    :ivar grows: whether that is less than the bandwidth, so that the window doubles with each round trip.
    :ivar doubles: when it doubles next, while the connection receives bytes.
    :ivar freed: when its last response has ended.
    """

    window: int = 0
    most: float = 0.0
    grows: bool = True
    doubles: float = NEVER
    freed: float = 0.0
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
class Link:
    """
    The link of one device: the connections by origin, and the requests that wait for one or receive bytes.

    Requests have numbers, by which those of the same priority are ordered.

    :ivar now: the time in milliseconds.
    :ivar begun: when each request was sent.
    """

    profile: Profile
    now: float = 0.0
    begun: dict[int, float] = field(factory=dict)
    _requests: dict[int, Request] = field(factory=dict)
    _transfers: list[_Transfer] = field(factory=list)
    _connections: dict[str, list[_Connection]] = field(factory=dict)
    _hosts: set[str] = field(factory=set)
    _waiting: dict[str, list[tuple[int, int]]] = field(factory=dict)
    _made: dict[int, float] = field(factory=dict)

    @property
    def is_idle(self) -> bool:
        """Whether every request has its response."""
        return not self._transfers and not self._waiting

    def ask(self, number: int, request: Request, made: float | None = None) -> None:
        """
        Queue a request.

        :param made: when it was made, if that is less than a round trip ago, so that nothing has come of it yet; by
            default now.
        """
        self._requests[number] = request
        if made is not None:
            self._made[number] = made
        heappush(self._waiting.setdefault(request.origin, []), (request.priority, number))

    def send(self) -> None:
        """Send the queued requests in order of priority while connections are free."""
        while self._waiting and len(self._transfers) < MOST_REQUESTS:
            found: tuple[tuple[int, int], str] | None = None
            for origin, queue in self._waiting.items():
                if (found is None or queue[0] < found[0]) and self._free(origin, queue[0][1]):
                    found = queue[0], origin
            if found is None:
                break
            (_, index), origin = found
            heappop(self._waiting[origin])
            if not self._waiting[origin]:
                del self._waiting[origin]
            self._start(index, self._connection(self._requests[index]))
        # The others are sent when a response ends.
        self._made.clear()

    def _free(self, origin: str, index: int) -> bool:
        """Return whether a request to an origin can be sent now."""
        known = self._connections.get(origin, ())
        return (
            self._requests[index].multiplexed
            or len(known) < CONNECTIONS
            or any(not connection.busy for connection in known)
        )

    def _connection(self, request: Request) -> _Connection:
        """Return an idle connection or a new one; for HTTP/2, the existing one."""
        known = self._connections.setdefault(request.origin, [])
        for connection in known:
            if request.multiplexed or not connection.busy:
                return connection
        connection = _Connection()
        connection.open(self.profile, INITIAL_WINDOW)
        known.append(connection)
        return connection

    def _start(self, index: int, connection: _Connection) -> None:
        request, trip = self._requests[index], self.profile.round_trip
        latency = 0.0 if request.continues else trip * (1 + request.redirects) + request.server
        if not connection.warm:
            latency += self._handshake(request)
        connection.warm = True
        if not connection.busy and not request.continues:
            connection.doubles = NEVER
        connection.busy += 1
        begun = self.begun[index] = max(
            self._made.get(index, self.now), 0.0 if request.multiplexed else connection.freed
        )
        urgency = request.priority, index
        self._transfers.append(_Transfer(index, urgency, connection, float(max(1, request.size)), begun + latency))

    def _handshake(self, request: Request) -> float:
        """Return the time of two round trips for DNS if the host is new, one for TCP and one for TLS."""
        trip = self.profile.round_trip
        scheme, _, host = request.origin.partition("://")
        known = host in self._hosts
        self._hosts.add(host)
        return trip * ((0 if known else _LOOK_UP) + 1 + (scheme == "https"))

    def _flowing(self, soon: float) -> Sequence[_Transfer]:
        """
        Return the transfers that are receiving bytes, one for each connection, smallest windows first.

        Over HTTP/2, browsers ask servers to send the most urgent response first:
        https://www.rfc-editor.org/rfc/rfc9218#section-10
        """
        started = [transfer for transfer in self._transfers if transfer.starts <= soon]
        if len(started) < 2:
            return started
        first: dict[_Connection, _Transfer] = {}
        for transfer in started:
            other = first.setdefault(transfer.connection, transfer)
            if transfer.urgency < other.urgency:
                first[transfer.connection] = transfer
        return sorted(first.values(), key=lambda transfer: (transfer.connection.window, transfer.index))

    def advance(self, until: float) -> Sequence[int]:
        """
        Advance to the next event, at most to a time, and return the numbers of the responses that have come.

        An event is a first byte, a doubled window, or the end of a response.

        The connections share the bandwidth equally, limited by their windows; the bandwidth that small windows leave
        unused is shared by the others.
        """
        now, trip = self.now, self.profile.round_trip
        soon = now + TINY
        flowing = self._flowing(soon)
        upcoming = until
        if len(flowing) < len(self._transfers):
            upcoming = min([upcoming, *[transfer.starts for transfer in self._transfers if transfer.starts > soon]])
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
                if connection.doubles == NEVER:
                    connection.doubles = now + trip
                upcoming = min(upcoming, max(connection.doubles, soon))
        passed = upcoming - now
        self.now = upcoming
        ended, soon = False, upcoming + TINY
        for transfer, rate, due in rates:
            # A transfer that is due has ended: for a very large one, rounding would leave a remainder for ever.
            transfer.left = 0.0 if due <= upcoming else transfer.left - rate * passed
            connection = transfer.connection
            if connection.doubles <= soon and connection.grows:
                connection.open(self.profile, 2 * connection.window)
                connection.doubles = upcoming + trip
            if transfer.left <= TINY:
                ended = True
        return self._end() if ended else ()

    def _end(self) -> Sequence[int]:
        """Remove the completed transfers from their connections, and return their numbers."""
        came: list[int] = []
        for transfer in self._transfers:
            if transfer.left <= TINY:
                transfer.connection.busy -= 1
                transfer.connection.freed = self.now
                came.append(transfer.index)
        self._transfers = [transfer for transfer in self._transfers if transfer.left > TINY]
        return came
