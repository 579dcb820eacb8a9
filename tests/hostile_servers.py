"""Servers that misbehave, one small class each, and a group that runs them."""

from collections.abc import Callable
from typing import Any

from OpenSSL import SSL
from twisted.internet.defer import Deferred, succeed
from twisted.internet.interfaces import IOpenSSLContextFactory, IPullProducer
from twisted.internet.protocol import Factory, Protocol, connectionDone
from twisted.protocols.tls import TLSMemoryBIOFactory
from twisted.python.failure import Failure
from zope.interface import implementer

GOOD = b"<!doctype html><html lang=en><title>Pears</title><p>Pears."


def response(body: bytes = GOOD, status: str = "200 OK", **fields: str) -> bytes:
    """Return a valid response; keyword arguments are header fields, ``_`` for ``-``."""
    fields = {"Content_Type": "text/html", "Content_Length": str(len(body)), **fields}
    head = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in fields.items() if value)
    return f"HTTP/1.1 {status}\r\n{head}\r\n".encode("latin-1") + body


class ServerProtocol(Protocol):
    """
    A connection to a server; subclasses define how it answers a request.

    :ivar path: the path of the latest request.
    """

    servers: "ServerGroup"
    transport: Any
    path = ""

    def __init__(self) -> None:
        self._received = b""

    def connectionMade(self) -> None:  # noqa: N802
        """Count the connection."""
        self.servers.connection_made(self)

    def connectionLost(self, reason: Failure = connectionDone) -> None:  # noqa: N802
        """Remove the connection from the count."""
        self.servers.connection_lost(self)

    def dataReceived(self, data: bytes) -> None:  # noqa: N802
        """Wait for the end of a request."""
        self._received += data
        while b"\r\n\r\n" in self._received:
            request, _, self._received = self._received.partition(b"\r\n\r\n")
            self.path = request.split(b" ")[1].decode()
            self.servers.requests.append(request.decode("latin-1"))
            self.respond()

    def respond(self) -> None:
        """Answer a request."""
        self.transport.write(response())


def sends(*parts: bytes, close: bool = True) -> type[ServerProtocol]:
    """Return a server that answers with these bytes and then closes or keeps the connection."""

    class Sends(ServerProtocol):
        def respond(self) -> None:
            for part in parts:
                self.transport.write(part)
            if close:
                self.transport.loseConnection()

    return Sends


def redirects(**locations: str) -> type[ServerProtocol]:
    """Return a server with paths that redirect, and good pages on all others."""

    class Redirects(ServerProtocol):
        def respond(self) -> None:
            location = locations.get(self.path.strip("/"))
            if location is None:
                self.transport.write(response())
            else:
                self.transport.write(response(b"", "302 Found", Location=location))

    return Redirects


def endless(head: bytes, piece: bytes) -> type[ServerProtocol]:
    """Return a server that sends a piece again and again without end."""

    @implementer(IPullProducer)
    class Endless(ServerProtocol):
        def respond(self) -> None:
            self.transport.write(head)
            self.transport.registerProducer(self, False)

        def resumeProducing(self) -> None:  # noqa: N802
            self.transport.write(piece)

        def stopProducing(self) -> None:  # noqa: N802
            pass

    return Endless


def drips(data: bytes, every: float = 0.02, at_once: bytes = b"") -> type[ServerProtocol]:
    """Return a server that sends one byte at intervals, after a beginning that it sends at once."""

    class Drips(ServerProtocol):
        call: Any = None

        def respond(self) -> None:
            self.transport.write(at_once)
            self.drip(data)

        def drip(self, left: bytes) -> None:
            self.transport.write(left[:1])
            self.call = self.servers.reactor.callLater(every, self.drip, left[1:]) if left else None

        def connectionLost(self, reason: Failure = connectionDone) -> None:  # noqa: N802
            if self.call is not None and self.call.active():
                self.call.cancel()
            super().connectionLost(reason)

    return Drips


class Silent(ServerProtocol):
    """A server that never answers."""

    def respond(self) -> None:
        """Send nothing."""


class ResetAtOnce(ServerProtocol):
    """A server that resets each connection as soon as it is made."""

    def connectionMade(self) -> None:  # noqa: N802
        """Reset the connection."""
        super().connectionMade()
        self.transport.abortConnection()


def resets(after: bytes) -> type[ServerProtocol]:
    """Return a server that resets the connection in the middle of its response."""

    class Resets(ServerProtocol):
        def respond(self) -> None:
            self.transport.write(after)
            # Data that is not read before a reset is lost.
            self.servers.reactor.callLater(0.02, self.transport.abortConnection)

    return Resets


class Banner(ServerProtocol):
    """A server that speaks first, in another protocol than HTTP."""

    def connectionMade(self) -> None:  # noqa: N802
        """Send a greeting."""
        super().connectionMade()
        self.transport.write(b"SSH-2.0-OpenSSH_9.6\r\n")


def greets(data: bytes) -> type[ServerProtocol]:
    """Return a server that answers the first bytes of any kind and closes the connection."""

    class Greets(ServerProtocol):
        def dataReceived(self, _: bytes) -> None:  # noqa: N802
            self.transport.write(data)
            self.transport.loseConnection()

    return Greets


class NoGoodbye(ServerProtocol):
    """A server that ends a TLS connection without a closing message."""

    def respond(self) -> None:
        """Answer without a length, then close the connection below TLS."""
        self.transport.write(response(Content_Length=""))
        self.transport.transport.loseConnection()


class BodyForHead(ServerProtocol):
    """A server that answers HEAD with a body, which looks like the response to the next request."""

    def respond(self) -> None:
        """Send another response as the body."""
        self.transport.write(response(response(b"not here", "404 Not Found")))


class Counting(ServerProtocol):
    """A server that answers after a while, so that requests pile up."""

    def respond(self) -> None:
        """Answer after a while."""
        self.servers.reactor.callLater(0.01, self.answer)

    def answer(self) -> None:
        """Send a response without a body."""
        if self.connected:
            self.transport.write(response(b""))


class Lazy(ServerProtocol):
    """A server that closes an idle connection at the moment when it is used again."""

    answered = False

    def respond(self) -> None:
        """Answer the first request, and abort the connection at the second one."""
        if self.answered:
            self.transport.abortConnection()
        else:
            self.answered = True
            self.transport.write(response())


class ServerGroup:
    """
    Servers on ports of 127.0.0.1.

    :ivar requests: the heads of the received requests.
    :ivar most: the maximum number of simultaneous connections.
    """

    def __init__(self, reactor: Any) -> None:
        self.reactor = reactor
        self.requests: list[str] = []
        self.most = 0
        self._connections: set[ServerProtocol] = set()
        self._ports: list[Any] = []
        self._empty: list[Deferred[None]] = []

    def listen(self, server: Callable[[], ServerProtocol], context: SSL.Context | None = None) -> int:
        """Run a server, over TLS if a context is given, and return its port."""

        class Listening(server):  # type: ignore[valid-type, misc]  # a class that is made for the test
            servers = self

        factory: Any = Factory.forProtocol(Listening)
        factory.noisy = False
        if context is not None:
            factory = TLSMemoryBIOFactory(FixedContext(context), False, factory)
            factory.noisy = False
        port = self.reactor.listenTCP(0, factory, interface="127.0.0.1")
        self._ports.append(port)
        number: int = port.getHost().port
        return number

    async def close(self) -> None:
        """Wait until every connection is closed, and close the ports."""
        if self._connections:
            self._empty.append(Deferred())
            await self._empty[0]
        for port in self._ports:
            await (port.stopListening() or succeed(None))

    def connection_made(self, server: ServerProtocol) -> None:
        """Count a connection."""
        self._connections.add(server)
        self.most = max(self.most, len(self._connections))

    def connection_lost(self, server: ServerProtocol) -> None:
        """Remove a connection that has ended."""
        self._connections.discard(server)
        if not self._connections and self._empty:
            self._empty.pop().callback(None)


@implementer(IOpenSSLContextFactory)
class FixedContext:
    """A context factory that always returns the same context."""

    def __init__(self, context: SSL.Context) -> None:
        self._context = context

    def getContext(self) -> SSL.Context:  # noqa: N802
        """Return the context."""
        return self._context
