"""Reading one response from the bytes that a connection receives."""

from attrs import define, field
from twisted.python.failure import Failure
from twisted.web.client import ResponseDone

from sitescan.egress.body_framing import body_decoder, keeps_connection
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

    @property
    def complete(self) -> bool:
        """True if the whole response has been received."""
        return self.response is not None and self.response.decoder.complete

    @property
    def keeps_connection(self) -> bool:
        """True if the response is complete and its connection can carry another request."""
        response = self.response
        if response is None or not response.decoder.complete:
            return False
        # Bytes after the end of a response don't belong to any response.
        return not response.decoder.excess and keeps_connection(response.head)

    def receive(self, data: bytes) -> None:
        """
        Read the next bytes.

        :raises Unreachable: if they are not the head of a response, or the end of its body can't be determined.
        """
        if self.response is not None:
            self._receive_body(self.response, data)
            return
        if self._first_byte_at is None:
            self._first_byte_at = self._connection.received_at()
        received = self._head.feed(data)
        if received is None:
            return
        head, rest = received
        self.response = HttpResponse(
            connection=self._connection,
            request=self.request,
            head=head,
            decoder=body_decoder(self.request.method, head),
            sent_at=self.sent_at,
            first_byte_at=self._first_byte_at,
            opening=self.opening,
        )
        if rest:
            self._receive_body(self.response, rest)

    def end(self, lost: Failure | None = None) -> None:
        """
        End the body of the response, if its head has been received.

        :param lost: the reason if the connection was lost, which is the regular end of some bodies.
        """
        if self.response is None:
            return
        if self.complete or (lost is not None and self.response.decoder.ends_with_connection):
            self.response.end(_COMPLETE)
        else:
            self.response.end(lost or Failure(Unreachable(Problem.MALFORMED)))

    def _receive_body(self, response: HttpResponse, data: bytes) -> None:
        response.body_size += len(data)
        try:
            for piece in response.decoder.decode(data):
                response.receive(piece)
                # The receiver of the body may need no more of it, or will refuse it.
                if self._connection.aborted or response.is_refused:
                    return
        except MalformedChunks:
            self.malformed = True
