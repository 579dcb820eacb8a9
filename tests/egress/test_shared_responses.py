"""Scans that share responses: each request is sent once, and replayed as it was received."""

from collections.abc import Iterator
from typing import Any

import pytest
from attrs import evolve, field, frozen
from twisted.internet.defer import Deferred
from twisted.internet.task import Clock
from twisted.python.failure import Failure
from zope.interface.verify import verifyObject

from sitescan.concurrency.deadline import TimedOut
from sitescan.egress.body import BodyLimits
from sitescan.egress.client import Session
from sitescan.egress.courtesy import Courtesy
from sitescan.egress.recent_responses import RecentResponses
from sitescan.egress.request_errors import TooLarge, Unreachable
from sitescan.egress.response import Response
from sitescan.egress.shared_responses import SharedResponses
from sitescan.interfaces import IResponseStore
from sitescan.model.answers import Problem
from sitescan.standards.urls import parse_target
from tests.egress.wire import Wire
from tests.results import failure_now, nothing_yet, result_now

PAGE = "http://a.example/"
OK = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nX-Pear: ripe\r\nContent-Length: 5\r\n\r\npears"


class Scans:
    """Sessions that share their responses over one network in memory."""

    def __init__(self) -> None:
        self.wire = Wire()
        courtesy = Courtesy(self.wire.reactor, rate=0)
        self.shared = SharedResponses(RecentResponses(), courtesy, is_own=lambda origin: origin == "http://a.example")
        self._sessions: list[Session] = []

    def ask(self, url: str = PAGE, method: str = "GET", *headers: tuple[str, str]) -> Deferred[Response]:
        """Start a request in a session of its own."""
        session = Session(evolve(self.wire.context, shared=self.shared))
        self._sessions.append(session)
        return Deferred.fromCoroutine(session.request(method, parse_target(url), self.wire.deadline(), headers))

    def answer(self, data: bytes, *, close: bool = False) -> bytes:
        """Answer the request on the newest connection, and return its first line."""
        protocol, end = self.wire.accept()
        sent = bytes(end.value().split(b"\r\n")[0])
        protocol.dataReceived(data)
        if close:
            end.loseConnection()
        self.wire.settle()
        return sent

    def body(self, response: Response, most: int = 100) -> Any:
        """Return the body of a response."""
        limits = BodyLimits(wire=most, decoded=most)
        return Deferred.fromCoroutine(response.body(limits, self.wire.deadline()))

    def end(self) -> None:
        """Close the sessions."""
        for session in self._sessions:
            session.close()
        self.wire.end()


@pytest.fixture
def scans() -> Iterator[Scans]:
    """Return scans that leave nothing open."""
    made = Scans()
    yield made
    made.end()


def test_one_request_for_all(scans: Scans) -> None:
    """Scans that ask while the request is in progress, and later ones, get the same response."""
    first, second = scans.ask(), scans.ask()
    scans.answer(OK)
    for asked in (first, second, scans.ask()):
        response = result_now(asked)
        assert (response.status, response.headers.get("x-pear"), response.length) == (200, "ripe", 5)
        assert response.http_version == "1.1"
        assert result_now(scans.body(response)).data == b"pears"
        response.close()
    assert len(scans.wire.dialled) == 1


def test_kept_response_that_is_none(scans: Scans) -> None:
    """What a store has of somebody else is no response, so the request is sent."""
    result_now(scans.shared.store.put(f"GET {PAGE}", b"\xff"))
    asked = scans.ask()
    scans.answer(OK)
    assert result_now(asked).status == 200


def test_limits_of_each_reader(scans: Scans) -> None:
    """A replayed body is subject to the limits of the scan that reads it."""
    asked = scans.ask()
    scans.answer(OK)
    failure_now(scans.body(result_now(asked), most=3), TooLarge)
    assert result_now(scans.body(result_now(scans.ask()))).data == b"pears"


def test_incomplete_bodies(scans: Scans) -> None:
    """A body that ended too early is as incomplete in a replay."""
    asked = scans.ask()
    scans.answer(OK[:-2], close=True)
    body = result_now(scans.body(result_now(asked)))
    assert (body.data, body.truncated) == (b"pea", "the connection was closed before the response was complete")


def test_pages_of_the_site_are_read_at_once(scans: Scans) -> None:
    """A check of a page of the site receives the page, which is read later; other checks receive no body."""
    asked = scans.ask(method="HEAD")
    assert scans.answer(OK) == b"GET / HTTP/1.1"
    assert result_now(scans.body(result_now(asked))).data == b""
    assert result_now(scans.body(result_now(scans.ask()))).data == b"pears"
    for url in ("http://a.example/pears.zip", "http://b.example/"):
        scans.ask(url, "HEAD")
        assert scans.answer(OK[:-5]).startswith(b"HEAD ")


def test_other_fields_are_other_requests(scans: Scans) -> None:
    """A request with other header fields is sent."""
    scans.ask()
    scans.answer(OK)
    assert nothing_yet(scans.ask(PAGE, "GET", ("Accept", "text/css")))
    scans.answer(OK)
    assert result_now(scans.ask(PAGE, "GET", ("Accept", "text/css"))).status == 200


def test_failures_are_shared(scans: Scans) -> None:
    """A host that refuses connections is asked once."""
    asked = scans.ask()
    scans.wire.refuse()
    for failed in (asked, scans.ask()):
        failure = failure_now(failed, Unreachable)
        assert isinstance(failure, Unreachable)
        assert failure.problem is Problem.REFUSED


def test_busy_servers_are_asked_again(scans: Scans) -> None:
    """A response that says that the server is busy is replayed only after it has come twice."""
    busy = b"HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n"
    for _ in range(2):
        asked = scans.ask()
        scans.answer(busy)
        assert result_now(asked).status == 503
    assert result_now(scans.ask()).status == 503


def test_busy_servers_are_asked_at_the_end(scans: Scans) -> None:
    """A page that a server was too busy for twice is asked for again once failures are forgotten."""
    busy = b"HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n"
    for _ in range(2):
        asked = scans.ask()
        scans.wire.reactor.advance(1)
        scans.answer(busy, close=True)
        assert result_now(asked).status == 503
    assert result_now(scans.ask()).status == 503
    scans.shared.forget_failures()
    asked = scans.ask()
    scans.wire.reactor.advance(1)
    scans.answer(OK)
    assert result_now(asked).status == 200


def test_failures_of_one_scan(scans: Scans) -> None:
    """A scan whose time is over leaves the request to the scans that wait for the same response."""
    session = Session(evolve(scans.wire.context, shared=scans.shared))
    hasty = Deferred.fromCoroutine(session.request("GET", parse_target(PAGE), scans.wire.deadline(1)))
    patient = scans.ask()
    scans.wire.accept()
    scans.wire.reactor.advance(2)
    failure_now(hasty, TimedOut)
    assert nothing_yet(patient)
    scans.answer(OK)
    assert result_now(patient).status == 200
    session.close()


def test_beginnings_of_large_files(scans: Scans) -> None:
    """Of a large file that is no text, only the beginning is received and kept."""
    asked = scans.ask("http://a.example/video")
    head = b"HTTP/1.1 200 OK\r\nContent-Type: video/mp4\r\nContent-Length: 9000000\r\n\r\n"
    scans.answer(head + bytes(300_000))
    assert result_now(scans.body(result_now(asked), most=1_000_000)).truncated
    assert result_now(scans.ask("http://a.example/video")).length == 9_000_000


def test_variants(scans: Scans) -> None:
    """Where some pages stand for others, only they are asked for variants."""
    session = Session(evolve(scans.wire.context, shared=scans.shared))
    assert session.asks_variants(PAGE)
    scans.shared.representatives = {PAGE}
    assert session.asks_variants(PAGE)
    assert not session.asks_variants("http://a.example/b")
    session.close()


def test_recent_responses() -> None:
    """The responses that were used last are kept, within a size."""
    store = RecentResponses(most=10)
    assert verifyObject(IResponseStore, store)
    for key in "abc":
        store.put(key, key.encode() * 4)
        assert result_now(store.get("a")) == b"aaaa"
    assert result_now(store.get("b")) is None
    assert result_now(store.get("c")) == b"cccc"


@frozen
class SilentHost:
    """
    A host that doesn't answer for some time.

    :ivar until: the time at which it answers again.
    :ivar asks: the seconds that it asks for.
    """

    clock: Clock
    until: float
    asks: float = 60.0
    probes: list[float] = field(factory=list, init=False)

    async def probe(self, host: str) -> float:
        """Ask the host."""
        assert host == "a.example"
        now = self.clock.seconds()
        self.probes.append(now)
        return self.asks if now < self.until else 0.0

    def requests(self, courtesy: Courtesy, count: int) -> list[Deferred[None]]:
        """Send requests one after the other, each as soon as its turn has come, and return the turns."""
        turns = []
        for _ in range(count):
            turns.append(Deferred.fromCoroutine(courtesy.turn("a.example")))
            while not turns[-1].called:
                self.clock.advance(0.5)
            if not isinstance(turns[-1].result, Failure):
                courtesy.ended("a.example", 200)
                (courtesy.silent if self.clock.seconds() < self.until else courtesy.answered)("a.example")
        return turns


def test_host_that_is_down_and_comes_back() -> None:
    """A host that doesn't answer ten requests in a row rests for a minute at a time, and is asked when it is back."""
    clock = Clock()
    host, courtesy = SilentHost(clock, until=0), Courtesy(clock, rate=10)
    courtesy.probe = host.probe
    host.requests(courtesy, 300)
    assert host.probes == []
    down = clock.seconds()
    host = evolve(host, until=down + 100)
    courtesy.probe = host.probe
    host.requests(courtesy, 10)
    assert host.probes == []
    host.requests(courtesy, 20)
    assert [round(at - host.probes[0]) for at in host.probes] == [0, 60, 120]
    assert not courtesy.left
    assert clock.seconds() < down + 130


def test_pages_that_are_down() -> None:
    """If the host answers but for some pages, nothing rests."""
    clock = Clock()
    host, courtesy = SilentHost(clock, until=0), Courtesy(clock, rate=0)
    courtesy.probe = host.probe
    for _ in range(25):
        result_now(Deferred.fromCoroutine(courtesy.turn("a.example")))
        courtesy.ended("a.example", 0)
        courtesy.silent("a.example")
    assert (clock.seconds(), host.probes) == (0.0, [0.0, 0.0])


@pytest.mark.parametrize(("asks", "rests"), [(60.0, 3), (3600.0, 3), (1.0, 180)])
def test_host_that_is_left(asks: float, rests: int) -> None:
    """A host that doesn't answer after three minutes of rest is left: no other request is sent to it."""
    clock = Clock()
    host, courtesy = SilentHost(clock, until=1e9, asks=asks), Courtesy(clock, rate=0)
    courtesy.probe = host.probe
    *_, last = host.requests(courtesy, 11)
    assert isinstance(failure_now(last, Unreachable), Unreachable)
    assert courtesy.left == {"a.example"}
    assert (len(host.probes), host.probes[-1]) == (rests + 1, 180.0)
    result_now(Deferred.fromCoroutine(courtesy.turn("b.example")))


def test_rest_of_several_requests() -> None:
    """Requests that wait for a silent host probe it once, also if the one that began is cancelled."""
    clock = Clock()
    host, courtesy = SilentHost(clock, until=70), Courtesy(clock, rate=0)
    courtesy.probe = host.probe
    host.requests(courtesy, 10)
    first, *others = [Deferred.fromCoroutine(courtesy.turn("a.example")) for _ in range(4)]
    first.addErrback(lambda _: None)
    clock.advance(10)
    first.cancel()
    clock.pump([1.0] * 80)
    assert [result_now(turn) for turn in others] == [None] * 3
    assert host.probes == [0.0, 11.0, 71.0]


def test_pace() -> None:
    """A host gets so many requests a second, fewer while it is busy, and a few at the same time."""
    clock = Clock()
    courtesy = Courtesy(clock, rate=2, per_host=2)
    turns = [Deferred.fromCoroutine(courtesy.turn("a.example")) for _ in range(3)]
    result_now(turns[0])
    assert nothing_yet(turns[1])
    clock.advance(0.5)
    result_now(turns[1])
    clock.advance(5)
    assert nothing_yet(turns[2])
    courtesy.ended("a.example", 503)
    result_now(turns[2])
    assert courtesy.pause("a.example") == 1.0
    courtesy.ended("a.example", 200)
    courtesy.ended("a.example", 0)
    assert courtesy.pause("a.example") == 0.5
    courtesy.delays |= {"a.example": 3.0, "c.example": 3600.0, "d.example": 0.1}
    assert [courtesy.pause(f"{name}.example") for name in "acd"] == [3.0, 10.0, 0.5]
    other = Deferred.fromCoroutine(courtesy.turn("b.example"))
    result_now(other)
    waiting = Deferred.fromCoroutine(courtesy.turn("b.example"))
    waiting.addErrback(lambda _: None)
    waiting.cancel()
    courtesy.ended("b.example", 200)
    assert not clock.getDelayedCalls()
