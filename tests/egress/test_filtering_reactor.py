"""No connection is attempted to an address that isn't public, by any route."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from twisted.internet.defer import Deferred
from twisted.internet.interfaces import IReactorTCP
from twisted.internet.protocol import ClientFactory
from twisted.internet.testing import MemoryReactorClock
from zope.interface.verify import verifyObject

from sitescan.egress.follow_redirects import follow
from sitescan.egress.policy import EgressPolicy, FilteringReactor, Forbidden
from sitescan.standards.urls import InvalidTarget, parse_target
from tests.egress.test_addresses import BLOCKS, embedded
from tests.egress.wire import PUBLIC, Wire
from tests.results import failure_now

INNER = [
    "127.0.0.1",
    "127.255.255.254",
    "0.0.0.0",
    "10.0.0.1",
    "100.64.0.1",
    "169.254.169.254",
    "172.16.0.1",
    "192.168.0.1",
    "224.0.0.1",
    "255.255.255.255",
    "::1",
    "::",
    "fe80::1",
    "fc00::1",
    "fd00:ec2::254",
    "fec0::1",
    "ff02::1",
    *embedded("127.0.0.1"),
    *embedded("169.254.169.254"),
]


def scan(wire: Wire, url: str) -> Deferred[Any]:
    """Request a URL and follow its redirects."""
    return Deferred.fromCoroutine(follow(wire.session, "GET", parse_target(url), wire.deadline(), lambda _: None))


def literal(address: str) -> str:
    """Return the URL of an address."""
    return f"http://[{address}]/" if ":" in address else f"http://{address}/"


@pytest.mark.parametrize("address", INNER)
def test_by_address(address: str) -> None:
    """A URL whose host is a private address is refused."""
    wire = Wire()
    failure_now(scan(wire, literal(address)), Forbidden)
    assert not wire.dialled
    wire.end()


@pytest.mark.parametrize("address", INNER)
def test_by_name(address: str) -> None:
    """A host that resolves to a private address, among public ones or alone, is refused."""
    for addresses in ([address], [PUBLIC, address], [address, PUBLIC]):
        wire = Wire({"a.example": [addresses]})
        failure_now(scan(wire, "http://a.example/"), Forbidden)
        assert not wire.dialled
        wire.end()


@pytest.mark.parametrize("address", INNER)
def test_by_redirect(address: str) -> None:
    """A redirect to a private address, or to a host that resolves to one, is refused."""
    for location in (literal(address), literal(address).replace("http:", ""), "http://b.example/"):
        wire = Wire({"a.example": [[PUBLIC]], "b.example": [[address]]})
        scanned = scan(wire, "http://a.example/")
        protocol, _ = wire.accept()
        protocol.dataReceived(
            b"HTTP/1.1 302 Found\r\nContent-Length: 0\r\nLocation: " + location.encode() + b"\r\n\r\n"
        )
        failure_now(scanned, Forbidden)
        assert wire.dialled == [(PUBLIC, 80)]
        wire.end()


@pytest.mark.parametrize("address", INNER)
def test_by_rebinding(address: str) -> None:
    """A host that is rebound to a private address: a scan keeps the first answer, and the next scan is refused."""
    wire = Wire({"a.example": [[PUBLIC], [address]]})
    scanned = scan(wire, "http://a.example/")
    protocol, end = wire.accept()
    protocol.dataReceived(b"HTTP/1.1 302 Found\r\nConnection: close\r\nContent-Length: 0\r\nLocation: /2\r\n\r\n")
    assert end.disconnected
    assert wire.dialled == [(PUBLIC, 80)] * 2
    scanned.addErrback(lambda _: None)
    scanned.cancel()
    wire.end()
    again = Wire(resolver=wire.resolver)
    failure_now(scan(again, "http://a.example/"), Forbidden)
    assert not again.dialled
    again.end()


@pytest.mark.parametrize("block", BLOCKS)
def test_reactor_refuses_private_addresses(block: str) -> None:
    """The filtering reactor refuses private addresses and host names without asking the real reactor."""
    reactor = MemoryReactorClock()
    filtering_reactor = FilteringReactor(reactor=reactor, policy=EgressPolicy())
    with pytest.raises(Forbidden):
        filtering_reactor.connectTCP(block.partition("/")[0], 80, ClientFactory())
    with pytest.raises(Forbidden):
        filtering_reactor.connectTCP("localhost", 80, ClientFactory())
    assert not reactor.tcpClients


def test_provides_reactor_interfaces() -> None:
    """The filtering reactor can be used by endpoints, but can't listen."""
    filtering_reactor = FilteringReactor(reactor=MemoryReactorClock(), policy=EgressPolicy())
    verifyObject(IReactorTCP, filtering_reactor)
    with pytest.raises(NotImplementedError):
        filtering_reactor.listenTCP(80, None)


def test_url_corpus(shared: Callable[[str], Path]) -> None:
    """Each URL of the shared collection is refused, or connects only to its public address."""
    for case in json.loads(shared("corpus/egress/ssrf.json").read_text())["cases"]:
        wire = Wire(case.get("resolver", {}))
        outcome: list[Any] = []
        try:
            target = parse_target(case["url"])
        except InvalidTarget:
            assert case["expected"] != "allow", case
            continue
        scanned = Deferred.fromCoroutine(follow(wire.session, "GET", target, wire.deadline(), lambda _: None))
        scanned.addBoth(outcome.append)
        wire.serve(case.get("responses", {}))
        for forbidden in case.get("must_not_connect", ()):
            host, port = (forbidden, None) if isinstance(forbidden, str) else forbidden
            assert not any(host == dialled and port in (None, at) for dialled, at in wire.dialled), case
        if case["expected"] == "allow":
            assert wire.dialled, case
            allowed = [tuple(address) for address in case.get("may_connect", [case.get("expect_connect")])]
            assert wire.dialled[0] in allowed, (case, wire.dialled)
        scanned.cancel()
        wire.end()
