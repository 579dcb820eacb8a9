"""HTTP requests to strangers: treq over the wall, one session a scan."""

from collections.abc import Sequence
from typing import Any

from attrs import define, field
from hyperlink import EncodedURL
from treq.client import HTTPClient
from twisted.internet.defer import CancelledError, Deferred
from twisted.internet.protocol import Factory, Protocol
from twisted.internet.task import deferLater
from twisted.web._newclient import Request
from twisted.web.http_headers import Headers as TwistedHeaders
from twisted.web.iweb import IAgent, IBodyProducer, IResponse
from zope.interface import implementer

from sitescan.deadline import Deadline, TimedOut
from sitescan.egress.coding import ACCEPT_ENCODING
from sitescan.egress.dial import Line, Names, Outfit
from sitescan.egress.errors import Unreachable
from sitescan.egress.head import content_length, parse_head
from sitescan.egress.lanes import Lanes
from sitescan.egress.meter import Meter, MeterFactory
from sitescan.egress.patience import Patience
from sitescan.egress.pool import Pool
from sitescan.egress.reply import Reply, translated
from sitescan.egress.wall import Forbidden
from sitescan.model.answers import Problem
from sitescan.model.exchange import Tls
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
        return session.pool.connection(target.origin, session.line(target)).addCallback(self._send, request)

    def _send(self, protocol: Any, request: Request) -> Deferred[IResponse]:
        self.meter = protocol.transport
        sent: Deferred[IResponse] = protocol.request(request).addCallback(_Bare)
        return sent


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
    patience: Patience = field(init=False)
    pool: Pool = field(factory=Pool, init=False)
    under_way: set[MeterFactory] = field(factory=set, init=False)
    _opening: int = field(default=0, init=False)
    _ended: bool = field(default=False, init=False)

    def __attrs_post_init__(self) -> None:
        settings = self.outfit.settings
        self.lanes = Lanes(settings.per_scan, settings.per_host)
        self.names = Names(self.outfit.resolver)
        self.patience = Patience(self.outfit.reactor, self.lanes)

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
        await self._enter(target, deadline, first=first)
        try:
            return await self._ask(method, target, deadline, headers)
        except BaseException:
            self.lanes.leave(target.host)
            raise

    async def handshake(self, target: Target, offers: Sequence[bytes], deadline: Deadline) -> Tls:
        """
        What a server agrees to over a connection that is made for that alone.

        :param offers: the protocols that are offered by ALPN (RFC 7301).
        :raises Forbidden: where the target may not be dialled.
        :raises Unreachable: where no TLS connection can be made.
        :raises TimedOut: at the deadline, or where the handshake took too long.
        """
        await self._enter(target, deadline)
        try:
            self.patience.check(target.host)
            made: Any = self.line(target, offers).connect(Factory.forProtocol(Protocol))
            meter: Meter = (await deadline.bound(made)).transport
            meter.abort()
            if meter.tls is None:
                raise Unreachable(Problem.TLS)
            return meter.tls
        finally:
            self.lanes.leave(target.host)

    def line(self, target: Target, offers: Sequence[bytes] = ()) -> Line:
        """The way to a host and port."""
        return Line(
            outfit=self.outfit,
            names=self.names,
            target=target,
            opening=self.make_room,
            under_way=self.under_way,
            offers=offers,
        )

    async def _enter(self, target: Target, deadline: Deadline, *, first: bool = False) -> None:
        """Wait for a lane to a target that may be dialled."""
        self.outfit.policy.check_target(target)
        await self._count(target)
        if not self.lanes.enters(target.host):
            await deadline.bound(self.lanes.enter(target.host, first=first))

    async def _count(self, target: Target) -> None:
        if self.outfit.policy.allows_private(target.host):
            return
        ticket = await self.outfit.courtesy.take(target.host)
        if not ticket.allowed:
            raise Unreachable(Problem.COOLING)

    async def _ask(self, method: str, target: Target, deadline: Deadline, headers: Sequence[tuple[str, str]]) -> Reply:
        self.patience.check(target.host)
        tries = 0
        while True:
            if self._ended:
                raise CancelledError
            way = _Way(self, target)
            tries += 1
            try:
                return await deadline.bound(self._send(way, method, headers))
            except (CancelledError, Forbidden, TimedOut):
                raise
            except Exception as problem:  # noqa: BLE001 - whatever the layers below made of it
                reason = translated(problem, way.meter)
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
        self.patience.heard(way.target.host, response.code)
        return Reply(
            target=way.target,
            status=response.code,
            http_version=f"{response.version[1]}.{response.version[2]}",
            headers=received,
            length=content_length(received),
            response=response,
            meter=way.meter,
            lanes=self.lanes,
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
        """End everything that is still open, at once, and open nothing more: a hostile server is not waited for."""
        self._ended = True
        self.patience.close()
        for connection in tuple(self.under_way):
            connection.abort()


def _stale(meter: Meter | None) -> bool:
    """Whether a request failed since the connection had been closed while it was idle."""
    return meter is not None and meter.problem is None and meter.used > 1 and not meter.answered
