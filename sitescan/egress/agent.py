"""The agent that treq sends every request through: checked connections below it, what came as evidence above it."""

from collections.abc import Awaitable, Callable
from typing import Any, NoReturn

from attrs import define, field
from hyperlink import EncodedURL
from treq.cookies import IndexableCookieJar
from twisted.internet.defer import CancelledError, Deferred
from twisted.web.http_headers import Headers as TwistedHeaders
from twisted.web.iweb import IAgent, IBodyProducer, IResponse
from zope.interface import implementer

from sitescan.deadline import TimedOut
from sitescan.egress.connection_pool import ConnectionPool
from sitescan.egress.http_connection import HttpConnection, HttpResponse
from sitescan.egress.http_request import HttpRequest
from sitescan.egress.policy import Forbidden
from sitescan.egress.request_errors import translated
from sitescan.standards.urls import Target, serialized_target

_TRIES = 3


class CheckedUrl(EncodedURL):
    """
    The URL of a checked target, as treq takes URLs.

    It is sent as it is. hyperlink would encode host, path and query anew for each request, and what was
    checked must be what is asked for. treq asks it for its text and nothing else, so its parts are not set.
    """

    __slots__ = ("_serialized",)

    def __init__(self, target: Target) -> None:
        self._serialized = target.url

    def to_uri(self) -> EncodedURL:
        """Itself."""
        return self

    def to_text(self, with_password: bool = False) -> str:
        """The URL as the URL standard serializes it."""
        return self._serialized


class NoCookies(IndexableCookieJar):
    """A cookie jar that keeps nothing, sends nothing, and reads nothing that a stranger wrote."""

    def add_cookie_header(self, request: Any) -> None:
        """Send nothing."""

    def extract_cookies(self, response: Any, request: Any) -> None:
        """Keep nothing."""


@implementer(IAgent)
@define(eq=False)
class CheckedAgent:
    """
    Sends requests over connections that were checked, and says in our words why none was answered.

    :ivar pool: connections that can be used again.
    :ivar dial: makes a connection to a target; it looks at each address before it dials it.
    :ivar count: is waited for before a connection is used again; fails where its other end has been asked too often.
    :ivar ended: whether nothing is sent any more (:meth:`end`).
    """

    pool: ConnectionPool
    dial: Callable[[Target], Awaitable[HttpConnection]]
    count: Callable[[str], Awaitable[None]]
    ended: bool = field(default=False, init=False)

    def end(self) -> None:
        """Send nothing any more, and let go of the session, which holds this."""
        self.ended = True
        self.dial = self.count = _refuse

    def request(
        self,
        method: bytes,
        uri: bytes,
        headers: TwistedHeaders | None = None,
        bodyProducer: IBodyProducer | None = None,  # noqa: N803 - IAgent
    ) -> Deferred[IResponse]:
        """
        Send a request (IAgent).

        :param bodyProducer: must be ``None``: nothing is sent to strangers that has a body.
        :return: fails with :exc:`Forbidden`, :exc:`Unreachable` or :exc:`TimedOut`.
        """
        if bodyProducer is not None:
            raise NotImplementedError("requests with a body are not sent")
        target = serialized_target(uri.decode("ascii"))
        return Deferred.fromCoroutine(self._send(HttpRequest(method, target, headers or TwistedHeaders())))

    async def _send(self, request: HttpRequest) -> HttpResponse:
        tries = 0
        while True:
            if self.ended:
                raise CancelledError
            tries += 1
            connection: HttpConnection | None = None
            try:
                connection = self.pool.idle(request.target.origin) or await self.dial(request.target)
                if connection.used:
                    await self._count_again(connection)
                return await connection.send(request)
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


def _refuse(_: object) -> NoReturn:
    raise CancelledError


def _is_stale(connection: HttpConnection | None) -> bool:
    """Whether a request failed since the connection had been closed while it was idle."""
    return connection is not None and connection.problem is None and connection.used > 1 and not connection.answered
