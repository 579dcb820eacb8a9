"""The limits of the server: what a client may send, how long it may take, and how many connections there may be."""

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

from sitescan.fanout import all_settled
from sitescan.measurements import Measurements
from sitescan.settings import Settings
from sitescan.web.access_log import AccessLog
from sitescan.web.request_facts import RequestFacts, method, request_id, route
from sitescan.web.wire import MAX_REQUEST_BYTES

#: A body over the limit is read and forgotten up to this many times the limit, so that its sender
#: gets an answer; past that the connection is closed.
_PATIENCE = 64

#: The pieces in which a body may come. Each costs the reactor as much as a kilobyte does: a body in chunks of a byte
#: would keep it busy for as long as it lasts. So many cost as much as a few requests do.
_MOST_PIECES = 512

#: What a client may send ahead while it is being answered, bytes. It is kept until its turn comes,
#: and a connection that is not read from does not tell that the client is gone.
_AHEAD = 16 * 1024

#: Seconds for which an idle connection stays open. With all connections in use, the one that has been idle longest is
#: closed anyway, so no operator needs another time.
_IDLE_SECONDS = 60.0


_BAD_REQUEST = b'{"error":"Bad request","details":"This is not an HTTP request with one Host field."}'
_BAD_REQUEST_FIELDS = (
    (b"Content-Type", b"application/json; charset=utf-8"),
    (b"Cache-Control", b"no-store"),
    (b"X-Content-Type-Options", b"nosniff"),
    (b"Access-Control-Allow-Origin", b"*"),
)


class _TooMuch(Exception):
    """A body is larger, or in more pieces, than is read to its end."""


class BoundedRequest(Request):
    """
    A request whose body is kept in memory up to a limit.

    Twisted itself has no limit: it writes larger bodies to disk and calls the handler at the end.
    """

    channel: "Channel"
    facts: RequestFacts

    def __init__(self, channel: "Channel", *args: Any, **kwargs: Any) -> None:
        super().__init__(channel, *args, parsePOSTFormSubmission=False, **kwargs)
        self._received = self._pieces = 0

    def gotLength(self, length: int | None) -> None:  # noqa: N802 - Twisted's name
        """Whatever length is announced, nothing goes to disk."""
        self.content = BytesIO()

    def handleContentChunk(self, data: bytes) -> None:  # noqa: N802 - Twisted's name
        """Keep one byte more than is taken: enough to see that it is too much."""
        self._received += len(data)
        self._pieces += 1
        if self._received > _PATIENCE * MAX_REQUEST_BYTES or self._pieces > _MOST_PIECES:
            raise _TooMuch
        room = MAX_REQUEST_BYTES + 1 - cast("BytesIO", self.content).tell()
        cast("BytesIO", self.content).write(data[: max(0, room)])

    def process(self) -> None:
        """
        The request is complete: answer it.

        A target in absolute form is taken as well, https://www.rfc-editor.org/rfc/rfc9112#section-3.2.2.
        """
        site = self.channel.site
        self.facts = RequestFacts(id=request_id(self, site.settings), started=site.clock.seconds())
        self.setHeader("X-Request-ID", self.facts.id)
        if self.path.lower().startswith((b"http://", b"https://")):
            self.path = b"/" + b"".join(self.path.split(b"/", 3)[3:])
        super().process()


class Channel(HTTPChannel):
    """
    A client's connection.

    Whatever has begun to arrive must have arrived in time: Twisted's own timer starts anew with
    every byte. One request is answered in a turn of the reactor, and none before the client has
    taken the answers to those before it. What is closed is closed in time, read or not.

    :ivar answering: whether a request is being answered.
    :ivar served: whether one ever was.
    :ivar gone: fires when it is closed.
    """

    site: "LimitedSite"
    _transport_full = False

    def __init__(self) -> None:
        super().__init__()
        self.answering = self.served = False
        self.gone: Deferred[None] = Deferred()
        self._answered: list[Deferred[None]] = []
        self._ahead = 0
        self._due: IDelayedCall | None = None

    def dataReceived(self, data: bytes) -> None:  # noqa: N802 - IProtocol
        """Bytes of a request, or of the one after it."""
        if data and not self.answering:
            self._set_due()
        super().dataReceived(data)

    def rawDataReceived(self, data: bytes) -> None:  # noqa: N802 - LineReceiver
        """Bytes of a body, or of what a client sends ahead."""
        if self.answering:
            self._ahead += len(data)
            if self._ahead > _AHEAD:
                self.abort()
                return
        try:
            super().rawDataReceived(data)
        except _TooMuch:
            # What stands behind it in the same data is not looked at any more.
            self.abort()

    def allContentReceived(self) -> None:  # noqa: N802 - HTTPChannel
        """The request is complete."""
        self._clear_due()
        self.answering, self.served, self._ahead = True, True, 0
        super().allContentReceived()

    def requestDone(self, request: Any) -> None:  # noqa: N802 - HTTPChannel
        """The request is answered; what has been sent ahead has its turn in the next turn."""
        self.answering = False
        self.paused = True
        self.persistent = self.persistent and not self.site.retiring
        super().requestDone(request)
        self._tell_answered()
        if self.persistent:
            self.site.clock.callLater(0, self._next)

    def answered(self) -> Deferred[None]:
        """Fires when the request that is being answered has been, or its client is gone."""
        answered: Deferred[None] = Deferred(self._answered.remove)
        self._answered.append(answered)
        return answered

    def checkPersistence(self, request: Any, version: bytes) -> bool:  # noqa: N802 - HTTPChannel
        """Whether the connection stays when a request is answered; its client is told."""
        return super().checkPersistence(request, version) and not self.site.retiring

    def retire(self) -> None:
        """Close where nothing is awaited: whoever is served over it again and again can do so elsewhere."""
        if self.served and not self.answering and self._due is None:
            self.loseConnection()

    def pauseProducing(self) -> None:  # noqa: N802 - IPushProducer
        """Stop answering requests until the client has received what was written."""
        self._transport_full = True
        super().pauseProducing()

    def resumeProducing(self) -> None:  # noqa: N802 - IPushProducer
        """Continue to answer requests: the client has received what was written."""
        self._transport_full = False
        super().resumeProducing()
        self._next()

    def _next(self) -> None:
        if self.paused and self.persistent and not self._transport_full and not self.gone.called:
            self.paused = False
            self.dataReceived(b"")

    def loseConnection(self) -> None:  # noqa: N802 - ITransport
        """Close once what was written is sent, or when that takes too long."""
        if not self.gone.called:
            self._set_due()
        super().loseConnection()

    def connectionLost(self, reason: Failure = connectionDone) -> None:  # noqa: N802 - IProtocol
        """It is closed."""
        self._clear_due()
        self.site.left(self)
        super().connectionLost(reason)
        self._tell_answered()
        self.gone.callback(None)

    def _tell_answered(self) -> None:
        while self._answered:
            self._answered.pop().callback(None)

    def _set_due(self) -> None:
        if self._due is None:
            self._due = self.site.clock.callLater(self.site.settings.request_seconds, self._too_late)

    def _clear_due(self) -> None:
        if self._due is not None:
            self._due.cancel()
            self._due = None

    def _too_late(self) -> None:
        self._due = None
        self.abort()

    def _respondToBadRequestAndDisconnect(self) -> None:  # noqa: N802 - Twisted's name
        """What can't be read as a request is answered as other errors are, in JSON."""
        fields = b"".join(b"%s: %s\r\n" % field for field in _BAD_REQUEST_FIELDS)
        head = b"HTTP/1.1 400 Bad Request\r\n%sConnection: close\r\nContent-Length: %d\r\n\r\n"
        cast("ITCPTransport", self.transport).write(head % (fields, len(_BAD_REQUEST)) + _BAD_REQUEST)
        self.loseConnection()

    def abort(self) -> None:
        """Close at once. Unlike Twisted's, this leaves no line in the log: there could be thousands a second."""
        cast("ITCPTransport", self.transport).abortConnection()


@implementer(IResource)
class RootResource:
    """
    The root resource: hides what serves, and keeps from the app what it would fail on.

    :ivar app: the Klein app's resource.
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
        # Nothing here depends on the host, and Werkzeug fails on hosts that it cannot parse.
        request.requestHeaders.setRawHeaders(b"host", [b"localhost"])
        if not _is_text(request.path):
            # Klein would answer in HTML; there is nothing at the replacement either.
            request.postpath = [b"%EF%BF%BD"]
        return self._app.render(request)

    def getChildWithDefault(self, name: bytes, request: Any) -> Any:  # noqa: N802 - IResource
        """Never asked: it is a leaf."""
        raise NotImplementedError("a leaf has no children")

    def putChild(self, path: bytes, child: Any) -> None:  # noqa: N802 - IResource
        """Never asked: it is a leaf."""
        raise NotImplementedError("a leaf has no children")


def _is_text(path: bytes) -> bool:
    """Whether a path is one of UTF-8, once it is decoded."""
    if b"%" not in path and path.isascii():
        return True
    try:
        unquote_to_bytes(path).decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


class LimitedSite(Site):
    """
    The HTTP server with its limits: so many connections at a time, all of them known.

    Where all places are taken, whoever has waited longest without a request being answered makes
    room: a client that only holds connections keeps nobody out.
    """

    protocol = Channel  # type: ignore[assignment]  # Twisted's own choice is between this and HTTP/2
    noisy = False

    def __init__(
        self,
        reactor: Any,
        settings: Settings,
        app: Any,
        measurements: Measurements,
        access_log: AccessLog | None = None,
    ) -> None:
        self.settings = settings
        self._measurements, self._access_log = measurements, access_log
        self.clock: IReactorTime = reactor
        self.retiring = False
        self._channels: dict[Channel, None] = {}
        super().__init__(RootResource(app), requestFactory=BoundedRequest, timeout=_IDLE_SECONDS, reactor=reactor)

    def buildProtocol(self, addr: Any) -> Any:  # noqa: N802 - IProtocolFactory
        """Let one more in, if there is room."""
        if len(self._channels) >= self.settings.connections:
            idle = next((channel for channel in self._channels if not channel.answering), None)
            if idle is None:
                return None
            self.left(idle)
            idle.abort()
        channel = super().buildProtocol(addr)
        self._channels[channel] = None
        return channel

    def left(self, channel: Channel) -> None:
        """A connection is closed, or as good as."""
        self._channels.pop(channel, None)

    @property
    def connections(self) -> int:
        """Connections that are open."""
        return len(self._channels)

    def log(self, request: Any) -> None:
        """A request is answered. Twisted would write an access log, which would hold what people scan."""
        seconds = self.clock.seconds() - request.facts.started
        where = route(request.path)
        self._measurements.count("requests", where, method(request.method), str(request.code))
        self._measurements.time("request_seconds", seconds, where)
        if self._access_log is not None:
            self._access_log.write(request, seconds)

    def answered(self) -> Deferred[Any]:
        """Fires when the requests that are being answered now have been; may be cancelled."""
        return all_settled([channel.answered() for channel in self._channels if channel.answering])

    def close(self) -> Deferred[Any]:
        """Close every connection once what was written to it is sent; fires when all are closed; may be cancelled."""
        channels = tuple(self._channels)
        gone = all_settled([channel.gone for channel in channels])
        for channel in channels:
            channel.loseConnection()
        return gone

    def retire(self) -> Deferred[Any]:
        """Answer one more request of each connection at most, then close it; fires when all are closed."""
        self.retiring = True
        channels = tuple(self._channels)
        gone = all_settled([channel.gone for channel in channels])
        for channel in channels:
            channel.retire()
        return gone

    def abort(self) -> None:
        """Close every connection at once."""
        for channel in tuple(self._channels):
            channel.abort()
