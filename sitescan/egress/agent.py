"""The agent that treq sends every request through: a checked address below it, what came as evidence above it."""

from collections.abc import Awaitable, Callable
from typing import Any, NoReturn

from attrs import define, field
from hyperlink import EncodedURL
from treq.cookies import IndexableCookieJar
from twisted.internet.defer import CancelledError, Deferred
from twisted.internet.interfaces import IProtocol, IStreamClientEndpoint
from twisted.web._newclient import Request
from twisted.web.http_headers import Headers as TwistedHeaders
from twisted.web.iweb import IAgent, IBodyProducer, IClientRequest, IResponse
from zope.interface import implementer

from sitescan.deadline import TimedOut
from sitescan.egress.connection_pool import ConnectionPool
from sitescan.egress.content_coding import ACCEPT_ENCODING
from sitescan.egress.policy import Forbidden
from sitescan.egress.request_errors import translated
from sitescan.egress.response_head import parse_head
from sitescan.egress.response_head_limiter import ResponseHeadLimiter
from sitescan.standards.http_headers import Headers
from sitescan.standards.urls import Target, serialized_target

_TRIES = 3
_ACCEPT_ENCODING = ACCEPT_ENCODING.encode()


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


class ReceivedHeaders(TwistedHeaders):
    """
    The header fields of a response, as Twisted and treq read them.

    ``Content-Encoding`` is not among them: treq would put a decoder over the body that turns 64 KiB into
    67 MB in one piece, before any limit acts. :mod:`sitescan.egress.body` decodes instead.

    :ivar fields: all of them, as they came.
    """

    def __init__(self, fields: Headers) -> None:
        super().__init__()
        self.fields = fields
        for name, value in fields:
            if name.lower() != "content-encoding":
                self.addRawHeader(name, value.encode("latin-1"))


@implementer(IResponse)
@define(eq=False)
class CheckedResponse:
    """
    A response, and the connection that it comes over.

    :ivar headers: every field that came. Twisted's own response leaves out those that frame the message.
    """

    original: Any
    connection: ResponseHeadLimiter
    headers: ReceivedHeaders

    @property
    def version(self) -> tuple[bytes, int, int]:
        """The version of HTTP (IResponse)."""
        version: tuple[bytes, int, int] = self.original.version
        return version

    @property
    def code(self) -> int:
        """The status (IResponse)."""
        return int(self.original.code)

    @property
    def phrase(self) -> bytes:
        """The reason phrase (IResponse)."""
        return bytes(self.original.phrase)

    @property
    def length(self) -> Any:
        """The length of the body (IResponse)."""
        return self.original.length

    @property
    def request(self) -> IClientRequest:
        """The request (IResponse)."""
        request: IClientRequest = self.original.request
        return request

    @property
    def previousResponse(self) -> None:  # noqa: N802 - IResponse
        """There is none: redirects are followed one checked step at a time (:mod:`.follow_redirects`)."""

    def setPreviousResponse(self, response: IResponse) -> None:  # noqa: N802 - IResponse
        """Never: see :attr:`previousResponse`."""
        raise NotImplementedError("redirects are not followed here")

    def deliverBody(self, protocol: IProtocol) -> None:  # noqa: N802 - IResponse
        """Deliver the body (IResponse), as sent."""
        self.original.deliverBody(protocol)


@implementer(IAgent)
@define(eq=False)
class CheckedAgent:
    """
    Sends requests over connections that were checked, and says in our words why none was answered.

    :ivar pool: connections that can be used again.
    :ivar endpoint: the way to a target; it looks at each address before it dials it.
    :ivar count: is waited for before a connection is used again; fails where its other end has been asked too often.
    :ivar ended: whether nothing is sent any more (:meth:`end`).
    """

    pool: ConnectionPool
    endpoint: Callable[[Target], IStreamClientEndpoint]
    count: Callable[[str], Awaitable[None]]
    ended: bool = field(default=False, init=False)

    def end(self) -> None:
        """Send nothing any more, and let go of the session, which holds this."""
        self.ended = True
        self.endpoint = self.count = _refuse

    def request(
        self,
        method: bytes,
        uri: bytes,
        headers: TwistedHeaders | None = None,
        bodyProducer: IBodyProducer | None = None,  # noqa: N803 - IAgent
    ) -> Deferred[IResponse]:
        """
        Send a request (IAgent).

        :param headers: are added to; treq hands over a copy of its own.
        :return: fails with :exc:`Forbidden`, :exc:`Unreachable` or :exc:`TimedOut`.
        """
        fields = headers if headers is not None else TwistedHeaders()
        return Deferred.fromCoroutine(
            self._request(method, serialized_target(uri.decode("ascii")), fields, bodyProducer)
        )

    async def _request(
        self, method: bytes, target: Target, headers: TwistedHeaders, body: IBodyProducer | None
    ) -> IResponse:
        # treq asks for the codings that it decodes itself.
        headers.setRawHeaders(b"accept-encoding", [_ACCEPT_ENCODING])
        origin = target.origin
        headers.setRawHeaders(b"host", [origin.partition("://")[2].encode("ascii")])
        tries = 0
        while True:
            if self.ended:
                raise CancelledError
            tries += 1
            connection: ResponseHeadLimiter | None = None
            try:
                protocol = self.pool.idle(origin) or await self.pool.connect(origin, self.endpoint(target))
                connection = protocol.transport
                if connection.used:
                    await self._count_again(connection)
                request = Request(method, target.path.encode("ascii"), headers, body, persistent=True)
                response = await protocol.request(request)
            except (CancelledError, Forbidden, TimedOut):
                raise
            except Exception as problem:  # noqa: BLE001 - whatever the layers below made of it
                reason = translated(problem, connection.problem if connection is not None else None)
                try:
                    if isinstance(reason, CancelledError) or not _is_stale(connection) or tries == _TRIES:
                        raise reason from None
                finally:
                    del reason  # its traceback holds this frame
            else:
                return CheckedResponse(response, connection, ReceivedHeaders(parse_head(connection.take_head())))

    async def _count_again(self, connection: ResponseHeadLimiter) -> None:
        """Count one more request over a connection; the first one is counted as its address is dialled."""
        try:
            await self.count(connection.getPeer().host)
        except BaseException:
            # It is in the pool no more.
            connection.abort()
            raise


def _refuse(_: object) -> NoReturn:
    raise CancelledError


def _is_stale(connection: ResponseHeadLimiter | None) -> bool:
    """Whether a request failed since the connection had been closed while it was idle."""
    return connection is not None and connection.problem is None and connection.used > 1 and not connection.answered
