"""
The limits of the HTTP server: size and duration of requests, and number of connections.

What Twisted has is kept where it has a limit. Overridden, because it has none or another one:

- the body of a request, which Twisted writes to disk without an end (:class:`BoundedRequest`);
- heads that are too large, which it closes without a response, and unparsable requests, whose response has no body
  (``lineReceived``, ``lineLengthExceeded``, ``_respondToBadRequestAndDisconnect``, which has no public name);
- pipelined requests, which it buffers without a limit and answers in one turn (``rawDataReceived``, ``requestDone``);
- the time limit, which it starts anew with each byte, and the closing of connections, which may wait for a client
  without an end (``dataReceived``, ``loseConnection``, ``abort``);
- connections that stay open while the process is replaced (``checkPersistence``, ``retire``).
"""

from collections.abc import Callable
from io import BytesIO
from typing import Any, cast
from urllib.parse import unquote_to_bytes

from twisted.internet.defer import Deferred
from twisted.internet.interfaces import IDelayedCall, IReactorTime, ITCPTransport
from twisted.internet.protocol import connectionDone
from twisted.python.failure import Failure
from twisted.web.http import HTTPChannel
from twisted.web.resource import IResource
from twisted.web.server import Request, Site
from zope.interface import implementer

from sitescan.concurrency.fanout import all_settled
from sitescan.configuration.settings import Settings
from sitescan.logs.measurements import Measurements
from sitescan.web.access_log import AccessLog
from sitescan.web.request_facts import RequestFacts, method, request_id, route
from sitescan.web.wire import MAX_REQUEST_BYTES

#: The factor of the size limit up to which a too large body is read and discarded, so that the client gets a response;
#: the connection of a larger one is aborted.
_DISCARDED_FACTOR = 64

#: The maximum number of pieces in which a body may arrive. Each costs the reactor as much as a kilobyte, so a body in
#: chunks of one byte would keep it busy; this number costs as much as a few requests.
_MOST_PIECES = 512

#: The maximum number of bytes of pipelined requests. They are buffered: if the connection were not read, the server
#: would not notice that the client disconnects.
_PIPELINED_BYTES = 16 * 1024

#: The time in seconds for which an idle connection stays open. No operator needs another value: if all connections are
#: in use, the one that has been idle longest is closed anyway.
_IDLE_SECONDS = 60.0


_BAD_REQUEST = b'{"error":"Bad request","details":"This is not an HTTP request with one Host field."}'
_LONG_TARGET = b'{"error":"URI too long","details":"The request line is too long."}'
_LARGE_HEAD = b'{"error":"Request header fields too large","details":"Send fewer or shorter header fields."}'
_BAD_REQUEST_FIELDS = (
    (b"Content-Type", b"application/json; charset=utf-8"),
    (b"Cache-Control", b"no-store"),
    (b"X-Content-Type-Options", b"nosniff"),
    (b"Access-Control-Allow-Origin", b"*"),
)


class _BodyTooLarge(Exception):
    """A body is too large, or has too many pieces, to be read to its end."""


class BoundedRequest(Request):
    """
    A request whose body is kept in memory up to a limit.

    Twisted has no limit: it writes larger bodies to disk and calls the handler at the end.
    """

    channel: "Channel"
    facts: RequestFacts

    def __init__(self, channel: "Channel", *args: Any, **kwargs: Any) -> None:
        super().__init__(channel, *args, parsePOSTFormSubmission=False, **kwargs)
        self._received = self._pieces = 0

    def gotLength(self, length: int | None) -> None:  # noqa: N802 - Twisted's name
        """Keep the body in memory, whatever its announced length."""
        self.content = BytesIO()

    def handleContentChunk(self, data: bytes) -> None:  # noqa: N802 - Twisted's name
        """Keep one byte more than the limit, so that the handler can see that the body is too large."""
        self._received += len(data)
        self._pieces += 1
        if self._received > _DISCARDED_FACTOR * MAX_REQUEST_BYTES or self._pieces > _MOST_PIECES:
            raise _BodyTooLarge
        room = MAX_REQUEST_BYTES + 1 - cast("BytesIO", self.content).tell()
        cast("BytesIO", self.content).write(data[: max(0, room)])

    def process(self) -> None:
        """
        Answer the complete request.

        A target in absolute form is accepted as well, https://www.rfc-editor.org/rfc/rfc9112#section-3.2.2.
        """
        site = self.channel.site
        self.facts = RequestFacts(id=request_id(self, site.settings), started=site.clock.seconds())
        self.setHeader("X-Request-ID", self.facts.id)
        if self.path.lower().startswith((b"http://", b"https://")):
            self.path = b"/" + b"".join(self.path.split(b"/", 3)[3:])
        super().process()


class Channel(HTTPChannel):
    """
    The connection of a client.

    A request must arrive completely within a time limit; Twisted's own timer restarts with every byte. At most one
    request is answered in a turn of the reactor, and only after the client has received the previous responses. A
    connection that is being closed is aborted if the client does not read the rest in time.

    :ivar answering: whether a request is being answered.
    :ivar served: whether a request has ever been answered.
    :ivar gone: fires when the connection is closed.
    """

    site: "LimitedSite"
    _transport_full = False

    def __init__(self) -> None:
        super().__init__()
        self.answering = self.served = False
        self.gone: Deferred[None] = Deferred()
        self._answered: list[Deferred[None]] = []
        self._pipelined = self._head_size = self._head_lines = 0
        self._time_limit: IDelayedCall | None = None

    def lineReceived(self, line: bytes) -> None:  # noqa: N802 - LineReceiver
        """Receive a line of a head, and refuse a head that is too large, which Twisted calls a bad request."""
        if self._head_size + len(line) > self.totalHeadersSize or self._head_lines > self.maxHeaders:
            self.lineLengthExceeded(line)
            return
        self._head_size += len(line)
        self._head_lines += 1
        super().lineReceived(line)

    def lineLengthExceeded(self, line: bytes) -> None:  # noqa: N802 - LineReceiver
        """
        Refuse a line that is too long; Twisted closes the connection without a response.

        https://www.rfc-editor.org/rfc/rfc9110#section-15.5.15 https://www.rfc-editor.org/rfc/rfc6585#section-5
        """
        if self._head_size:
            self._refuse(b"431 Request Header Fields Too Large", _LARGE_HEAD)
        else:
            self._refuse(b"414 URI Too Long", _LONG_TARGET)

    def dataReceived(self, data: bytes) -> None:  # noqa: N802 - IProtocol
        """Receive data and start the time limit of a request."""
        if data and not self.answering:
            self._start_time_limit()
        super().dataReceived(data)

    def rawDataReceived(self, data: bytes) -> None:  # noqa: N802 - LineReceiver
        """Receive a part of a body, or of pipelined requests."""
        if self.answering:
            self._pipelined += len(data)
            if self._pipelined > _PIPELINED_BYTES:
                self.abort()
                return
        try:
            super().rawDataReceived(data)
        except _BodyTooLarge:
            # The rest of the data is ignored.
            self.abort()

    def allContentReceived(self) -> None:  # noqa: N802 - HTTPChannel
        """Stop the time limit and answer the complete request."""
        self._stop_time_limit()
        self.answering = self.served = True
        self._pipelined = self._head_size = self._head_lines = 0
        super().allContentReceived()

    def requestDone(self, request: Any) -> None:  # noqa: N802 - HTTPChannel
        """Finish a response; a pipelined request is answered in the next turn of the reactor."""
        self.answering = False
        self.paused = True
        self.persistent = self.persistent and not self.site.retiring
        self.site.became_idle(self)
        super().requestDone(request)
        self._fire_answered()
        if self.persistent:
            self.site.clock.callLater(0, self._next)

    def answered(self) -> Deferred[None]:
        """Return a Deferred that fires when the current request is answered or the client has disconnected."""
        answered: Deferred[None] = Deferred(self._answered.remove)
        self._answered.append(answered)
        return answered

    def checkPersistence(self, request: Any, version: bytes) -> bool:  # noqa: N802 - HTTPChannel
        """Return whether the connection stays open after the response, which tells the client."""
        return super().checkPersistence(request, version) and not self.site.retiring

    def retire(self) -> None:
        """Close the connection if it has been used and is idle; its client opens a new one to another process."""
        if self.served and not self.answering and self._time_limit is None:
            self.loseConnection()

    def pauseProducing(self) -> None:  # noqa: N802 - IPushProducer
        """Stop answering requests until the client has received the data written so far."""
        self._transport_full = True
        super().pauseProducing()

    def resumeProducing(self) -> None:  # noqa: N802 - IPushProducer
        """Continue to answer requests after the client has received the data written so far."""
        self._transport_full = False
        super().resumeProducing()
        self._next()

    def _next(self) -> None:
        if self.paused and self.persistent and not self._transport_full and not self.gone.called:
            self.paused = False
            self.dataReceived(b"")

    def loseConnection(self) -> None:  # noqa: N802 - ITransport
        """Close the connection when the written data is sent; abort it if that takes too long."""
        if not self.gone.called:
            self._start_time_limit()
        super().loseConnection()

    def connectionLost(self, reason: Failure = connectionDone) -> None:  # noqa: N802 - IProtocol
        """Clean up after the connection is closed."""
        self._stop_time_limit()
        self.site.forget(self)
        super().connectionLost(reason)
        self._fire_answered()
        self.gone.callback(None)

    def _fire_answered(self) -> None:
        while self._answered:
            self._answered.pop().callback(None)

    def _start_time_limit(self) -> None:
        if self._time_limit is None:
            self._time_limit = self.site.clock.callLater(self.site.settings.request_seconds, self._time_out)

    def _stop_time_limit(self) -> None:
        if self._time_limit is not None:
            self._time_limit.cancel()
            self._time_limit = None

    def _time_out(self) -> None:
        self._time_limit = None
        self.abort()

    def _respondToBadRequestAndDisconnect(self) -> None:  # noqa: N802 - Twisted's name
        """Respond to an unparsable request with JSON like other errors."""
        self._refuse(b"400 Bad Request", _BAD_REQUEST)

    def _refuse(self, status: bytes, body: bytes) -> None:
        """Respond to a request whose head can't be read, and close the connection."""
        fields = b"".join(b"%s: %s\r\n" % field for field in _BAD_REQUEST_FIELDS)
        head = b"HTTP/1.1 %s\r\n%sConnection: close\r\nContent-Length: %d\r\n\r\n"
        cast("ITCPTransport", self.transport).write(head % (status, fields, len(body)) + body)
        self.loseConnection()

    def abort(self) -> None:
        """Abort the connection. Twisted's own method logs a line, of which there could be thousands a second."""
        cast("ITCPTransport", self.transport).abortConnection()


@implementer(IResource)
class RootResource:
    """
    The root resource, which hides the server software and rejects requests that would make the app fail.

    :param app: the resource of the Klein app.
    """

    isLeaf = True  # noqa: N815 - IResource

    def __init__(self, app: Any) -> None:
        self._app = app

    def render(self, request: Any) -> Any:
        """Render a request (IResource)."""
        request.responseHeaders.removeHeader(b"server")
        hosts = request.requestHeaders.getRawHeaders(b"host", [])
        if len(hosts) != 1 and (hosts or request.clientproto == b"HTTP/1.1"):
            # https://www.rfc-editor.org/rfc/rfc9112#section-3.2
            request.setResponseCode(400)
            for name, value in _BAD_REQUEST_FIELDS:
                request.setHeader(name, value)
            request.setHeader(b"connection", b"close")
            return _BAD_REQUEST
        # The app does not use the host, and Werkzeug fails on hosts that it can't parse.
        request.requestHeaders.setRawHeaders(b"host", [b"localhost"])
        if not _is_text(request.path):
            # Klein would respond in HTML; the replacement does not exist either.
            request.postpath = [b"%EF%BF%BD"]
        return self._app.render(request)

    def getChildWithDefault(self, name: bytes, request: Any) -> Any:  # noqa: N802 - IResource
        """Raise an error: Twisted never calls this on a leaf."""
        raise NotImplementedError("a leaf has no children")

    def putChild(self, path: bytes, child: Any) -> None:  # noqa: N802 - IResource
        """Raise an error: Twisted never calls this on a leaf."""
        raise NotImplementedError("a leaf has no children")


def _is_text(path: bytes) -> bool:
    """Return whether a path is valid UTF-8 after percent-decoding."""
    if b"%" not in path and path.isascii():
        return True
    try:
        unquote_to_bytes(path).decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


class LimitedSite(Site):
    """
    An HTTP server with a maximum number of connections.

    If all connections are in use, a new one replaces the one that has been idle longest: clients that only hold
    connections open do not lock out others.

    :ivar most_connections: the maximum number of connections.
    :ivar retiring: whether every connection is closed after its current request.
    :ivar accepted: is called with each new connection.
    """

    protocol = Channel  # type: ignore[assignment]  # Twisted's own choice is between this and HTTP/2
    noisy = False

    def __init__(
        self,
        reactor: IReactorTime,
        settings: Settings,
        app: Any,
        measurements: Measurements,
        access_log: AccessLog | None = None,
    ) -> None:
        self.settings = settings
        self._measurements, self._access_log = measurements, access_log
        self.clock: IReactorTime = reactor
        self.most_connections = settings.connections
        self.retiring = False
        self.accepted: Callable[[Channel], object] = lambda _: None
        #: In the order in which they have become idle.
        self._channels: dict[Channel, None] = {}
        super().__init__(RootResource(app), requestFactory=BoundedRequest, timeout=_IDLE_SECONDS, reactor=reactor)

    def buildProtocol(self, addr: Any) -> Any:  # noqa: N802 - IProtocolFactory
        """Return the protocol of a new connection; ``None`` if all connections are answering requests."""
        if len(self._channels) >= self.most_connections:
            idle = next((channel for channel in self._channels if not channel.answering), None)
            if idle is None:
                return None
            self.forget(idle)
            idle.abort()
        channel: Any = super().buildProtocol(addr)
        self._channels[channel] = None
        self.accepted(channel)
        return channel

    def became_idle(self, channel: Channel) -> None:
        """Note that a connection has become idle."""
        self.forget(channel)
        self._channels[channel] = None

    def forget(self, channel: Channel) -> None:
        """Forget a connection that is closed or being aborted."""
        self._channels.pop(channel, None)

    @property
    def connections(self) -> int:
        """The number of open connections."""
        return len(self._channels)

    @property
    def answering(self) -> int:
        """The number of connections whose requests are being answered."""
        return sum(channel.answering for channel in self._channels)

    def log(self, request: Any) -> None:
        """Record an answered request. Twisted's own log would contain the URLs that people scan."""
        seconds = self.clock.seconds() - request.facts.started
        where = route(request.path)
        self._measurements.count("requests", where, method(request.method), str(request.code))
        self._measurements.time("request_seconds", seconds, where)
        if self._access_log is not None:
            self._access_log.write(request, seconds)

    def answered(self) -> Deferred[Any]:
        """Return a Deferred that fires when all current requests are answered; it may be cancelled."""
        return all_settled([channel.answered() for channel in self._channels if channel.answering])

    def close(self) -> Deferred[Any]:
        """Close every connection when its written data is sent; the Deferred fires when all are closed."""
        channels = tuple(self._channels)
        gone = all_settled([channel.gone for channel in channels])
        for channel in channels:
            channel.loseConnection()
        return gone

    def retire(self) -> Deferred[Any]:
        """Close every connection after at most one more request; the Deferred fires when all are closed."""
        self.retiring = True
        channels = tuple(self._channels)
        gone = all_settled([channel.gone for channel in channels])
        for channel in channels:
            channel.retire()
        return gone

    def abort(self) -> None:
        """Abort every connection."""
        for channel in tuple(self._channels):
            channel.abort()
