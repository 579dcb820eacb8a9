"""Each URL of a scan is requested once."""

from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from attrs import evolve
from twisted.internet.defer import CancelledError, Deferred

from sitescan.concurrency.deadline import Deadline
from sitescan.egress.client import Session
from sitescan.egress.response import Response
from sitescan.fetch.image_reader import FIRST_BYTES
from sitescan.fetch.probe_failures import ProbeFailures
from sitescan.fetch.url_checker import UrlChecker, parts
from sitescan.model.answers import Problem, Verdict
from sitescan.model.exchange import Page
from sitescan.model.linked_page import LinkedPage
from sitescan.model.outline import Link, Outline
from sitescan.model.rendered import ReceivedFile
from sitescan.standards.http_headers import Headers
from sitescan.standards.urls import Target
from tests.egress.wire import Wire
from tests.fakes import FakeExaminer
from tests.results import failure_now, nothing_yet, result_now

A, B = "http://a.example/a", "http://b.example/b"
FINE = b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"
PAGE = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 5\r\n\r\npears"


@pytest.fixture
def wire() -> Iterator[Wire]:
    """A session that must leave no connection and no timer."""
    wire = Wire(host_requests=1000)
    yield wire
    wire.end()


def test_checks_share_request(wire: Wire) -> None:
    """Concurrent and later checks of a URL share one request."""
    url_checker = UrlChecker(session=wire.session, examiner=FakeExaminer(), parts={})
    first = Deferred.fromCoroutine(url_checker.all([A, A], wire.deadline(), ProbeFailures()))
    second = Deferred.fromCoroutine(url_checker.all([A], wire.deadline(), ProbeFailures()))
    wire.accept()[0].dataReceived(FINE)
    assert result_now(first)[A] is result_now(second)[A]
    third = Deferred.fromCoroutine(url_checker.all([A], wire.deadline(), ProbeFailures()))
    assert result_now(third)[A].status == 200
    assert len(wire.dialled) == 1


def test_kept_bytes_of_images(wire: Wire) -> None:
    """Of an image that is sent whole, although its first bytes were requested, only those are kept."""
    url_checker = UrlChecker(session=wire.session, examiner=FakeExaminer(), parts={}, images=(A,))
    asking = Deferred.fromCoroutine(url_checker.all([A], wire.deadline(), ProbeFailures()))
    wire.serve({A: {"type": "image/png", "body": b"x" * 10_000}})
    assert result_now(asking)[A].size == 10_000
    assert len(url_checker.beginnings[A].data) == FIRST_BYTES


def test_files_of_a_rendered_page(wire: Wire) -> None:
    """A file that the browser has received isn't requested again, unless it is larger than the limit."""
    headers = Headers(
        (
            ("Content-Type", "text/css"),
            ("X-Content-Type-Options", "nosniff"),
            ("SourceMap", "a.map"),
            ("X-Pears", "x" * 9000),
        )
    )
    small = ReceivedFile(headers=headers, body=b"p{}", wire_size=2, coding="gzip")
    large = evolve(small, body=b"x" * 3_000_000)
    url_checker = UrlChecker(
        session=wire.session, examiner=FakeExaminer(), parts={}, rendered={A: small, B: large}, kinds={A: "stylesheet"}
    )
    texts = Deferred.fromCoroutine(url_checker.texts([A], "stylesheet", wire.deadline(), ProbeFailures()))
    source = result_now(texts)[A]
    assert (source.body, source.wire_size, source.coding, source.nosniff) == (b"p{}", 2, "gzip", True)
    assert source.source_map == "a.map"
    answer = url_checker.answers[A]
    assert (answer.status, answer.size, len(answer.headers.get("x-pears"))) == (200, 2, 500)
    assert not wire.dialled
    again = Deferred.fromCoroutine(url_checker.texts([B], "stylesheet", wire.deadline(), ProbeFailures()))
    assert len(wire.dialled) == 1
    again.cancel()
    failure_now(again, CancelledError)


def test_callers_are_cancelled(wire: Wire) -> None:
    """A shared request goes on if one of its callers is cancelled, and ends if all of them are."""
    url_checker = UrlChecker(session=wire.session, examiner=FakeExaminer(), parts={})
    first, second = (Deferred.fromCoroutine(url_checker.all([A], wire.deadline(), ProbeFailures())) for _ in range(2))
    first.cancel()
    failure_now(first, CancelledError)
    assert nothing_yet(second)
    second.cancel()
    failure_now(second, CancelledError)
    assert wire.stopped == [True]


def test_linked_page_is_read(wire: Wire) -> None:
    """A linked page is requested once with GET and read by the examiner; other URLs are requested with HEAD."""
    reader = FakeExaminer()
    url_checker = UrlChecker(session=wire.session, examiner=reader, parts={A: ("one", "two")})
    answers = Deferred.fromCoroutine(url_checker.all([A, B], wire.deadline(), ProbeFailures()))
    (page, page_end), (other, other_end) = wire.accept(0), wire.accept(1)
    assert page_end.value().startswith(b"GET /a")
    assert other_end.value().startswith(b"HEAD /b")
    page.dataReceived(PAGE)
    other.dataReceived(FINE)
    assert reader.read_pages == [(b"pears", ("one", "two"))]
    assert result_now(answers)[A].linked_page == LinkedPage(missing=("one", "two"))


MANY = [f"http://a.example/{number}" for number in range(50)]


@pytest.fixture
def requests(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the URLs of all requests that have begun, including those that wait for a connection."""
    begun: list[str] = []
    request = Session.request

    async def counted(session: Session, method: str, target: Target, *rest: Any, **named: Any) -> Response:
        begun.append(target.url)
        return await request(session, method, target, *rest, **named)

    monkeypatch.setattr(Session, "request", counted)
    return begun


def test_requests_per_host_are_limited(wire: Wire, requests: list[str]) -> None:
    """A host has as many requests under way as connections, one more begins as one ends, and none after cancelling."""
    url_checker = UrlChecker(session=wire.session, examiner=FakeExaminer(), parts={})
    answers = Deferred.fromCoroutine(url_checker.all(MANY, wire.deadline(), ProbeFailures()))
    wire.reactor.advance(0)
    room = wire.settings.per_host
    assert requests == MANY[:room]
    wire.accept(0)[0].dataReceived(FINE)
    assert requests == MANY[: room + 1]
    dialled = len(wire.dialled)
    answers.cancel()
    failure_now(answers, CancelledError)
    assert (len(requests), len(wire.dialled)) == (room + 1, dialled)


def test_no_time_left(wire: Wire) -> None:
    """URLs that still wait at the deadline are reported as timed out, and nothing is connected to for them."""
    url_checker = UrlChecker(session=wire.session, examiner=FakeExaminer(), parts={})
    answers = Deferred.fromCoroutine(url_checker.all(MANY, wire.deadline(5), ProbeFailures()))
    wire.reactor.advance(0)
    dialled = len(wire.dialled)
    wire.reactor.advance(6)
    assert [answer.problem for answer in result_now(answers).values()] == [Problem.TIMEOUT] * len(MANY)
    assert len(wire.dialled) == dialled


class BusyExaminer(FakeExaminer):
    """An examiner that never finishes reading a page."""

    def read(self, page: Page, fragments: Sequence[str], deadline: Deadline) -> Deferred[LinkedPage]:
        """Record the call and return a Deferred that has not fired."""
        super().read(page, fragments, deadline)
        return Deferred()


def test_reading_does_not_delay_requests(wire: Wire) -> None:
    """Pages that wait for a child process don't delay the requests for other URLs of their host."""
    reader = BusyExaminer()
    url_checker = UrlChecker(session=wire.session, examiner=reader, parts=dict.fromkeys(MANY, ()))
    answers = Deferred.fromCoroutine(url_checker.all(MANY, wire.deadline(), ProbeFailures()))
    wire.reactor.advance(0)
    wire.serve({url: {"type": "text/html", "body": "pears"} for url in MANY})
    assert len(reader.read_pages) == len(MANY)
    assert nothing_yet(answers)
    answers.cancel()
    failure_now(answers, CancelledError)


@pytest.mark.parametrize(
    ("answer", "is_page"),
    [
        (PAGE.replace(b"text/html", b"application/pdf"), False),
        (PAGE.replace(b"200 OK", b"404 No"), False),
        (PAGE.replace(b"Length: 5", b"Length: 5000000") + b"x" * 2_000_000, True),
        (PAGE.replace(b"Content-Length", b"Content-Encoding: zstd\r\nContent-Length"), True),
        (PAGE.replace(b"Content-Length", b"Content-Encoding: gzip\r\nContent-Length"), True),
        (PAGE.replace(b"Length: 5", b"Length: 50"), True),
    ],
)
def test_pages_that_are_not_read(wire: Wire, answer: bytes, is_page: bool) -> None:
    """
    A linked page isn't read if it isn't HTML, isn't found, is too large or truncated, or can't be decoded.

    Its answer counts regardless of its body: only a page that isn't found is broken. A page that should have been
    read is recorded as unread.
    """
    reader = FakeExaminer()
    url_checker = UrlChecker(session=wire.session, examiner=reader, parts={A: ("one",)})
    answers = Deferred.fromCoroutine(url_checker.all([A], wire.deadline(), ProbeFailures()))
    protocol, end = wire.accept()
    protocol.dataReceived(answer)
    end.loseConnection()
    wire.settle()
    answered = result_now(answers)[A]
    assert answered.linked_page is None
    assert answered.problem is None
    assert (answered.verdict is Verdict.BROKEN) == (answered.status == 404)
    assert not reader.read_pages
    assert url_checker.unread == ({A} if is_page else set())


def test_fragments() -> None:
    """Fragments of other pages are collected once each, without text fragments and fragments of the page itself."""
    links = [
        Link(url=A, fragment="x"),
        Link(url=A, fragment="x"),
        Link(url=A, fragment="y"),
        Link(url=B),
        Link(url=B, fragment=":~:text=pears"),
        Link(url="http://page.example/", fragment="z"),
        Link(url="http://c.example/", fragment="z"),
    ]
    outline = Outline(links=tuple(links))
    assert parts("http://page.example/", outline, 1) == {A: ("x", "y")}
    assert set(parts("http://page.example/", outline, 5)) == {A, "http://c.example/"}
    preferring = Outline(links=tuple(links), canonical=f"{B}#top")
    assert parts("http://page.example/", preferring, 2) == {B: (), A: ("x", "y")}
    itself = Outline(canonical="http://page.example/")
    assert parts("http://page.example/", itself, 2) == {}
