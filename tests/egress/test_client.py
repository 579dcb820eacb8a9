"""A session keeps to the limits of its scan, and leaves nothing behind when it ends."""

from collections.abc import Iterator
from typing import Any

import pytest
from twisted.internet.defer import CancelledError, Deferred
from twisted.internet.error import ConnectionDone
from twisted.python.failure import Failure
from zope.interface import implementer

from sitescan.concurrency.deadline import Deadline, TimedOut
from sitescan.egress.body import Body, BodyLimits
from sitescan.egress.policy import Forbidden
from sitescan.egress.request_errors import Unreachable
from sitescan.egress.resolver import LOOKUPS_PER_SCAN, NameNotFound
from sitescan.egress.response import Response
from sitescan.interfaces import IResolver
from sitescan.model.answers import Problem
from sitescan.standards.urls import parse_target
from tests.egress.wire import PUBLIC, Wire
from tests.results import failure_now, nothing_yet, result_now

EMPTY = b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"
LIMITS = BodyLimits(wire=1000, decoded=1000)


@implementer(IResolver)
class SlowResolver:
    """A resolver whose answers come when the test sends them."""

    def __init__(self) -> None:
        self.requests: list[Deferred[Any]] = []

    def addresses(self, host: str) -> Deferred[Any]:
        """Start to resolve a host name (:meth:`sitescan.interfaces.IResolver.addresses`)."""
        self.requests.append(Deferred())
        return self.requests[-1]

    def has_record(self, host: str, kind: int, deadline: Deadline) -> Deferred[Any]:
        """Not to be asked (:meth:`sitescan.interfaces.IResolver.has_record`)."""
        raise NotImplementedError


@pytest.fixture
def wire() -> Iterator[Wire]:
    """A session that must leave no connection and no timer."""
    wire = Wire()
    yield wire
    wire.end()


def ask(wire: Wire, url: str = "http://a.example/", method: str = "GET") -> Deferred[Response]:
    """Start a request."""
    return Deferred.fromCoroutine(wire.session.request(method, parse_target(url), wire.deadline()))


def test_request_fields(wire: Wire) -> None:
    """A request has the path, the host and the fields that were asked for, without cookies, referrer or credentials."""
    pending = ask(wire, "http://a.example:8080/p?q#f")
    assert wire.dialled == [(PUBLIC, 8080)]
    protocol, end = wire.accept()
    request = end.value()
    assert request.startswith(b"GET /p?q HTTP/1.1\r\n")
    assert b"Host: a.example:8080\r\n" in request
    assert b"Accept-Encoding: gzip, br\r\n" in request.replace(b"accept-encoding", b"Accept-Encoding")
    assert not any(name in request.lower() for name in (b"cookie", b"referer", b"authorization"))
    protocol.dataReceived(b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\nX: 1\r\nx: 2\r\nConnection: close\r\n\r\npears")
    response = result_now(pending)
    assert [*response.headers] == [("Content-Length", "5"), ("X", "1"), ("x", "2"), ("Connection", "close")]
    body = result_now(Deferred.fromCoroutine(response.body(LIMITS, wire.deadline())))
    assert body == Body(data=b"pears", wire_size=5)
    response.close()


def test_connection_is_reused(wire: Wire) -> None:
    """A second request to the same origin uses the same connection."""
    first = ask(wire)
    protocol, end = wire.accept()
    protocol.dataReceived(EMPTY)
    result_now(first).close()
    end.clear()
    second = ask(wire)
    assert len(wire.dialled) == 1
    assert end.value().startswith(b"GET / ")
    protocol.dataReceived(EMPTY)
    result_now(second).close()


def test_last_used_connection_is_reused(wire: Wire) -> None:
    """A request uses the connection that was used last of those that the server hasn't closed meanwhile."""
    requests = [ask(wire) for _ in range(5)]
    for number, request in enumerate(requests):
        protocol, end = wire.accept(number)
        protocol.dataReceived(EMPTY)
        result_now(request).close()
        end.clear()
    (_, first), (protocol, second), *lost = wire.ends
    for other, end in lost:
        end.gone = True
        other.connectionLost(Failure(ConnectionDone()))
    again = ask(wire)
    assert (first.value(), second.value()[:6], len(wire.dialled)) == (b"", b"GET / ", 5)
    protocol.dataReceived(EMPTY)
    result_now(again).close()


def test_connection_is_reused_after_head(wire: Wire) -> None:
    """A response to HEAD has ended, however long the body is that it announces."""
    first = ask(wire, method="HEAD")
    protocol, _ = wire.accept()
    protocol.dataReceived(b"HTTP/1.1 200 OK\r\nContent-Length: 900000\r\n\r\n")
    result_now(first).close()
    second = ask(wire, method="HEAD")
    protocol.dataReceived(EMPTY)
    result_now(second).close()
    assert len(wire.dialled) == 1


def test_idle_connection_closed_by_server(wire: Wire) -> None:
    """If the server closes an idle connection just as a request is sent over it, the request is sent again."""
    first = ask(wire)
    protocol, _ = wire.accept()
    protocol.dataReceived(EMPTY)
    result_now(first).close()
    second = ask(wire)
    wire.ends[0][1].gone = True
    protocol.connectionLost(Failure(ConnectionDone()))
    assert nothing_yet(second)
    assert len(wire.dialled) == 2
    fresh, _ = wire.accept()
    fresh.dataReceived(EMPTY)
    result_now(second).close()


def test_slow_head_on_reused_connection(wire: Wire) -> None:
    """A request over a reused connection that times out isn't sent again: the server is slow, not gone."""
    first = ask(wire)
    protocol, _ = wire.accept()
    protocol.dataReceived(EMPTY)
    result_now(first).close()
    second = ask(wire)
    wire.reactor.advance(10)
    wire.settle()
    failure_now(second, TimedOut)
    assert len(wire.dialled) == 1


def test_fresh_connection_closed_by_server(wire: Wire) -> None:
    """A request over a new connection isn't sent again if the connection is closed without a response."""
    request = ask(wire)
    protocol, end = wire.accept()
    end.gone = True
    protocol.connectionLost(Failure(ConnectionDone()))
    failure = failure_now(request, Unreachable)
    assert isinstance(failure, Unreachable)
    assert failure.problem is Problem.RESET
    assert len(wire.dialled) == 1


def test_reset_beside_later_request(wire: Wire) -> None:
    """If a second request to the host began meanwhile, a request that is reset is sent again after that one."""
    first = ask(wire)
    second = ask(wire)
    (lost, gone), (protocol, end) = wire.accept(0), wire.accept(1)
    gone.gone = True
    lost.connectionLost(Failure(ConnectionDone()))
    assert nothing_yet(first)
    end.clear()
    protocol.dataReceived(EMPTY)
    result_now(second).close()
    assert end.value().startswith(b"GET / ")
    protocol.dataReceived(EMPTY)
    result_now(first).close()


def test_request_after_deadline() -> None:
    """It fails at once, and doesn't count against the limit of the host."""
    wire = Wire(host_requests=2)
    for _ in range(3):
        late = Deferred.fromCoroutine(wire.session.request("GET", parse_target("http://a.example/"), wire.deadline(0)))
        failure_now(late, TimedOut)
    requests = ask(wire)
    protocol, _ = wire.accept()
    protocol.dataReceived(EMPTY)
    result_now(requests).close()
    wire.end()


def test_peer_address_is_checked(wire: Wire) -> None:
    """A connection whose peer turns out to be a private address is closed before anything is sent."""
    request = ask(wire)
    _, end = wire.accept(peer="127.0.0.1")
    failure_now(request, Forbidden)
    assert end.disconnected
    assert not end.value()


def test_each_address_is_tried() -> None:
    """If one address of a host refuses the connection, the next one is tried."""
    wire = Wire({"a.example": [["93.184.215.14", "2a00:1450::1", "93.184.215.16"]]})
    request = ask(wire)
    wire.refuse()
    wire.refuse()
    assert wire.dialled == [("93.184.215.14", 80), ("2a00:1450::1", 80), ("93.184.215.16", 80)]
    wire.refuse()
    failure = failure_now(request, Unreachable)
    assert isinstance(failure, Unreachable)
    assert failure.problem is Problem.REFUSED
    wire.end()


def test_refused_port_is_tried_once(wire: Wire) -> None:
    """Once a port has refused a connection, further requests to it fail at once, and other ports are tried."""
    first = ask(wire)
    wire.refuse()
    failures = [failure_now(first, Unreachable), failure_now(ask(wire, "http://a.example/other"), Unreachable)]
    assert [getattr(failure, "problem", None) for failure in failures] == [Problem.REFUSED] * 2
    assert wire.dialled == [(PUBLIC, 80)]
    other = ask(wire, "http://a.example:8080/")
    assert wire.dialled == [(PUBLIC, 80), (PUBLIC, 8080)]
    other.addErrback(lambda _: None).cancel()


def test_previously_open_port_is_tried_again(wire: Wire) -> None:
    """A port that has accepted a connection before is tried for each request, since it may limit concurrent ones."""
    held = ask(wire)
    wire.accept()
    for number in (1, 2):
        refused = ask(wire)
        wire.refuse()
        failure_now(refused, Unreachable)
        assert len(wire.dialled) == 1 + number
    held.addErrback(lambda _: None).cancel()


def test_unresolved_host_is_not_counted() -> None:
    """Requests to a host that doesn't resolve fail at once and don't count against the limit of the host."""
    wire = Wire({"b.example": [[PUBLIC]]}, host_requests=1)
    for _ in range(3):
        failure = failure_now(ask(wire, "http://pear.example/"), Unreachable)
        assert getattr(failure, "problem", None) is Problem.NAME
    wire.end()


def test_concurrent_requests_share_lookup() -> None:
    """Concurrent requests to a host share one lookup, and cancelling some of them doesn't affect the rest."""
    resolver = SlowResolver()
    wire = Wire(resolver=resolver)
    requests = [ask(wire) for _ in range(3)]
    assert len(resolver.requests) == 1
    for request in requests[:2]:
        request.cancel()
        failure_now(request, CancelledError)
    resolver.requests[0].callback([PUBLIC])
    assert wire.dialled == [(PUBLIC, 80)]
    requests[2].cancel()
    failure_now(requests[2], CancelledError)
    assert wire.stopped == [True]
    assert len(resolver.requests) == 1
    wire.end()


def test_each_failed_lookup_has_its_own_exception() -> None:
    """Each request to a host that doesn't resolve fails with its own exception, so that no traceback grows."""
    wire = Wire(known={"b.example": [[PUBLIC]]})
    first, second = (failure_now(ask(wire), Unreachable) for _ in range(2))
    assert first is not second
    wire.end()


def test_failed_lookup_of_cancelled_requests() -> None:
    """A failed lookup whose requests were all cancelled has no effect."""
    resolver = SlowResolver()
    wire = Wire(resolver=resolver)
    requests = [ask(wire) for _ in range(2)]
    for request in requests:
        request.cancel()
        failure_now(request, CancelledError)
    resolver.requests[0].errback(NameNotFound())
    assert not wire.dialled
    wire.end()


def test_cancelled_while_waiting() -> None:
    """Cancelling a request that waits for its turn gives up its place and connects to nothing."""
    wire = Wire(per_host=1)
    first, second, third = (ask(wire) for _ in range(3))
    assert len(wire.dialled) == 1
    second.cancel()
    failure_now(second, CancelledError)
    first.cancel()
    failure_now(first, CancelledError)
    assert len(wire.dialled) == 2
    third.cancel()
    failure_now(third, CancelledError)
    wire.end()


def test_cancelled_while_connecting(wire: Wire) -> None:
    """Cancelling a request while it connects stops the attempt."""
    request = ask(wire)
    request.cancel()
    failure_now(request, CancelledError)
    assert wire.stopped == [True]


def test_cancelled_during_the_handshake(wire: Wire) -> None:
    """Cancelling a request during the TLS handshake closes the connection at once."""
    request = ask(wire, "https://a.example/")
    _, end = wire.accept()
    assert end.value()
    request.cancel()
    failure_now(request, CancelledError)
    assert end.disconnected


def test_handshake_timeout(wire: Wire) -> None:
    """A TLS handshake that takes too long fails the request with a cause that says so."""
    request = ask(wire, "https://a.example/")
    _, end = wire.accept()
    wire.reactor.advance(5)
    failure = failure_now(request, Unreachable)
    assert isinstance(failure, Unreachable)
    assert (failure.problem, failure.cause) == (Problem.TIMEOUT, "the TLS handshake did not finish")
    assert end.disconnected


@pytest.mark.parametrize("begun", [b"", b"HTTP/1.1 200 OK\r\nA: "])
def test_cancelled_during_the_head(wire: Wire, begun: bytes) -> None:
    """Cancelling a request before the response head is complete closes the connection at once."""
    request = ask(wire)
    protocol, end = wire.accept()
    if begun:
        protocol.dataReceived(begun)
    request.cancel()
    assert end.disconnected
    wire.settle()
    failure_now(request, CancelledError)


def test_cancelled_during_the_body(wire: Wire) -> None:
    """Cancelling a request during the body closes the connection at once."""
    request = ask(wire)
    protocol, end = wire.accept()
    protocol.dataReceived(b"HTTP/1.1 200 OK\r\n\r\nbegun")
    response = result_now(request)
    body = Deferred.fromCoroutine(response.body(LIMITS, wire.deadline()))
    protocol.dataReceived(b"more")
    body.cancel()
    failure_now(body, CancelledError)
    response.close()
    assert end.disconnected


def test_body_timeout(wire: Wire) -> None:
    """A body that trickles in doesn't extend its deadline."""
    request = ask(wire)
    protocol, end = wire.accept()
    protocol.dataReceived(b"HTTP/1.1 200 OK\r\n\r\n")
    response = result_now(request)
    body = Deferred.fromCoroutine(response.body(LIMITS, wire.deadline(5)))
    for _ in range(5):
        protocol.dataReceived(b".")
        wire.reactor.advance(1)
    failure_now(body, TimedOut)
    response.close()
    assert end.disconnected


@pytest.mark.parametrize(
    "head",
    [
        b"HTTP/1.1 200 OK\r\nContent-Length: 131073\r\n\r\nbegun",
        b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\nConnection: close\r\n\r\nbegun",
        b"HTTP/1.0 200 OK\r\nContent-Length: 9\r\n\r\nbegun",
        b"HTTP/1.1 200 OK\r\n\r\nbegun",
    ],
    ids=["long", "closing", "old", "endless"],
)
def test_unread_body(wire: Wire, head: bytes) -> None:
    """Closing a response whose body is long or ends with the connection closes the connection."""
    request = ask(wire)
    protocol, end = wire.accept()
    protocol.dataReceived(head)
    response = result_now(request)
    response.close()
    response.close()
    assert end.disconnected
    assert not wire.session.limiter.requests_to("a.example")


@pytest.mark.parametrize(
    ("framing", "body"),
    [
        (b"Content-Length: 9", b"pears-red"),
        (b"Content-Length: 131072", b"p" * 131072),
        (b"Transfer-Encoding: chunked", b"9\r\npears-red\r\n0\r\n\r\n"),
    ],
    ids=["of a length", "as long as possible", "in chunks"],
)
def test_short_unread_body_is_drained(wire: Wire, framing: bytes, body: bytes) -> None:
    """A short unread body is received to its end, so that its connection can be reused; it counts until then."""
    request = ask(wire)
    protocol, end = wire.accept()
    protocol.dataReceived(b"HTTP/1.1 200 OK\r\n%b\r\n\r\n%b" % (framing, body[:4]))
    response = result_now(request)
    response.close()
    response.close()
    assert wire.session.limiter.requests_to("a.example") == 1
    protocol.dataReceived(body[4:])
    assert not wire.session.limiter.requests_to("a.example")
    assert not end.disconnected
    end.clear()
    second = ask(wire)
    assert len(wire.dialled) == 1
    assert end.value().startswith(b"GET / ")
    protocol.dataReceived(EMPTY)
    result_now(second).close()


@pytest.mark.parametrize(
    ("pieces", "seconds"),
    [([], 0.25), ([b"1000\r\n" + b"a" * 4096 + b"\r\n"] * 32, 0.0), ([b"1\r\na\r\n"] * 257, 0.0)],
    ids=["slow", "long", "tiny"],
)
def test_draining_limits(wire: Wire, pieces: list[bytes], seconds: float) -> None:
    """Draining an unread body is given up if it takes as long as a new connection, is long, or comes in tiny chunks."""
    request = ask(wire)
    wire.reactor.advance(0.2)
    protocol, end = wire.accept()
    protocol.dataReceived(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
    result_now(request).close()
    for piece in pieces:
        assert not end.disconnected
        protocol.dataReceived(piece)
    wire.reactor.advance(seconds / 2)
    assert end.disconnected is bool(pieces)
    wire.reactor.advance(seconds / 2)
    assert end.disconnected
    wire.settle()
    assert not wire.session.limiter.requests_to("a.example")


def test_session_ends_during_draining(wire: Wire) -> None:
    """Ending the session while an unread body is drained closes the connection and leaves no timer."""
    request = ask(wire)
    protocol, _ = wire.accept()
    protocol.dataReceived(b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n")
    result_now(request).close()
    assert wire.reactor.getDelayedCalls()


def test_session_closes_idle_connections() -> None:
    """Idle connections are closed with the session, and leave no timer."""
    wire = Wire()
    request = ask(wire)
    protocol, end = wire.accept()
    protocol.dataReceived(EMPTY)
    result_now(request).close()
    assert not end.disconnected
    wire.end()
    assert end.disconnected


def test_connection_limit() -> None:
    """Idle connections count: a new one is opened only if a scan has fewer than the limit."""
    hosts = [f"h{number}.example" for number in range(8)]
    wire = Wire({host: [[PUBLIC]] for host in hosts}, per_scan=3)
    for host in hosts:
        request = ask(wire, f"http://{host}/")
        wire.settle()
        wire.reactor.advance(0)
        protocol, _ = wire.accept()
        assert sum(not end.gone for _, end in wire.ends) <= 3
        protocol.dataReceived(EMPTY)
        result_now(request).close()
    wire.end()


def test_longest_idle_connection_is_closed() -> None:
    """It is closed to make room for another one; those that servers have closed meanwhile don't count."""
    wire = Wire({f"{name}.example": [[PUBLIC]] for name in "abcd"}, per_scan=2)
    for name in "abc":
        requests = ask(wire, f"http://{name}.example/")
        protocol, end = wire.accept()
        protocol.dataReceived(EMPTY)
        result_now(requests).close()
        if name == "a":
            end.gone = True
            protocol.connectionLost(Failure(ConnectionDone()))
    last = ask(wire, "http://d.example/")
    wire.settle()
    assert [end.gone for _, end in wire.ends] == [True, True, False]
    last.addErrback(lambda _: None).cancel()
    wire.end()


def test_port_not_allowed(wire: Wire) -> None:
    """A request to a port that isn't allowed is refused before its host is resolved."""
    failure_now(ask(wire, "http://a.example:22/"), Forbidden)
    assert not wire.dialled


@pytest.mark.parametrize(
    "line", [b"no colon", b" folded first", b"X Foo: 1", b"X-Foo : 1", b": 1", b"X-F\xf6\xf6: 1", b"HTTP/1.1 200 OK"]
)
def test_malformed_header_line(wire: Wire, line: bytes) -> None:
    """A malformed header line that browsers skip doesn't fail the response, and the other fields are kept."""
    request = ask(wire)
    protocol, _ = wire.accept()
    protocol.dataReceived(b"HTTP/1.1 200 OK\r\n" + line + b"\r\nContent-Length: 0\r\nA: 1\r\n\r\n")
    response = result_now(request)
    assert (response.status, response.headers.get("a"), response.length) == (200, "1", 0)
    assert response.malformed_lines == (() if line[:1] == b" " else (line.decode("latin-1"),))
    response.close()


@pytest.mark.parametrize(
    ("answer", "problem"),
    [
        (b"HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n", Problem.MALFORMED),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n", Problem.MALFORMED),
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n", Problem.MALFORMED),
        (b"HTTP/1.1 200 OK\r\nA\0: 1\r\n\r\n", Problem.MALFORMED),
        (b"SSH-2.0-OpenSSH_9.6\r\n", Problem.MALFORMED),
    ],
)
def test_malformed_responses(wire: Wire, answer: bytes, problem: Problem) -> None:
    """A response that isn't HTTP fails the request as malformed, and the connection is closed."""
    request = ask(wire)
    protocol, end = wire.accept()
    protocol.dataReceived(answer)
    wire.settle()
    failure = failure_now(request, Unreachable)
    assert isinstance(failure, Unreachable)
    assert failure.problem is problem
    assert end.disconnected


def test_lookup_limit() -> None:
    """A scan resolves a limited number of hosts at a time; once it is cancelled, it resolves no more."""
    resolver = SlowResolver()
    wire = Wire(resolver=resolver, per_scan=100, per_host=100)
    waiting = [ask(wire, f"http://{number // 2}.example/") for number in range(100)]
    assert len(resolver.requests) == LOOKUPS_PER_SCAN
    resolver.requests[0].callback([PUBLIC])
    assert len(resolver.requests) == LOOKUPS_PER_SCAN + 1
    assert len(wire.dialled) == 2
    for request in waiting:
        request.addErrback(lambda _: None)
        request.cancel()
    assert len(resolver.requests) == LOOKUPS_PER_SCAN + 1
    wire.end()
