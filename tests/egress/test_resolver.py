"""Lookups are limited, and a lookup that fails for lack of resources on this machine isn't blamed on the name."""

import os
from errno import EACCES, EMFILE, ENFILE
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from twisted.internet.defer import Deferred
from twisted.internet.error import CannotListenError
from twisted.internet.task import Clock
from twisted.names import dns
from twisted.names.error import DNSNameError

from sitescan.configuration.settings import Settings
from sitescan.egress.resolver import (
    LOOKUPS_PER_SCAN,
    NameNotFound,
    NameServiceFailed,
    Resolver,
    ResolverBusy,
    _DnsClient,
)
from tests.fakes import as_reactor
from tests.results import failure_now, nothing_yet, result_now

SECONDS = 3


class FakeDnsClient:
    """
    A DNS client (:class:`twisted.internet.interfaces.IResolver`) whose answers come when the test sends them.

    :ivar busy: the queries that have no answer, by name.
    :ivar timeouts: how long it may wait for the answer to each attempt, in seconds.
    """

    def __init__(self) -> None:
        self.busy: dict[bytes, list[Deferred[Any]]] = {}
        self.timeouts: set[tuple[float, ...]] = set()

    def lookupAddress(self, name: bytes, timeout: Any) -> Deferred[Any]:  # noqa: N802 - IResolver
        """Start a query."""
        self.timeouts.add(timeout)
        self.busy.setdefault(name, []).append(Deferred())
        return self.busy[name][-1]

    lookupIPV6Address = lookupAddress  # noqa: N815 - IResolver

    def answer(self, name: str) -> None:
        """Answer both queries for a name with one IPv4 address."""
        record = dns.RRHeader(name.encode(), dns.A, payload=dns.Record_A("198.51.100.1"))
        four, six = self.busy.pop(name.encode())
        four.callback(([record], [], []))
        six.callback(([], [], []))

    def fail(self, name: str, problem: Exception) -> None:
        """Fail both queries for a name."""
        for query in self.busy.pop(name.encode()):
            query.errback(problem)


class BusyResolver:
    """A resolver for one scan at a time, all of whose lookups are under way."""

    def __init__(self) -> None:
        self.clock, self.dns_client = Clock(), FakeDnsClient()
        settings = evolve(Settings(), scans=1, dns_seconds=SECONDS, dns=(("127.0.0.1", 53),))
        self.resolver = Resolver(as_reactor(self.clock), settings, self.dns_client)
        self.under_way = [self.resolver.addresses(f"{number}.example") for number in range(LOOKUPS_PER_SCAN)]


def test_query_is_sent_twice() -> None:
    """A query without an answer is sent again after a third of the time, and both attempts end with that time."""
    assert BusyResolver().dns_client.timeouts == {(SECONDS / 3, SECONDS * 2 / 3)}


def test_lookup_limit() -> None:
    """A lookup beyond the limit waits until another one has ended."""
    busy = BusyResolver()
    waiting = busy.resolver.addresses("waiting.example")
    assert b"waiting.example" not in busy.dns_client.busy
    busy.dns_client.answer("3.example")
    assert result_now(busy.under_way.pop(3)) == ["198.51.100.1"]
    busy.dns_client.answer("waiting.example")
    assert result_now(waiting) == ["198.51.100.1"]


def test_cancelled_lookup_continues() -> None:
    """A lookup goes on when its caller cancels it, and counts until it ends."""
    busy = BusyResolver()
    for lookup in busy.under_way:
        lookup.addErrback(lambda _: None)
        lookup.cancel()
    waiting = busy.resolver.addresses("waiting.example")
    assert b"waiting.example" not in busy.dns_client.busy
    busy.dns_client.fail("3.example", DNSNameError())
    assert b"waiting.example" in busy.dns_client.busy
    waiting.addErrback(lambda _: None)
    waiting.cancel()


def test_lookup_times_out_in_queue() -> None:
    """A lookup that waits too long for its turn fails because the service is busy."""
    busy = BusyResolver()
    waiting = busy.resolver.addresses("waiting.example")
    busy.clock.advance(SECONDS - 0.1)
    assert nothing_yet(waiting)
    for lookup in busy.under_way:
        lookup.addErrback(lambda _: None)
    busy.clock.advance(0.1)
    failure_now(waiting, ResolverBusy)
    assert not busy.clock.getDelayedCalls()


def test_cancelled_while_waiting() -> None:
    """A waiting lookup that is cancelled sends no query."""
    busy = BusyResolver()
    waiting = busy.resolver.addresses("waiting.example")
    waiting.addErrback(lambda _: None)
    waiting.cancel()
    busy.dns_client.answer("3.example")
    assert b"waiting.example" not in busy.dns_client.busy


@pytest.mark.parametrize(
    ("problem", "error"),
    [
        (CannotListenError("", 0, OSError(EMFILE, "")), ResolverBusy),
        (OSError(ENFILE, ""), ResolverBusy),
        (CannotListenError("", 0, OSError(EACCES, "")), NameServiceFailed),
        (ValueError(), NameServiceFailed),
        (DNSNameError(), NameNotFound),
    ],
)
def test_no_file_descriptors(problem: Exception, error: type[Exception]) -> None:
    """A lookup that fails because this process has no file descriptor left blames neither name nor name server."""
    busy = BusyResolver()
    busy.dns_client.fail("0.example", problem)
    failure_now(busy.under_way[0], error)


def test_hosts_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A name of the hosts file isn't queried, and its IPv4 addresses come first. An unreadable file has no names."""
    file = tmp_path / "hosts"
    monkeypatch.setattr("sitescan.egress.resolver._HOSTS", file)
    file.write_text("2606:2800::1 Pear.example # ours\nnone pear.example\n198.51.100.1\tother.example pear.example\n")
    dns_client = FakeDnsClient()
    clock = Clock()
    resolver = Resolver(as_reactor(clock), evolve(Settings(), dns=(("127.0.0.1", 53),)), dns_client)
    assert result_now(resolver.addresses("pear.example.")) == ["198.51.100.1", "2606:2800::1"]
    assert not dns_client.busy
    file.unlink()
    result_now(resolver.addresses("pear.example"))
    clock.advance(0)
    assert nothing_yet(resolver.addresses("pear.example"))
    assert list(dns_client.busy) == [b"pear.example"]


def test_changed_name_servers(tmp_path: Path) -> None:
    """A change of the system's name servers takes effect with the next lookup, without a timer."""
    file, clock = tmp_path / "resolv.conf", Clock()
    client: Any = _DnsClient(resolv=bytes(file), reactor=clock)
    assert client.dynServers == [("127.0.0.1", 53)]
    for seconds, address in enumerate(("192.0.2.1", "192.0.2.2")):
        file.write_text(f"search example\nnameserver {address}\n")
        os.utime(file, (seconds, seconds))
        client.maybeParseConfig()
        assert client.dynServers == [(address, 53)]
    file.unlink()
    client.maybeParseConfig()
    assert client.dynServers == [("127.0.0.1", 53)]
    assert not clock.getDelayedCalls()
