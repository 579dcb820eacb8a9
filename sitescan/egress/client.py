"""HTTP requests to strangers: treq over the wall, one session a scan."""

from collections.abc import Sequence
from typing import Any

from attrs import define, field
from hyperlink import EncodedURL
from OpenSSL import SSL
from treq.client import HTTPClient
from twisted.internet.defer import CancelledError, Deferred
from twisted.internet.error import ConnectingCancelledError, ConnectionDone, ConnectionLost
from twisted.internet.interfaces import IDelayedCall
from twisted.internet.protocol import Protocol, connectionDone
from twisted.internet.task import deferLater
from twisted.python.failure import Failure
from twisted.web._newclient import Request
from twisted.web.http_headers import Headers as TwistedHeaders
from twisted.web.iweb import IAgent, IBodyProducer, IResponse
from zope.interface import implementer

from sitescan.deadline import Deadline, TimedOut
from sitescan.egress.body import ACCEPT_ENCODING, Body, BodyLimits, BodyReader, coding_of
from sitescan.egress.dial import Line, Names, Outfit
from sitescan.egress.errors import TooLarge, Unreachable
from sitescan.egress.head import content_length, parse_head
from sitescan.egress.lanes import Lanes
from sitescan.egress.meter import Meter, MeterFactory
from sitescan.egress.pool import Pool
from sitescan.egress.tls import tls_failure
from sitescan.egress.wall import Forbidden
from sitescan.model.answers import Problem
from sitescan.model.exchange import Headers, Timings, Tls
from sitescan.model.target import Target

_ACCEPT = "text/html,application/xhtml+xml,*/*;q=0.8"
_TRIES = 3


class _Beside(EncodedURL):
    """
    What treq is told instead of the target; see :class:`_Way`.

    It is encoded as it is: treq would encode it anew for each request, host and all.
    """

    def to_uri(self) -> EncodedURL:
        """Itself."""
        return self


_BESIDE = _Beside.from_text("http://target.invalid/")


@implementer(IResponse)
@define(eq=False)
class _Bare:
    """A response without its headers, for the layers that would act on them."""

    _response: Any
    headers: TwistedHeaders = field(factory=TwistedHeaders)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._response, name)


@implementer(IAgent)
@define(eq=False)
class _Way:
    """
    What treq sends one request through.

    The target comes beside treq, not through it: treq and hyperlink rewrite hosts, and what was
    checked must be what is dialled. The headers of the answer go round treq as well, so that
    nothing in it inflates without a limit, follows a redirect or keeps a cookie.

    :ivar meter: the connection that serves the request, as soon as there is one.
    """

    session: "Session"
    target: Target
    meter: Meter | None = None

    def request(
        self,
        method: bytes,
        uri: bytes,
        headers: TwistedHeaders | None = None,
        bodyProducer: IBodyProducer | None = None,  # noqa: N803 - IAgent
    ) -> Deferred[IResponse]:
        """Send the request (IAgent)."""
        assert headers is not None  # noqa: S101 - treq always gives some
        session, target = self.session, self.target
        headers.setRawHeaders(b"accept-encoding", [ACCEPT_ENCODING.encode()])
        headers.setRawHeaders(b"host", [target.origin.partition("://")[2].encode("ascii")])
        request = Request(method, target.path.encode("ascii"), headers, bodyProducer, persistent=True)
        line = Line(
            outfit=session.outfit,
            names=session.names,
            target=target,
            opening=session.make_room,
            under_way=session.under_way,
        )
        return session.pool.connection(target.origin, line).addCallback(self._send, request)

    def _send(self, protocol: Any, request: Request) -> Deferred[IResponse]:
        self.meter = protocol.transport
        sent: Deferred[IResponse] = protocol.request(request).addCallback(_Bare)
        return sent


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
    pool: Pool = field(factory=Pool, init=False)
    under_way: set[MeterFactory] = field(factory=set, init=False)
    _opening: int = field(default=0, init=False)
    _resting: dict[str, IDelayedCall] = field(factory=dict, init=False)
    _shunned: set[str] = field(factory=set, init=False)

    def __attrs_post_init__(self) -> None:
        settings = self.outfit.settings
        self.lanes = Lanes(settings.per_scan, settings.per_host)
        self.names = Names(self.outfit.resolver)

    async def rest(self, host: str, seconds: float) -> None:
        """
        Wait, since a host asks to be left alone for a while.

        The first time that may be about one page. Where it is said again before that time is over,
        it is about the host, and whatever is to be sent to it waits as well.
        """
        resting = self._resting.get(host)
        if resting is None or not resting.active():
            self._resting[host] = self.outfit.reactor.callLater(seconds, self.lanes.release, host)
        else:
            self.lanes.hold(host)
            if self.outfit.reactor.seconds() + seconds > resting.getTime():
                resting.reset(seconds)
        await deferLater(self.outfit.reactor, seconds)

    def shun(self, host: str) -> None:
        """Send nothing more to a host in this scan: it has had enough."""
        self._shunned.add(host)

    async def open(
        self,
        method: str,
        target: Target,
        deadline: Deadline,
        headers: Sequence[tuple[str, str]] = (),
        *,
        first: bool = False,
    ) -> Reply:
        """
        Send a request and wait for the head of its answer; redirects are not followed.

        :param headers: fields beside, or instead of, those that every request has.
        :param first: whether to go before those who wait for the host already.
        :raises Forbidden: where the target may not be dialled.
        :raises Unreachable: where no answer came.
        :raises TimedOut: at the deadline, or where the head took too long.
        """
        self.outfit.policy.check_target(target)
        await self._count(target)
        if not self.lanes.enters(target.host):
            await deadline.bound(self.lanes.enter(target.host, first=first))
        try:
            return await self._ask(method, target, deadline, headers)
        except BaseException:
            self.lanes.leave(target.host)
            raise

    async def _count(self, target: Target) -> None:
        if self.outfit.policy.allows_private(target.host):
            return
        ticket = await self.outfit.courtesy.take(target.host)
        if not ticket.allowed:
            raise Unreachable(Problem.COOLING)

    async def _ask(self, method: str, target: Target, deadline: Deadline, headers: Sequence[tuple[str, str]]) -> Reply:
        if target.host in self._shunned:
            raise Unreachable(Problem.BUSY)
        tries = 0
        while True:
            way = _Way(self, target)
            tries += 1
            try:
                return await deadline.bound(self._send(way, method, headers))
            except (CancelledError, Forbidden, TimedOut):
                raise
            except Exception as problem:  # noqa: BLE001 - whatever the layers below made of it
                reason = _translated(problem, way.meter)
                if isinstance(reason, CancelledError) or not _stale(way.meter) or tries == _TRIES:
                    raise reason from None

    async def _send(self, way: _Way, method: str, headers: Sequence[tuple[str, str]]) -> Reply:
        fields = TwistedHeaders()
        ours = (("User-Agent", self.outfit.settings.user_agent), ("Accept", _ACCEPT), ("Accept-Language", "en"))
        for name, value in (*ours, *headers):
            fields.setRawHeaders(name, [value])
        client = HTTPClient(way)
        response: Any = await client.request(
            method, _BESIDE, headers=fields, allow_redirects=False, unbuffered=True, reactor=self.outfit.reactor
        )
        assert way.meter is not None  # noqa: S101 - an answer came over it
        received = parse_head(way.meter.head)
        return Reply(
            target=way.target,
            status=response.code,
            http_version=f"{response.version[1]}.{response.version[2]}",
            headers=received,
            length=content_length(received),
            response=response,
            meter=way.meter,
            session=self,
        )

    async def make_room(self) -> None:
        """Before a connection is made: where there are as many as there may be, close an idle one."""
        most = self.outfit.settings.per_scan
        self._opening += 1
        try:
            if sum(not one.closing for one in self.under_way) + self._opening > most:
                self.pool.close_one()
            if len(self.under_way) + self._opening > most:
                # What was given up is closed in the reactor's next turn.
                await deferLater(self.outfit.reactor, 0)
        finally:
            self._opening -= 1

    def close(self) -> None:
        """End everything that is still open, at once: a hostile server is not waited for."""
        for resting in self._resting.values():
            if resting.active():
                resting.cancel()
        for connection in tuple(self.under_way):
            connection.abort()


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
