"""An answer whose head has come, and why there may be none."""

from collections.abc import Callable
from typing import Any

from attrs import define, field
from twisted.internet.defer import CancelledError
from twisted.internet.protocol import Protocol, connectionDone
from twisted.python.failure import Failure

from sitescan.deadline import Deadline, TimedOut
from sitescan.egress.body import Body, BodyLimits, BodyReader
from sitescan.egress.body_framing import keeps_connection
from sitescan.egress.connection_limiter import ConnectionLimiter
from sitescan.egress.content_coding import coding_of
from sitescan.egress.http_response import HttpResponse
from sitescan.egress.request_errors import TooLarge, Unreachable, translated
from sitescan.model.exchange import Timings, Tls
from sitescan.standards.http_headers import Headers
from sitescan.standards.urls import Target

#: So much of a body that nobody wants is let come, bytes, in so many pieces: then its connection serves other requests
#: as well. Node's client takes as much. It may take as long as making another connection, and this, seconds.
_LET_COME = 128 * 1024
_PIECES = 256
_SECONDS = 0.05


@define(eq=False, kw_only=True)
class Response:
    """
    An answer whose head has come: treq's response, and what we know of it beyond that.

    It counts against the limit of requests to its host until :meth:`close`.

    :ivar target: what was asked for.
    :ivar status: the status code.
    :ivar headers: the header fields as they came.
    :ivar _response: treq's response, over a :class:`~sitescan.egress.http_connection.HttpConnection`.
    """

    target: Target
    _response: Any
    _limiter: ConnectionLimiter
    status: int = field(init=False)
    headers: Headers = field(init=False)
    _answered: HttpResponse = field(init=False)
    _read: bool = field(default=False, init=False)
    _open: bool = field(default=True, init=False)

    def __attrs_post_init__(self) -> None:
        # What treq returns is a proxy of what the agent answered, and slow to ask.
        self._answered = self._response.original
        self.status, self.headers = self._answered.head.status, self._answered.head.headers

    @property
    def http_version(self) -> str:
        """``1.0`` or ``1.1``."""
        major, minor = self._answered.head.version
        return f"{major}.{minor}"

    @property
    def malformed_lines(self) -> tuple[str, ...]:
        """The lines of its head that are no header fields, shortened."""
        return self._answered.head.malformed_lines

    @property
    def length(self) -> int | None:
        """What ``Content-Length`` says, or ``None``."""
        return self._answered.head.length

    @property
    def timings(self) -> Timings:
        """The phases of the request, as far as they have passed; see :class:`Timings`."""
        return self._answered.timings

    @property
    def tls(self) -> Tls | None:
        """The facts of the connection, where it is over TLS."""
        return self._answered.connection.tls

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
        answered = self._answered
        connection = answered.connection
        reader = BodyReader(self.coding, limits, connection.abort, deadline.clock, lambda: answered.body_size)
        self._response.deliverBody(reader)
        self._read = True
        try:
            return await deadline.bound(reader.done)
        except (CancelledError, TimedOut, TooLarge, Unreachable):
            raise
        except Exception as problem:  # noqa: BLE001 - whatever the layers below made of it
            raise translated(problem, connection.problem) from None

    def close(self) -> None:
        """Give the lane back, once what nobody wants of a short body has come; a long one is not waited for."""
        if not self._open:
            return
        self._open = False
        # A connection whose answer is complete is in the pool, or serves another request by now.
        if self._read or self._answered.ended:
            self._limiter.leave(self.target.host)
        elif self._rest_is_worth_it:
            _Rest(self._answered, lambda: self._limiter.leave(self.target.host)).let_come()
        else:
            self._answered.connection.abort()
            self._limiter.leave(self.target.host)

    @property
    def _rest_is_worth_it(self) -> bool:
        """Whether what is left of a body is short, as far as is known, and its connection lives longer than it."""
        ends = self.length is not None or "transfer-encoding" in self.headers
        return ends and (self.length or 0) <= _LET_COME and keeps_connection(self._answered.head)


class _Rest(Protocol):
    """
    Lets a body come that nobody wants, within limits.

    :param over: is called when it has come, or its connection was closed.
    """

    def __init__(self, answered: HttpResponse, over: Callable[[], None]) -> None:
        self._answered = answered
        self._over = over
        self._pieces = 0
        opening = answered.connection.opening
        self._deadline = Deadline.after(answered.connection.clock, _SECONDS + opening.connect + opening.tls)

    def let_come(self) -> None:
        """Begin."""
        self._deadline.watch(self)
        self._answered.deliverBody(self)

    def expire(self) -> None:
        """It takes too long."""
        self._answered.connection.abort()

    def dataReceived(self, data: bytes) -> None:  # noqa: N802 - IProtocol
        """Drop it."""
        self._pieces += 1
        if self._pieces > _PIECES or self._answered.body_size > _LET_COME:
            self._answered.connection.abort()

    def connectionLost(self, reason: Failure = connectionDone) -> None:  # noqa: N802 - IProtocol
        """It has ended, one way or the other."""
        self._deadline.forget(self)
        self._over()
