"""A page is scanned once for all who ask for it at the same time, or a moment later."""

from typing import Any

import msgspec
import pytest
from attrs import define, evolve, field
from twisted.internet.defer import CancelledError, Deferred, succeed
from twisted.internet.task import Clock
from zope.interface import implementer
from zope.interface.verify import verifyObject

from sitescan.caching.caching_scanner import CachingScanner
from sitescan.caching.report_stores import LEASE_SECONDS, MemoryReportStore
from sitescan.deadline import TimedOut
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
    """Keeps whatever it is given, for ever, and has everybody make their own."""

    kept: dict[str, bytes] = field(factory=dict)

    def get(self, key: str) -> Deferred[bytes | None]:
        """Return a stored report (:meth:`sitescan.interfaces.IReportStore.get`)."""
        return succeed(self.kept.get(key))

    def put(self, key: str, report: bytes) -> Deferred[None]:
        """Keep a report (:meth:`sitescan.interfaces.IReportStore.put`)."""
        self.kept[key] = report
        return succeed(None)

    def lease(self, key: str, holder: str) -> Deferred[bool]:
        """Be the one who makes a report (:meth:`sitescan.interfaces.IReportStore.lease`)."""
        return succeed(True)

    def release(self, key: str, holder: str) -> Deferred[None]:
        """Leave it to others (:meth:`sitescan.interfaces.IReportStore.release`)."""
        return succeed(None)


@implementer(IReportStore)
@define(eq=False)
class SharedStore(FakeStore):
    """
    A store that several processes share, with leases like those in Redis.

    :ivar clock: the time by which leases end.
    """

    clock: Clock = field(kw_only=True)
    leases: dict[str, tuple[float, str]] = field(factory=dict, init=False)

    def lease(self, key: str, holder: str) -> Deferred[bool]:
        """Take or renew a lease (:meth:`sitescan.interfaces.IReportStore.lease`)."""
        ends, owner = self.leases.get(key, (0.0, holder))
        if owner != holder and ends > self.clock.seconds():
            return succeed(False)
        self.leases[key] = (self.clock.seconds() + LEASE_SECONDS, holder)
        return succeed(True)

    def release(self, key: str, holder: str) -> Deferred[None]:
        """Release a lease (:meth:`sitescan.interfaces.IReportStore.release`)."""
        if key in self.leases and self.leases[key][1] == holder:
            del self.leases[key]
        return succeed(None)


class Cached:
    """
    A scanner with a cache of a minute.

    :param clock: what the time is.
    :param store: where the reports are, if not with this one alone.
    """

    def __init__(self, clock: Clock | None = None, store: Any = None) -> None:
        self.clock = clock or Clock()
        self.scanner = FakeScanner()
        self.store = store or MemoryReportStore(seconds=60, most=1_000_000, clock=self.clock.seconds)
        self.caching = CachingScanner(scanner=self.scanner, store=self.store, clock=self.clock, seconds=25)

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
    caching = CachingScanner(scanner=cached.scanner, store=store, clock=cached.clock, seconds=25)
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


@implementer(IReportStore)
@define(eq=False)
class Mortal:
    """A process's way to a store, until it dies."""

    store: Any
    is_dead: bool = False

    def get(self, key: str) -> Deferred[bytes | None]:
        """Return a stored report (:meth:`sitescan.interfaces.IReportStore.get`)."""
        found: Deferred[bytes | None] = self.store.get(key)
        return found

    def put(self, key: str, report: bytes) -> Deferred[None]:
        """Keep a report (:meth:`sitescan.interfaces.IReportStore.put`)."""
        return succeed(None) if self.is_dead else self.store.put(key, report)

    def lease(self, key: str, holder: str) -> Deferred[bool]:
        """Be the one who makes a report (:meth:`sitescan.interfaces.IReportStore.lease`)."""
        return succeed(True) if self.is_dead else self.store.lease(key, holder)

    def release(self, key: str, holder: str) -> Deferred[None]:
        """Leave it to others (:meth:`sitescan.interfaces.IReportStore.release`)."""
        return succeed(None) if self.is_dead else self.store.release(key, holder)


class Held:
    """Two processes that share a cache; the first is at a scan of the page, and the second waits for it."""

    def __init__(self) -> None:
        self.clock = Clock()
        self.store = SharedStore(clock=self.clock)
        self.second = Cached(self.clock, self.store)
        self.way = Mortal(self.store)
        self.first = Cached(self.clock, self.way)
        self.scan: Deferred[Report] = Deferred()
        self.first.scanner.answer = lambda target, submitted: self.scan
        self.made = self.first.scan(PEARS)
        self.awaited = self.second.scan(PEARS)
        assert nothing_yet(self.awaited)

    def advance(self, seconds: int) -> None:
        """Let time pass, as it does: a little at a time."""
        self.clock.pump([0.1] * (10 * seconds))

    def nothing_is_left(self) -> None:
        """Check that no process holds a lease or waits to look again."""
        assert not self.store.leases
        assert not self.clock.getDelayedCalls()


@pytest.fixture
def held() -> Held:
    """Two processes."""
    return Held()


def test_one_process_makes_it_for_all(held: Held) -> None:
    """The other waits for as long as it takes, and gives what the first has made."""
    held.advance(20)
    assert nothing_yet(held.awaited)
    held.scan.callback(report_of(PEARS))
    result_now(held.made)
    held.advance(1)
    assert [name for name, _ in result_now(held.awaited).phases] == ["cache"]
    assert not held.second.scanner.asked
    held.nothing_is_left()


def test_one_process_fails(held: Held) -> None:
    """The other tries as well, at once."""
    held.scan.errback(Unreachable(Problem.NAME))
    failure_now(held.made, Unreachable)
    held.advance(1)
    assert result_now(held.awaited) == report_of(PEARS)
    assert len(held.second.scanner.asked) == 1
    held.nothing_is_left()


def test_one_process_is_no_longer_asked(held: Held) -> None:
    """Its client has gone away: the other goes on at once."""
    held.made.cancel()
    failure_now(held.made, CancelledError)
    held.advance(1)
    assert result_now(held.awaited) == report_of(PEARS)
    held.nothing_is_left()


def test_one_process_dies(held: Held) -> None:
    """It says no more that it is at work: the other takes over after the time of a lease."""
    held.way.is_dead = True
    held.advance(int(LEASE_SECONDS) - 1)
    assert nothing_yet(held.awaited)
    held.advance(2)
    assert result_now(held.awaited) == report_of(PEARS)
    held.scan.callback(report_of(PEARS))
    result_now(held.made)


def test_whoever_waits_may_go_away(held: Held) -> None:
    """The first goes on, and nobody looks again."""
    held.awaited.cancel()
    failure_now(held.awaited, CancelledError)
    held.scan.callback(report_of(PEARS))
    result_now(held.made)
    held.nothing_is_left()


def test_a_wait_has_an_end(held: Held) -> None:
    """It is that of a scan: whoever waits is told what whoever scans would be told."""
    held.advance(26)
    failure_now(held.awaited, TimedOut)
    assert not held.second.scanner.asked
    held.scan.callback(report_of(PEARS))
    result_now(held.made)
    held.nothing_is_left()


def test_a_report_that_is_stored_between_two_looks(cached: Cached) -> None:
    """Whoever then gets the lease looks again before it scans."""
    result_now(cached.scan(PEARS))

    @implementer(IReportStore)
    class LateStore(FakeStore):
        """Knows a report from the second time on."""

        looks = 0

        def get(self, key: str) -> Deferred[bytes | None]:
            """Return a stored report (:meth:`sitescan.interfaces.IReportStore.get`)."""
            self.looks += 1
            return succeed(None) if self.looks == 1 else cached.store.get(key)

    caching = CachingScanner(scanner=cached.scanner, store=LateStore(), clock=cached.clock, seconds=25)
    assert [name for name, _ in result_now(caching.scan(parse_target(PEARS), PEARS)).phases] == ["cache"]
    assert len(cached.scanner.asked) == 1
