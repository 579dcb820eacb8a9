"""Requests to a site as a stranger: by another site's script, over plain HTTP, and for security.txt."""

from collections.abc import Iterator

import pytest
from twisted.internet.defer import Deferred

from sitescan.fetch.cross_origin_access import check_cross_origin_access
from sitescan.fetch.site_files import fetch_security_txt
from sitescan.fetch.transport import check_plain_http
from sitescan.model.exchange import Exchange, Hop
from sitescan.standards.http_headers import Headers
from tests.egress.wire import Wire
from tests.results import nothing_yet, result_now


@pytest.fixture
def wire() -> Iterator[Wire]:
    """A session that must leave no connection and no timer."""
    wire = Wire()
    yield wire
    wire.end()


def exchange(url: str = "http://a.example/", requested: str = "", hops: tuple[Hop, ...] = ()) -> Exchange:
    """Return a page that was fetched."""
    return Exchange(requested=requested or url, url=url, hops=hops, status=200, fetched_at=5.0)


def answer(wire: Wire, number: int, head: bytes, body: bytes = b"") -> bytes:
    """Accept a connection, answer its request, and return the request."""
    protocol, end = wire.accept(number)
    request: bytes = end.value()
    protocol.dataReceived(head + b"Content-Length: %d\r\n\r\n" % len(body) + body)
    return request


def test_preflight_and_get(wire: Wire) -> None:
    """Cross-origin access is checked by a preflight and a GET request, with a foreign origin and without cookies."""
    checking = Deferred.fromCoroutine(check_cross_origin_access(wire.session, exchange(), wire.deadline()))
    first = answer(wire, 0, b"HTTP/1.1 204 OK\r\nAccess-Control-Allow-Origin: *\r\n")
    assert nothing_yet(checking)
    second = answer(wire, 1, b"HTTP/1.1 200 OK\r\nX: 1\r\n", b"pears")
    assert first.startswith(b"OPTIONS / ")
    assert b"\r\nAccess-Control-Request-Method: GET\r\n" in first
    assert second.startswith(b"GET / ")
    for request in (first, second):
        assert b"\r\nOrigin: https://stranger.example\r\n" in request
        assert b"cookie" not in request.lower()
    found = result_now(checking)
    assert found.origin == "https://stranger.example"
    assert found.preflight is not None
    assert found.preflight.get("access-control-allow-origin") == "*"
    assert found.answer is not None
    assert found.answer.get("x") == "1"


def test_connections_are_refused(wire: Wire) -> None:
    """If the site refuses the connections, its cross-origin access is unknown."""
    checking = Deferred.fromCoroutine(check_cross_origin_access(wire.session, exchange(), wire.deadline()))
    wire.refuse(0)
    wire.refuse(1)
    found = result_now(checking)
    assert found.preflight is None
    assert found.answer is None


def test_requested_over_plain_http(wire: Wire) -> None:
    """If the page was requested over plain HTTP first, its redirects are known and nothing is requested."""
    hop = Hop(url="http://a.example/", status=301, headers=Headers((("Location", "https://a.example/"),)))
    fetched = exchange("https://a.example/", "http://a.example/", (hop,))
    found = result_now(Deferred.fromCoroutine(check_plain_http(wire.session, fetched, wire.deadline())))
    assert not wire.dialled
    assert found is not None
    assert [step.location for step in found.steps] == ["https://a.example/"]


def test_twin_of_requested_url(wire: Wire) -> None:
    """The plain HTTP twin is that of the requested URL, not that of the URL it redirected to."""
    fetched = exchange("https://b.example/", "https://a.example/x?y")
    checking = Deferred.fromCoroutine(check_plain_http(wire.session, fetched, wire.deadline()))
    request = answer(wire, 0, b"HTTP/1.1 200 OK\r\n")
    assert request.startswith(b"HEAD /x?y ")
    assert b"Host: a.example\r\n" in request
    found = result_now(checking)
    assert found is not None
    assert found.status == 200


def test_no_twin_of_nonstandard_port(wire: Wire) -> None:
    """A page on a nonstandard port has no plain HTTP twin, and nothing is requested."""
    fetched = exchange("https://a.example:8443/")
    assert result_now(Deferred.fromCoroutine(check_plain_http(wire.session, fetched, wire.deadline()))) is None


def test_security_txt(wire: Wire) -> None:
    """The security.txt file is requested at its well-known path."""
    checking = Deferred.fromCoroutine(fetch_security_txt(wire.session, exchange("http://a.example/x"), wire.deadline()))
    request = answer(wire, 0, b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n", "Contact: x ü".encode())
    assert request.startswith(b"GET /.well-known/security.txt ")
    found = result_now(checking)
    assert (found.status, found.content_type, found.text, found.now) == (200, "text/plain", "Contact: x ü", 5.0)


def test_no_security_txt(wire: Wire) -> None:
    """The body of an error in place of security.txt is ignored, and a refused connection leaves the status unknown."""
    checking = Deferred.fromCoroutine(fetch_security_txt(wire.session, exchange(), wire.deadline()))
    answer(wire, 0, b"HTTP/1.1 404 No\r\n", b"not here")
    found = result_now(checking)
    assert (found.status, found.text) == (404, "")
    checking = Deferred.fromCoroutine(fetch_security_txt(wire.session, exchange("http://b.example/"), wire.deadline()))
    wire.refuse(1)
    assert result_now(checking).status is None
