"""A session whose network is in memory: the tests accept, refuse and answer its connections."""

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import evolve
from treq.client import HTTPClient
from twisted.internet.address import IPv4Address, IPv6Address
from twisted.internet.error import ConnectionDone, ConnectionRefusedError  # noqa: A004 - Twisted's name
from twisted.internet.testing import MemoryReactorClock, StringTransport
from twisted.python.failure import Failure
from twisted.web.iweb import IAgent

from sitescan.admission.token_table import TokenTable
from sitescan.admission.token_tables import HOST_WINDOW
from sitescan.concurrency.deadline import Deadline
from sitescan.configuration.settings import Settings
from sitescan.egress.client import Session
from sitescan.egress.connect import EgressContext
from sitescan.egress.host_budget import HostBudget
from sitescan.egress.no_cookies import NoCookies
from sitescan.egress.policy import EgressPolicy
from sitescan.egress.tls import TlsContexts
from sitescan.interfaces import IResolver
from tests.fakes import FakeResolver, as_reactor

PUBLIC = "93.184.215.14"
_TLS = TlsContexts.load()


class End(StringTransport):
    """The transport of a connection."""

    def __init__(self, peer: str, port: int) -> None:
        kind = IPv6Address if ":" in peer else IPv4Address
        super().__init__(peerAddress=kind("TCP", peer, port))
        self.gone = False

    def getHandle(self) -> None:  # noqa: N802 - ISystemHandle
        """Do nothing: there is no socket."""

    def setTcpNoDelay(self, _: bool) -> None:  # noqa: N802 - ITCPTransport
        """Do nothing: there is no socket."""


class Wire:
    """
    A session over a reactor that only records the connections it was asked to make.

    :ivar session: the session.
    :ivar sent: method, URL and header fields of each request that treq was given.
    :ivar requests: method and URL of each request that :meth:`serve` has answered.
    :ivar ends: the protocol and the transport of each accepted connection.
    """

    def __init__(
        self,
        known: Mapping[str, Sequence[Sequence[str]]] | None = None,
        resolver: IResolver | None = None,
        **settings: Any,
    ) -> None:
        self.reactor = MemoryReactorClock()
        self.settings = evolve(Settings(), **settings)
        self.resolver = resolver or FakeResolver(known or {"a.example": [[PUBLIC]], "b.example": [["93.184.215.15"]]})
        policy = EgressPolicy.of(self.settings)
        requests = TokenTable(
            limit=self.settings.host_requests,
            window=HOST_WINDOW,
            most=100,
            now=self.reactor.seconds,
            clock=self.reactor.seconds,
        )
        self.context = EgressContext(
            reactor=as_reactor(self.reactor),
            settings=self.settings,
            policy=policy,
            resolver=self.resolver,
            host_budget=HostBudget(requests=requests, limit=self.settings.host_requests, policy=policy),
            tls=_TLS,
        )
        self.sent: list[tuple[str, str, dict[str, list[str]]]] = []
        self.session = Session(self.context, self._http_client)
        self.ends: list[tuple[Any, End]] = []
        self.requests: list[tuple[str, str]] = []

    def _http_client(self, agent: IAgent, cookies: NoCookies) -> HTTPClient:
        """Return treq's client, which also records its requests in :attr:`sent`."""
        client, sent = HTTPClient(agent, cookies), self.sent
        request = client.request

        class Remembering(HTTPClient):
            def request(self, method: str, url: Any, **options: Any) -> Any:
                fields = options["headers"].getAllRawHeaders()
                sent.append(
                    (method, url.to_text(), {name.decode(): [*map(bytes.decode, values)] for name, values in fields})
                )
                return request(method, url, **options)

        return Remembering(agent, cookies)

    @property
    def dialled(self) -> list[tuple[str, int]]:
        """The addresses and ports that were connected to."""
        return [(host, port) for host, port, *_ in self.reactor.tcpClients]

    @property
    def stopped(self) -> list[bool]:
        """Whether each connection attempt was cancelled."""
        connectors: Any = self.reactor.connectors
        return [connector.stoppedConnecting for connector in connectors]

    @property
    def _clients(self) -> Any:
        return self.reactor.tcpClients

    def deadline(self, seconds: float = 20) -> Deadline:
        """Return a deadline on the reactor's clock."""
        return Deadline.after(self.reactor, seconds)

    def accept(self, number: int = -1, peer: str = "") -> tuple[Any, End]:
        """Accept a connection attempt, and return the protocol and the transport."""
        host, port, factory, *_ = self._clients[number]
        protocol, end = factory.buildProtocol(None), End(peer or host, port)
        self.ends.append((protocol, end))
        protocol.makeConnection(end)
        return protocol, end

    def refuse(self, number: int = -1) -> None:
        """Refuse a connection attempt."""
        factory = self._clients[number][2]
        factory.clientConnectionFailed(None, Failure(ConnectionRefusedError()))

    def serve(self, responses: Mapping[str, Mapping[str, Any]]) -> None:
        """
        Accept every connection, and answer every request over plain HTTP.

        :param responses: for each URL a mapping with ``status``, ``location``, ``type`` and ``body``, all optional;
            other URLs are empty pages. With ``ranges``, requests for a range of the body get that part of it.
        """
        while len(self.ends) < len(self._clients) or any(self._answer(*end, responses) for end in self.ends):
            if len(self.ends) < len(self._clients):
                self.accept(len(self.ends))
            self.settle()

    def _answer(self, protocol: Any, end: End, responses: Mapping[str, Mapping[str, Any]]) -> bool:
        request = end.value()
        end.clear()
        if end.gone or not request.startswith((b"GET ", b"HEAD ")):
            return False
        lines = request.decode().split("\r\n")
        method, path, _ = lines[0].split()
        host = next(endpoint[6:] for endpoint in lines if endpoint.lower().startswith("host: "))
        self.requests.append((method, f"http://{host}{path}"))
        span = next((line.partition("=")[2] for line in lines if line.lower().startswith("range: bytes=")), "")
        protocol.dataReceived(_response(responses.get(f"http://{host}{path}", {}), method, span))
        return True

    def settle(self) -> None:
        """Notify the protocols of connections that the client has closed."""
        for protocol, end in self.ends:
            if (end.disconnected or end.disconnecting) and not end.gone:
                end.gone = True
                protocol.connectionLost(Failure(ConnectionDone()))

    def end(self) -> None:
        """Close the session, and check that it leaves no connection and no timer."""
        self.session.close()
        self.settle()
        self.reactor.advance(0)
        assert all(end.gone for _, end in self.ends)
        assert not self.session.connections
        assert not self.reactor.getDelayedCalls()


def _response(answer: Mapping[str, Any], method: str, span: str) -> bytes:
    text = answer.get("body", b"")
    body: bytes = text.encode() if isinstance(text, str) else text
    status = answer.get("status", 200)
    if isinstance(status, Mapping):
        status = status[method]
    whole, part = len(body), ""
    if span and answer.get("ranges"):
        start, end = map(int, span.split("-"))
        status, body = 206, body[start : end + 1]
        part = f"bytes {start}-{start + len(body) - 1}/{whole}"
    fields = {
        "Content-Range": part,
        "Content-Length": str(len(body)),
        "Location": answer.get("location", ""),
        "Content-Type": answer.get("type", ""),
    }
    head = "".join(f"{name}: {value}\r\n" for name, value in fields.items() if value)
    return f"HTTP/1.1 {status} -\r\n{head}\r\n".encode() + (b"" if method == "HEAD" else body)
