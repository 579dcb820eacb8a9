"""An outgoing connection, which carries one request at a time."""

from collections.abc import Callable
from typing import Any, cast

from attrs import frozen
from twisted.internet.defer import Deferred, fail
from twisted.internet.error import ConnectionLost
from twisted.internet.interfaces import IDelayedCall, IHandshakeListener, IPushProducer, IReactorTime, ITCPTransport
from twisted.internet.protocol import Protocol, connectionDone
from twisted.python.failure import Failure
from twisted.web.http_headers import Headers
from twisted.web.iweb import IAgent, IBodyProducer
from zope.interface import implementer

from sitescan.concurrency.deadline import Deadline, TimedOut
from sitescan.egress.head_receiver import HeadLimits, HeadReceiver
from sitescan.egress.http_request import HttpRequest
from sitescan.egress.http_response import HttpResponse
from sitescan.egress.kernel_times import answer_seconds
from sitescan.egress.request_errors import Unreachable
from sitescan.egress.response_reader import ResponseReader
from sitescan.model.exchange import Timings, Tls
from sitescan.standards.urls import serialized_target

_NO_TIMINGS = Timings()


@frozen(kw_only=True)
class ConnectionLimits:
    """
    The clock and the limits that all connections share.

    :ivar clock: measures the phases of connections and requests.
    :ivar head: the limits of the head of a response.
    """

    clock: IReactorTime
    head: HeadLimits


@implementer(IAgent, IHandshakeListener, IPushProducer)
class HttpConnection(Protocol):
    """
    A connection to a checked address, and the agent that treq sends requests through.

    Twisted's own client limits one line of a head, not the head: it would read half a million fields, a field folded
    over 64 MB, or interim responses without end. And it fails whole responses for lines that browsers skip.

    :ivar origin: the origin of the URLs that are requested over the connection.
    :ivar made: fires with the connection when it has been made.
    :ivar peer: the address and the port of the server.
    :ivar handshake: fires when the TLS handshake has succeeded; fails if it did not.
    :ivar deadline: the deadline for the head of the response.
    :ivar problem: the reason for which the connection was closed on this side, or ``None``.
    :ivar used: the number of requests sent.
    :ivar aborted: whether the connection was closed on this side, or lost.
    :ivar answered: whether a byte of the response to the last request has been received.
    :ivar opening: the durations of the phases in which the connection was made.
    :ivar tls: the facts of TLS, or ``None`` if the connection is not over TLS.
    :ivar idle: called with the connection when it can carry another request.
    :ivar gone: called with the connection when it has been lost.
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
        self._head_limits = limits.head
        self._reader: ResponseReader | None = None
        self._waiting: Deferred[HttpResponse] | None = None
        self._timer: IDelayedCall | None = None
        self._paused = False

    def request(
        self,
        method: bytes,
        uri: bytes,
        headers: Headers | None = None,
        bodyProducer: IBodyProducer | None = None,  # noqa: N803 - IAgent
    ) -> Deferred[Any]:
        """
        Send a request (IAgent).

        :param uri: a URL with the origin of this connection.
        :param bodyProducer: must be ``None``: only requests without a body are sent.
        :return: as :meth:`send`.
        """
        if bodyProducer is not None:
            raise NotImplementedError("requests with a body are not sent")
        target = serialized_target(uri.decode("ascii"))
        if target.origin != self.origin:
            raise ValueError("a connection leads to one origin")
        return self.send(HttpRequest(method, target, Headers() if headers is None else headers))

    def send(self, request: HttpRequest) -> Deferred[HttpResponse]:
        """
        Send a request.

        :return: fires with the response when its head has been received. Fails with Twisted's reason if the connection
            is lost. Cancelling it closes the connection.
        """
        self.used += 1
        self.answered = False
        if not self.usable:
            return fail(ConnectionLost())
        opening = self.opening if self.used == 1 else _NO_TIMINGS
        self._reader = ResponseReader(request, self.clock.seconds(), opening, self, HeadReceiver(self._head_limits))
        waiting = self._waiting = Deferred(self._cancel)
        if self.deadline is not None:
            self.deadline.watch(self)
        if self._timer is None:
            self._timer = self.clock.callLater(self._head_limits.seconds, self._check_head_time)
        cast("ITCPTransport", self.transport).write(request.message)
        return waiting

    @property
    def usable(self) -> bool:
        """True if the connection can carry another request now."""
        return bool(self.connected) and not self.aborted and self._reader is None

    def received_at(self) -> float:
        """Return the time at which the beginning of the response was received, which this process may read later."""
        now, sent_at = self.clock.seconds(), cast("ResponseReader", self._reader).sent_at
        took = answer_seconds(self.transport)
        return now if took is None else min(now, sent_at + took)

    def abort(self, problem: Exception | None = None) -> None:
        """
        Close the connection at once, without waiting for the server.

        :param problem: the reason.
        """
        self.aborted = True
        if self.problem is None:
            self.problem = problem
        if self.transport is not None:
            cast("ITCPTransport", self.transport).abortConnection()

    def expire(self) -> None:
        """Fail the request because its head was not received by the deadline."""
        problem = TimedOut(cast("Deadline", self.deadline).seconds)
        waiting = self._stop_waiting()
        self.abort(problem)
        if waiting is not None:
            waiting.errback(problem)

    def pauseProducing(self) -> None:  # noqa: N802 - IPushProducer
        """Stop receiving."""
        self._paused = True
        cast("IPushProducer", self.transport).pauseProducing()

    def resumeProducing(self) -> None:  # noqa: N802 - IPushProducer
        """Continue to receive."""
        if self._paused:
            self._paused = False
            if not self.aborted:
                cast("IPushProducer", self.transport).resumeProducing()

    def stopProducing(self) -> None:  # noqa: N802 - IPushProducer
        """Close the connection."""
        self.abort()

    def connectionMade(self) -> None:  # noqa: N802 - IProtocol
        """Record the address of the server, and fire :attr:`made`."""
        peer: Any = cast("ITCPTransport", self.transport).getPeer()
        self.peer = peer.host, peer.port
        if self.aborted:
            self.abort()
        made, self.made = self.made, None
        if made is not None:
            made.callback(self)

    def handshakeCompleted(self) -> None:  # noqa: N802 - IHandshakeListener
        """Fire :attr:`handshake`."""
        self.handshake.callback(None)

    def dataReceived(self, data: bytes) -> None:  # noqa: N802 - IProtocol
        """Read a part of a response. Data that nobody requested closes the connection."""
        reader = self._reader
        if reader is None:
            self.abort()
            return
        self.answered = True
        try:
            reader.receive(data)
        except Unreachable as problem:
            self.abort(problem)
            return
        if reader.response is None:
            return
        waiting = self._stop_waiting()
        if reader.complete or reader.malformed:
            self._finish(reader)
        if waiting is not None:
            waiting.callback(reader.response)
        # The callback may have sent another request, or closed the connection.
        if self._reader is reader and not (reader.response.taken or self.aborted):
            self.pauseProducing()

    def connectionLost(self, reason: Failure = connectionDone) -> None:  # noqa: N802 - IProtocol
        """End everything that waits for this connection."""
        # The frames of a failed handshake refer to the failure, and to the connection.
        reason.cleanFailure()
        self.aborted = True
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if not self.handshake.called:
            self.handshake.errback(reason)
            self.handshake.addErrback(lambda _: None)
        self.transport = None
        reader, self._reader = self._reader, None
        waiting = self._stop_waiting()
        if waiting is not None:
            waiting.errback(reason)
        elif reader is not None:
            reader.end(reason)
        self.gone(self)

    def _finish(self, reader: ResponseReader) -> None:
        """End the response, and keep the connection for another request or close it."""
        keep = reader.keeps_connection and not self.aborted
        self._reader = None
        if keep:
            self.resumeProducing()
            self.idle(self)
        reader.end()
        if not keep:
            self.abort()

    def _cancel(self, _: object) -> None:
        self._stop_waiting()
        self.abort()

    def _stop_waiting(self) -> Deferred[HttpResponse] | None:
        """Return the Deferred that waits for the head of the response, which this connection then forgets."""
        waiting, self._waiting = self._waiting, None
        if waiting is not None and self.deadline is not None:
            self.deadline.forget(self)
        return waiting

    def _check_head_time(self) -> None:
        """Close the connection if a head takes too long; one timer serves all requests of a connection."""
        self._timer = None
        if self._waiting is None or self._reader is None:
            return
        left = self._reader.sent_at + self._head_limits.seconds - self.clock.seconds()
        if left <= 0:
            self.abort(TimedOut(self._head_limits.seconds))
        else:
            self._timer = self.clock.callLater(left, self._check_head_time)
