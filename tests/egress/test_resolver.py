"""Look-ups are bounded, and what fails for want of room on this side is not the name's fault."""

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

from sitescan.egress.resolver import (
    LOOKUPS_PER_SCAN,
    NameNotFound,
    NameServiceFailed,
    Resolver,
    ResolverBusy,
    _DnsClient,
)
from sitescan.settings import Settings
from tests.results import failure_now, nothing_yet, result_now

SECONDS = 3


class Questions:
    """Questions to name servers (twisted.internet.interfaces.IResolver), which are answered when the test says so."""

    def __init__(self) -> None:
        self.asked: dict[bytes, list[Deferred[Any]]] = {}

    def lookupAddress(self, name: bytes, timeout: Any) -> Deferred[Any]:  # noqa: N802 - IResolver
        """Ask."""
        self.asked.setdefault(name, []).append(Deferred())
        return self.asked[name][-1]

    lookupIPV6Address = lookupAddress  # noqa: N815 - IResolver

    def answer(self, name: str) -> None:
        """Say that a name has one address."""
        record = dns.RRHeader(name.encode(), dns.A, payload=dns.Record_A("198.51.100.1"))
        four, six = self.asked.pop(name.encode())
        four.callback(([record], [], []))
        six.callback(([], [], []))

    def fail(self, name: str, problem: Exception) -> None:
        """Say that both questions failed."""
        for one in self.asked.pop(name.encode()):
            one.errback(problem)


class Asked:
    """A resolver for one scan at a time, and its questions."""

    def __init__(self) -> None:
        self.clock, self.questions = Clock(), Questions()
        settings = evolve(Settings(), scans=1, dns_seconds=SECONDS, dns=(("127.0.0.1", 53),))
        self.resolver = Resolver(self.clock, settings, self.questions)
        self.under_way = [self.resolver.addresses(f"{number}.example") for number in range(LOOKUPS_PER_SCAN)]


def test_so_many_at_the_same_time() -> None:
    """One more name waits until a look-up has ended."""
    asked = Asked()
    more = asked.resolver.addresses("more.example")
    assert b"more.example" not in asked.questions.asked
    asked.questions.answer("3.example")
    assert result_now(asked.under_way.pop(3)) == ["198.51.100.1"]
    asked.questions.answer("more.example")
    assert result_now(more) == ["198.51.100.1"]


def test_a_look_up_goes_on_when_nobody_waits() -> None:
    """Whoever gives up leaves the look-up behind: it takes its place until it has ended."""
    asked = Asked()
    for one in asked.under_way:
        one.addErrback(lambda _: None)
        one.cancel()
    more = asked.resolver.addresses("more.example")
    assert b"more.example" not in asked.questions.asked
    asked.questions.fail("3.example", DNSNameError())
    assert b"more.example" in asked.questions.asked
    more.addErrback(lambda _: None)
    more.cancel()


def test_no_room_in_time() -> None:
    """Whoever waits too long is told that it is this service that is busy."""
    asked = Asked()
    more = asked.resolver.addresses("more.example")
    asked.clock.advance(SECONDS - 0.1)
    assert nothing_yet(more)
    for one in asked.under_way:
        one.addErrback(lambda _: None)
    asked.clock.advance(0.1)
    failure_now(more, ResolverBusy)
    assert not asked.clock.getDelayedCalls()


def test_giving_up_while_there_is_no_room() -> None:
    """Whoever gives up before the turn comes asks nothing."""
    asked = Asked()
    more = asked.resolver.addresses("more.example")
    more.addErrback(lambda _: None)
    more.cancel()
    asked.questions.answer("3.example")
    assert b"more.example" not in asked.questions.asked


@pytest.mark.parametrize(
    ("problem", "told"),
    [
        (CannotListenError("", 0, OSError(EMFILE, "")), ResolverBusy),
        (OSError(ENFILE, ""), ResolverBusy),
        (CannotListenError("", 0, OSError(EACCES, "")), NameServiceFailed),
        (ValueError(), NameServiceFailed),
        (DNSNameError(), NameNotFound),
    ],
)
def test_whose_fault_it_is(problem: Exception, told: type[Exception]) -> None:
    """Where this process has no descriptor left, neither the name nor its name server is blamed."""
    asked = Asked()
    asked.questions.fail("0.example", problem)
    failure_now(asked.under_way[0], told)


def test_a_name_of_the_file_of_hosts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is not asked for; its IPv4 addresses come first. A file that can't be read knows none."""
    file = tmp_path / "hosts"
    monkeypatch.setattr("sitescan.egress.resolver._HOSTS", file)
    file.write_text("2606:2800::1 Pear.example # ours\nnone pear.example\n198.51.100.1\tother.example pear.example\n")
    questions = Questions()
    resolver = Resolver(Clock(), evolve(Settings(), dns=(("127.0.0.1", 53),)), questions)
    assert result_now(resolver.addresses("pear.example.")) == ["198.51.100.1", "2606:2800::1"]
    assert not questions.asked
    file.unlink()
    assert nothing_yet(resolver.addresses("pear.example"))
    assert list(questions.asked) == [b"pear.example"]


def test_changed_name_servers(tmp_path: Path) -> None:
    """Name servers that change while the service runs are used from the next lookup on, without a timer."""
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
