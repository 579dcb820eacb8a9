"""A response whose head has been received, and the connection that its body comes over."""

from collections.abc import Callable
from typing import Any

from attrs import define, field
from twisted.internet.defer import CancelledError
from twisted.internet.protocol import Protocol, connectionDone
from twisted.python.failure import Failure

from sitescan.concurrency.deadline import Deadline, TimedOut
from sitescan.egress.body import Body, BodyLimits, BodyReader
from sitescan.egress.body_framing import keeps_connection
from sitescan.egress.connection_limiter import ConnectionLimiter
from sitescan.egress.content_coding import coding_of
from sitescan.egress.http_response import HttpResponse
from sitescan.egress.request_errors import TooLarge, Unreachable, translated
from sitescan.egress.response_head import ResponseHead
from sitescan.model.exchange import Timings, Tls
from sitescan.standards.http_headers import Headers
from sitescan.standards.urls import Target

#: The most bytes and pieces of an unwanted body that are received, so that its connection can carry other requests. The
#: fetch of Node.js has the same limit. It may take as long as making another connection, and these seconds.
_DRAIN_BYTES = 128 * 1024
_DRAIN_PIECES = 256
_DRAIN_SECONDS = 0.05


@define(eq=False, kw_only=True)
class Response:
    """
    A response whose head has been received.

    It counts against the limit of requests to its host until :meth:`close`.

    :ivar target: the URL that was requested.
    :ivar status: the status code.
    :ivar headers: the header fields as they were received.
    :ivar _response: treq's response, a proxy of the :class:`~sitescan.egress.http_response.HttpResponse`.
    """

    target: Target
    _response: Any
    _limiter: ConnectionLimiter
    status: int = field(init=False)
    headers: Headers = field(init=False)
    _received: HttpResponse = field(init=False)
    _read: bool = field(default=False, init=False)
    _open: bool = field(default=True, init=False)

    def __attrs_post_init__(self) -> None:
        self._received = self._response.original
        self.status, self.headers = self._received.head.status, self._received.head.headers

    @property
    def http_version(self) -> str:
        """``1.0`` or ``1.1``."""
        major, minor = self._received.head.version
        return f"{major}.{minor}"

    @property
    def malformed_lines(self) -> tuple[str, ...]:
        """The lines of the head that are not header fields, shortened."""
        return self._received.head.malformed_lines

    @property
    def length(self) -> int | None:
        """The value of ``Content-Length``, or ``None``."""
        return self._received.head.length

    @property
    def timings(self) -> Timings:
        """The durations of the phases of the request up to now."""
        return self._received.timings

    @property
    def tls(self) -> Tls | None:
        """The facts of TLS, or ``None`` if the connection is not over TLS."""
        return self._received.connection.tls

    @property
    def coding(self) -> str:
        """
        The content coding of the body, or empty.

        :raises Unreachable: if it can't be decoded.
        """
        return coding_of(self.headers.get("content-encoding"))

    @property
    def head(self) -> ResponseHead:
        """The parsed head."""
        head: ResponseHead = self._received.head
        return head

    async def undecoded_body(self, most: int, deadline: Deadline) -> Body:
        """
        Receive the beginning of the body without removing its content coding.

        :param most: the number of bytes.
        :raises Unreachable: if it can't be received.
        :raises TimedOut: at the deadline.
        """
        return await self._receive("", BodyLimits(wire=most, decoded=most, prefix=True), deadline)

    async def body(self, limits: BodyLimits, deadline: Deadline) -> Body:
        """
        Receive the body.

        :raises TooLarge: if it is over the limits.
        :raises Unreachable: if it can't be received or decoded.
        :raises TimedOut: at the deadline.
        """
        return await self._receive(self.coding, limits, deadline)

    async def _receive(self, coding: str, limits: BodyLimits, deadline: Deadline) -> Body:
        received = self._received
        connection = received.connection
        reader = BodyReader(coding, limits, connection.abort, deadline.clock, lambda: received.body_size)
        self._response.deliverBody(reader)
        self._read = True
        try:
            return await deadline.bound(reader.done)
        except (CancelledError, TimedOut, TooLarge, Unreachable):
            raise
        except Exception as problem:  # noqa: BLE001 - Twisted and OpenSSL raise many kinds
            raise translated(problem, connection.problem) from None

    def close(self) -> None:
        """
        Stop counting against the limit of requests, at once or when the rest of a short body has been received.

        The connection of a long body is aborted.
        """
        if not self._open:
            return
        self._open = False
        # The connection of a complete response is in the pool, or carries another request.
        if self._read or self._received.ended:
            self._limiter.leave(self.target.host)
        elif self._can_be_drained:
            _BodyDrain(self._received, lambda: self._limiter.leave(self.target.host)).start()
        else:
            self._received.connection.abort()
            self._limiter.leave(self.target.host)

    @property
    def _can_be_drained(self) -> bool:
        """True if the body is short, as far as is known, and its connection can carry another request afterwards."""
        ends = self.length is not None or "transfer-encoding" in self.headers
        return ends and (self.length or 0) <= _DRAIN_BYTES and keeps_connection(self._received.head)


class _BodyDrain(Protocol):
    """
    Receives and drops the rest of a body, within limits.

    :param ended: called when the body has ended.
    """

    def __init__(self, response: HttpResponse, ended: Callable[[], None]) -> None:
        self._response = response
        self._ended = ended
        self._pieces = 0
        opening = response.connection.opening
        self._deadline = Deadline.after(response.connection.clock, _DRAIN_SECONDS + opening.connect + opening.tls)

    def start(self) -> None:
        """Start to receive."""
        self._deadline.watch(self)
        self._response.deliverBody(self)

    def expire(self) -> None:
        """Abort the connection at the deadline."""
        self._response.connection.abort()

    def dataReceived(self, data: bytes) -> None:  # noqa: N802 - IProtocol
        """Drop a piece of the body; abort the connection at the limits."""
        self._pieces += 1
        if self._pieces > _DRAIN_PIECES or self._response.body_size > _DRAIN_BYTES:
            self._response.connection.abort()

    def connectionLost(self, reason: Failure = connectionDone) -> None:  # noqa: N802 - IProtocol
        """Forget the deadline, and call ``ended``."""
        self._deadline.forget(self)
        self._ended()
