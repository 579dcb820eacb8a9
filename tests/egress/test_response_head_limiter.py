"""A hostile head costs neither time nor memory."""

from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from twisted.internet.error import ConnectionDone
from twisted.internet.protocol import Factory, Protocol, connectionDone
from twisted.internet.task import Clock
from twisted.internet.testing import StringTransport
from twisted.python.failure import Failure

from sitescan.deadline import TimedOut
from sitescan.egress.read_pace import ReadPace
from sitescan.egress.request_errors import Unreachable
from sitescan.egress.response_head import parse_head
from sitescan.egress.response_head_limiter import HeadLimits, ResponseHeadLimiter, ResponseHeadLimiterFactory
from sitescan.model.answers import Problem

LIMITS = HeadLimits(bytes=1000, lines=10, seconds=5)
HEAD = b"HTTP/1.1 200 OK\r\nA: 1\r\nB: 2\r\n\r\n"


class Above(Protocol):
    """What stands above the meter; it keeps what it is given."""

    def __init__(self) -> None:
        self.received = b""
        self.lost = False

    def connectionLost(self, reason: Failure = connectionDone) -> None:  # noqa: N802
        """Remember it."""
        self.lost = True

    def dataReceived(self, data: bytes) -> None:  # noqa: N802
        """Keep it."""
        self.received += data


class TargetEndpoint:
    """A metered connection in memory, over which one request was sent."""

    def __init__(self, limits: HeadLimits = LIMITS) -> None:
        self.clock = Clock()
        above = Above()
        self.pace, above_factory = ReadPace(self.clock), Factory.forProtocol(lambda: above)
        factory = ResponseHeadLimiterFactory(
            above_factory, self.clock, limits, self.pace, secure=False, connections=set()
        )
        meter = factory.buildProtocol(None)
        assert isinstance(meter, ResponseHeadLimiter)
        self.meter, self.above, self.transport = meter, above, StringTransport()
        meter.makeConnection(self.transport)
        meter.write(b"GET / HTTP/1.1\r\n\r\n")

    def feed(self, data: bytes, chunk: int = 0) -> None:
        """Let data arrive, so many bytes at a time, until the connection is given up."""
        for at in range(0, len(data), chunk or len(data)):
            if self.transport.disconnected:
                return
            self.meter.dataReceived(data[at : at + (chunk or len(data))])

    @property
    def cause(self) -> str:
        """Why it was given up."""
        assert isinstance(self.meter.problem, Unreachable)
        return self.meter.problem.cause

    @property
    def problem(self) -> Problem:
        """What kind of problem that is."""
        assert isinstance(self.meter.problem, Unreachable)
        return self.meter.problem.problem

    @property
    def timers(self) -> int:
        """Delayed calls."""
        return len(self.clock.getDelayedCalls())


@pytest.mark.parametrize("chunk", range(1, len(HEAD) + 5))
def test_a_head_is_known_however_it_is_cut(chunk: int) -> None:
    """Every way to cut it gives the same head, and the body is passed on."""
    endpoint = TargetEndpoint()
    endpoint.feed(HEAD + b"body", chunk)
    assert endpoint.meter.take_head() == HEAD
    assert endpoint.above.received == HEAD + b"body"
    assert not endpoint.timers


@pytest.mark.parametrize(
    "head",
    [
        b"HTTP/1.1 200 OK\nA: 1\n\n",
        b"HTTP/1.1 200 OK\nA: 1\n\r\n",
        b"HTTP/1.1 200 OK\r\nA: 1\r\n\n",
        b"HTTP/1.0 404\r\n\r\n",
        b"HTTP/9.9 999 \xff\r\n\r\n",
    ],
)
def test_loose_heads(head: bytes) -> None:
    """A line feed alone ends a line, the phrase may be missing, the status may be anything of three digits."""
    for chunk in (1, len(head)):
        endpoint = TargetEndpoint()
        endpoint.feed(head, chunk)
        assert endpoint.meter.take_head() == head
        assert not endpoint.transport.disconnected


@pytest.mark.parametrize(
    "first",
    [
        b"SSH-2.0-OpenSSH_9.6",
        b"<!doctype html><title>Pears</title>",
        b"",
        b"HTTP/1.1 99 Odd",
        b"HTTP/1.1 +100 Continue",
        b"HTTP/1.1 0100 Continue",
        b"HTTP/1.1 1_00 Continue",
        b"HTTP/1.10 100 Continue",
        b"FOO/1.1 100 Continue",
        b"HTTP/1.1  100 Continue",
        b"HTTP/1.1 2000 OK",
        b"ICY 200 OK",
    ],
)
@pytest.mark.parametrize("chunk", [1, 0])
def test_what_is_no_status_line(first: bytes, chunk: int) -> None:
    """Whatever Twisted might read as an interim answer is none, so no head goes unmetered."""
    endpoint = TargetEndpoint()
    endpoint.feed(first + b"\r\n\r\n" + b"HTTP/1.1 200 OK\r\n" + b"A: " + b"a" * 5000, chunk)
    assert endpoint.cause == "it does not start with an HTTP status line"
    assert endpoint.transport.disconnected


@pytest.mark.parametrize("chunk", [1, 7, 0])
@pytest.mark.parametrize("lines", [10, 11])
def test_lines(lines: int, chunk: int) -> None:
    """So many fields are taken and one more is not."""
    endpoint = TargetEndpoint()
    endpoint.feed(b"HTTP/1.1 200 OK\r\n" + b"A: 1\r\n" * lines + b"\r\n", chunk)
    assert endpoint.transport.disconnected == (lines > 10)


@pytest.mark.parametrize("chunk", [1, 7, 0])
@pytest.mark.parametrize("size", [1000, 1001])
def test_bytes(size: int, chunk: int) -> None:
    """A head of so many bytes is taken and one byte more is not."""
    endpoint = TargetEndpoint()
    start = b"HTTP/1.1 200 OK\r\nA: "
    endpoint.feed(start + b"a" * (size - len(start) - 4) + b"\r\n\r\n", chunk)
    assert endpoint.transport.disconnected == (size > 1000)
    if size > 1000:
        assert endpoint.problem is Problem.HEAD_TOO_LONG


def test_a_head_without_end() -> None:
    """One field folded over 64 MB is given up at the limit."""
    endpoint = TargetEndpoint()
    endpoint.feed(b"HTTP/1.1 200 OK\r\nA: 1\r\n" + b" folded\r\n" * 5000, 9)
    assert endpoint.problem is Problem.HEAD_TOO_LONG
    assert len(endpoint.above.received) <= 1000


@pytest.mark.parametrize("chunk", [1, 4096, 0])
@pytest.mark.parametrize("size", [16_384, 16_385])
def test_long_lines(size: int, chunk: int) -> None:
    """A line that Twisted would not take is named before it does not take it."""
    endpoint = TargetEndpoint(HeadLimits(bytes=64 * 1024, lines=200, seconds=10))
    endpoint.feed(b"HTTP/1.1 200 OK\r\n" + b"A: ".ljust(size - 1, b"a") + b"\r\n\r\n", chunk)
    assert endpoint.transport.disconnected == (size > 16_384)


def test_interim_answers() -> None:
    """Eight announcements are taken, and the head that follows them; endless ones are not."""
    interim = b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"
    endpoint = TargetEndpoint()
    endpoint.feed(interim * 8 + HEAD, 3)
    assert endpoint.meter.take_head() == HEAD
    endpoint = TargetEndpoint()
    endpoint.feed(interim * 9)
    assert endpoint.cause == "it sends endless interim responses"


def test_the_body_is_not_metered() -> None:
    """Lines and bytes after the head do not count."""
    endpoint = TargetEndpoint()
    endpoint.feed(HEAD + b"\n" * 5000)
    endpoint.feed(b"\n\n" * 5000)
    assert not endpoint.transport.disconnected


def test_a_slow_head() -> None:
    """A head that takes longer than it may is given up, however much of it trickles in."""
    endpoint = TargetEndpoint()
    for byte in HEAD[:-1]:
        endpoint.feed(bytes([byte]))
        endpoint.clock.advance(0.1)
    endpoint.clock.advance(5)
    assert isinstance(endpoint.meter.problem, TimedOut)
    assert endpoint.transport.disconnected
    assert not endpoint.timers


def test_each_request_has_its_own_head() -> None:
    """The second request on a connection is metered like the first."""
    endpoint = TargetEndpoint()
    endpoint.feed(HEAD + b"body")
    endpoint.clock.advance(3)
    answered = [endpoint.meter.answered]
    endpoint.meter.writeSequence([b"GET /2 HTTP/1.1\r\n", b"\r\n"])
    assert [*answered, endpoint.meter.answered] == [True, False]
    assert endpoint.meter.used == 2
    endpoint.clock.advance(1)
    endpoint.feed(HEAD[:10])
    endpoint.clock.advance(2)
    endpoint.feed(HEAD[10:])
    assert endpoint.meter.take_head() == HEAD
    timings = endpoint.meter.timings()
    assert (timings.first_byte, timings.download) == (1, 2)


def test_a_request_in_parts_is_one_request() -> None:
    """Several writes before the answer are one request."""
    endpoint = TargetEndpoint()
    endpoint.meter.write(b"more")
    assert endpoint.meter.used == 1
    assert endpoint.timers == 1


def test_a_lost_connection_leaves_no_timer() -> None:
    """The timer ends with the connection."""
    endpoint = TargetEndpoint()
    endpoint.meter.connectionLost()
    assert not endpoint.timers


@pytest.mark.cpu
def test_bytes_one_at_a_time_cost_no_more_than_they_are() -> None:
    """A full head that comes byte by byte is not searched from its start each time."""
    endpoint = TargetEndpoint(HeadLimits(bytes=64 * 1024, lines=200, seconds=10))
    started = process_time()
    endpoint.feed(b"HTTP/1.1 200 OK\r\n" + (b"A: " + b"a" * 16_000 + b"\r\n") * 4 + b"\r\n", 1)
    assert process_time() - started < 1.5
    assert endpoint.meter.take_head()


@given(st.binary(max_size=300), st.integers(1, 50))
def test_anything(data: bytes, chunk: int) -> None:
    """Nothing that a server sends makes the meter fail."""
    endpoint = TargetEndpoint()
    endpoint.feed(b"HTTP/1.1 200 OK\r\n" + data, chunk)
    parse_head(endpoint.meter.take_head())


def test_lost_while_it_waits_to_be_read() -> None:
    """What came before a connection is lost is read before that is told."""
    endpoint = TargetEndpoint()
    endpoint.pace.measure(lambda _: endpoint.clock.advance(1), b"")
    endpoint.feed(HEAD + b"pears")
    endpoint.meter.connectionLost(Failure(ConnectionDone()))
    assert (endpoint.above.received, endpoint.above.lost) == (b"", False)
    assert endpoint.transport.producerState == "paused"
    endpoint.clock.advance(2)
    assert (endpoint.above.received, endpoint.above.lost) == (HEAD + b"pears", True)
    assert not endpoint.timers


def test_given_up_while_it_waits_to_be_read() -> None:
    """What nobody wants any more is not read."""
    for lost_before in (False, True):
        endpoint = TargetEndpoint()
        endpoint.pace.measure(lambda _, clock=endpoint.clock: clock.advance(1), b"")  # type: ignore[misc]  # binds it
        endpoint.feed(HEAD + b"pears")
        if lost_before:
            endpoint.meter.connectionLost(Failure(ConnectionDone()))
        endpoint.meter.abort()
        if not lost_before:
            endpoint.meter.connectionLost(Failure(ConnectionDone()))
        assert (endpoint.above.received, endpoint.above.lost) == (b"", True)
        assert not endpoint.timers


def test_whoever_pauses_stays_paused() -> None:
    """That everything was read does not resume a connection that those above want to pause."""
    endpoint = TargetEndpoint()
    endpoint.pace.measure(lambda _: endpoint.clock.advance(1), b"")
    endpoint.feed(HEAD)
    endpoint.meter.pauseProducing()
    endpoint.clock.advance(2)
    assert endpoint.above.received == HEAD
    assert endpoint.transport.producerState == "paused"
    endpoint.meter.resumeProducing()
    assert endpoint.transport.producerState == "producing"
    endpoint.feed(b"pears")
    assert (endpoint.above.received, endpoint.meter.body_size) == (HEAD + b"pears", 5)
