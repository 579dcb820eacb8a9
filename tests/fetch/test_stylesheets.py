"""Stylesheets are fetched side by side; one that cannot be had says why."""

from typing import Any

from twisted.internet.defer import CancelledError, Deferred

from sitescan.fetch.stylesheets import fetch_stylesheets
from sitescan.model.exchange import Sheet
from tests.egress.wire import Wire
from tests.results import failure_now, result_now

A, B = "http://a.example/a.css", "http://b.example/b.css"


def fetch(wire: Wire, *urls: str, **answers: Any) -> dict[str, Sheet]:
    """Fetch stylesheets; what is told of each."""
    fetched = Deferred.fromCoroutine(fetch_stylesheets(wire.session, urls, wire.deadline()))
    wire.serve({A: answers.get("a", {}), B: answers.get("b", {})})
    sheets = result_now(fetched)
    assert [sheet.url for sheet in sheets] == list(urls)
    wire.end()
    return {sheet.url: sheet for sheet in sheets}


def test_stylesheets() -> None:
    """What came, and what it says it is."""
    sheets = fetch(Wire(), A, B, a={"body": b"p{}", "type": "text/css"}, b={"location": A, "status": 301})
    assert sheets[A] == Sheet(url=A, body=b"p{}", content_type="text/css", wire_size=3)
    assert sheets[B] == Sheet(url=B, body=b"p{}", content_type="text/css", wire_size=3)


def test_what_cannot_be_had() -> None:
    """Each one says why; the others are not affected."""
    missing, inner, none = "http://c.example/", "http://10.0.0.1/a.css", "http://[/"
    sheets = fetch(Wire(), A, B, missing, inner, none, a={"status": 404}, b={"body": b"p{}"})
    assert sheets[A].problem == "it answered 404"
    assert sheets[A].gone
    assert not sheets[missing].gone
    assert sheets[B].body == b"p{}"
    assert sheets[missing].problem == "the host name was not found"
    assert "not public" in sheets[inner].problem
    assert "malformed" in sheets[none].problem


def test_how_many() -> None:
    """Only so many are read."""
    sheets = fetch(Wire(stylesheets=1), A, B, a={"body": b"p{}"})
    assert sheets[A].body
    assert sheets[B].problem == "only 1 stylesheets are read"


def test_one_that_is_too_large() -> None:
    """It does not cost the others their place."""
    sheets = fetch(Wire(stylesheet_bytes=10), A, B, a={"body": b"a" * 11}, b={"body": b"p{}"})
    assert "as sent" in sheets[A].problem
    assert sheets[B].body


def test_what_is_too_large_together() -> None:
    """Those that fit, in their order, are read."""
    sheets = fetch(Wire(stylesheet_bytes=10), A, B, a={"body": b"a" * 6}, b={"body": b"b" * 5})
    assert sheets[A].body
    assert sheets[B].problem == "the stylesheets are too large together"


def test_time() -> None:
    """One that takes too long is left out, and those that came are kept."""
    wire = Wire()
    fetched = Deferred.fromCoroutine(fetch_stylesheets(wire.session, (A, B), wire.deadline()))
    protocol, _ = wire.accept(0)
    protocol.dataReceived(b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\np{}")
    wire.reactor.advance(3)
    done, late = result_now(fetched)
    assert done.body == b"p{}"
    assert late.problem == "timed out after 3 s"
    wire.end()


def test_cancelled() -> None:
    """Cancelling ends them all."""
    wire = Wire()
    fetched = Deferred.fromCoroutine(fetch_stylesheets(wire.session, (A, B), wire.deadline()))
    fetched.cancel()
    failure_now(fetched, CancelledError)
    assert wire.stopped == [True, True]
    wire.end()
