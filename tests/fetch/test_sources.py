"""Stylesheets and scripts are fetched concurrently, and a file that can't be fetched has the reason."""

import gzip
from typing import Any

import pytest
from attrs import evolve
from twisted.internet.defer import CancelledError, Deferred
from twisted.internet.error import ConnectionDone
from twisted.python.failure import Failure

from sitescan.fetch.probe_failures import ProbeFailures
from sitescan.fetch.sources import fetch_sources, kinds
from sitescan.fetch.url_checker import UrlChecker
from sitescan.model.answers import Verdict
from sitescan.model.exchange import Source, Sources
from sitescan.model.outline import Outline, Reference, Resource
from tests.egress.wire import Wire
from tests.fakes import FakeExaminer
from tests.results import failure_now, result_now

A, B, C = "http://a.example/a.css", "http://b.example/b.css", "http://b.example/c.js"


def checker_of(wire: Wire, outline: Outline) -> UrlChecker:
    """Return the checker for the files of a page."""
    return UrlChecker(session=wire.session, examiner=FakeExaminer(), parts={}, kinds=kinds(outline, wire.settings))


def page(*resources: tuple[str, str]) -> Outline:
    """Return the outline of a page that loads files, given by kind and URL."""
    return Outline(resources=tuple(Resource(url=url, kind=kind) for kind, url in resources))


def started(wire: Wire, outline: Outline) -> Deferred[Sources]:
    """Start to fetch the files of a page."""
    return Deferred.fromCoroutine(fetch_sources(checker_of(wire, outline), outline, wire.deadline()))


def fetch(wire: Wire, outline: Outline, **answers: Any) -> Sources:
    """Fetch and return the files of a page."""
    fetched = started(wire, outline)
    while not fetched.called:
        wire.serve({A: answers.get("a", {}), B: answers.get("b", {}), C: answers.get("c", {})})
        wire.reactor.advance(0)
    wire.end()
    return result_now(fetched)


def fetch_sheets(wire: Wire, *urls: str, **answers: Any) -> dict[str, Source]:
    """Fetch stylesheets, and return them by URL."""
    sheets = fetch(wire, page(*(("stylesheet", url) for url in urls)), **answers).sheets
    assert [sheet.url for sheet in sheets] == list(urls)
    return {sheet.url: sheet for sheet in sheets}


def test_stylesheets() -> None:
    """A stylesheet has its body, media type and size, also after a redirect."""
    sheets = fetch_sheets(Wire(), A, B, a={"body": b"p{}", "type": "text/css"}, b={"location": A, "status": 301})
    assert sheets[A] == Source(url=A, body=b"p{}", content_type="text/css", wire_size=3)
    assert sheets[B] == Source(url=B, body=b"p{}", content_type="text/css", wire_size=3)


def test_speculation_rules() -> None:
    """Files that the header of the page names for speculation rules are read, other references aren't."""
    named = Reference(url=A, source="Speculation-Rules", destination="speculationrules")
    outline = Outline(references=(named, named, Reference(url=B, source="og:image")))
    fetched = fetch(Wire(), outline, a={"body": b"{}", "type": "application/speculationrules+json"})
    assert [(file.url, file.body) for file in fetched.speculation_rules] == [(A, b"{}")]


def test_unavailable_stylesheets() -> None:
    """A stylesheet that can't be fetched has the reason, and other stylesheets aren't affected."""
    missing, inner = "http://c.example/", "http://10.0.0.1/a.css"
    sheets = fetch_sheets(Wire(), A, B, missing, inner, a={"status": 404}, b={"body": b"p{}"})
    assert sheets[A].problem == "it returned status 404"
    assert sheets[A].gone
    assert not sheets[missing].gone
    assert sheets[B].body == b"p{}"
    assert sheets[missing].problem == "the host name was not found"
    assert "not public" in sheets[inner].problem


def test_number_of_stylesheets_is_limited() -> None:
    """Stylesheets beyond the limit of their number aren't read."""
    sheets = fetch_sheets(Wire(stylesheets=1), A, B, a={"body": b"p{}"})
    assert sheets[A].body
    assert sheets[B].problem == "only 1 stylesheets are read"


def test_stylesheet_too_large() -> None:
    """A stylesheet that is too large doesn't count against the total size."""
    sheets = fetch_sheets(Wire(stylesheet_bytes=10), A, B, a={"body": b"a" * 11}, b={"body": b"p{}"})
    assert sheets[A].problem == "it is too large: 11 bytes"
    assert sheets[B].body


def test_total_size_is_limited() -> None:
    """Stylesheets are read in order, as far as they fit into the total size."""
    sheets = fetch_sheets(Wire(stylesheet_bytes=10), A, B, a={"body": b"a" * 6}, b={"body": b"b" * 5})
    assert sheets[A].body
    assert sheets[B].problem == "the stylesheets are too large in total"


def test_timeout() -> None:
    """A stylesheet that takes too long is left out, and the stylesheets that have arrived are kept."""
    wire = Wire()
    fetched = started(wire, page(("stylesheet", A), ("stylesheet", B)))
    protocol, _ = wire.accept(0)
    protocol.dataReceived(b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\np{}")
    wire.reactor.advance(3)
    done, late = result_now(fetched).sheets
    assert done.body == b"p{}"
    assert late.problem == "there was no response in time"
    wire.end()


def test_cancelled() -> None:
    """Cancelling the fetch cancels the requests for all files."""
    wire = Wire()
    fetched = started(wire, page(("stylesheet", A), ("stylesheet", B)))
    fetched.cancel()
    failure_now(fetched, CancelledError)
    assert wire.stopped == [True, True]
    wire.end()


def test_scripts() -> None:
    """Scripts of other sites are read as well."""
    found = fetch(Wire(), page(("script", C), ("stylesheet", A)), c={"body": b"let pears", "type": "text/javascript"})
    assert found.scripts == (Source(url=C, body=b"let pears", content_type="text/javascript", wire_size=9),)


def test_script_limits() -> None:
    """Scripts are limited in size, total size and number, and a script that is left out has the reason."""
    outline = page(("script", A), ("script", B), ("script", C), ("script", "http://a.example/d.js"))
    bodies = {"a": {"body": b"x" * 9}, "b": {"body": b"x" * 11}, "c": {"body": b"x" * 6}}
    found = fetch(Wire(scripts=3, script_bytes=10, scripts_bytes=14), outline, **bodies).scripts
    assert [script.problem for script in found] == [
        "",
        "it is too large: 11 bytes",
        "the scripts are too large in total",
        "only 3 scripts are read",
    ]
    assert not any(script.body for script in found[1:])


def test_stylesheet_and_link_share_request() -> None:
    """A stylesheet that is also a link is requested once, with its text."""
    wire, outline = Wire(), page(("stylesheet", A))
    url_checker = checker_of(wire, outline)
    linked = Deferred.fromCoroutine(url_checker.all([A], wire.deadline(), ProbeFailures()))
    fetched = Deferred.fromCoroutine(fetch_sources(url_checker, outline, wire.deadline()))
    wire.serve({A: {"body": b"p{}", "type": "text/css"}})
    answer = result_now(linked)[A]
    assert (answer.method, answer.status, answer.size) == ("GET", 200, 3)
    wire.reactor.advance(0)
    assert result_now(fetched).sheets[0].body == b"p{}"
    assert wire.requests == [("GET", A)]
    wire.end()


def test_import_is_requested_again_after_link() -> None:
    """An imported stylesheet that was checked as a link before is requested again, since its text wasn't read."""
    wire, outline = Wire(), page(("stylesheet", A))
    url_checker = checker_of(wire, outline)
    linked = Deferred.fromCoroutine(url_checker.all([B], wire.deadline(), ProbeFailures()))
    wire.serve({})
    result_now(linked)
    fetched = Deferred.fromCoroutine(fetch_sources(url_checker, outline, wire.deadline()))
    responses = {A: {"body": f"@import '{B}';"}, B: {"body": "p{}"}}
    wire.serve(responses)
    assert wire.requests[1:] == [("GET", A)]
    # Imports are read in the reactor turn after that of the last byte.
    wire.reactor.advance(0)
    wire.serve(responses)
    wire.reactor.advance(0)
    assert [sheet.body for sheet in result_now(fetched).sheets] == [f"@import '{B}';".encode(), b"p{}"]
    assert wire.requests == [("HEAD", B), ("GET", A), ("GET", B)]
    wire.end()


HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/javascript\r\n"
ZIPPED = gzip.compress(b"let pears = 3;" * 100)


@pytest.mark.parametrize(
    ("answer", "problem"),
    [
        (HEAD + b"Content-Encoding: gzip\r\n\r\n" + ZIPPED[:40], "its gzip coding is cut short"),
        (HEAD + b"Content-Encoding: gzip\r\n\r\npears", "the response was not valid HTTP (its gzip coding is corrupt)"),
        (
            HEAD + b"Content-Encoding: zstd\r\n\r\npears",
            "the response was not valid HTTP (its content coding was not requested)",
        ),
        (
            HEAD + b"Content-Encoding: gzip\r\n\r\n" + gzip.compress(b"\0" * 9 * 1024**2),
            "it is larger than 0.5 MiB after decompression",
        ),
        (HEAD + b"Content-Length: 600000\r\n\r\n", "it is too large: 600,000 bytes"),
    ],
    ids=["cut", "corrupt", "unknown coding", "bomb", "large"],
)
def test_unusable_body(answer: bytes, problem: str) -> None:
    """A body that is cut short, too large or can't be decoded is discarded, and its URL isn't broken."""
    wire, outline = Wire(), page(("script", C))
    url_checker = checker_of(wire, outline)
    fetched = Deferred.fromCoroutine(fetch_sources(url_checker, outline, wire.deadline()))
    protocol, end = wire.accept()
    protocol.dataReceived(answer)
    if not end.disconnecting and not end.disconnected:
        protocol.connectionLost(Failure(ConnectionDone()))
        end.gone = True
    (script,) = result_now(fetched).scripts
    assert evolve(script, wire_size=0) == Source(url=C, problem=problem)
    assert url_checker.answers[C].verdict is Verdict.OK
    wire.end()


SHORT = HEAD + b"Content-Length: 9\r\n\r\npears"
WHOLE = HEAD + b"Content-Length: 5\r\n\r\npears"


@pytest.mark.parametrize(
    ("first", "second", "verdict"),
    [
        (SHORT, SHORT, Verdict.BROKEN),
        (SHORT, HEAD + b"Transfer-Encoding: chunked\r\n\r\n5\r\npears\r\n", Verdict.BROKEN),
        (SHORT, WHOLE, Verdict.OK),
        (SHORT, b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n", Verdict.BROKEN),
        (SHORT, HEAD + b"\r\npears", Verdict.OK),
    ],
    ids=["short", "chunked", "whole", "missing", "without length"],
)
def test_interrupted_twice(first: bytes, second: bytes, verdict: Verdict) -> None:
    """A file whose response ends too early is requested again, because it may be the network that ended it."""
    wire, outline = Wire(), page(("script", C))
    url_checker = checker_of(wire, outline)
    fetched = Deferred.fromCoroutine(fetch_sources(url_checker, outline, wire.deadline()))
    for answer in (first, second):
        protocol, end = wire.accept()
        protocol.dataReceived(answer)
        protocol.connectionLost(Failure(ConnectionDone()))
        end.gone = True
    (script,) = result_now(fetched).scripts
    assert script.body == (b"pears" if verdict is Verdict.OK else b"")
    assert url_checker.answers[C].verdict is verdict
    wire.end()
