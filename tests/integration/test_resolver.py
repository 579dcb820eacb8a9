"""Host names are resolved by a real DNS server on this machine, with valid and invalid answers."""

from collections.abc import AsyncIterator, Callable
from functools import partial
from itertools import chain
from typing import Any

import pytest
import pytest_twisted
from attrs import evolve
from twisted.internet.defer import CancelledError, Deferred, fail, succeed
from twisted.internet.protocol import DatagramProtocol
from twisted.internet.task import Clock, deferLater
from twisted.names import dns, server
from twisted.names.error import DNSNameError
from zope.interface.verify import verifyObject

from sitescan.concurrency.deadline import Deadline
from sitescan.configuration.settings import Settings
from sitescan.egress.resolver import NameNotFound, NameServiceFailed, Resolver, ResolverBusy
from sitescan.interfaces import IResolver
from tests.descriptors import no_descriptor_left
from tests.results import nothing_yet, result_now

pytestmark = pytest.mark.integration

SECONDS = 0.3
#: The number of a type that twisted.names doesn't know.
CAA = 257


def addresses(number: int) -> Any:
    """Return an answer of this many IPv4 addresses."""
    return [dns.RRHeader(b"a.example", dns.A, payload=dns.Record_A(f"198.51.100.{n}")) for n in range(number)], [], []


class Zone:
    """
    A zone whose answers a test sets.

    :ivar answers: functions that return the answers, by name and type; other names don't exist.
    :ivar requests: the queries.
    """

    def __init__(self) -> None:
        self.answers: dict[tuple[bytes, int], Callable[[], Deferred[Any]]] = {}
        self.requests: list[tuple[bytes, int]] = []

    def query(self, query: dns.Query, timeout: Any = None) -> Deferred[Any]:
        """Answer a query (twisted.names)."""
        question = (query.name.name, query.type)
        self.requests.append(question)
        return self.answers.get(question, lambda: fail(DNSNameError()))()

    def has(self, name: bytes, *records: Any) -> None:
        """Set the records of a name, which has none of other types."""
        for kind in (dns.A, dns.AAAA):
            own = [dns.RRHeader(name, record.TYPE, payload=record) for record in records if kind == record.TYPE]
            self.answers[name, kind] = lambda own=own: succeed((own, [], []))  # type: ignore[misc]  # a default binds it


class Names:
    """A resolver that queries a server on this machine."""

    def __init__(self, reactor: Any) -> None:
        self.reactor = reactor
        self.zone = Zone()
        factory = server.DNSServerFactory(clients=[self.zone])
        factory.noisy = False
        protocol = dns.DNSDatagramProtocol(factory, reactor=reactor)
        self.tcp = reactor.listenTCP(0, factory, interface="127.0.0.1")
        self.port = self.tcp.getHost().port
        self.udp = reactor.listenUDP(self.port, protocol, interface="127.0.0.1")
        self.resolver = self.asking(self.port)

    def asking(self, port: int, seconds: float = SECONDS) -> Resolver:
        """Return a resolver that asks the name server on a port."""
        return Resolver(self.reactor, evolve(Settings(), dns=(("127.0.0.1", port),), dns_seconds=seconds))

    def deadline(self) -> Deadline:
        """Return a deadline that is later than all answers."""
        return Deadline.after(self.reactor, 100.0)

    async def end(self) -> None:
        """Close the servers once the last lookup has ended."""
        await deferLater(self.reactor, SECONDS + 0.1)
        await self.udp.stopListening()
        await self.tcp.stopListening()


@pytest_twisted.async_yield_fixture
async def names(reactor: Any) -> AsyncIterator[Names]:
    """Run a resolver and its server."""
    names = Names(reactor)
    yield names
    await names.end()


@pytest_twisted.ensureDeferred
async def test_ipv4_addresses_come_first(names: Names) -> None:
    """IPv4 addresses come before IPv6 addresses."""
    verifyObject(IResolver, names.resolver)
    names.zone.has(b"a.example", dns.Record_AAAA("2606:2800::1"), dns.Record_A("198.51.100.1"))
    assert await names.resolver.addresses("a.example.") == ["198.51.100.1", "2606:2800::1"]


@pytest_twisted.ensureDeferred
async def test_alias(names: Names) -> None:
    """The addresses behind an alias are the name's addresses."""
    alias = dns.RRHeader(b"a.example", dns.CNAME, payload=dns.Record_CNAME(b"b.example"))
    behind = dns.RRHeader(b"b.example", dns.A, payload=dns.Record_A("198.51.100.9"))
    names.zone.answers[b"a.example", dns.A] = lambda: succeed(([alias, behind], [], []))
    names.zone.answers[b"a.example", dns.AAAA] = lambda: succeed(([alias], [], []))
    assert await names.resolver.addresses("a.example") == ["198.51.100.9"]


@pytest_twisted.ensureDeferred
async def test_taken_port(names: Names, monkeypatch: pytest.MonkeyPatch) -> None:
    """If another program has the port of a query, another port is tried."""
    taken = names.reactor.listenUDP(0, DatagramProtocol())
    ports = chain([taken.getHost().port] * 3, iter(dns.randomSource, None))
    monkeypatch.setattr(dns, "randomSource", partial(next, ports))
    names.zone.has(b"a.example", dns.Record_A("198.51.100.1"))
    assert await names.resolver.addresses("a.example") == ["198.51.100.1"]
    await taken.stopListening()


@pytest_twisted.ensureDeferred
async def test_at_most_four_addresses(names: Names) -> None:
    """Four addresses of a name are used, even of a hundred that arrive over TCP."""
    names.zone.answers[b"a.example", dns.A] = lambda: succeed(addresses(100))
    assert await names.resolver.addresses("a.example") == [f"198.51.100.{n}" for n in range(4)]


@pytest_twisted.ensureDeferred
async def test_unknown_name(names: Names) -> None:
    """A name that doesn't exist isn't found, and neither is a name without addresses."""
    for name in ("no.example", "mail.example"):
        names.zone.has(b"mail.example")
        with pytest.raises(NameNotFound):
            await names.resolver.addresses(name)


@pytest_twisted.ensureDeferred
async def test_unresponsive_server(names: Names) -> None:
    """A server that doesn't answer is queried twice and given up in time."""
    for kind in (dns.A, dns.AAAA):
        names.zone.answers[b"a.example", kind] = Deferred
    started = names.reactor.seconds()
    with pytest.raises(NameServiceFailed):
        await names.resolver.addresses("a.example")
    assert names.reactor.seconds() - started < SECONDS + 0.3
    assert len(names.zone.requests) == 4


@pytest.mark.parametrize("silent", [dns.A, dns.AAAA])
@pytest_twisted.ensureDeferred
async def test_unresponsive_server_for_address_type(names: Names, silent: int) -> None:
    """A server that doesn't answer for one type of address doesn't hide the addresses of the other type."""
    names.zone.has(b"a.example", dns.Record_A("198.51.100.1"), dns.Record_AAAA("2606:2800::1"))
    names.zone.answers[b"a.example", silent] = Deferred
    other = "198.51.100.1" if silent == dns.AAAA else "2606:2800::1"
    assert await names.resolver.addresses("a.example") == [other]


@pytest_twisted.ensureDeferred
async def test_cancelled_lookup_does_not_affect_others(names: Names) -> None:
    """Cancelling one of two lookups of the same name doesn't end the other lookup."""
    answers: list[Deferred[Any]] = []

    def later() -> Deferred[Any]:
        answers.append(Deferred())
        return answers[-1]

    names.zone.answers[b"a.example", dns.A] = later
    resolver = names.asking(names.port, seconds=30)
    first, second = resolver.addresses("a.example"), resolver.addresses("a.example")
    first.cancel()
    with pytest.raises(CancelledError):
        await first
    while not answers:
        await deferLater(names.reactor, 0.01)
    answers[0].callback(addresses(1))
    assert await second == ["198.51.100.0"]


@pytest.mark.parametrize("kind", [dns.AAAA, CAA])
@pytest_twisted.ensureDeferred
async def test_records(names: Names, kind: int) -> None:
    """A name has one, is an alias of a name that has one, or has none. Of names that don't exist, nothing is known."""
    payload = dns.Record_AAAA("2606:2800::1") if kind == dns.AAAA else dns.UnknownRecord(b"\0\5issue;")
    record = dns.RRHeader(b"b.example", kind, payload=payload)
    alias = dns.RRHeader(b"a.example", dns.CNAME, payload=dns.Record_CNAME(b"b.example"))
    names.zone.answers[b"b.example", kind] = lambda: succeed(([record], [], []))
    names.zone.answers[b"a.example", kind] = lambda: succeed(([alias, record], [], []))
    names.zone.answers[b"dead.example", kind] = lambda: succeed(([alias], [], []))
    names.zone.answers[b"none.example", kind] = lambda: succeed(([], [], []))
    for name, has in (("a", True), ("b", True), ("dead", False), ("none", False), ("no", None)):
        assert await names.resolver.has_record(f"{name}.example.", kind, names.deadline()) is has, name


@pytest_twisted.ensureDeferred
async def test_unknown_records(names: Names) -> None:
    """A server that is silent, fails, answers something else or only a part says nothing; nor is this machine asked."""
    names.zone.answers[b"a.example", CAA] = Deferred
    assert await names.resolver.has_record("a.example", CAA, names.deadline()) is None
    question = b"\1a\7example\0\1\1\0\1"
    for head, has in (
        (b"\x81\x80\0\0" + bytes(6), None),
        (b"\x81\x80\0\1" + bytes(6) + question, False),
        (b"\x83\x80\0\1" + bytes(6) + question, None),
        (b"\x81\x00\0\1" + bytes(6) + question, None),
        (b"\x81\x82\0\1" + bytes(6) + question, None),
        (b"\x81\x80\0\1" + bytes(6) + question.replace(b"a", b"b", 1), None),
    ):
        port = names.reactor.listenUDP(0, Garbage(head), interface="127.0.0.1")
        assert await names.asking(port.getHost().port).has_record("a.example", CAA, names.deadline()) is has, head
        await port.stopListening()
    queries = len(names.zone.requests)
    assert await names.resolver.has_record("localhost", CAA, names.deadline()) is None
    assert len(names.zone.requests) == queries


@pytest_twisted.ensureDeferred
async def test_record_lookup_ends_at_scan_deadline(names: Names) -> None:
    """A question about a record ends at the deadline of the scan if that is earlier than the limit of a lookup."""
    names.zone.answers[b"a.example", CAA] = Deferred
    clock = Clock()
    has = names.resolver.has_record("a.example", CAA, Deadline.after(clock, SECONDS / 2))
    assert nothing_yet(has)
    clock.advance(SECONDS / 2)
    assert result_now(has) is None


class Garbage(DatagramProtocol):
    """A server that answers every query with the same bytes after the query's ID."""

    def __init__(self, answer: bytes) -> None:
        self.answer = answer

    def datagramReceived(self, datagram: bytes, addr: Any) -> None:  # noqa: N802
        """Answer a query."""
        assert self.transport is not None
        self.transport.write(datagram[:2] + self.answer, addr)


@pytest.mark.parametrize(
    "answer",
    [
        b"",
        b"\x81\x80",
        b"\x81\x80\0\1\0\1\0\0\0\0\xc0\x0c\0\1\0\1\xc0\x0c\0\1\0\1\0\0\0\1\0\4\x7f\0\0\1",
        b"\x81\x80\0\0\0\1\0\0\0\0\xc0\x0c\0\1\0\1\0\0\0\1\0\4\x7f\0\0\1",
        b"\x81\x80\xff\xff\xff\xff\xff\xff\xff\xff",
        b"\x81\x80\0\0\0\1\0\0\0\0\1a\0\0\1\0\1\0\0\0\1\0\xff\x7f",
        b"\x81\x80\0\0\0\0\0\0\0\0garbage",
    ],
)
@pytest_twisted.ensureDeferred
async def test_malformed_responses(names: Names, answer: bytes) -> None:
    """A malformed answer leads to no address, in time."""
    port = names.reactor.listenUDP(0, Garbage(answer), interface="127.0.0.1")
    with pytest.raises((NameNotFound, NameServiceFailed)):
        await names.asking(port.getHost().port).addresses("a.example")
    await port.stopListening()


@pytest.mark.parametrize(
    ("code", "problem"),
    [
        (dns.ENAME, NameNotFound),
        (dns.OK, NameNotFound),
        (dns.EFORMAT, NameServiceFailed),
        (dns.ESERVER, NameServiceFailed),
        (dns.ENOTIMP, NameServiceFailed),
        (dns.EREFUSED, NameServiceFailed),
        (9, NameServiceFailed),
    ],
)
@pytest_twisted.ensureDeferred
async def test_server_failures(names: Names, code: int, problem: type[Exception]) -> None:
    """NXDOMAIN or an empty answer means that a name isn't found; any other response code is a failure of the server."""
    port = names.reactor.listenUDP(0, Garbage(bytes([0x81, 0x80 | code]) + bytes(8)), interface="127.0.0.1")
    with pytest.raises(problem):
        await names.asking(port.getHost().port).addresses("a.example")
    await port.stopListening()


@pytest_twisted.ensureDeferred
async def test_no_server(names: Names) -> None:
    """Without a server, a lookup fails."""
    port = names.reactor.listenUDP(0, DatagramProtocol(), interface="127.0.0.1")
    number = port.getHost().port
    await port.stopListening()
    with pytest.raises(NameServiceFailed):
        await names.asking(number).addresses("a.example")


@pytest_twisted.ensureDeferred
async def test_no_free_descriptors(names: Names) -> None:
    """If no descriptor is left, the resolver is busy, and finds the name once there are descriptors again."""
    names.zone.has(b"a.example", dns.Record_A("198.51.100.1"))
    with no_descriptor_left(), pytest.raises(ResolverBusy):
        await names.resolver.addresses("a.example")
    assert await names.resolver.addresses("a.example") == ["198.51.100.1"]
