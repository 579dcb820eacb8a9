"""Concurrent and repeated requests for a page share one scan."""

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
from sitescan.concurrency.deadline import TimedOut
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
    """A report store that keeps every report for ever and grants every lease."""

    kept: dict[str, bytes] = field(factory=dict)

    def get(self, key: str) -> Deferred[bytes | None]:
        """Return a stored report (:meth:`sitescan.interfaces.IReportStore.get`)."""
        return succeed(self.kept.get(key))

    def put(self, key: str, report: bytes) -> Deferred[None]:
        """Keep a report (:meth:`sitescan.interfaces.IReportStore.put`)."""
        self.kept[key] = report
        return succeed(None)

    def lease(self, key: str, holder: str) -> Deferred[bool]:
        """Grant a lease (:meth:`sitescan.interfaces.IReportStore.lease`)."""
        return succeed(True)

    def release(self, key: str, holder: str) -> Deferred[None]:
        """Ignore the end of a lease (:meth:`sitescan.interfaces.IReportStore.release`)."""
        return succeed(None)


@implementer(IReportStore)
@define(eq=False)
class SharedStore(FakeStore):
    """
    A store that several processes share, with leases like those in Redis.

    :ivar clock: the clock by which leases expire.
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
    A caching scanner that keeps reports for a minute.

    :param clock: the clock of the cache.
    :param store: a report store that is shared with other scanners; by default, a new one.
    """

    def __init__(self, clock: Clock | None = None, store: Any = None) -> None:
        self.clock = clock or Clock()
        self.scanner = FakeScanner()
        self.store = store or MemoryReportStore(seconds=60, most=1_000_000, clock=self.clock.seconds)
        self.caching = CachingScanner(scanner=self.scanner, store=self.store, clock=self.clock, seconds=25)

    def scan(self, url: str) -> Deferred[Report]:
        """Request a scan of a URL."""
        return self.caching.scan(parse_target(url), url, "192.0.2.7")


@pytest.fixture
def cached() -> Cached:
    """Return a scanner with a cache."""
    return Cached()


def test_provides_interfaces(cached: Cached) -> None:
    """The caching scanner and the report stores provide their interfaces."""
    verifyObject(IScanner, cached.caching)
    verifyObject(IReportStore, cached.store)
    verifyObject(IReportStore, FakeStore())


def test_recently_scanned_page(cached: Cached) -> None:
    """For a minute, a report is served from the cache with its scan time, the requested URL, and a ``cache`` phase."""
    first = result_now(cached.scan(PEARS))
    cached.clock.advance(59)
    again = result_now(cached.scan("HTTPS://pears.example:443#ripe"))
    assert len(cached.scanner.requests) == 1
    assert [name for name, _ in again.phases] == ["cache"]
    assert evolve(again, url=first.url, phases=first.phases) == first
    assert again.url == "HTTPS://pears.example:443#ripe"
    cached.clock.advance(1)
    assert result_now(cached.scan(PEARS)).phases == first.phases
    assert len(cached.scanner.requests) == 2


def test_different_urls(cached: Cached) -> None:
    """URLs that differ in path, query, scheme or host are scanned separately."""
    urls = (PEARS, f"{PEARS}a", f"{PEARS}?a", "http://pears.example/", "https://www.pears.example/")
    for url in urls:
        result_now(cached.scan(url))
    assert [submitted for _, submitted in cached.scanner.requests] == list(urls)


def test_concurrent_requests_share_scan(cached: Cached) -> None:
    """Ten concurrent requests for a page are answered by one scan, each under its own URL."""
    scan: Deferred[Report] = Deferred()
    cached.scanner.answer = lambda target, submitted: scan
    requests = [cached.scan(f"{PEARS}#{number}") for number in range(10)]
    assert all(map(nothing_yet, requests))
    scan.callback(report_of(PEARS))
    assert [result_now(request).url for request in requests] == [f"{PEARS}#{number}" for number in range(10)]
    assert len(cached.scanner.requests) == 1


def test_failed_scan_is_not_cached(cached: Cached) -> None:
    """A failed scan isn't cached, so the next request scans again."""

    def fail(target: object, submitted: str) -> Report:
        raise Unreachable(Problem.NAME)

    cached.scanner.answer = fail
    for _ in range(2):
        failure_now(cached.scan(PEARS), Unreachable)
    assert len(cached.scanner.requests) == 2


def test_cancelled_when_all_clients_leave(cached: Cached) -> None:
    """A shared scan goes on while at least one client waits for it, and is cancelled when all have gone away."""
    cancelled: list[object] = []
    scan: Deferred[Report] = Deferred(cancelled.append)
    cached.scanner.answer = lambda target, submitted: scan
    requests = [cached.scan(PEARS) for _ in range(3)]
    for request in requests[:2]:
        request.cancel()
        failure_now(request, CancelledError)
    assert not cancelled
    requests[2].cancel()
    failure_now(requests[2], CancelledError)
    assert cancelled == [scan]


@pytest.mark.parametrize("stored", [b"", b"x", b"x\x9c", msgspec.json.encode({"url": 1}), b"\x00" * 5000])
def test_unreadable_stored_report(cached: Cached, stored: bytes) -> None:
    """An unreadable stored report is ignored, and the page is scanned again."""
    store = FakeStore()
    caching = CachingScanner(scanner=cached.scanner, store=store, clock=cached.clock, seconds=25)
    result_now(caching.scan(parse_target(PEARS), PEARS))
    (key,) = store.kept
    store.kept[key] = stored
    assert result_now(caching.scan(parse_target(PEARS), PEARS)) == report_of(PEARS)
    assert len(cached.scanner.requests) == 2


def test_report_too_large(cached: Cached) -> None:
    """A report that is too large for the cache is returned but not stored."""
    large = evolve(report_of(PEARS), phases=(("x" * 2_000_000, 0.0),))
    cached.scanner.answer = lambda target, submitted: large
    for _ in range(2):
        assert result_now(cached.scan(PEARS)) == large
    assert len(cached.scanner.requests) == 2


@implementer(IReportStore)
@define(eq=False)
class Mortal:
    """A process's access to a shared store; once the process is dead, it changes nothing in the store."""

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
        """Take or renew a lease (:meth:`sitescan.interfaces.IReportStore.lease`)."""
        return succeed(True) if self.is_dead else self.store.lease(key, holder)

    def release(self, key: str, holder: str) -> Deferred[None]:
        """Release a lease (:meth:`sitescan.interfaces.IReportStore.release`)."""
        return succeed(None) if self.is_dead else self.store.release(key, holder)


class Held:
    """Two processes that share a store: the first scans a page, and the second waits for its report."""

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
        """Advance the clock in steps of a tenth of a second."""
        self.clock.pump([0.1] * (10 * seconds))

    def nothing_is_left(self) -> None:
        """Check that no lease and no delayed call is left."""
        assert not self.store.leases
        assert not self.clock.getDelayedCalls()


@pytest.fixture
def held() -> Held:
    """Return two processes that were asked for the same page."""
    return Held()


def test_processes_share_scan(held: Held) -> None:
    """The second process waits for the scan of the first, and returns its report from the cache."""
    held.advance(20)
    assert nothing_yet(held.awaited)
    held.scan.callback(report_of(PEARS))
    result_now(held.made)
    held.advance(1)
    assert [name for name, _ in result_now(held.awaited).phases] == ["cache"]
    assert not held.second.scanner.requests
    held.nothing_is_left()


def test_first_process_fails(held: Held) -> None:
    """If the scan of the first process fails, the second process scans the page at once."""
    held.scan.errback(Unreachable(Problem.NAME))
    failure_now(held.made, Unreachable)
    held.advance(1)
    assert result_now(held.awaited) == report_of(PEARS)
    assert len(held.second.scanner.requests) == 1
    held.nothing_is_left()


def test_first_process_is_cancelled(held: Held) -> None:
    """If the client of the first process goes away, the second process scans the page at once."""
    held.made.cancel()
    failure_now(held.made, CancelledError)
    held.advance(1)
    assert result_now(held.awaited) == report_of(PEARS)
    held.nothing_is_left()


def test_first_process_dies(held: Held) -> None:
    """If the first process dies, the second process scans the page when the lease has expired."""
    held.way.is_dead = True
    held.advance(int(LEASE_SECONDS) - 1)
    assert nothing_yet(held.awaited)
    held.advance(2)
    assert result_now(held.awaited) == report_of(PEARS)
    held.scan.callback(report_of(PEARS))
    result_now(held.made)


def test_waiting_process_is_cancelled(held: Held) -> None:
    """A waiting process whose client goes away stops polling the store, and the first process finishes its scan."""
    held.awaited.cancel()
    failure_now(held.awaited, CancelledError)
    held.scan.callback(report_of(PEARS))
    result_now(held.made)
    held.nothing_is_left()


def test_waiting_process_times_out(held: Held) -> None:
    """A process that waits for the report of another one times out like a scan, and starts no scan itself."""
    held.advance(26)
    failure_now(held.awaited, TimedOut)
    assert not held.second.scanner.requests
    held.scan.callback(report_of(PEARS))
    result_now(held.made)
    held.nothing_is_left()


def test_lease_holder_checks_store_again(cached: Cached) -> None:
    """A process that gets the lease looks for a stored report again before it scans."""
    result_now(cached.scan(PEARS))

    @implementer(IReportStore)
    class LateStore(FakeStore):
        """A store that finds a report from the second lookup on."""

        looks = 0

        def get(self, key: str) -> Deferred[bytes | None]:
            """Return a stored report (:meth:`sitescan.interfaces.IReportStore.get`)."""
            self.looks += 1
            return succeed(None) if self.looks == 1 else cached.store.get(key)

    caching = CachingScanner(scanner=cached.scanner, store=LateStore(), clock=cached.clock, seconds=25)
    assert [name for name, _ in result_now(caching.scan(parse_target(PEARS), PEARS)).phases] == ["cache"]
    assert len(cached.scanner.requests) == 1
