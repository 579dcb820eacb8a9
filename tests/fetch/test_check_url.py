"""A URL is checked with as few requests as possible."""

from typing import Any

import pytest
from twisted.internet.defer import CancelledError, Deferred

from sitescan.fetch.check_url import check_url
from sitescan.fetch.site_files import fetch_robots
from sitescan.fetch.transport import check_plain_http
from sitescan.model.answers import Answer, Problem, Verdict
from sitescan.model.exchange import Exchange
from sitescan.model.redirects import Redirect
from tests.egress.wire import Wire
from tests.results import failure_now, result_now

A, B = "http://a.example/a", "http://b.example/b"


def answer(wire: Wire, url: str = A, **responses: Any) -> Answer:
    """Return the answer of a URL."""
    checking = Deferred.fromCoroutine(check_url(wire.session, url, wire.deadline()))
    wire.serve({A: responses.get("a", {}), B: responses.get("b", {})})
    answered = result_now(checking)
    wire.end()
    return answered


def test_head_is_enough() -> None:
    """A URL that answers HEAD is requested once, and its size is that of the HEAD response."""
    wire = Wire()
    answered = answer(wire, a={"body": b"pears"})
    assert (answered.status, answered.size, answered.verdict) == (200, 5, Verdict.OK)
    assert wire.requests == [("HEAD", A)]


@pytest.mark.parametrize("status", [403, 404, 405, 500, 501])
def test_head_is_refused(status: int) -> None:
    """A URL that answers HEAD with an error is requested with GET."""
    wire = Wire()
    answered = answer(wire, a={"status": {"HEAD": status, "GET": 200}})
    assert (answered.status, answered.method) == (200, "GET")
    assert wire.requests == [("HEAD", A), ("GET", A)]


def test_broken() -> None:
    """A URL that answers both HEAD and GET with an error is broken."""
    answered = answer(Wire(), a={"status": 404})
    assert (answered.status, answered.verdict) == (404, Verdict.BROKEN)


def test_redirects() -> None:
    """The answer of a URL that redirects has the kind of the redirect and the final URL."""
    answered = answer(Wire(), a={"status": 301, "location": B})
    assert (answered.redirect, answered.final_url) == (Redirect.PERMANENT, B)


def test_redirect_to_private_address() -> None:
    """A redirect to a private address isn't followed, and the link counts as unchecked."""
    wire = Wire()
    answered = answer(wire, a={"status": 302, "location": "http://127.0.0.1/"})
    assert (answered.problem, answered.verdict) == (Problem.FORBIDDEN, Verdict.UNCHECKED)
    assert len(wire.dialled) == 1


def test_redirect_to_malformed_url() -> None:
    """A redirect to a malformed URL is recorded as the server sent it, and the link counts as unchecked."""
    answered = answer(Wire(), a={"status": 302, "location": "http://["})
    assert answered.steps[0].location == "http://["
    assert answered.verdict is Verdict.UNCHECKED


@pytest.mark.parametrize(
    ("url", "problem"),
    [
        ("http://127.0.0.1/", Problem.FORBIDDEN),
        ("http://a.example:22/", Problem.FORBIDDEN),
        ("http://c.example/", Problem.NAME),
        ("http://[", Problem.FORBIDDEN),
    ],
)
def test_urls_that_are_not_requested(url: str, problem: Problem) -> None:
    """A URL that is forbidden, malformed or doesn't resolve causes no connection."""
    wire = Wire()
    assert answer(wire, url).problem is problem
    assert not wire.dialled


def test_no_get_after_timeout() -> None:
    """A URL that doesn't answer HEAD in time isn't requested with GET, which would take as long again."""
    wire = Wire()
    checking = Deferred.fromCoroutine(check_url(wire.session, A, wire.deadline()))
    wire.accept()
    wire.reactor.advance(10)
    wire.settle()
    answered = result_now(checking)
    assert (answered.problem, answered.verdict) == (Problem.TIMEOUT, Verdict.UNCHECKED)
    assert len(wire.dialled) == 1
    wire.end()


@pytest.mark.parametrize("begun", [b"", b"HTTP/1.1 200 OK\r\n"])
def test_cancelled(begun: bytes) -> None:
    """A HEAD request that is cancelled isn't followed by a GET request."""
    wire = Wire()
    checking = Deferred.fromCoroutine(check_url(wire.session, A, wire.deadline()))
    protocol, _ = wire.accept()
    protocol.dataReceived(begun)
    checking.cancel()
    failure_now(checking, CancelledError)
    assert len(wire.dialled) == 1
    wire.end()


def plain(wire: Wire, url: str) -> Answer | None:
    """Return the answer of a page's plain HTTP twin, if the page has one."""
    checking = Deferred.fromCoroutine(
        check_plain_http(wire.session, Exchange(requested=url, url=url, status=200), wire.deadline())
    )
    wire.serve({"http://a.example/p?q": {"status": 301, "location": B}})
    twin = result_now(checking)
    wire.end()
    return twin


def test_plain_http_twin() -> None:
    """A page on the default HTTPS port is requested over plain HTTP as well; a page on another port isn't."""
    twin = plain(Wire(), "https://a.example/p?q")
    assert twin is not None
    assert (twin.url, twin.final_url) == ("http://a.example/p?q", B)
    wire = Wire()
    assert plain(wire, "https://a.example:8443/") is None
    assert not wire.dialled


ROBOTS = "http://a.example/robots.txt"


@pytest.mark.parametrize(
    ("response", "status", "text"),
    [
        ({"body": b"\xef\xbb\xbfUser-agent: *\n"}, 200, "User-agent: *\n"),
        ({"body": b"\xff"}, 200, "\ufffd"),
        ({"status": 404, "body": b"<p>No"}, 404, ""),
        ({"status": 302, "location": "http://10.0.0.1/"}, None, ""),
        ({"body": b"a" * 600_000}, 200, "a" * 512_000),
    ],
)
def test_robots(response: dict[str, Any], status: int | None, text: str) -> None:
    """The robots.txt of the page's origin is decoded up to 512,000 bytes, and has no text unless it was found."""
    wire = Wire()
    fetched = Deferred.fromCoroutine(fetch_robots(wire.session, "http://a.example/p?q", wire.deadline()))
    wire.serve({ROBOTS: response})
    robots = result_now(fetched)
    assert (robots.robots_url, robots.status, robots.text) == (ROBOTS, status, text)
    wire.end()


def test_long_heads() -> None:
    """An answer keeps less than 10 KB of a long response head, including the fields that are evaluated."""
    wire = Wire()
    checking = Deferred.fromCoroutine(check_url(wire.session, A, wire.deadline()))
    protocol, _ = wire.accept()
    long = "".join(f"X-{number}: {'a' * 1000}\r\n" for number in range(50))
    protocol.dataReceived(f"HTTP/1.1 200 OK\r\nCache-Control: no-store\r\n{long}Content-Length: 0\r\n\r\n".encode())
    answered = result_now(checking)
    assert answered.headers.get("cache-control") == "no-store"
    assert answered.headers.get("x-0") == "a" * 500
    assert sum(len(value) for _, value in answered.headers) < 10_000
    assert answered.size == 0
    wire.end()


def test_long_redirects() -> None:
    """Long redirects are followed up to a total length, beyond which the link counts as unverifiable."""
    path = "/" + "a" * 15_000
    answered = answer(Wire(), a={"status": 301, "location": "http://b.example/b?next=" + "a" * 8000})
    assert answered.redirect is Redirect.PERMANENT
    answered = answer(Wire(), a={"status": 301, "location": path})
    assert answered.status == 200
    wire = Wire()
    checking = Deferred.fromCoroutine(check_url(wire.session, A, wire.deadline()))
    wire.serve(
        {f"http://a.example{at}": {"status": 301, "location": to} for at, to in [("/a", path), (path, path + "b")]}
    )
    answered = result_now(checking)
    assert (answered.problem, answered.verdict) == (Problem.HEAD_TOO_LONG, Verdict.UNVERIFIABLE)
    assert [step.url for step in answered.steps] == [A]
    wire.end()
