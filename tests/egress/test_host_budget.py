"""Many scans together ask one host no more often than it may be asked, whatever it is called."""

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
    """Sessions that share the budgets of one process; what they wait for in the end is given up."""

    def __init__(self, wire: Wire) -> None:
        self.wire = wire
        self._sessions = [wire.session]
        self._waiting: list[Deferred[Response]] = []

    def ask(self, url: str, session: Session | None = None) -> Deferred[Response]:
        """Ask for a URL."""
        asked = (session or self.wire.session).request("GET", parse_target(url), self.wire.deadline())
        self._waiting.append(Deferred.fromCoroutine(asked))
        return self._waiting[-1]

    def refused(self, url: str, session: Session | None = None) -> bool:
        """Whether asking for a URL is refused, since its host has been asked too often."""
        asked = self.ask(url, session)
        if nothing_yet(asked):
            return False
        failure = failure_now(asked, Unreachable)
        assert isinstance(failure, Unreachable)
        return failure.problem is Problem.COOLING

    def another(self) -> Session:
        """The session of another scan, which begins with its page."""
        self._sessions.append(Session(self.wire.context))
        return self._sessions[-1]

    def end(self) -> None:
        """Nothing is left."""
        for one in self._waiting:
            one.addErrback(lambda _: None)
            one.cancel()
        for session in self._sessions:
            session.close()
        self.wire.end()


@pytest.fixture
def scans() -> Iterator[Scans]:
    """A host may be asked three times a minute."""
    scans = Scans(Wire(NAMES, host_requests=3))
    yield scans
    scans.end()


def test_a_name(scans: Scans) -> None:
    """All scans together keep to the limit of a host; another host, and the next minute, are free."""
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
    """Names are free; whoever has two hundred of them for one victim gets no more than one would."""
    refused = [scans.refused(f"http://{name}/") for name in NAMES]
    assert refused == [False] * 3 + [True] * 7
    assert scans.wire.dialled == [(PUBLIC, 80)] * 3
    assert scans.refused(f"http://{PUBLIC}/", scans.another())


def test_one_name_of_many_addresses() -> None:
    """A name that leads elsewhere each time is one host all the same."""
    answers = [[f"93.184.215.{number}"] for number in range(1, 9)]
    scans = Scans(Wire({"a.example": answers}, host_requests=3))
    assert [scans.refused("http://a.example/", scans.another()) for _ in answers] == [False] * 3 + [True] * 5
    scans.end()


def test_a_network_of_one_subscriber() -> None:
    """Whoever has an address of IPv6 has 2^64 of them; a prefix of IPv4 says nothing of that kind."""
    scans = Scans(Wire(host_requests=2))
    assert [scans.refused(f"http://[2a00:1450::{number}]/") for number in (1, 2, 3)] == [False, False, True]
    assert not scans.refused("http://[2a00:1450:0:1::1]/")
    assert not any(scans.refused(f"http://93.184.216.{number}/") for number in (1, 2, 3))
    scans.end()


def test_a_connection_that_is_used_again() -> None:
    """Each request counts, not each connection; the one that was to be used is closed."""
    scans = Scans(Wire(NAMES, host_requests=2))
    asked = scans.ask("http://a.example/1")
    protocol, end = scans.wire.accept()
    protocol.dataReceived(EMPTY)
    result_now(asked).close()
    assert not scans.refused("http://a.example/2")
    assert scans.wire.dialled == [(PUBLIC, 80)]
    assert end.value().count(b"GET ") == 2
    protocol.dataReceived(EMPTY)
    # By another name the address has been asked twice as well.
    assert scans.refused("http://b.example/")
    assert scans.refused("http://a.example/3")
    scans.end()


def test_an_address_that_was_asked_too_often_under_another_name() -> None:
    """A connection that is open already is no way around the limit."""
    scans = Scans(Wire(NAMES, host_requests=2))
    asked = scans.ask("http://a.example/1")
    protocol, end = scans.wire.accept()
    protocol.dataReceived(EMPTY)
    result_now(asked).close()
    assert not scans.refused("http://b.example/", scans.another())
    assert scans.refused("http://a.example/2")
    assert end.disconnecting or end.disconnected
    scans.end()


def test_room_for_pages() -> None:
    """Links into a host use up its requests, but for those that fetches of pages have to themselves."""
    scans = Scans(Wire(NAMES, host_requests=10, per_host=50, per_scan=50))
    scans.wire.session.fetches_page = False
    refused = [scans.refused(f"http://a.example/{number}") for number in range(10)]
    assert refused == [False] * 8 + [True] * 2
    assert [scans.refused("http://a.example/", scans.another()) for _ in range(3)] == [False, False, True]
    scans.end()


def test_networks_of_the_operator() -> None:
    """What the operator has opened is not counted."""
    scans = Scans(Wire(host_requests=1, allow_private=(ip_network("10.0.0.0/8"),)))
    assert not any(scans.refused("http://10.0.0.1/") for _ in range(3))
    scans.end()
