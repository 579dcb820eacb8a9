"""A request is repeated only after an error for HEAD, a busy response, or a redirect loop that sets a cookie."""

from collections.abc import Iterator

import pytest
from twisted.internet.defer import Deferred

from sitescan.fetch.check_url import check_url
from sitescan.model.answers import Answer, Problem, Verdict
from tests.egress.wire import Wire
from tests.results import nothing_yet, result_now

URL = "http://a.example/pears"
FINE = b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"
BUSY = b"HTTP/1.1 429 Slow down\r\nRetry-After: 2\r\nContent-Length: 0\r\n\r\n"


@pytest.fixture
def wire() -> Iterator[Wire]:
    """A session that must leave no connection and no timer."""
    wire = Wire(per_host=1)
    yield wire
    wire.reactor.advance(0)
    wire.end()


def asking(wire: Wire, url: str = URL, seconds: float = 10) -> Deferred[Answer]:
    """Start to check a URL."""
    return Deferred.fromCoroutine(check_url(wire.session, url, wire.deadline(seconds)))


def answer(wire: Wire, *answers: bytes) -> list[str]:
    """Accept a connection, answer the requests that come over it, and return their methods and paths."""
    protocol, end = wire.accept()
    requests = []
    for response in answers:
        requests.append(end.value().partition(b" HTTP/")[0].decode())
        end.clear()
        protocol.dataReceived(response)
    return requests


def test_head_is_enough(wire: Wire) -> None:
    """A HEAD request that succeeds is the only request."""
    checking = asking(wire)
    assert answer(wire, FINE) == ["HEAD /pears"]
    assert result_now(checking).verdict is Verdict.OK


@pytest.mark.parametrize("status", [400, 403, 404, 405, 500, 501])
def test_head_is_refused(wire: Wire, status: int) -> None:
    """If HEAD is answered with an error, the answer to GET counts."""
    checking = asking(wire)
    refused = b"HTTP/1.1 %d No\r\nContent-Length: 5\r\n\r\n" % status
    assert answer(wire, refused, FINE) == ["HEAD /pears", "GET /pears"]
    result = result_now(checking)
    assert (result.verdict, result.method) == (Verdict.OK, "GET")


def test_get_starts_from_original_url(wire: Wire) -> None:
    """GET starts from the original URL, because a server may redirect HEAD to an error page."""
    checking = asking(wire)
    moved = b"HTTP/1.1 302 Found\r\nLocation: /error\r\nContent-Length: 0\r\n\r\n"
    gone = b"HTTP/1.1 404 No\r\nContent-Length: 0\r\n\r\n"
    assert answer(wire, moved, gone, FINE) == ["HEAD /pears", "HEAD /error", "GET /pears"]
    assert result_now(checking).steps == ()


def test_no_get_after_timeout(wire: Wire) -> None:
    """A HEAD request that times out isn't followed by a GET request, which would take as long again."""
    checking = asking(wire, seconds=3)
    _, end = wire.accept()
    end.clear()
    wire.reactor.advance(3)
    wire.settle()
    assert result_now(checking).problem is Problem.TIMEOUT
    assert not end.value()
    assert len(wire.dialled) == 1


TOO_MANY = b"HTTP/1.1 429 Slow down\r\nContent-Length: 0\r\n\r\n"


@pytest.mark.parametrize(("data", "seconds"), [(BUSY, 2.0), (TOO_MANY, 1.0)], ids=["asks for 2 s", "does not say"])
def test_busy_host_is_retried(wire: Wire, data: bytes, seconds: float) -> None:
    """A request to a busy host is sent again after the Retry-After time, or after a second, and its answer counts."""
    checking = asking(wire)
    protocol, end = wire.accept()
    protocol.dataReceived(data)
    end.clear()
    wire.reactor.advance(seconds - 0.1)
    assert nothing_yet(checking)
    assert not end.value()
    wire.reactor.advance(0.1)
    assert end.value().startswith(b"HEAD /pears")
    protocol.dataReceived(FINE)
    assert result_now(checking).verdict is Verdict.OK


def test_busy_host_is_abandoned(wire: Wire) -> None:
    """A host that is still busy after its Retry-After time receives no further request in the scan."""
    checking = asking(wire)
    protocol, end = wire.accept()
    protocol.dataReceived(BUSY)
    wire.reactor.advance(2)
    protocol.dataReceived(BUSY)
    assert result_now(checking).verdict is Verdict.UNVERIFIABLE
    end.clear()
    another = result_now(asking(wire, "http://a.example/apples"))
    assert (another.problem, another.verdict) == (Problem.BUSY, Verdict.UNVERIFIABLE)
    assert not end.value()


def test_no_retry_after(wire: Wire) -> None:
    """A busy host without Retry-After is waited for once; other links to it are requested without waiting."""
    checking = asking(wire)
    protocol, _ = wire.accept()
    protocol.dataReceived(TOO_MANY)
    wire.reactor.advance(1)
    protocol.dataReceived(TOO_MANY)
    assert result_now(checking).verdict is Verdict.UNVERIFIABLE
    another, third = asking(wire, "http://a.example/apples"), asking(wire, "http://a.example/plums")
    protocol.dataReceived(TOO_MANY)
    assert result_now(another).status == 429
    protocol.dataReceived(FINE)
    assert result_now(third).verdict is Verdict.OK


def test_retry_after_exceeds_deadline(wire: Wire) -> None:
    """A Retry-After time that exceeds the deadline isn't waited for."""
    checking = asking(wire, seconds=1)
    answer(wire, BUSY)
    assert result_now(checking).status == 429


@pytest.mark.parametrize("busy", [BUSY, BUSY.replace(b"429", b"503")], ids=["429", "503"])
def test_second_response_of_busy_host(wire: Wire, busy: bytes) -> None:
    """If a second response of a busy host has a Retry-After time, requests to the host wait longer."""
    fine, first, second, third = (asking(wire, f"http://a.example/{number}") for number in range(4))
    protocol, end = wire.accept()
    for data in (FINE, busy, busy.replace(b"Retry-After: 2", b"Retry-After: 3")):
        protocol.dataReceived(data)
    assert result_now(fine).verdict is Verdict.OK
    for seconds in (2, 0.9):
        wire.reactor.advance(seconds)
        assert end.value().count(b"HEAD") == 3
    wire.reactor.advance(0.1)
    for _ in range(3):
        protocol.dataReceived(FINE)
    assert {result_now(checking).verdict for checking in (first, second, third)} == {Verdict.OK}


def test_waiting_requests_fail_when_host_is_abandoned(wire: Wire) -> None:
    """Requests that wait for a busy host fail at once when it asks for more time than is left."""
    first, second, third = (asking(wire, f"http://a.example/{number}") for number in range(3))
    protocol, end = wire.accept()
    protocol.dataReceived(BUSY)
    protocol.dataReceived(BUSY.replace(b"Retry-After: 2", b"Retry-After: 60"))
    assert result_now(second).status == 429
    assert result_now(third).problem is Problem.BUSY
    wire.reactor.advance(2)
    assert result_now(first).problem is Problem.BUSY
    assert end.value().count(b"HEAD") == 2


def test_success_between_busy_responses(wire: Wire) -> None:
    """Requests to a host go on if it has answered one between the two that it wants to be repeated later."""
    checked = [asking(wire, f"http://a.example/{number}") for number in range(4)]
    protocol, _ = wire.accept()
    for data in (BUSY, FINE, BUSY, FINE):
        protocol.dataReceived(data)
    assert [check.called for check in checked] == [False, True, False, True]
    wire.reactor.advance(2)
    for _ in range(2):
        protocol.dataReceived(FINE)
    assert {result_now(check).verdict for check in checked} == {Verdict.OK}


def test_redirect_loop_ends_with_cookie(wire: Wire) -> None:
    """A redirect loop that sets a cookie is followed once more with the cookie, as browsers do."""
    checking = asking(wire)
    protocol, end = wire.accept()
    end.clear()
    protocol.dataReceived(
        b"HTTP/1.1 302 Found\r\nLocation: /pears\r\nSet-Cookie: seen=1; Path=/\r\nContent-Length: 0\r\n\r\n"
    )
    wire.settle()
    assert b"\r\nCookie: seen=1\r\n" in end.value()
    protocol.dataReceived(FINE)
    assert result_now(checking).verdict is Verdict.OK


def test_redirect_loop_despite_cookie(wire: Wire) -> None:
    """A redirect loop that goes on despite its cookie is reported as a loop."""
    checking = asking(wire)
    circle = b"HTTP/1.1 302 Found\r\nLocation: /pears\r\nSet-Cookie: seen=1\r\nContent-Length: 0\r\n\r\n"
    answer(wire, circle, circle, circle, circle)
    assert result_now(checking).problem is Problem.LOOP
