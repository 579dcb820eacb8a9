"""One outgoing connection, which carries one request at a time, and the answers that come over it."""

from collections.abc import Callable
from contextlib import suppress
from socket import socket
from typing import Any, cast

from attrs import define, evolve, field, frozen
from twisted.internet.defer import Deferred, fail
from twisted.internet.error import ConnectionLost
from twisted.internet.interfaces import (
    IDelayedCall,
    IHandshakeListener,
    IProtocol,
    IPushProducer,
    IReactorTime,
    ITCPTransport,
)
from twisted.internet.protocol import Protocol, connectionDone
from twisted.python.failure import Failure
from twisted.web.client import ResponseDone
from twisted.web.http import PotentialDataLoss, _DataLoss, _IdentityTransferDecoder, _MalformedChunkedDataError
from twisted.web.http_headers import Headers as TwistedHeaders
from twisted.web.iweb import UNKNOWN_LENGTH, IAgent, IBodyProducer, IResponse
from zope.interface import implementer

from sitescan.deadline import Deadline, TimedOut
from sitescan.egress.body_framing import body_decoder, keeps_connection
from sitescan.egress.head_receiver import HeadLimits, HeadReceiver
from sitescan.egress.http_request import HttpRequest
from sitescan.egress.read_pace import PacedReader, ReadPace
from sitescan.egress.request_errors import Unreachable
from sitescan.egress.response_head import ResponseHead
from sitescan.egress.treq_arguments import RequestHeaders
from sitescan.model.exchange import Timings, Tls
from sitescan.standards.urls import serialized_target

_NO_TIMINGS = Timings()
_COMPLETE = Failure(ResponseDone("the whole response was received"))


@implementer(IResponse)
@define(eq=False)
class HttpResponse:
    """
    A response whose head has come; its body is kept until somebody takes it.

    :ivar connection: what it comes over.
    :ivar request: what it answers.
    :ivar sent_at: when the request was sent, by the clock's seconds.
    :ivar first_byte_at: when its first byte came.
    :ivar opening: the phases of making the connection, where it was made for this.
    :ivar body_size: bytes of its body so far, those of the transfer coding included.
    :ivar taken: whether somebody has asked for its body.
    """

    connection: "HttpConnection"
    request: HttpRequest
    head: ResponseHead
    sent_at: float
    first_byte_at: float
    opening: Timings
    body_size: int = field(default=0, init=False)
    taken: bool = field(default=False, init=False)
    _reader: IProtocol | None = field(default=None, init=False)
    _received: list[bytes] = field(factory=list, init=False)
    _ended: Failure | None = field(default=None, init=False)

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
    def headers(self) -> TwistedHeaders:
        """The header fields (IResponse)."""
        headers = TwistedHeaders()
        for name, value in self.head.headers:
            headers.addRawHeader(name.encode("latin-1"), value.encode("latin-1"))
        return headers

    @property
    def length(self) -> Any:
        """The length of the body (IResponse)."""
        return UNKNOWN_LENGTH if self.head.length is None else self.head.length

    @property
    def previousResponse(self) -> None:  # noqa: N802 - IResponse
        """There is none: redirects are followed one checked step at a time (:mod:`.follow_redirects`)."""

    def setPreviousResponse(self, response: IResponse) -> None:  # noqa: N802 - IResponse
        """Never: see :attr:`previousResponse`."""
        raise NotImplementedError("redirects are not followed here")

    @property
    def ended(self) -> bool:
        """Whether the body has ended, one way or the other."""
        return self._ended is not None

    @property
    def timings(self) -> Timings:
        """The phases of the request, as far as they have passed."""
        now = self.connection.clock.seconds()
        return evolve(self.opening, first_byte=self.first_byte_at - self.sent_at, download=now - self.first_byte_at)

    def deliverBody(self, protocol: IProtocol) -> None:  # noqa: N802 - IResponse
        """Deliver the body (IResponse), as sent; once."""
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
        """Pass on a piece of the body, or keep it."""
        if self._reader is None:
            self._received.append(data)
        else:
            self._reader.dataReceived(data)

    def end(self, reason: Failure) -> None:
        """The body has ended, one way or the other."""
        self._ended = reason
        reader, self._reader = self._reader, None  # which may hold this
        if reader is not None:
            reader.connectionLost(reason)


@frozen(kw_only=True)
class ConnectionLimits:
    """
    What all connections share.

    :ivar clock: what their phases are measured by.
    :ivar head: what the head of a response may be.
    :ivar pace: how much time what servers send may take.
    """

    clock: IReactorTime
    head: HeadLimits
    pace: ReadPace


@implementer(IAgent, IHandshakeListener, IPushProducer)
class HttpConnection(Protocol):
    """
    A connection, which is the agent that treq sends a request through: where it leads was checked when it was made.

    It gives up on a head that is too long, too slow or never ends.

    Twisted's own client bounds one line of a head, not the head: half a million fields, a field folded over
    64 MB or 1xx answers without end would all be read. And it fails whole answers for lines that browsers skip.

    :ivar origin: what is asked over it.
    :ivar made: whoever dials is told by it that the connection is made.
    :ivar peer: address and port of its other end.
    :ivar handshake: fires when the TLS handshake has ended; fails where it did.
    :ivar deadline: when it is given up at the latest, unless the head of the answer has come.
    :ivar problem: what it was given up for, or ``None``.
    :ivar used: requests that were sent over it.
    :ivar aborted: whether it was given up here.
    :ivar answered: whether a byte of an answer to the last request has come.
    :ivar opening: the phases of making it.
    :ivar tls: its facts, where it is over TLS.
    :ivar idle: is told of it when it can carry another request.
    :ivar gone: is told of it when it is gone.
    """

    def __init__(
        self,
        origin: str,
        limits: ConnectionLimits,
        *,
        idle: "Callable[[HttpConnection], None]",
        gone: "Callable[[HttpConnection], None]",
    ) -> None:
        self.origin = origin
        self.clock = limits.clock
        self.deadline: Deadline | None = None
        self.problem: Exception | None = None
        self.made: Deferred[HttpConnection] | None = None
        self.handshake: Deferred[None] = Deferred()
        self.peer = ("", 0)
        self.used = 0
        self.aborted = self.answered = False
        self.opening = _NO_TIMINGS
        self.tls: Tls | None = None
        self.idle, self.gone = idle, gone
        self._limits = limits.head
        self._reader = PacedReader(limits.pace, self._receive, self._pause, self._resume)
        self._socket: socket | None = None
        self._request: HttpRequest | None = None
        self._sent_at = self._first_byte_at = 0.0
        self._timer: IDelayedCall | None = None
        self._answer: Deferred[HttpResponse] | None = None
        self._head: HeadReceiver | None = None
        self._response: HttpResponse | None = None
        self._decoder: Any = None
        self._held = False
        self._lost: Failure | None = None

    # From those who use it.

    def request(
        self,
        method: bytes,
        uri: bytes,
        headers: TwistedHeaders | None = None,
        bodyProducer: IBodyProducer | None = None,  # noqa: N803 - IAgent
    ) -> Deferred[Any]:
        """
        Send a request (IAgent).

        :param uri: must have the origin of this connection.
        :param headers: must be :class:`RequestHeaders`.
        :param bodyProducer: must be ``None``: nothing is sent to strangers that has a body.
        :return: as of :meth:`send`.
        """
        if bodyProducer is not None:
            raise NotImplementedError("requests with a body are not sent")
        target = serialized_target(uri.decode("ascii"))
        if target.origin != self.origin:
            raise ValueError("a connection leads to one origin")
        if not isinstance(headers, RequestHeaders):
            raise TypeError("fields that treq has changed are not sent")
        return self.send(HttpRequest(method, target, headers))

    def send(self, request: HttpRequest) -> Deferred[HttpResponse]:
        """
        Send a request; cancelling it closes the connection.

        :return: fails with Twisted's reason where the connection is lost, or was while the request was being prepared.
        """
        self.used += 1
        self.answered = False
        if not self.usable:
            return fail(ConnectionLost())
        self._request = request
        self._sent_at = self.clock.seconds()
        self._head = HeadReceiver(self._limits)
        answer = self._answer = Deferred(self._cancelled)
        if self.deadline is not None:
            self.deadline.watch(self)
        if self._timer is None:
            self._timer = self.clock.callLater(self._limits.seconds, self._check_pace)
        self._write(request.message)
        return answer

    @property
    def usable(self) -> bool:
        """Whether another request can be sent over it."""
        alive = bool(self.connected) and not self.aborted and self._lost is None
        return alive and self._answer is None and self._response is None

    def abort(self, problem: Exception | None = None) -> None:
        """Close at once, without waiting for anything that the other side might do."""
        self.aborted = True
        if self.problem is None:
            self.problem = problem
        self._reader.close()
        if self._lost is not None:
            self._end(self._lost)
        elif self.transport is not None:
            cast("ITCPTransport", self.transport).abortConnection()

    def expire(self) -> None:
        """Give up on an answer whose head has not come by the deadline."""
        problem = TimedOut(cast("Deadline", self.deadline).seconds)
        answer, self._head = self._taken_answer(), None
        self.abort(problem)
        if answer is not None:
            answer.errback(problem)

    def pauseProducing(self) -> None:  # noqa: N802 - IPushProducer
        """Ask for no more of the answer."""
        self._held = True
        self._pause()

    def resumeProducing(self) -> None:  # noqa: N802 - IPushProducer
        """Ask for more of the answer."""
        if self._held:
            self._held = False
            self._resume()

    def stopProducing(self) -> None:  # noqa: N802 - IPushProducer
        """Close: nobody wants more of the answer."""
        self.abort()

    # From the network.

    def connectionMade(self) -> None:  # noqa: N802 - IProtocol
        """It is made."""
        transport: Any = self.transport
        other_end, handle = transport.getPeer(), transport.getHandle()
        self.peer = other_end.host, other_end.port
        self._socket = handle if isinstance(handle, socket) else None
        if self.aborted:
            self.abort()
        made, self.made = self.made, None
        if made is not None:
            made.callback(self)

    def handshakeCompleted(self) -> None:  # noqa: N802 - IHandshakeListener
        """The TLS handshake has ended well."""
        self.handshake.callback(None)

    def dataReceived(self, data: bytes) -> None:  # noqa: N802 - IProtocol
        """Bytes came: they are read when there is time for them."""
        self._reader.receive(data)

    def connectionLost(self, reason: Failure = connectionDone) -> None:  # noqa: N802 - IProtocol
        """Whatever waits for this connection learns that it is gone, after what came before that."""
        if self._reader.waits and not self.aborted:
            self._lost = reason
        else:
            self._end(reason)

    # Inside.

    def _receive(self, data: bytes) -> None:
        if self._head is not None:
            self._receive_head(self._head, data)
        elif self._response is not None:
            self._receive_body(self._response, data)
        else:
            # Nobody asked for this.
            self.abort()

    def _receive_head(self, receiver: HeadReceiver, data: bytes) -> None:
        if not self.answered:
            self.answered = True
            self._first_byte_at = self.clock.seconds()
        try:
            received = receiver.feed(data)
            if received is None:
                return
            head, rest = received
            request = cast("HttpRequest", self._request)
            opening = self.opening if self.used == 1 else _NO_TIMINGS
            response = HttpResponse(self, request, head, self._sent_at, self._first_byte_at, opening)
            self._decoder = body_decoder(request.method, head, response.receive, self._complete)
            # A body of known length is passed on without being looked at.
            self._reader.whole = isinstance(self._decoder, _IdentityTransferDecoder)
        except Unreachable as problem:
            self.abort(problem)
            return
        self._head = None
        self._response = response
        answer = self._taken_answer()
        if self._decoder is None:
            self._complete(rest)
        elif rest:
            self._receive_body(response, rest)
        if answer is not None:
            answer.callback(response)
        # Whoever asked may have given it up meanwhile, or asked for something else.
        if self._response is response and not (response.taken or self.aborted):
            self.pauseProducing()

    def _receive_body(self, response: HttpResponse, data: bytes) -> None:
        response.body_size += len(data)
        try:
            self._decoder.dataReceived(data)
        except _MalformedChunkedDataError:
            self._end_response(Failure())
            self.abort()

    def _complete(self, rest: bytes) -> None:
        """A response has come whole."""
        response = cast("HttpResponse", self._response)
        # What comes after it is no answer to anything.
        reusable = not rest and not self.aborted and keeps_connection(response.head)
        self._response = self._decoder = None
        self._reader.whole = False
        if reusable:
            self.resumeProducing()
            self.idle(self)
        response.end(_COMPLETE)
        if not reusable:
            self.abort()

    def _end_response(self, reason: Failure) -> None:
        response, self._response, self._decoder = self._response, None, None
        if response is not None:
            response.end(reason)

    def _write(self, data: bytes) -> None:
        """
        Send without waiting for a turn, where the connection is free, as it nearly always is.

        The transport would watch it for room first, and stop that again: a tenth of what a request costs.
        """
        try:
            sent = 0 if self._socket is None else self._socket.send(data)
        except OSError:
            sent = 0  # there is no room, or it is gone: the transport finds out
        if sent < len(data):
            self._socket = None  # what follows must not overtake the rest
            cast("ITCPTransport", self.transport).write(data[sent:])

    def _pause(self) -> None:
        cast("IPushProducer", self.transport).pauseProducing()

    def _resume(self) -> None:
        if self._lost is not None:
            self._end(self._lost)
        elif not self._held and not self._reader.waits and not self.aborted:
            cast("IPushProducer", self.transport).resumeProducing()

    def _end(self, reason: Failure) -> None:
        """The connection is gone, and everything that came over it was read."""
        self._lost = None
        self._reader.close()
        self.aborted = True
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if not self.handshake.called:
            self.handshake.errback(reason)
            self.handshake.addErrback(lambda _: None)
        self._head = None
        self.transport = self._socket = None
        answer = self._taken_answer()
        if answer is not None:
            answer.errback(reason)
        elif self._decoder is not None:
            # Where nothing says how long a body is, it ends with its connection, as it should: `_complete` is told.
            with suppress(PotentialDataLoss, _DataLoss):
                self._decoder.noMoreData()
            self._end_response(reason)
        self.gone(self)

    def _cancelled(self, _: object) -> None:
        self._taken_answer()
        self._head = None
        self.abort()

    def _taken_answer(self) -> Deferred[HttpResponse] | None:
        """Whoever waits for a head, which has come or will not."""
        answer, self._answer = self._answer, None
        if answer is not None and self.deadline is not None:
            self.deadline.forget(self)
        return answer

    def _check_pace(self) -> None:
        """Give up on a head that is late; one timer looks after all requests of a connection."""
        self._timer = None
        if self._answer is None:
            return
        left = self._sent_at + self._limits.seconds - self.clock.seconds()
        if left <= 0:
            self.abort(TimedOut(self._limits.seconds))
        else:
            self._timer = self.clock.callLater(left, self._check_pace)
