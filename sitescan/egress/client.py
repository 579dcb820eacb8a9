"""HTTP requests to strangers: Twisted's connection pool over the wall, one session a scan."""

from collections.abc import Sequence
from typing import Any

from attrs import define, field
from OpenSSL import SSL
from twisted.internet.defer import CancelledError, Deferred
from twisted.internet.error import ConnectingCancelledError, ConnectionDone, ConnectionLost
from twisted.internet.protocol import Protocol, connectionDone
from twisted.python.failure import Failure
from twisted.web._newclient import Request
from twisted.web.client import HTTPConnectionPool
from twisted.web.http_headers import Headers as TwistedHeaders

from sitescan.deadline import Deadline, TimedOut
from sitescan.egress.body import ACCEPT_ENCODING, Body, BodyLimits, BodyReader, coding_of
from sitescan.egress.dial import Line, Names, Outfit
from sitescan.egress.errors import TooLarge, Unreachable
from sitescan.egress.head import content_length, parse_head
from sitescan.egress.lanes import Lanes
from sitescan.egress.meter import Meter, MeterFactory
from sitescan.egress.tls import tls_failure
from sitescan.egress.wall import Forbidden
from sitescan.model.answers import Problem
from sitescan.model.exchange import Headers, Timings, Tls
from sitescan.model.target import Target

_ACCEPT = "text/html,application/xhtml+xml,*/*;q=0.8"
_IDLE_SECONDS = 15
_TRIES = 3


class _Pool(HTTPConnectionPool):
    """
    The connections of a session that can be used again.

    The session itself asks again where a connection that was used before turns out to be closed
    (RFC 9112, 9.3.1): only it knows whether a byte had come.
    """

    retryAutomatically = False  # noqa: N815 - Twisted's name
    cachedConnectionTimeout = _IDLE_SECONDS  # noqa: N815 - Twisted's name

    def getConnection(self, key: Any, endpoint: Any) -> Deferred[Any]:  # noqa: N802 - Twisted's name
        """A connection for one request."""

        def usable(protocol: Any) -> Any:
            # It may have been given up while the end of its answer was being read, and be closing.
            return self.getConnection(key, endpoint) if protocol.transport.aborted else protocol

        return super().getConnection(key, endpoint).addCallback(usable)


@define(eq=False, kw_only=True)
class Reply:
    """
    An answer whose head has come. It holds a lane: :meth:`close` it.

    :ivar length: what ``Content-Length`` says, or ``None``.
    """

    target: Target
    status: int
    http_version: str
    headers: Headers
    length: int | None
    _response: Any
    _meter: Meter
    _session: "Session"
    _read: bool = field(default=False, init=False)
    _open: bool = field(default=True, init=False)

    @property
    def timings(self) -> Timings:
        """The phases of the request, as far as they have passed; see :class:`Timings`."""
        return self._meter.timings()

    @property
    def tls(self) -> Tls | None:
        """The facts of the connection, where it is over TLS."""
        return self._meter.tls

    @property
    def coding(self) -> str:
        """
        The content coding of the body, or empty.

        :raises Unreachable: where it is not one that can be decoded.
        """
        return coding_of(self.headers.get("content-encoding"))

    async def body(self, limits: BodyLimits, deadline: Deadline) -> Body:
        """
        Receive the body.

        :raises TooLarge: where it is over the limits.
        :raises Unreachable: where it could not be had or decoded.
        :raises TimedOut: at the deadline.
        """
        reader = BodyReader(self.coding, limits, self._meter.abort)
        self._response.deliverBody(reader)
        self._read = True
        try:
            return await deadline.bound(reader.done)
        except (CancelledError, TimedOut, TooLarge, Unreachable):
            raise
        except Exception as problem:  # noqa: BLE001 - whatever the layers below made of it
            raise _translated(problem, self._meter) from None

    def close(self) -> None:
        """Give the lane back; a body that has not come is not waited for."""
        if not self._open:
            return
        self._open = False
        if not self._read:
            rest = _Rest()
            self._response.deliverBody(rest)
            # A connection whose answer is complete is in the pool, or serves another request by now.
            if not rest.ended:
                self._meter.abort()
        self._session.lanes.leave(self.target.host)


class _Rest(Protocol):
    """
    What is there of a body that nobody wants.

    :ivar ended: whether that is all of it.
    """

    ended = False

    def connectionLost(self, reason: Failure = connectionDone) -> None:  # noqa: N802 - IProtocol
        """The body has ended."""
        self.ended = True


@define(eq=False)
class Session:
    """
    The requests of one scan: one connection pool, one set of lanes, each name looked up once.

    Credentials, cookies and referrers are never sent.

    :ivar under_way: its connections, idle ones and ones that are being made among them.
    """

    outfit: Outfit
    lanes: Lanes = field(init=False)
    names: Names = field(init=False)
    pool: _Pool = field(init=False)
    under_way: set[MeterFactory] = field(factory=set, init=False)
    _fields: TwistedHeaders = field(init=False)

    def __attrs_post_init__(self) -> None:
        settings = self.outfit.settings
        self.lanes = Lanes(settings.per_scan, settings.per_host)
        self.names = Names(self.outfit.resolver)
        self.pool = _Pool(self.outfit.reactor)
        self.pool.maxPersistentPerHost = settings.per_host
        ours = {
            "User-Agent": settings.user_agent,
            "Accept": _ACCEPT,
            "Accept-Language": "en",
            "Accept-Encoding": ACCEPT_ENCODING,
        }
        self._fields = TwistedHeaders({name: [value] for name, value in ours.items()})

    async def open(
        self, method: str, target: Target, deadline: Deadline, headers: Sequence[tuple[str, str]] = ()
    ) -> Reply:
        """
        Send a request and wait for the head of its answer; redirects are not followed.

        :param headers: fields beside, or instead of, those that every request has.
        :raises Forbidden: where the target may not be dialled.
        :raises Unreachable: where no answer came.
        :raises TimedOut: at the deadline, or where the head took too long.
        """
        self.outfit.policy.check_target(target)
        await deadline.bound(self.lanes.enter(target.host))
        try:
            return await self._ask(method, target, deadline, headers)
        except BaseException:
            self.lanes.leave(target.host)
            raise

    async def _ask(self, method: str, target: Target, deadline: Deadline, headers: Sequence[tuple[str, str]]) -> Reply:
        request = self._request(method, target, headers)
        line = Line(
            outfit=self.outfit, names=self.names, target=target, opening=self.make_room, under_way=self.under_way
        )
        tries = 0
        while True:
            tries += 1
            sent = _Sent()
            try:
                response = await deadline.bound(self._send(request, line, sent))
                return self._reply(target, response, sent.over)
            except (CancelledError, Forbidden, TimedOut):
                raise
            except Exception as problem:  # noqa: BLE001 - whatever the layers below made of it
                reason = _translated(problem, sent.over)
                if isinstance(reason, CancelledError) or not _stale(sent.over) or tries == _TRIES:
                    raise reason from None

    def _request(self, method: str, target: Target, headers: Sequence[tuple[str, str]]) -> Request:
        """
        A request, all of it ours: what was checked is what is dialled and what is sent.

        Twisted's ``Agent`` and treq parse and encode the URL and its host anew for each request,
        which costs as much as all the rest of one.
        """
        fields = self._fields.copy()
        fields.setRawHeaders(b"Host", [target.origin.partition("://")[2].encode("ascii")])
        for name, value in headers:
            fields.setRawHeaders(name, [value])
        return Request(method.encode("ascii"), target.path.encode("ascii"), fields, None, persistent=True)

    async def _send(self, request: Request, line: Line, sent: "_Sent") -> Any:
        target = line.target
        protocol = await self.pool.getConnection((target.scheme, target.host, target.port), line)
        sent.over = protocol.transport
        return await protocol.request(request)

    def _reply(self, target: Target, response: Any, meter: Any) -> Reply:
        received = parse_head(meter.head)
        return Reply(
            target=target,
            status=response.code,
            http_version=f"{response.version[1]}.{response.version[2]}",
            headers=received,
            length=content_length(received),
            response=response,
            meter=meter,
            session=self,
        )

    def make_room(self) -> None:
        """Before a connection is made: where there are as many as there may be, close the idle ones."""
        if len(self.under_way) >= self.outfit.settings.per_scan:
            self._close_idle()

    def close(self) -> None:
        """End everything that is still open, at once: a hostile server is not waited for."""
        self._close_idle()
        for connection in tuple(self.under_way):
            connection.abort()

    def _close_idle(self) -> None:
        # It never fails, and fires when the connections are gone; nobody needs to wait for that.
        self.pool.closeCachedConnections()


@define(eq=False)
class _Sent:
    """
    A request on its way.

    :ivar over: the connection that serves it, as soon as there is one.
    """

    over: Meter | None = None


def _stale(meter: Meter | None) -> bool:
    """Whether a request failed since the connection had been closed while it was idle."""
    return meter is not None and meter.problem is None and meter.used > 1 and not meter.answered


def _translated(problem: Exception, meter: Meter | None) -> Exception:
    """The reason behind a failure of Twisted's HTTP client, in our words."""
    if meter is not None and meter.problem is not None:
        return meter.problem
    reason: BaseException = problem
    while failures := getattr(reason, "reasons", None):
        reason = failures[0].value
    if isinstance(reason, CancelledError | ConnectingCancelledError):
        return CancelledError()
    if isinstance(reason, Unreachable | Forbidden | TimedOut):
        return reason
    if isinstance(reason, ConnectionDone | ConnectionLost):
        return Unreachable(Problem.RESET)
    if isinstance(reason, SSL.Error):
        return Unreachable(Problem.TLS, tls_failure(reason))
    return Unreachable(Problem.MALFORMED)
