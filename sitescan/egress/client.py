"""HTTP requests through treq over checked connections: one session per scan."""

from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any

from attrs import define, field
from OpenSSL import SSL
from treq.client import HTTPClient
from twisted.internet.defer import CancelledError, Deferred
from twisted.internet.task import deferLater
from twisted.web.http_headers import Headers
from twisted.web.iweb import IAgent

from sitescan.concurrency.deadline import Deadline, TimedOut
from sitescan.egress.checked_url import CheckedUrl
from sitescan.egress.connect import Dialer, EgressContext, HostAddresses
from sitescan.egress.connection_limiter import ConnectionLimiter
from sitescan.egress.connection_pool import ConnectionPool
from sitescan.egress.host_backoff import HostBackoff
from sitescan.egress.http_connection import HttpConnection
from sitescan.egress.no_cookies import NoCookies
from sitescan.egress.policy import Forbidden
from sitescan.egress.request_errors import Unreachable, translated
from sitescan.egress.response import Response
from sitescan.model.answers import Problem
from sitescan.model.exchange import Tls
from sitescan.standards.urls import Target

#: How often a request is sent if the server closes each reused connection without a response.
_TRIES = 3

_NO_COOKIES = NoCookies()

_ACCEPT = "text/html,application/xhtml+xml,*/*;q=0.8"


@define(eq=False)
class Session:
    """
    The requests of one scan.

    It has one connection pool and one limit of concurrent requests, and looks up each host name once. It sends no
    credentials, cookies or referrers except those in :attr:`EgressContext.headers`.

    :ivar http_client: returns a treq client for an agent and a cookie jar. The agents are connections.
    :ivar connections: all connections, including idle ones and ones that are being made.
    :ivar fetches_page: whether the requests are for the scanned page itself, which comes before all others.
    :ivar body_bytes: the bytes of a body to receive even if shared responses have fewer.
    """

    context: EgressContext
    http_client: Callable[[IAgent, NoCookies], HTTPClient] = HTTPClient
    limiter: ConnectionLimiter = field(init=False)
    names: HostAddresses = field(init=False)
    backoff: HostBackoff = field(init=False)
    pool: ConnectionPool = field(factory=ConnectionPool, init=False)
    connections: set[HttpConnection] = field(factory=set, init=False)
    fetches_page: bool = field(default=True, init=False)
    body_bytes: int = field(default=0, init=False)
    _opening: int = field(default=0, init=False)
    _closed: bool = field(default=False, init=False)
    _fields: tuple[tuple[str, str], ...] = field(init=False)
    _allowed: set[str] = field(factory=set, init=False)
    _accepts: dict[str, bool] = field(factory=dict, init=False)
    _sent_headers: dict[tuple[tuple[str, str], ...], Headers] = field(factory=dict, init=False)

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
        Send a request and wait for the head of the response. Redirects are not followed.

        :param headers: header fields to add to those of every request, or to replace some of them.
        :param first: whether to send it before the requests that already wait for the same host.
        :raises Forbidden: if the policy doesn't allow the target.
        :raises Unreachable: if there is no response.
        :raises Overloaded: if this process can't send a request.
        :raises TimedOut: at the deadline, or if the head takes too long.
        """
        send = partial(self._admitted, target=target, deadline=deadline, headers=headers, first=first)
        if self.context.shared is None:
            return await send(method)
        return await self.context.shared.response(method, target, deadline, headers, send, self.body_bytes)

    async def _admitted(
        self, method: str, target: Target, deadline: Deadline, headers: Sequence[tuple[str, str]], *, first: bool
    ) -> Response:
        """Send a request as soon as the limits allow, and once more if the host has only refused too many at a time."""
        again = False
        while True:
            await self._enter(target, deadline, first=first or again)
            concurrent = self.limiter.requests_to(target.host) > 1
            try:
                return await self._send(method, target, deadline, headers)
            except BaseException as failure:
                concurrent = concurrent or self.limiter.requests_to(target.host) > 1
                reset = isinstance(failure, Unreachable) and failure.problem is Problem.RESET
                if reset:
                    self.limiter.narrow(target.host)
                self.limiter.leave(target.host)
                # Some hosts reset all connections beyond the first two. That says nothing about the URL.
                if again or not (reset and concurrent):
                    raise
            again = True

    async def handshake(
        self, target: Target, deadline: Deadline, *, offers: Sequence[bytes] = (), probe: SSL.Context | None = None
    ) -> Tls:
        """
        Make a TLS connection, close it, and return its facts.

        :param offers: the protocols to offer by ALPN (RFC 7301).
        :param probe: one of the contexts that offer what browsers don't use (:class:`TlsContexts`).
        :raises Forbidden: if the policy doesn't allow the target.
        :raises Unreachable: if no TLS connection can be made.
        :raises TimedOut: at the deadline, or if the handshake takes too long.
        """
        if self.context.shared is None:
            return await self._handshake(target, deadline, offers, probe)
        key = f"{target.origin} {offers!r} {id(probe)}"
        start = partial(self._handshake, target, deadline, offers, probe)
        return await self.context.shared.handshake(key, lambda: Deferred.fromCoroutine(start()))

    async def _handshake(
        self, target: Target, deadline: Deadline, offers: Sequence[bytes], probe: SSL.Context | None
    ) -> Tls:
        await self._enter(target, deadline)
        try:
            self.backoff.check(target.host)
            connection = await deadline.bound(self._dialer(target, offers, probe).connect())
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
                # A server that has accepted a connection before may only have too many of them now.
                self._accepts.setdefault(target.origin, False)
            raise
        self._accepts[target.origin] = True
        return connection

    def _dialer(self, target: Target, offers: Sequence[bytes] = (), probe: SSL.Context | None = None) -> Dialer:
        return Dialer(
            context=self.context,
            names=self.names,
            target=target,
            count=self.count,
            make_room=self._make_room,
            connections=self.connections,
            idle=self.pool.put,
            offers=offers,
            probe=probe,
        )

    async def _enter(self, target: Target, deadline: Deadline, *, first: bool = False) -> None:
        """Check that the policy allows a target, and wait until the limits allow a request to it."""
        deadline.check()
        if target.origin not in self._allowed:
            self.context.policy.check_target(target)
            self._allowed.add(target.origin)
        self.names.check(target.host)
        if not self._accepts.get(target.origin, True):
            raise Unreachable(Problem.REFUSED)
        if not target.is_address:
            # A request to an address is counted when the connection is made.
            await self.count(target.host)
        if not self.limiter.enters(target.host):
            await deadline.bound(self.limiter.enter(target.host, first=first))

    def asks_variants(self, url: str) -> bool:
        """Return whether to ask how the server answers variants of a page's request: other spellings, other origins."""
        shared = self.context.shared
        return shared is None or shared.representatives is None or url in shared.representatives

    def count(self, host: str) -> Awaitable[None]:
        """
        Count one request to a host name, or one connection to an address.

        :return: fails with :exc:`Unreachable` if there have been too many.
        """
        return self.context.host_budget.take(host, page=self.fetches_page)

    async def _send(
        self, method: str, target: Target, deadline: Deadline, headers: Sequence[tuple[str, str]]
    ) -> Response:
        deadline.check()  # a request that ends at the deadline admits the next one
        self.backoff.check(target.host)
        fields = self._headers((*self._fields, *self.context.headers.get(target.origin, ()), *headers))
        outcome = "failed"
        try:
            received = await self._request(method, target, fields, deadline)
            response = Response(target=target, response=received, limiter=self.limiter)
            outcome = f"{response.status // 100}xx"
        finally:
            self.context.measurements.count("egress_requests", method, outcome)
        self.backoff.heard(target.host, response.status)
        return response

    def _headers(self, fields: tuple[tuple[str, str], ...]) -> Headers:
        """
        Return header fields as Twisted takes them; the last field of a name replaces the others.

        Most requests of a scan have the same fields, and share them: treq sends a copy.
        """
        if fields not in self._sent_headers:
            self._sent_headers[fields] = Headers({name: [value] for name, value in fields})
        return self._sent_headers[fields]

    async def _request(self, method: str, target: Target, headers: Headers, deadline: Deadline) -> Any:
        """Send a request through treq, over an idle connection or a new one, and return treq's response."""
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
                return await self.http_client(connection, _NO_COOKIES).request(
                    method,
                    CheckedUrl(target),
                    headers=headers,
                    cookies=_NO_COOKIES,
                    allow_redirects=False,
                    unbuffered=True,
                    reactor=self.context.reactor,  # type: ignore[arg-type]  # an interface of treq, part of ours
                )
            except (CancelledError, Forbidden, TimedOut):
                raise
            except Exception as problem:  # noqa: BLE001 - Twisted and OpenSSL raise many kinds
                reason = translated(problem, connection.problem if connection is not None else None)
                try:
                    if isinstance(reason, CancelledError) or not _is_stale(connection) or tries == _TRIES:
                        raise reason from None
                finally:
                    del reason  # its traceback holds this frame

    async def _count_again(self, connection: HttpConnection) -> None:
        """Count another request over a connection; the first one was counted when the connection was made."""
        try:
            await self.count(connection.peer[0])
        except BaseException:
            # It was taken out of the pool.
            connection.abort()
            raise

    async def _make_room(self) -> None:
        """Close an idle connection if there are as many connections as the limit allows."""
        most = self.context.settings.per_scan
        self._opening += 1
        try:
            if sum(not connection.aborted for connection in self.connections) + self._opening > most:
                self.pool.close_one()
            if len(self.connections) + self._opening > most:
                # Aborted connections are closed in the next turn of the reactor.
                await deferLater(self.context.reactor, 0)
        finally:
            self._opening -= 1

    def close(self) -> None:
        """Abort all connections, without waiting for any server, and refuse new ones."""
        self._closed = True
        self.backoff.close()
        for connection in tuple(self.connections):
            connection.abort()
        self.pool.clear()
        self.limiter.close()


def _is_stale(connection: HttpConnection | None) -> bool:
    """Return whether a request failed because the server had closed the connection while it was idle."""
    return connection is not None and connection.problem is None and connection.used > 1 and not connection.answered
