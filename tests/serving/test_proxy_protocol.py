"""Headers of the PROXY protocol, valid or not."""

import socket
import struct
from typing import Any

import pytest
from twisted.internet.address import IPv4Address
from twisted.internet.defer import Deferred, succeed
from twisted.internet.interfaces import IStreamServerEndpoint
from twisted.internet.protocol import Factory, Protocol, connectionDone
from twisted.internet.task import Clock
from twisted.internet.testing import StringTransport
from zope.interface import implementer

from sitescan.serving.proxy_protocol import InvalidHeader, checked_proxy_header, header_is_complete
from tests.conftest import Events
from tests.fakes import as_reactor

SIGNATURE = b"\r\n\r\n\0\r\nQUIT\n"
ADDRESSES = socket.inet_aton("192.0.2.7") + socket.inet_aton("192.0.2.8") + struct.pack("!HH", 4000, 80)


def binary(command: int = 0x21, family: int = 0x11, addresses: bytes = ADDRESSES) -> bytes:
    """Return a header of version 2."""
    return SIGNATURE + struct.pack("!BBH", command, family, len(addresses)) + addresses


VALID = [
    b"PROXY TCP4 192.0.2.7 192.0.2.8 4000 80\r\n",
    b"PROXY TCP6 2001:db8::7 ::ffff:192.0.2.8 65535 0\r\n",
    b"PROXY UNKNOWN\r\n",
    b"PROXY UNKNOWN ffff::1 ffff::2 1 2\r\n",
    binary(),
    binary(addresses=ADDRESSES + b"\x04\0\x01x"),
    binary(family=0x21, addresses=bytes(36)),
    binary(family=0x31, addresses=bytes(216)),
    binary(family=0, addresses=b""),
    binary(command=0x20, family=0, addresses=b""),
]
INVALID = [
    b"PROXY TCP4 a b x y\r\n",
    b"PROXY TCP4 192.0.2.7 192.0.2.8 x y\r\n",
    b"PROXY TCP4 192.0.2.7 192.0.2.8 4000 65536\r\n",
    b"PROXY TCP4 192.0.2.7 192.0.2.8 -1 80\r\n",
    b"PROXY TCP4 192.0.2.777 192.0.2.8 4000 80\r\n",
    b"PROXY TCP4 2001:db8::7 2001:db8::8 4000 80\r\n",
    b"PROXY TCP6 192.0.2.7 192.0.2.8 4000 80\r\n",
    b"PROXY TCP4 192.0.2.7 192.0.2.8 4000\r\n",
    b"PROXY TCP4\r\n",
    b"PROXY \xff\xff\r\n",
    b"PROXY " + b"x" * 102,
    b"PROXY UNKNOWN " + b"x" * 100 + b"\r\n",
    b"GET / HTTP/1.1\r\n\r\n",
    b"\r\n\r\nGET / HTTP/1.1\r\n",
    b"\0",
    binary(command=0x31),
    binary(command=0x22),
    binary(family=0x12),
    binary(family=0x41),
    binary(family=0xFF),
    binary(family=0x21),
    binary(addresses=ADDRESSES[:-1]),
    binary(addresses=bytes(5000)),
]


@pytest.mark.parametrize("header", VALID)
def test_valid_headers(header: bytes) -> None:
    """A valid header is incomplete until its last byte has arrived."""
    for end in range(len(header)):
        assert not header_is_complete(header[:end])
    assert header_is_complete(header)
    assert header_is_complete(header + b"GET / HTTP/1.1\r\n")


@pytest.mark.parametrize("header", INVALID)
def test_malformed_headers(header: bytes) -> None:
    """A malformed header is refused."""
    with pytest.raises(InvalidHeader):
        header_is_complete(header)


class Received(Protocol):
    """A protocol that keeps the data that it receives."""

    def __init__(self) -> None:
        self.data = b""

    def dataReceived(self, data: bytes) -> None:  # noqa: N802 - IProtocol
        """Keep data."""
        self.data += data


@implementer(IStreamServerEndpoint)
class FakeEndpoint:
    """An endpoint that keeps the factory that it listens with."""

    def __init__(self, text: str) -> None:
        self.text = text

    def listen(self, factory: Any) -> Deferred[Any]:
        """Keep the factory."""
        self.factory = factory
        return succeed(None)


class Connection:
    """A connection to an endpoint string of the PROXY protocol, whose headers must arrive within ten seconds."""

    def __init__(self) -> None:
        self.clock = Clock()
        self.received = Received()
        inner: list[FakeEndpoint] = []

        def endpoint(_: Any, text: str) -> FakeEndpoint:
            inner.append(FakeEndpoint(text))
            return inner[-1]

        factory: Any = Factory.forProtocol(lambda: self.received)
        checked_proxy_header(as_reactor(self.clock), "haproxy:tcp:80", endpoint, 10).listen(factory)
        assert inner[0].text == "tcp:80"
        self.transport = StringTransport(peerAddress=IPv4Address("TCP", "127.0.0.1", 1234))
        self.protocol = inner[0].factory.buildProtocol(self.transport.getPeer())
        self.protocol.makeConnection(self.transport)

    def closed(self) -> bool:
        """Return whether the connection is being closed."""
        return bool(self.transport.disconnecting)

    def end(self) -> None:
        """Close the connection from the client's side."""
        self.protocol.connectionLost(connectionDone)
        assert not self.clock.getDelayedCalls()


@pytest.mark.parametrize("header", VALID[:1] + VALID[4:5])
def test_data_after_header(header: bytes) -> None:
    """Data after a header is received from the client that the header names, even if the header comes byte by byte."""
    connection = Connection()
    for at in range(len(header)):
        connection.protocol.dataReceived(header[at : at + 1])
    connection.protocol.dataReceived(b"GET ")
    connection.protocol.dataReceived(b"/")
    assert connection.received.data == b"GET /"
    peer: Any = connection.received.transport
    assert peer.getPeer().host == "192.0.2.7"
    connection.clock.advance(100)
    assert not connection.closed()
    connection.end()


@pytest.mark.parametrize("header", INVALID)
def test_malformed_header_closes_connection(header: bytes, logged: Events) -> None:
    """A malformed header closes the connection and is logged once, and no data is received."""
    connection = Connection()
    connection.protocol.dataReceived(header)
    connection.protocol.dataReceived(header)
    assert connection.closed()
    assert [event["problem"] for event in logged if "problem" in event] == ["invalid"]
    assert connection.received.data == b""
    connection.end()


@pytest.mark.parametrize(("sent", "problems"), [(b"", []), (b"PROXY TCP4 ", ["incomplete"])])
def test_header_timeout(sent: bytes, problems: list[str], logged: Events) -> None:
    """A connection whose header isn't complete in time is closed, and an incomplete header is logged."""
    connection = Connection()
    connection.clock.advance(9)
    if sent:
        connection.protocol.dataReceived(sent)
    assert not connection.closed()
    connection.clock.advance(1)
    assert connection.closed()
    assert [event["problem"] for event in logged if "problem" in event] == problems
    connection.end()


def test_endpoints_without_proxy_protocol() -> None:
    """Endpoints without the PROXY protocol are left unchanged."""
    made = FakeEndpoint("tcp:80")
    assert checked_proxy_header(as_reactor(Clock()), "tcp:80", lambda *_: made, 10) is made
