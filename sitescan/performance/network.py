"""
The modelled network of a phone or a desktop: what its connections bring, and when.

The model is that of Lighthouse's simulated throttling (Lantern): https://github.com/GoogleChrome/lighthouse/blob/main/docs/throttling.md
"""

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from heapq import heappop, heappush
from math import ceil

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
    :ivar urgent: whether it comes before others, which get what it leaves of the bandwidth. In Lantern none is urgent.
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
    urgent: bool = False


@define(eq=False)
class _Connection:
    """
    A TCP connection, which brings a window of segments with each round trip.

    :ivar window: the congestion window in segments.
    :ivar brings: when it brings the next window.
    :ivar spare: the bytes of the last window that no response needed.
    :ivar freed: when its last response has ended.
    :ivar busy: the number of its requests in progress, and that of the urgent ones.
    """

    window: int = INITIAL_WINDOW
    brings: float = 0.0
    spare: float = 0.0
    freed: float = 0.0
    warm: bool = False
    busy: int = 0
    urgent: int = 0

    def begin(self, starts: float) -> None:
        """
        Begin a response on the idle connection.

        A window that the response before has not filled does not grow: https://www.rfc-editor.org/rfc/rfc7661#section-4.1
        """
        if self.spare:
            self.window, self.spare = self.window // 2, 0.0
        self.brings = starts

    def due(self, size: float, most: int, trip: float) -> float:
        """
        Return when it has brought some bytes.

        :param most: the largest window in segments.
        :param trip: the time of a round trip.
        """
        window, at = self.window if self.window < most else most, self.brings
        while window < most and size > window * SEGMENT:
            size, window, at = size - window * SEGMENT, min(2 * window, most), at + trip
        return at + (ceil(size / (window * SEGMENT)) - 1) * trip

    def receive(self, until: float, most: int, trip: float) -> float:
        """Return the bytes that it brings up to a time; the parameters are those of :meth:`due`."""
        brought = 0.0
        while self.brings <= until:
            window = min(self.window, most)
            count = 1 if window < most else int((until - self.brings) / trip) + 1
            brought += count * window * SEGMENT
            self.window, self.brings = 2 * window, self.brings + count * trip
        return brought


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
class NetworkLink:
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
    _urgent: int = 0

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
        known.append(connection)
        return connection

    def _start(self, index: int, connection: _Connection) -> None:
        request, trip = self._requests[index], self.profile.round_trip
        latency = 0.0 if request.continues else trip * (1 + request.redirects) + request.server
        if not connection.warm:
            latency += self._handshake(request)
        connection.warm = True
        begun = self.begun[index] = max(
            self._made.get(index, self.now), 0.0 if request.multiplexed else connection.freed
        )
        size, starts = float(max(1, request.size)), begun + latency
        if request.continues:
            # It ends in the window of the part before it, or comes with the next one.
            used = min(size, connection.spare)
            size, connection.spare = size - used, connection.spare - used
        elif not connection.busy:
            connection.begin(starts)
        connection.busy += 1
        connection.urgent += request.urgent
        self._urgent += request.urgent
        self._transfers.append(_Transfer(index, (request.priority, index), connection, size, starts))

    def _handshake(self, request: Request) -> float:
        """Return the time of two round trips for DNS if the host is new, one for TCP and one for TLS."""
        trip = self.profile.round_trip
        scheme, _, host = request.origin.partition("://")
        known = host in self._hosts
        self._hosts.add(host)
        return trip * ((0 if known else _LOOK_UP) + 1 + (scheme == "https"))

    def _flowing(self) -> Mapping[_Connection, Sequence[_Transfer]]:
        """
        Return the connections in use with their transfers, those first that receive bytes first.

        Over HTTP/2, browsers ask servers to send the most urgent response first:
        https://www.rfc-editor.org/rfc/rfc9218#section-10
        """
        found: dict[_Connection, list[_Transfer]] = {}
        for transfer in self._transfers:
            found.setdefault(transfer.connection, []).append(transfer)
        for connection, transfers in found.items():
            if len(transfers) > 1:
                soon = connection.brings + TINY
                transfers.sort(key=lambda transfer: (max(soon, transfer.starts), transfer.urgency))
        return found

    def advance(self, until: float) -> Sequence[int]:
        """
        Advance to the next event, at most to a time, and return the numbers of the responses that have come.

        An event is the end of a response or, over HTTP/2, the first byte of another one.

        As in Lantern, the connections in use share the bandwidth equally, also while they wait for a response, and each
        brings whole segments. Those that bring urgent files share it before the others.
        """
        trip, flowing = self.profile.round_trip, self._flowing()
        most = first_most = max(1, int(self.profile.bandwidth * trip / SEGMENT / len(flowing))) if flowing else 0
        if self._urgent:
            first_most, most = self._windows(flowing)
        upcoming = until
        # Comparisons instead of min() and max(), which would take a third of a replay's time.
        for connection, transfers in flowing.items():
            first = transfers[0]
            brings, starts = connection.brings, first.starts
            connection.brings = starts if starts > brings else brings
            limit = first_most if connection.urgent else most
            due = connection.due(first.left, limit, trip) if first.left > 0 else self.now
            upcoming = due if due < upcoming else upcoming
            if len(transfers) > 1:
                soon = connection.brings + TINY
                upcoming = min([upcoming, *[other.starts for other in transfers if other.starts > soon]])
        self.now, soon, ended = upcoming, upcoming + TINY, False
        for connection, transfers in flowing.items():
            if connection.brings <= soon:
                limit = first_most if connection.urgent else most
                connection.spare = self._received(transfers, connection.receive(soon, limit, trip))
            ended = ended or any(transfer.left <= TINY for transfer in transfers)
        return self._end() if ended else ()

    def _windows(self, connections: Collection[_Connection]) -> tuple[int, int]:
        """Return the largest windows, in segments, of the connections that bring urgent files, and of the others."""
        segments = self.profile.bandwidth * self.profile.round_trip / SEGMENT
        urgent = [connection.window for connection in connections if connection.urgent]
        most = max(1, int(segments / len(urgent)))
        left = segments - sum(min(window, most) for window in urgent)
        return most, max(1, int(left / max(1, len(connections) - len(urgent))))

    def _received(self, transfers: Sequence[_Transfer], brought: float) -> float:
        """Give the bytes that a connection has brought to its transfers in order, and return what is left of them."""
        for transfer in transfers:
            if transfer.starts <= self.now + TINY:
                used = transfer.left if transfer.left < brought else brought
                transfer.left, brought = transfer.left - used, brought - used
        return brought

    def _end(self) -> Sequence[int]:
        """Remove the completed transfers from their connections, and return their numbers."""
        came: list[int] = []
        for transfer in self._transfers:
            if transfer.left <= TINY:
                urgent = self._requests[transfer.index].urgent
                transfer.connection.busy -= 1
                transfer.connection.urgent -= urgent
                self._urgent -= urgent
                transfer.connection.freed = self.now
                came.append(transfer.index)
        self._transfers = [transfer for transfer in self._transfers if transfer.left > TINY]
        return came
