"""Scans are answered in the same way whether Klein's routing is asked or not."""

from typing import Any

import pytest
from twisted.internet.address import IPv4Address
from twisted.internet.defer import Deferred
from twisted.internet.testing import MemoryReactorClock, StringTransport

from sitescan.admission.token_table import TokenTable
from sitescan.interfaces import ITokenTable
from sitescan.measurements import Measurements
from sitescan.settings import Settings
from sitescan.web.api import Api
from sitescan.web.pages import Pages
from sitescan.web.routing import WholeSite
from sitescan.web.server_limits import LimitedSite
from tests.fakes import FakeScanner

#: The second is unknown to the short way, and the same path.
PATHS = ("/api/v1/scan", "/api/v1/%73can")


class Broken:
    """A table with a fault that nobody has foreseen."""

    def take(self, client: str, spare: int = 0) -> Deferred[Any]:
        """Fail."""
        raise RuntimeError("pears")


class Served:
    """A service in memory, with one scan for each client, and a connection to it."""

    def __init__(self, quota: ITokenTable | None = None) -> None:
        self.reactor: Any = MemoryReactorClock()
        self.scanner = FakeScanner()
        settings = Settings(rate_limit=1)
        now = self.reactor.seconds
        quota = quota or TokenTable(limit=1, window=3600, most=10, now=now, clock=now)
        api = Api(settings=settings, quota=quota, scanner=self.scanner, draining=lambda: False)
        pages = Pages(settings=settings, requests=api.requests, now=now)
        self.site = LimitedSite(self.reactor, settings, WholeSite(api, pages), Measurements())
        self.transport = StringTransport(peerAddress=IPv4Address("TCP", "192.0.2.7", 4000))
        self.channel = self.site.buildProtocol(None)
        self.channel.makeConnection(self.transport)

    def ask(self, path: str, method: str = "POST", body: str = '{"url": "https://pears.example/"}') -> list[str]:
        """Send a request; the lines of what is answered, but for what is never the same."""
        fields = f"Host: a\r\nContent-Type: application/json\r\nContent-Length: {len(body)}"
        self.transport.clear()
        self.channel.dataReceived(f"{method} {path} HTTP/1.1\r\n{fields}\r\n\r\n{body}".encode())
        self.reactor.advance(0)
        lines = self.transport.value().decode().split("\r\n")
        return [line for line in lines if not line.startswith(("X-Request-Id:", "Date:"))]

    def end(self) -> None:
        """Close the connection from the other side."""
        self.channel.connectionLost()


@pytest.mark.parametrize("body", ['{"url": "https://pears.example/"}', '{"url": 1}', ""])
def test_both_ways_answer_the_same(body: str) -> None:
    """A scan, a body that is none, and a refusal."""
    answers = []
    for path in PATHS:
        served = Served()
        answers.append([served.ask(path, body=body), served.ask(path, body=body)])
        served.end()
    assert answers[0] == answers[1]
    assert answers[0][1][0].startswith("HTTP/1.1 429")


@pytest.mark.parametrize("method", ["GET", "HEAD", "PUT", "OPTIONS"])
def test_other_methods(method: str) -> None:
    """They are not for the short way."""
    served = Served()
    status = "204" if method == "OPTIONS" else "405"
    assert [served.ask(path, method)[0].split()[1] for path in PATHS] == [status] * 2
    served.end()


@pytest.mark.parametrize("path", PATHS)
def test_a_fault_is_answered_and_logged(path: str, failures: Any) -> None:
    """The client hears nothing of what it was; the log does, once."""
    served = Served(Broken())  # type: ignore[arg-type]
    answer = served.ask(path)
    served.end()
    assert answer[0].startswith("HTTP/1.1 500")
    assert "pears" not in "".join(answer)
    assert [str(failure.value) for failure in failures.take()] == ["pears"]


@pytest.mark.parametrize("path", PATHS)
def test_whoever_goes_away_is_not_scanned_for(path: str) -> None:
    """The scan is cancelled, and nothing is written to nobody."""
    cancelled: list[Any] = []
    scan: Deferred[Any] = Deferred(cancelled.append)
    served = Served()
    served.scanner.answer = lambda target, submitted: scan
    assert served.ask(path) == [""]
    served.end()
    assert cancelled == [scan]
    assert served.transport.value() == b""
