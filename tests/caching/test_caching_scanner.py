"""A page is scanned once for all who ask for it at the same time, or a moment later."""

import msgspec
import pytest
from attrs import define, evolve, field
from twisted.internet.defer import CancelledError, Deferred, succeed
from twisted.internet.task import Clock
from zope.interface import implementer
from zope.interface.verify import verifyObject

from sitescan.caching.caching_scanner import CachingScanner
from sitescan.caching.report_stores import MemoryReportStore
from sitescan.egress.request_errors import Unreachable
from sitescan.interfaces import IReportStore, IScanner
from sitescan.model.answers import Problem
from sitescan.model.report import Report
from sitescan.standards.urls import parse_target
from tests.fakes import FakeScanner, report_of
from tests.results import failure_now, nothing_yet, result_now

PEARS = "https://pears.example/"


@implementer(IReportStore)
@define(eq=False)
class FakeStore:
    """Keeps whatever it is given, for ever."""

    kept: dict[str, bytes] = field(factory=dict)

    def get(self, key: str) -> Deferred[bytes | None]:
        """A report (:meth:`sitescan.interfaces.IReportStore.get`)."""
        return succeed(self.kept.get(key))

    def put(self, key: str, report: bytes) -> Deferred[None]:
        """Keep a report (:meth:`sitescan.interfaces.IReportStore.put`)."""
        self.kept[key] = report
        return succeed(None)


class Cached:
    """A scanner with a cache of a minute."""

    def __init__(self) -> None:
        self.clock = Clock()
        self.scanner = FakeScanner()
        self.store = MemoryReportStore(seconds=60, most=1_000_000, clock=self.clock.seconds)
        self.caching = CachingScanner(scanner=self.scanner, store=self.store, clock=self.clock.seconds)

    def scan(self, url: str) -> Deferred[Report]:
        """Ask for a scan."""
        return self.caching.scan(parse_target(url), url, "192.0.2.7")


@pytest.fixture
def cached() -> Cached:
    """A scanner with a cache."""
    return Cached()


def test_they_are_what_they_are_said_to_be(cached: Cached) -> None:
    """They provide the interfaces."""
    verifyObject(IScanner, cached.caching)
    verifyObject(IReportStore, cached.store)
    verifyObject(IReportStore, FakeStore())


def test_a_page_that_was_scanned_a_moment_ago(cached: Cached) -> None:
    """The stored report is given, with its own time and under the URL as it was asked for; it says that it is one."""
    first = result_now(cached.scan(PEARS))
    cached.clock.advance(59)
    again = result_now(cached.scan("HTTPS://pears.example:443#ripe"))
    assert len(cached.scanner.asked) == 1
    assert [name for name, _ in again.phases] == ["cache"]
    assert evolve(again, url=first.url, phases=first.phases) == first
    assert again.url == "HTTPS://pears.example:443#ripe"
    cached.clock.advance(1)
    assert result_now(cached.scan(PEARS)).phases == first.phases
    assert len(cached.scanner.asked) == 2


def test_another_page(cached: Cached) -> None:
    """Path, query, scheme and host are all of the address."""
    urls = (PEARS, f"{PEARS}a", f"{PEARS}?a", "http://pears.example/", "https://www.pears.example/")
    for url in urls:
        result_now(cached.scan(url))
    assert [submitted for _, submitted in cached.scanner.asked] == list(urls)


def test_ten_ask_at_the_same_time(cached: Cached) -> None:
    """One scan answers them, each under its own URL; where it fails, all are told why, and nothing is kept."""
    scan: Deferred[Report] = Deferred()
    cached.scanner.answer = lambda target, submitted: scan
    asked = [cached.scan(f"{PEARS}#{number}") for number in range(10)]
    assert all(map(nothing_yet, asked))
    scan.callback(report_of(PEARS))
    assert [result_now(one).url for one in asked] == [f"{PEARS}#{number}" for number in range(10)]
    assert len(cached.scanner.asked) == 1


def test_a_scan_that_fails(cached: Cached) -> None:
    """It is not kept: the next who asks has another try."""

    def fail(target: object, submitted: str) -> Report:
        raise Unreachable(Problem.NAME)

    cached.scanner.answer = fail
    for _ in range(2):
        failure_now(cached.scan(PEARS), Unreachable)
    assert len(cached.scanner.asked) == 2


def test_whoever_asked_may_go_away(cached: Cached) -> None:
    """The scan goes on as long as somebody waits for it, and is ended when nobody does."""
    cancelled: list[object] = []
    scan: Deferred[Report] = Deferred(cancelled.append)
    cached.scanner.answer = lambda target, submitted: scan
    asked = [cached.scan(PEARS) for _ in range(3)]
    for one in asked[:2]:
        one.cancel()
        failure_now(one, CancelledError)
    assert not cancelled
    asked[2].cancel()
    failure_now(asked[2], CancelledError)
    assert cancelled == [scan]


@pytest.mark.parametrize("stored", [b"", b"x", b"x\x9c", msgspec.json.encode({"url": 1}), b"\x00" * 5000])
def test_garbage_in_the_store(cached: Cached, stored: bytes) -> None:
    """What cannot be read is not there."""
    store = FakeStore()
    caching = CachingScanner(scanner=cached.scanner, store=store, clock=cached.clock.seconds)
    result_now(caching.scan(parse_target(PEARS), PEARS))
    (key,) = store.kept
    store.kept[key] = stored
    assert result_now(caching.scan(parse_target(PEARS), PEARS)) == report_of(PEARS)
    assert len(cached.scanner.asked) == 2


def test_a_report_that_is_too_large(cached: Cached) -> None:
    """It is given, and not kept."""
    large = evolve(report_of(PEARS), phases=(("x" * 2_000_000, 0.0),))
    cached.scanner.answer = lambda target, submitted: large
    for _ in range(2):
        assert result_now(cached.scan(PEARS)) == large
    assert len(cached.scanner.asked) == 2
