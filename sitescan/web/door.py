"""The door: what a client may send, how long it may take, and how many may stand in it."""

from io import BytesIO
from typing import Any, cast
from urllib.parse import unquote_to_bytes

from twisted.internet.defer import Deferred, DeferredList
from twisted.internet.interfaces import IDelayedCall, IProtocol, IReactorTime
from twisted.internet.protocol import connectionDone
from twisted.protocols.policies import ProtocolWrapper, WrappingFactory
from twisted.python.failure import Failure
from twisted.web.resource import IResource
from twisted.web.server import Request, Site
from zope.interface import implementer

from sitescan.settings import Settings

#: A body over the limit is read and forgotten up to this many times the limit, so that its sender
#: gets an answer; past that the connection is closed.
_PATIENCE = 64


class BoundedRequest(Request):
    """
    A request whose body is kept in memory up to a limit, and which must arrive in time.

    Twisted itself has no limit: it writes larger bodies to disk and calls the handler at the end.
    """

    site: "Door"

    def __init__(self, channel: Any, *args: Any, **kwargs: Any) -> None:
        super().__init__(channel, *args, parsePOSTFormSubmission=False, **kwargs)
        door = channel.site
        self._most: int = door.settings.request_bytes
        self._received = 0
        self._late: IDelayedCall = door.clock.callLater(door.settings.request_seconds, self._too_late)

    def gotLength(self, length: int | None) -> None:  # noqa: N802 - Twisted's name
        """Whatever length is announced, nothing goes to disk."""
        self.content = BytesIO()

    def handleContentChunk(self, data: bytes) -> None:  # noqa: N802 - Twisted's name
        """Keep one byte more than is taken: enough to see that it is too much."""
        self._received += len(data)
        if self._received > _PATIENCE * self._most:
            self._too_late()
            return
        room = self._most + 1 - cast("BytesIO", self.content).tell()
        cast("BytesIO", self.content).write(data[: max(0, room)])

    def process(self) -> None:
        """The request is complete: answer it."""
        self._settle()
        super().process()

    def connectionLost(self, reason: Failure) -> None:  # noqa: N802 - Twisted's name
        """The client is gone."""
        self._settle()
        super().connectionLost(reason)

    def _settle(self) -> None:
        if self._late.active():
            self._late.cancel()

    def _too_late(self) -> None:
        self._settle()
        self.channel.forceAbortClient()


@implementer(IResource)
class Threshold:
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
        # Nothing here depends on the host, and Werkzeug fails on hosts that it cannot parse.
        request.requestHeaders.setRawHeaders(b"host", [b"localhost"])
        try:
            unquote_to_bytes(request.path).decode("utf-8")
        except UnicodeDecodeError:
            # Klein would answer in HTML; there is nothing at the replacement either.
            request.postpath = [b"%EF%BF%BD"]
        return self._app.render(request)

    def getChildWithDefault(self, name: bytes, request: Any) -> Any:  # noqa: N802 - IResource
        """Never asked: it is a leaf."""
        raise NotImplementedError("a leaf has no children")

    def putChild(self, path: bytes, child: Any) -> None:  # noqa: N802 - IResource
        """Never asked: it is a leaf."""
        raise NotImplementedError("a leaf has no children")


class Door(Site):
    """The HTTP server behind the door."""

    def __init__(self, reactor: Any, settings: Settings, app: Any) -> None:
        self.settings = settings
        self.clock: IReactorTime = reactor
        super().__init__(Threshold(app), requestFactory=BoundedRequest, timeout=settings.idle_seconds, reactor=reactor)

    def log(self, request: Any) -> None:
        """Write no access log: it would hold what people scan. The scanner logs a line a scan."""


class _Connection(ProtocolWrapper):
    """
    A client's connection.

    :ivar gone: fires when it is closed.
    """

    def __init__(self, factory: Any, wrapped: IProtocol) -> None:
        super().__init__(factory, wrapped)
        self.gone: Deferred[None] = Deferred()

    def connectionLost(self, reason: Failure = connectionDone) -> None:  # noqa: N802 - IProtocol
        """It is closed."""
        super().connectionLost(reason)
        self.gone.callback(None)


class Doorway(WrappingFactory[_Connection]):
    """So many connections at a time, all of them known, so that they can be closed."""

    protocol = _Connection
    noisy = False

    def __init__(self, door: Door, most: int) -> None:
        super().__init__(door)
        self._most = most

    def buildProtocol(self, addr: Any) -> Any:  # noqa: N802 - IProtocolFactory
        """Let one more in, if there is room."""
        return super().buildProtocol(addr) if len(self.protocols) < self._most else None

    def close(self) -> Deferred[Any]:
        """Close every connection once what was written to it is sent; fires when all are closed."""
        connections = tuple(self.protocols)
        gone = DeferredList([connection.gone for connection in connections])
        for connection in connections:
            connection.loseConnection()
        return gone

    def abort(self) -> None:
        """Close every connection at once."""
        for connection in tuple(self.protocols):
            cast("Any", connection).abortConnection()
