"""Reading one response from the bytes that a connection receives."""

from attrs import define, field
from twisted.python.failure import Failure
from twisted.web.client import ResponseDone

from sitescan.egress.body_framing import BodyDecoder, body_decoder, keeps_connection
from sitescan.egress.chunked import MalformedChunks
from sitescan.egress.head_receiver import HeadReceiver
from sitescan.egress.http_request import HttpRequest
from sitescan.egress.http_response import Connection, HttpResponse
from sitescan.egress.request_errors import Unreachable
from sitescan.model.answers import Problem
from sitescan.model.exchange import Timings

_COMPLETE = Failure(ResponseDone("the whole response was received"))


@define(eq=False)
class ResponseReader:
    """
    Reads the response to one request: first its head, then its body.

    :ivar request: the request.
    :ivar sent_at: the time at which it was sent, by the connection's clock.
    :ivar opening: the durations of the phases in which the connection was made for this request.
    :ivar response: the response, or ``None`` until its head has been received.
    :ivar malformed: whether the transfer coding of its body was violated.
    """

    request: HttpRequest
    sent_at: float
    opening: Timings
    _connection: Connection
    _head: HeadReceiver
    response: HttpResponse | None = field(default=None, init=False)
    malformed: bool = field(default=False, init=False)
    _first_byte_at: float | None = field(default=None, init=False)
    _decoder: BodyDecoder | None = field(default=None, init=False)

    @property
    def complete(self) -> bool:
        """True if the whole response has been received."""
        return self._decoder is not None and self._decoder.complete

    @property
    def keeps_connection(self) -> bool:
        """True if the connection of a complete response can carry another request."""
        if self._decoder is None or self.response is None:
            return False
        # Bytes after the end of a response don't belong to any response.
        return self.complete and not self._decoder.excess and keeps_connection(self.response.head)

    def receive(self, data: bytes) -> None:
        """
        Read the next bytes.

        :raises Unreachable: if they are not the head of a response, or the end of its body can't be determined.
        """
        if self.response is not None and self._decoder is not None:
            self._receive_body(self.response, self._decoder, data)
            return
        if self._first_byte_at is None:
            self._first_byte_at = self._connection.clock.seconds()
        received = self._head.feed(data)
        if received is None:
            return
        head, rest = received
        self._decoder = body_decoder(self.request.method, head)
        self.response = HttpResponse(
            self._connection, self.request, head, self.sent_at, self._first_byte_at, self.opening
        )
        if rest:
            self._receive_body(self.response, self._decoder, rest)

    def finish(self) -> None:
        """End the body of a complete or malformed response."""
        if self.response is not None:
            self.response.end(_COMPLETE if self.complete else Failure(Unreachable(Problem.MALFORMED)))

    def connection_lost(self, reason: Failure) -> None:
        """End the body because the connection was lost; some bodies end with their connection."""
        if self.response is not None and self._decoder is not None:
            self.response.end(_COMPLETE if self._decoder.ends_with_connection else reason)

    def _receive_body(self, response: HttpResponse, decoder: BodyDecoder, data: bytes) -> None:
        response.body_size += len(data)
        try:
            for piece in decoder.decode(data):
                response.receive(piece)
                if self._connection.aborted:  # by the receiver of the body: the rest is not worth the time
                    return
        except MalformedChunks:
            self.malformed = True
