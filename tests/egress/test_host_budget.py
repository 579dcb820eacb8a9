"""All scans together send a host a limited number of requests, by its name and by its address."""

from collections.abc import Iterator
from ipaddress import ip_network

import pytest
from twisted.internet.defer import Deferred

from sitescan.egress.client import Session
from sitescan.egress.request_errors import Unreachable
from sitescan.egress.response import Response
from sitescan.model.answers import Problem
from sitescan.standards.urls import parse_target
from tests.egress.wire import PUBLIC, Wire
from tests.results import failure_now, nothing_yet, result_now

EMPTY = b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"
NAMES = {f"{name}.example": [[PUBLIC]] for name in "abcdefghij"}


class Scans:
    """Sessions that share the host budgets of one process. :meth:`end` cancels their open requests."""

    def __init__(self, wire: Wire) -> None:
        self.wire = wire
        self._sessions = [wire.session]
        self._waiting: list[Deferred[Response]] = []

    def ask(self, url: str, session: Session | None = None) -> Deferred[Response]:
        """Start a request."""
        request = (session or self.wire.session).request("GET", parse_target(url), self.wire.deadline())
        self._waiting.append(Deferred.fromCoroutine(request))
        return self._waiting[-1]

    def refused(self, url: str, session: Session | None = None) -> bool:
        """Return whether a request is refused because its host has reached its limit."""
        request = self.ask(url, session)
        if nothing_yet(request):
            return False
        failure = failure_now(request, Unreachable)
        assert isinstance(failure, Unreachable)
        return failure.problem is Problem.COOLING

    def another(self) -> Session:
        """Return the session of another scan."""
        self._sessions.append(Session(self.wire.context))
        return self._sessions[-1]

    def end(self) -> None:
        """Cancel all requests and close all sessions."""
        for request in self._waiting:
            request.addErrback(lambda _: None)
            request.cancel()
        for session in self._sessions:
            session.close()
        self.wire.end()


@pytest.fixture
def scans() -> Iterator[Scans]:
    """A service that sends a host three requests a minute."""
    scans = Scans(Wire(NAMES, host_requests=3))
    yield scans
    scans.end()


def test_limit_per_host(scans: Scans) -> None:
    """All scans share the limit of a host per minute, and each host has a limit of its own."""
    wire = Wire({"a.example": [[PUBLIC]], "b.example": [["93.184.215.15"]]}, host_requests=2)
    own = Scans(wire)
    assert not own.refused("http://a.example/1")
    assert not own.refused("http://a.example./2")
    assert own.refused("http://a.example/3", own.another())
    assert not own.refused("http://b.example/")
    wire.reactor.advance(60)
    assert not own.refused("http://a.example/4")
    own.end()


def test_many_names_of_one_address(scans: Scans) -> None:
    """Many names of one address share the limit of the address."""
    refused = [scans.refused(f"http://{name}/") for name in NAMES]
    assert refused == [False] * 3 + [True] * 7
    assert scans.wire.dialled == [(PUBLIC, 80)] * 3
    assert scans.refused(f"http://{PUBLIC}/", scans.another())


def test_one_name_of_many_addresses() -> None:
    """A name that resolves to another address each time has one limit."""
    answers = [[f"93.184.215.{number}"] for number in range(1, 9)]
    scans = Scans(Wire({"a.example": answers}, host_requests=3))
    assert [scans.refused("http://a.example/", scans.another()) for _ in answers] == [False] * 3 + [True] * 5
    scans.end()


def test_ipv6_addresses_are_counted_by_network() -> None:
    """All IPv6 addresses of a /64 network share a limit; IPv4 addresses don't share any."""
    scans = Scans(Wire(host_requests=2))
    assert [scans.refused(f"http://[2a00:1450::{number}]/") for number in (1, 2, 3)] == [False, False, True]
    assert not scans.refused("http://[2a00:1450:0:1::1]/")
    assert not any(scans.refused(f"http://93.184.216.{number}/") for number in (1, 2, 3))
    scans.end()


def test_reused_connection() -> None:
    """Each request counts, also over a reused connection, which is closed at the limit."""
    scans = Scans(Wire(NAMES, host_requests=2))
    request = scans.ask("http://a.example/1")
    protocol, end = scans.wire.accept()
    protocol.dataReceived(EMPTY)
    result_now(request).close()
    assert not scans.refused("http://a.example/2")
    assert scans.wire.dialled == [(PUBLIC, 80)]
    assert end.value().count(b"GET ") == 2
    protocol.dataReceived(EMPTY)
    # The address has reached its limit, so it is refused under another name as well.
    assert scans.refused("http://b.example/")
    assert scans.refused("http://a.example/3")
    scans.end()


def test_reused_connection_to_address_at_limit() -> None:
    """A reused connection is refused if its address has reached the limit under another name."""
    scans = Scans(Wire(NAMES, host_requests=2))
    request = scans.ask("http://a.example/1")
    protocol, end = scans.wire.accept()
    protocol.dataReceived(EMPTY)
    result_now(request).close()
    assert not scans.refused("http://b.example/", scans.another())
    assert scans.refused("http://a.example/2")
    assert end.disconnecting or end.disconnected
    scans.end()


def test_requests_reserved_for_pages() -> None:
    """Requests for links leave a fifth of a host's limit to scanned pages."""
    scans = Scans(Wire(NAMES, host_requests=10, per_host=50, per_scan=50))
    scans.wire.session.fetches_page = False
    refused = [scans.refused(f"http://a.example/{number}") for number in range(10)]
    assert refused == [False] * 8 + [True] * 2
    assert [scans.refused("http://a.example/", scans.another()) for _ in range(3)] == [False, False, True]
    scans.end()


def test_allowed_private_networks() -> None:
    """Requests to networks that the operator allows aren't limited."""
    scans = Scans(Wire(host_requests=1, allow_private=(ip_network("10.0.0.0/8"),)))
    assert not any(scans.refused("http://10.0.0.1/") for _ in range(3))
    scans.end()
