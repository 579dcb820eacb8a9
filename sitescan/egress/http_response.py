"""A response as the agent of treq returns it (IResponse): the head has been received, the body is still to come."""

from typing import Any, Protocol, cast

from attrs import define, evolve, field
from twisted.internet.interfaces import IProtocol, IReactorTime
from twisted.python.failure import Failure
from twisted.web.http_headers import Headers
from twisted.web.iweb import UNKNOWN_LENGTH, IResponse
from zope.interface import implementer

from sitescan.egress.body import is_fragmented
from sitescan.egress.body_framing import BodyDecoder
from sitescan.egress.http_request import HttpRequest
from sitescan.egress.response_head import ResponseHead
from sitescan.model.exchange import Timings, Tls

#: The field that treq would act on: it decompresses bodies without any limit.
_HIDDEN_FIELD = "content-encoding"


class Connection(Protocol):
    """
    The connection that a response is received over.

    :ivar aborted: whether it was closed on this side, or lost.
    :ivar clock: measures the phases of the response.
    :ivar opening: the durations of the phases in which the connection was made.
    :ivar problem: the reason for which it was closed on this side, or ``None``.
    :ivar tls: the facts of TLS, or ``None`` if the connection is not over TLS.
    """

    aborted: bool
    clock: IReactorTime
    opening: Timings
    problem: Exception | None
    tls: Tls | None

    def abort(self) -> None:
        """Close the connection at once."""

    def received_at(self) -> float:
        """Return the time at which what is being read was received, by :attr:`clock`."""

    def resumeProducing(self) -> None:  # noqa: N802 - IPushProducer
        """Continue to receive."""


@implementer(IResponse)
@define(eq=False, kw_only=True)
class HttpResponse:
    """
    A response (IResponse). Its body is kept until a protocol takes it.

    :ivar connection: the connection that it is received over.
    :ivar request: the request that it answers.
    :ivar head: its head, complete and as it was received.
    :ivar decoder: removes the transfer coding from its body.
    :ivar sent_at: the time at which the request was sent, by the connection's clock.
    :ivar first_byte_at: the time at which the first byte of the response was received.
    :ivar opening: the durations of the phases in which the connection was made; zero if another request came first.
    :ivar headers: the header fields for treq, without :data:`_HIDDEN_FIELD`.
    :ivar body_size: the number of bytes of the body received so far, those of the transfer coding included.
    :ivar taken: whether :meth:`deliverBody` has been called.
    """

    connection: Connection
    request: HttpRequest
    head: ResponseHead
    decoder: BodyDecoder
    sent_at: float
    first_byte_at: float
    opening: Timings
    headers: Headers = field(init=False)
    body_size: int = field(default=0, init=False)
    taken: bool = field(default=False, init=False)
    _reader: IProtocol | None = field(default=None, init=False)
    _received: list[bytes] = field(factory=list, init=False)
    _received_size: int = field(default=0, init=False)
    _ended: Failure | None = field(default=None, init=False)

    @headers.default
    def _headers(self) -> Headers:
        headers = Headers()
        for name, value in self.head.headers:
            if name.lower() != _HIDDEN_FIELD:
                headers.addRawHeader(name.encode("latin-1"), value.encode("latin-1"))
        return headers

    @property
    def version(self) -> tuple[bytes, int, int]:
        """The version of HTTP (IResponse)."""
        return (b"HTTP", *self.head.version)

    @property
    def code(self) -> int:
        """The status (IResponse)."""
        return self.head.status

    @property
    def phrase(self) -> bytes:
        """The reason phrase (IResponse)."""
        return self.head.phrase

    @property
    def length(self) -> Any:
        """The length of the body (IResponse)."""
        return UNKNOWN_LENGTH if self.head.length is None else self.head.length

    @property
    def previousResponse(self) -> None:  # noqa: N802 - IResponse
        """Always ``None``: :mod:`.follow_redirects` follows redirects, and checks each of them."""

    def setPreviousResponse(self, response: IResponse) -> None:  # noqa: N802 - IResponse
        """Raise an exception; see :attr:`previousResponse`."""
        raise NotImplementedError("redirects are not followed here")

    @property
    def ended(self) -> bool:
        """True if the end of the body was received, or its connection was lost."""
        return self._ended is not None

    @property
    def timings(self) -> Timings:
        """The durations of the phases of the request up to now."""
        now = self.connection.clock.seconds()
        return evolve(self.opening, first_byte=self.first_byte_at - self.sent_at, download=now - self.first_byte_at)

    def deliverBody(self, protocol: IProtocol) -> None:  # noqa: N802 - IResponse
        """Deliver the body without its transfer coding (IResponse). May be called once."""
        if self.taken:
            raise RuntimeError("the body was delivered before")
        self.taken = True
        protocol.makeConnection(cast("Any", self.connection))
        received, self._received = self._received, []
        for data in received:
            protocol.dataReceived(data)
        if self._ended is not None:
            protocol.connectionLost(self._ended)
        else:
            self._reader = protocol
            self.connection.resumeProducing()

    def receive(self, data: bytes) -> None:
        """Deliver a piece of the body, or keep it until :meth:`deliverBody` is called."""
        if self._reader is None:
            self._received.append(data)
            self._received_size += len(data)
        else:
            self._reader.dataReceived(data)

    @property
    def is_refused(self) -> bool:
        """True if the pieces that wait for :meth:`deliverBody` are so many and tiny that the body will be refused."""
        return is_fragmented(len(self._received), self._received_size)

    def end(self, reason: Failure) -> None:
        """
        End the body.

        :param reason: a failure with :exc:`~twisted.web.client.ResponseDone` if the body is complete.
        """
        self._ended = reason
        reader, self._reader = self._reader, None  # the protocol may refer to this response
        if reader is not None:
            reader.connectionLost(reason)
