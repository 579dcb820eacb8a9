"""An answer whose head has come, and why there may be none."""

from typing import Any

from attrs import define, field
from twisted.internet.defer import CancelledError

from sitescan.deadline import Deadline, TimedOut
from sitescan.egress.body import Body, BodyLimits, BodyReader
from sitescan.egress.connection_limiter import ConnectionLimiter
from sitescan.egress.content_coding import coding_of
from sitescan.egress.http_connection import HttpResponse
from sitescan.egress.request_errors import TooLarge, Unreachable, translated
from sitescan.egress.response_head import content_length
from sitescan.model.exchange import Timings, Tls
from sitescan.standards.http_headers import Headers
from sitescan.standards.urls import Target


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
        return content_length(self.headers)

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
        """Give the lane back; a body that has not come is not waited for."""
        if not self._open:
            return
        self._open = False
        # A connection whose answer is complete is in the pool, or serves another request by now.
        if not (self._read or self._answered.ended):
            self._answered.connection.abort()
        self._limiter.leave(self.target.host)
