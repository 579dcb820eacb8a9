"""treq sends requests and receives responses, and the URL on the wire is exactly the one that was checked."""

import gzip
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from treq.response import _Response
from twisted.internet.defer import Deferred
from twisted.web.iweb import IResponse
from zope.interface.verify import verifyObject

from sitescan.egress.body import BodyLimits
from sitescan.egress.checked_url import CheckedUrl
from sitescan.egress.request_errors import TooLarge
from sitescan.egress.response import Response
from sitescan.standards.urls import InvalidTarget, parse_target, serialized_target
from tests.egress.wire import PUBLIC, Wire
from tests.results import failure_now, result_now

#: URLs whose host or path treq, hyperlink or Twisted would serialize differently.
ODD_URLS = (
    "http://[2a00:1450::1]/",
    "http://[2a00:1450::1]:8080/p?q",
    "http://xn--bcher-kva.example/",
    "http://bücher.example/bücher?bücher",
    "http://a.example/%7Ea/%7e/~a",
    "http://a.example//double//slash",
    "http://a.example/a;b=c;d?e;f",
    "http://a.example/?",
    "http://a.example/??a=b&a&=&",
    "http://a.example/%",
    "http://a.example/%zz?%",
    "http://a.example/p|q^r`{}?'\"<>",
    "http://a.example/a+b?a+b%20c",
    "http://a.example/./../x",
    "http://a.example/%2e%2e/x",
    "http://a.example/:80@b.example/",
    "http://a.example/?http://b.example/",
    "http://a.example./",
    "http://a.example:8080",
    "http://1.1/",
)


def resolver_of(url: str) -> dict[str, list[list[str]]]:
    """Return the answers of a name server that knows the host of a URL."""
    return {parse_target(url).host.rstrip("."): [[PUBLIC]], parse_target(url).host: [[PUBLIC]]}


@pytest.fixture
def wire() -> Iterator[Wire]:
    """A session that must leave no connection and no timer."""
    wire = Wire()
    yield wire
    wire.end()


@pytest.mark.parametrize("url", ODD_URLS)
@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_checked_url_is_sent(method: str, url: str) -> None:
    """Method, path, query and host are sent as the URL parser serialized them."""
    wire = Wire(resolver_of(url))
    target = parse_target(url)
    request = Deferred.fromCoroutine(wire.session.request(method, target, wire.deadline(), [("Accept", "text/css")]))
    protocol, end = wire.accept()
    lines = end.value().split(b"\r\n")
    assert lines[0] == f"{method} {target.path} HTTP/1.1".encode()
    hosts = [line for line in lines if line.lower().startswith(b"host:")]
    assert hosts == [b"Host: " + target.url.split("/")[2].encode()]
    ((sent, address, headers),) = wire.sent
    assert (sent, address) == (method, target.url)
    assert headers["Accept"] == ["text/css"]
    protocol.dataReceived(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
    result_now(request).close()
    wire.end()


@given(st.text(alphabet=st.characters(min_codepoint=33, max_codepoint=0x2FFF), max_size=40))
def test_path_is_sent_as_serialized(path: str) -> None:
    """The agent recovers the checked URL from the URL that treq passes on, for any path and query."""
    try:
        target = parse_target(f"https://a.example/{path}")
    except InvalidTarget:
        return
    serialized = CheckedUrl(target).to_uri().to_text()
    assert serialized == target.url
    again = serialized_target(serialized)
    assert (again.url, again.path, again.origin) == (target.url, target.path, target.origin)


def answered(wire: Wire, head: bytes) -> Response:
    """Return the response of a server that sends a response head."""
    request = Deferred.fromCoroutine(wire.session.request("GET", parse_target("http://a.example/"), wire.deadline()))
    protocol, _ = wire.accept()
    protocol.dataReceived(head)
    return result_now(request)


def test_treq_response(wire: Wire) -> None:
    """The status, fields and body are those of treq's response, and no field is lost."""
    response = answered(
        wire, b"HTTP/1.1 203 Fine\r\nX-B: 1\r\nContent-Length: 5\r\nx-a: \xe4\r\nContent-Encoding: br\r\n\r\n....."
    )
    carried: Any = response._response
    assert isinstance(carried, _Response)
    verifyObject(IResponse, carried.original)
    assert (carried.code, carried.phrase, carried.version) == (203, b"Fine", (b"HTTP", 1, 1))
    assert carried.headers.getRawHeaders(b"x-a") == [b"\xe4"]
    assert [*response.headers] == [("X-B", "1"), ("Content-Length", "5"), ("x-a", "ä"), ("Content-Encoding", "br")]
    assert (response.status, response.http_version, response.length) == (203, "1.1", 5)
    assert carried.previousResponse is None
    with pytest.raises(NotImplementedError):
        carried.setPreviousResponse(carried)
    response.close()


def test_treq_does_not_decode(wire: Wire) -> None:
    """Treq decodes no body: 10 MB of zeros in 10 KB of gzip meet the limits of the session."""
    bomb = gzip.compress(bytes(10_000_000))
    response = answered(
        wire, b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: %d\r\n\r\n%b" % (len(bomb), bomb)
    )
    limits = BodyLimits(wire=100_000, decoded=100_000)
    body = Deferred.fromCoroutine(response.body(limits, wire.deadline()))
    wire.reactor.advance(0)
    failure_now(body, TooLarge)
    response.close()


def test_treq_follows_no_redirect_and_keeps_no_cookie(wire: Wire) -> None:
    """The client follows no redirect and sends no cookie back."""
    response = answered(
        wire, b"HTTP/1.1 302 Found\r\nLocation: /next\r\nSet-Cookie: a=b; Path=/\r\nContent-Length: 0\r\n\r\n"
    )
    assert (response.status, response.headers.location) == (302, "/next")
    response.close()
    _, end = wire.ends[0]
    end.clear()
    again = Deferred.fromCoroutine(wire.session.request("GET", parse_target("http://a.example/"), wire.deadline()))
    assert b"cookie" not in end.value().lower()
    wire.ends[0][0].dataReceived(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
    result_now(again).close()
