"""A connection carries one request at a time, and each request ends with a response or an error."""

from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from twisted.internet.address import IPv4Address
from twisted.internet.defer import CancelledError, Deferred
from twisted.internet.error import ConnectionDone, ConnectionLost
from twisted.internet.protocol import Protocol, connectionDone
from twisted.internet.task import Clock
from twisted.internet.testing import StringTransport
from twisted.python.failure import Failure
from twisted.web.client import FileBodyProducer, ResponseDone
from twisted.web.http_headers import Headers
from twisted.web.iweb import UNKNOWN_LENGTH, IAgent, IClientRequest
from zope.interface.verify import verifyObject

from sitescan.concurrency.deadline import Deadline, TimedOut
from sitescan.egress.head_receiver import HeadLimits
from sitescan.egress.http_connection import ConnectionLimits, HttpConnection
from sitescan.egress.http_request import HttpRequest
from sitescan.egress.http_response import HttpResponse
from sitescan.egress.request_errors import Unreachable
from sitescan.model.answers import Problem
from sitescan.standards.urls import parse_target
from tests.results import failure_now, nothing_yet, result_now

HEAD = b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n"


class BodyCollector(Protocol):
    """A protocol that collects a body."""

    def __init__(self) -> None:
        self.received = b""
        self.ended: Failure | None = None

    def dataReceived(self, data: bytes) -> None:  # noqa: N802
        """Collect data."""
        self.received += data

    def connectionLost(self, reason: Failure = connectionDone) -> None:  # noqa: N802
        """Keep the reason why the body ended."""
        self.ended = reason


class Line:
    """A connection in memory, over which one request was sent."""

    def __init__(self, method: bytes = b"GET") -> None:
        self.clock = Clock()
        self.idle: list[HttpConnection] = []
        self.gone: list[HttpConnection] = []
        self.connection = HttpConnection(
            "http://a.example",
            ConnectionLimits(clock=self.clock, head=HeadLimits(bytes=1000, lines=10, seconds=5)),
            idle=self.idle.append,
            gone=self.gone.append,
        )
        self.end = StringTransport(peerAddress=IPv4Address("TCP", "93.184.215.14", 80))
        self.connection.makeConnection(self.end)
        self.answer = self.send(method)

    def send(self, method: bytes = b"GET") -> Deferred[HttpResponse]:
        """Send another request."""
        return self.connection.send(
            HttpRequest(method, parse_target("http://a.example/p?q"), Headers({"Accept": ["text/html"]}))
        )

    def feed(self, data: bytes, chunk: int = 0) -> None:
        """Deliver data in chunks of a size until the connection is closed."""
        for at in range(0, len(data), chunk or len(data)):
            if self.end.disconnected:
                return
            self.connection.dataReceived(data[at : at + (chunk or len(data))])

    def lose(self, reason: Exception | None = None) -> None:
        """Lose the connection."""
        self.connection.connectionLost(Failure(reason or ConnectionDone()))

    def delivered(self) -> BodyCollector:
        """Return the protocol that has received the body."""
        collector = BodyCollector()
        result_now(self.answer).deliverBody(collector)
        return collector

    @property
    def timers(self) -> int:
        """The number of delayed calls."""
        return len(self.clock.getDelayedCalls())


def test_request_bytes() -> None:
    """A request consists of exactly the expected bytes."""
    line = Line(b"HEAD")
    assert line.end.value() == (
        b"HEAD /p?q HTTP/1.1\r\nHost: a.example\r\nAccept-Encoding: gzip, br\r\nAccept: text/html\r\n\r\n"
    )
    verifyObject(IClientRequest, HttpRequest(b"GET", parse_target("http://a.example/p"), Headers()))


def test_provides_agent_interface() -> None:
    """A connection provides what treq needs of an agent, and refuses requests that it isn't meant for."""
    line = Line()
    connection, headers = line.connection, Headers({"Accept": ["text/css"]})
    verifyObject(IAgent, connection)
    line.feed(HEAD + b"pears")
    line.delivered()
    line.end.clear()
    with pytest.raises(NotImplementedError):
        connection.request(b"POST", b"http://a.example/", headers, FileBodyProducer(BytesIO()))
    with pytest.raises(ValueError, match="one origin"):
        connection.request(b"GET", b"http://b.example/", headers)
    assert not line.end.value()
    connection.request(b"GET", b"http://a.example/q", headers)
    assert line.end.value().startswith(b"GET /q HTTP/1.1\r\nHost: a.example\r\n")


def test_connection_fields_are_replaced() -> None:
    """Fields that the connection writes itself replace those of the caller, and line ends are replaced by spaces."""
    headers = Headers({"accept-encoding": ["x"], "host": ["b"], "x-a": ["1\r\nb: 2"]})
    message = HttpRequest(b"GET", parse_target("http://a.example:8080/"), headers).message
    assert message == (b"GET / HTTP/1.1\r\nHost: a.example:8080\r\nAccept-Encoding: gzip, br\r\nX-A: 1 b: 2\r\n\r\n")


@pytest.mark.parametrize("chunk", [1, 3, 7, 0])
@pytest.mark.parametrize(
    ("method", "sent", "body"),
    [
        (b"GET", HEAD + b"pears", b"pears"),
        (
            b"GET",
            b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2;a=b\r\npe\r\n3\r\nars\r\n0\r\n\r\n",
            b"pears",
        ),
        (b"GET", b"HTTP/1.1 200 OK\r\nContent-Length: 3, 3\r\nContent-Length: 3\r\n\r\nfig", b"fig"),
        (b"GET", b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", b""),
        (b"GET", b"HTTP/1.1 204 None\r\nContent-Length: 9\r\n\r\n", b""),
        (b"GET", b"HTTP/1.1 304 Same\r\nContent-Length: 9\r\n\r\n", b""),
        (b"HEAD", b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n", b""),
        (b"HEAD", b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", b""),
        (b"HEAD", b"HTTP/1.1 200 OK\r\n\r\n", b""),
        (b"GET", b"HTTP/1.0 200 OK\r\nConnection: Keep-Alive\r\nContent-Length: 3\r\n\r\nfig", b"fig"),
    ],
)
def test_body_with_known_end(method: bytes, sent: bytes, body: bytes, chunk: int) -> None:
    """A body with a known end is complete, and its connection can carry another request (RFC 9112, 6.3)."""
    line = Line(method)
    line.feed(sent, chunk)
    collector = line.delivered()
    assert collector.received == body
    assert collector.ended is not None
    assert collector.ended.check(ResponseDone)
    assert line.idle == [line.connection]
    assert line.connection.usable
    line.send()
    assert not line.connection.usable


@pytest.mark.parametrize(
    "sent",
    [
        b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\npears",
        b"HTTP/1.0 200 OK\r\nContent-Length: 5\r\n\r\npears",
        HEAD + b"pears and more",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\npears\r\n0\r\n\r\nmore",
    ],
)
def test_connection_that_cannot_be_reused(sent: bytes) -> None:
    """A connection that the server will close, or over which it sends excess data, is closed after the response."""
    line = Line()
    line.feed(sent)
    assert line.delivered().received == b"pears"
    assert not line.idle
    assert line.end.disconnected


def test_data_over_an_idle_connection() -> None:
    """Data that arrives over an idle connection closes it."""
    line = Line()
    line.feed(HEAD + b"pears")
    assert line.connection.usable
    line.feed(b"HTTP/1.1 200 OK\r\n\r\n")
    assert line.end.disconnected
    assert not line.connection.usable


@pytest.mark.parametrize("reason", [ConnectionDone(), ConnectionLost()])
def test_body_ends_with_connection(reason: Exception) -> None:
    """A body without a length ends with its connection."""
    line = Line()
    line.feed(b"HTTP/1.1 200 OK\r\n\r\npea")
    collector = line.delivered()
    line.feed(b"rs")
    line.lose(reason)
    assert collector.received == b"pears"
    assert collector.ended is not None
    assert collector.ended.check(ResponseDone)
    assert line.gone == [line.connection]
    assert not line.idle


@pytest.mark.parametrize(
    "sent", [HEAD + b"pea", b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\npea", HEAD]
)
def test_truncated_body(sent: bytes) -> None:
    """A body that is shorter than announced ends with the error of the connection."""
    line = Line()
    line.feed(sent)
    collector = line.delivered()
    line.lose(ConnectionLost())
    assert collector.ended is not None
    assert collector.ended.check(ConnectionLost)


def test_malformed_chunks() -> None:
    """A malformed chunk ends the response with an error and closes the connection."""
    line = Line()
    line.feed(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
    collector = line.delivered()
    line.feed(b"pears\r\n")
    assert collector.ended is not None
    assert not collector.ended.check(ResponseDone)
    assert line.end.disconnected


@pytest.mark.parametrize(
    "head",
    [
        b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: \r\n\r\n",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: identity\r\nContent-Length: 5\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nA: \0\r\n\r\n",
        b"SSH-2.0-OpenSSH_9.6\r\n",
    ],
)
def test_malformed_response(head: bytes) -> None:
    """A response that isn't HTTP, or whose end is ambiguous, closes the connection and fails as malformed."""
    line = Line()
    line.feed(head)
    assert line.end.disconnected
    line.lose()
    failure_now(line.answer, ConnectionDone)
    problem = line.connection.problem
    assert isinstance(problem, Unreachable)
    assert problem.problem is Problem.MALFORMED


def test_unread_body() -> None:
    """Nothing more is read from the network until the body is delivered to a protocol."""
    line = Line()
    line.feed(HEAD + b"pe")
    assert line.end.producerState == "paused"
    response, collector = result_now(line.answer), BodyCollector()
    response.deliverBody(collector)
    assert (collector.received, line.end.producerState) == (b"pe", "producing")
    transport: object = collector.transport
    assert transport is line.connection
    line.feed(b"ars")
    assert collector.received == b"pears"
    with pytest.raises(RuntimeError):
        response.deliverBody(collector)


def test_tiny_chunks_before_the_body_is_read() -> None:
    """A body in tiny chunks that arrives with its head is decoded only as far as it takes to refuse it."""
    line = Line()
    line.feed(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + b"1\r\na\r\n" * 10_000)
    assert line.delivered().received == b"a" * 513


def test_chunks_before_the_body_is_read() -> None:
    """A body in any number of larger chunks that arrives with its head is received."""
    line = Line()
    line.feed(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + b"10\r\n0123456789abcdef\r\n" * 1000)
    assert line.delivered().received == b"0123456789abcdef" * 1000


def test_received_body_can_be_read_later() -> None:
    """A body that has arrived can be read after the connection has carried another request."""
    line = Line()
    line.feed(HEAD + b"pears")
    again = line.send()
    line.feed(HEAD + b"apple")
    assert line.delivered().received == b"pears"
    other = BodyCollector()
    result_now(again).deliverBody(other)
    assert other.received == b"apple"


def test_request_deadline() -> None:
    """A response whose head is late for its deadline is given up; after the head, the body may take its time."""
    line = Line(b"HEAD")
    line.feed(HEAD)
    line.connection.deadline = Deadline.after(line.clock, 2)
    in_time = line.send(b"HEAD")
    line.clock.advance(1)
    line.feed(HEAD)
    line.clock.advance(1)
    assert result_now(in_time).code == 200
    assert line.connection.usable
    line.connection.deadline = Deadline.after(line.clock, 3)
    late = line.send(b"HEAD")
    line.clock.advance(3)
    problem = failure_now(late, TimedOut)
    assert isinstance(problem, TimedOut)
    assert problem.seconds == 3
    assert line.end.disconnected
    line.lose(ConnectionLost())
    assert not line.timers


def test_slow_head() -> None:
    """A head that takes too long is given up, even if bytes trickle in."""
    line = Line()
    for byte in HEAD[:-1]:
        line.feed(bytes([byte]))
        line.clock.advance(0.1)
    assert line.connection.problem is None
    line.clock.advance(5)
    problem: object = line.connection.problem
    assert isinstance(problem, TimedOut)
    assert line.end.disconnected
    line.lose()
    failure_now(line.answer, ConnectionDone)
    assert not line.timers


def test_head_timeout_restarts_for_each_request() -> None:
    """Each request of a connection has the full time for its head, with one timer for all requests."""
    line = Line()
    line.clock.advance(3)
    line.feed(HEAD + b"pears")
    answered = [line.connection.answered]
    again = line.send()
    assert [*answered, line.connection.answered] == [True, False]
    assert (line.connection.used, line.timers) == (2, 1)
    line.clock.advance(4)
    assert not line.end.disconnected
    line.feed(HEAD[:10])
    line.clock.advance(0.5)
    line.feed(HEAD[10:])
    line.clock.advance(2)
    timings = result_now(again).timings
    assert (timings.first_byte, timings.download) == (4, 2.5)
    line.feed(b"apple")
    line.clock.advance(10)
    assert (line.end.disconnected, line.timers) == (False, 0)
    line.send()
    line.clock.advance(5)
    assert line.end.disconnected


def test_lost_connection() -> None:
    """A request whose connection is lost fails, and no timer is left."""
    line = Line()
    line.lose(ConnectionLost())
    failure_now(line.answer, ConnectionLost)
    assert not line.timers
    assert line.gone == [line.connection]
    line.connection.abort()


def test_connection_lost_before_request() -> None:
    """A request over a connection that was lost meanwhile fails at once, and nothing is sent."""
    for lose in (Line.lose, lambda line: line.connection.abort()):
        line = Line()
        line.feed(HEAD + b"pears")
        lose(line)
        line.end.clear()
        failure_now(line.send(), ConnectionLost)
        assert not line.end.value()


def test_cancelled() -> None:
    """Cancelling a request closes its connection, and the pool is notified once."""
    line = Line()
    line.answer.cancel()
    failure_now(line.answer, CancelledError)
    assert line.end.disconnected
    line.lose()
    assert line.gone == [line.connection]
    assert not line.timers


def test_size_includes_transfer_coding() -> None:
    """The size of a body includes the overhead of its transfer coding."""
    line = Line()
    line.feed(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5;why\r\npears\r\n")
    assert result_now(line.answer).body_size == 14


def test_aborted_before_connected() -> None:
    """A connection that is aborted before it is made is closed as soon as it is made."""
    line = Line()
    early = HttpConnection(
        "http://a.example",
        ConnectionLimits(clock=line.clock, head=HeadLimits(bytes=9, lines=9, seconds=9)),
        idle=line.idle.append,
        gone=line.gone.append,
    )
    early.abort()
    early.makeConnection(line.end)
    assert line.end.disconnected
    assert not early.usable


def test_fields_passed_to_treq() -> None:
    """Treq sees the fields as received, except the one that would make it decode bodies."""
    line = Line(b"HEAD")
    line.feed(b"HTTP/1.1 200 OK\r\nX-A: 1\r\nContent-ENCODING: gzip\r\nx-a: \xe4\r\n\r\n")
    headers = result_now(line.answer).headers
    assert [*headers.getAllRawHeaders()] == [(b"X-A", [b"1", b"\xe4"])]


@pytest.mark.parametrize(("fields", "length"), [(b"Content-Length: 5\r\n", 5), (b"", UNKNOWN_LENGTH)])
def test_length_passed_to_treq(fields: bytes, length: object) -> None:
    """The length that treq sees is that of the server, or unknown."""
    line = Line(b"HEAD")
    line.feed(b"HTTP/1.1 200 OK\r\n" + fields + b"\r\n")
    assert result_now(line.answer).length == length


@given(st.binary(max_size=200), st.integers(1, 50), st.sampled_from([b"GET", b"HEAD"]))
def test_arbitrary_data(data: bytes, chunk: int, method: bytes) -> None:
    """A request ends with a result and leaves no timer, for arbitrary data from the server."""
    line = Line(method)
    line.feed(b"HTTP/1.1 200 OK\r\n" + data, chunk)
    collector = None if nothing_yet(line.answer) else line.delivered()
    line.lose()
    if collector is None:
        failure_now(line.answer, ConnectionDone)
    else:
        assert collector.ended is not None
    assert not line.timers
    assert line.gone == [line.connection]
