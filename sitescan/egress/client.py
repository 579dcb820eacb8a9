"""HTTP requests to strangers: treq over checked connections, one session a scan."""

from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Any

from attrs import define, field
from treq.client import HTTPClient
from twisted.internet.defer import CancelledError
from twisted.internet.task import deferLater
from twisted.web.http_headers import Headers
from twisted.web.iweb import IAgent

from sitescan.deadline import Deadline, TimedOut
from sitescan.egress.checked_url import CheckedUrl
from sitescan.egress.connect import Dialer, EgressContext, HostAddresses
from sitescan.egress.connection_limiter import ConnectionLimiter
from sitescan.egress.connection_pool import ConnectionPool
from sitescan.egress.host_backoff import HostBackoff
from sitescan.egress.http_connection import HttpConnection
from sitescan.egress.policy import Forbidden
from sitescan.egress.request_errors import Unreachable, translated
from sitescan.egress.response import Response
from sitescan.model.answers import Problem
from sitescan.model.exchange import Tls
from sitescan.standards.urls import Target

#: How often a request is sent that connections didn't answer which had been closed while they were idle.
_TRIES = 3

_ACCEPT = "text/html,application/xhtml+xml,*/*;q=0.8"


@define(eq=False)
class Session:
    """
    The requests of one scan: one connection pool, one limit of requests, each name looked up once.

    Credentials, cookies and referrers are never sent, but for what :attr:`EgressContext.headers` has.

    :ivar http_client: makes treq's client over an agent, which is a connection.
    :ivar connections: its connections, idle ones and ones that are being made among them.
    :ivar fetches_page: whether what is asked for is the page that is scanned, and nothing beside it yet.
    """

    context: EgressContext
    http_client: Callable[[IAgent], HTTPClient] = HTTPClient
    limiter: ConnectionLimiter = field(init=False)
    names: HostAddresses = field(init=False)
    backoff: HostBackoff = field(init=False)
    pool: ConnectionPool = field(factory=ConnectionPool, init=False)
    connections: set[HttpConnection] = field(factory=set, init=False)
    fetches_page: bool = field(default=True, init=False)
    _opening: int = field(default=0, init=False)
    _closed: bool = field(default=False, init=False)
    _fields: tuple[tuple[str, str], ...] = field(init=False)
    _allowed: set[str] = field(factory=set, init=False)
    _accepts: dict[str, bool] = field(factory=dict, init=False)

    def __attrs_post_init__(self) -> None:
        settings = self.context.settings
        self.limiter = ConnectionLimiter(settings.per_scan, settings.per_host)
        self.names = HostAddresses(self.context.resolver)
        self.backoff = HostBackoff(self.context.reactor, self.limiter)
        self._fields = (("User-Agent", settings.user_agent), ("Accept", _ACCEPT), ("Accept-Language", "en"))

    async def request(
        self,
        method: str,
        target: Target,
        deadline: Deadline,
        headers: Sequence[tuple[str, str]] = (),
        *,
        first: bool = False,
    ) -> Response:
        """
        Send a request and wait for the head of its answer; redirects are not followed.

        :param headers: fields beside, or instead of, those that every request has.
        :param first: whether to go before those who wait for the host already.
        :raises Forbidden: where the target may not be dialled.
        :raises Unreachable: where no answer came.
        :raises TimedOut: at the deadline, or where the head took too long.
        """
        again = False
        while True:
            await self._enter(target, deadline, first=first or again)
            crowded = self.limiter.requests_to(target.host) > 1
            try:
                return await self._send(method, target, deadline, headers)
            except BaseException as failure:
                crowded = crowded or self.limiter.requests_to(target.host) > 1
                reset = isinstance(failure, Unreachable) and failure.problem is Problem.RESET
                if reset:
                    self.limiter.narrow(target.host)
                self.limiter.leave(target.host)
                # Some hosts reset connections beyond the first two: what came back is then no answer of theirs.
                if again or not (reset and crowded):
                    raise
            again = True

    async def handshake(
        self, target: Target, deadline: Deadline, *, offers: Sequence[bytes] = (), outdated: bool = False
    ) -> Tls:
        """
        What a server agrees to over a connection that is made for that alone.

        :param offers: the protocols that are offered by ALPN (RFC 7301).
        :param outdated: whether to speak only versions of TLS that browsers have given up.
        :raises Forbidden: where the target may not be dialled.
        :raises Unreachable: where no TLS connection can be made.
        :raises TimedOut: at the deadline, or where the handshake took too long.
        """
        await self._enter(target, deadline)
        try:
            self.backoff.check(target.host)
            connection = await deadline.bound(self._dialer(target, offers, outdated=outdated).connect())
            connection.abort()
            if connection.tls is None:
                raise Unreachable(Problem.TLS)
            return connection.tls
        finally:
            self.limiter.leave(target.host)

    async def _dial(self, target: Target) -> HttpConnection:
        if self._closed:
            raise CancelledError
        try:
            connection = await self._dialer(target).connect()
        except Unreachable as failure:
            if failure.problem is Problem.REFUSED:
                # One that has accepted a connection may mind having many.
                self._accepts.setdefault(target.origin, False)
            raise
        self._accepts[target.origin] = True
        return connection

    def _dialer(self, target: Target, offers: Sequence[bytes] = (), *, outdated: bool = False) -> Dialer:
        return Dialer(
            context=self.context,
            names=self.names,
            target=target,
            count=self.count,
            opening=self._make_room,
            connections=self.connections,
            idle=self.pool.put,
            offers=offers,
            outdated=outdated,
        )

    async def _enter(self, target: Target, deadline: Deadline, *, first: bool = False) -> None:
        """Wait until a request to a target, which must be one that may be dialled, is within the limits."""
        deadline.check()
        if target.origin not in self._allowed:
            self.context.policy.check_target(target)
            self._allowed.add(target.origin)
        self.names.check(target.host)
        if not self._accepts.get(target.origin, True):
            raise Unreachable(Problem.REFUSED)
        if not target.is_address:
            # An address is counted when it is dialled.
            await self.count(target.host)
        if not self.limiter.enters(target.host):
            await deadline.bound(self.limiter.enter(target.host, first=first))

    def count(self, host: str) -> Awaitable[None]:
        """
        Count one request to a name, or to an address that is dialled.

        :return: fails with :exc:`Unreachable` where it has been asked too often.
        """
        return self.context.host_budget.take(host, page=self.fetches_page)

    async def _send(
        self, method: str, target: Target, deadline: Deadline, headers: Sequence[tuple[str, str]]
    ) -> Response:
        deadline.check()  # those that go at the deadline let others in
        self.backoff.check(target.host)
        fields = _headers((*self._fields, *self.context.headers.get(target.origin, ()), *headers))
        outcome = "failed"
        try:
            carried = await self._answered(method, target, fields, deadline)
            response = Response(target=target, response=carried, limiter=self.limiter)
            outcome = f"{response.status // 100}xx" if 100 <= response.status < 600 else "other"
        finally:
            self.context.measurements.count("egress_requests", method, outcome)
        self.backoff.heard(target.host, response.status)
        return response

    async def _answered(self, method: str, target: Target, headers: Headers, deadline: Deadline) -> Any:
        """What treq gives for a request, over a connection that is idle or is made for it."""
        tries = 0
        while True:
            tries += 1
            connection = self.pool.idle(target.origin)
            try:
                if connection is None:
                    connection = await deadline.bound(self._dial(target))
                else:
                    await self._count_again(connection)
                connection.deadline = deadline
                return await self.http_client(connection).request(
                    method,
                    CheckedUrl(target),
                    headers=headers,
                    allow_redirects=False,
                    unbuffered=True,
                    reactor=self.context.reactor,
                )
            except (CancelledError, Forbidden, TimedOut):
                raise
            except Exception as problem:  # noqa: BLE001 - whatever the layers below made of it
                reason = translated(problem, connection.problem if connection is not None else None)
                try:
                    if isinstance(reason, CancelledError) or not _is_stale(connection) or tries == _TRIES:
                        raise reason from None
                finally:
                    del reason  # its traceback holds this frame

    async def _count_again(self, connection: HttpConnection) -> None:
        """Count one more request over a connection; the first one is counted as its address is dialled."""
        try:
            await self.count(connection.peer[0])
        except BaseException:
            # It is in the pool no more.
            connection.abort()
            raise

    async def _make_room(self) -> None:
        """Before a connection is made: where there are as many as there may be, close an idle one."""
        most = self.context.settings.per_scan
        self._opening += 1
        try:
            if sum(not one.aborted for one in self.connections) + self._opening > most:
                self.pool.close_one()
            if len(self.connections) + self._opening > most:
                # What was given up is closed in the reactor's next turn.
                await deferLater(self.context.reactor, 0)
        finally:
            self._opening -= 1

    def close(self) -> None:
        """End everything that is still open, at once, and open nothing more: a hostile server is not waited for."""
        self._closed = True
        self.backoff.close()
        for connection in tuple(self.connections):
            connection.abort()
        self.pool.clear()
        self.limiter.close()


def _headers(fields: Iterable[tuple[str, str]]) -> Headers:
    """Return header fields as Twisted takes them; the last field of a name replaces the others."""
    headers = Headers()
    for name, value in fields:
        headers.setRawHeaders(name, [value])
    return headers


def _is_stale(connection: HttpConnection | None) -> bool:
    """Whether a request failed since the connection had been closed while it was idle."""
    return connection is not None and connection.problem is None and connection.used > 1 and not connection.answered
