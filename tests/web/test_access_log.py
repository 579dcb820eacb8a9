"""Lines of the access log."""

import json
from ipaddress import ip_network
from typing import Any

import pytest
from attrs import evolve
from twisted.internet.address import IPv4Address
from twisted.internet.testing import MemoryReactorClock, StringTransport

from sitescan.configuration.settings import Settings
from sitescan.logs.measurements import Measurements
from sitescan.web.access_log import AccessLog, network_of
from sitescan.web.request_facts import method, note_scan, route
from sitescan.web.server_limits import LimitedSite
from tests.fakes import report_of


class Lines(list[str]):
    """A list of written lines."""

    def write(self, text: str) -> None:
        """Write a line."""
        self.append(text)


class App:
    """An application that answers every request in the same way."""

    def render(self, request: Any) -> bytes:
        """Return the same body for every request."""
        if request.path == b"/api/v1/scan":
            request.site.clock.advance(2.5)
            report = evolve(report_of("https://pears.example/secret?token=1"), phases=(("fetch", 0.25), ("examine", 2)))
            note_scan(request, "pears.example", report)
        return b"pears"


class Served:
    """A site with connections in memory."""

    def __init__(self, **settings: Any) -> None:
        self.reactor: Any = MemoryReactorClock()
        self.lines = Lines()
        self.measurements = Measurements()
        made = Settings(**settings)
        log = AccessLog(self.lines, made, lambda: 1_700_000_000.25)
        self.site = LimitedSite(self.reactor, made, App(), self.measurements, log)

    def ask(self, text: str, peer: str = "192.0.2.77") -> bytes:
        """Send a request, and return the response."""
        transport = StringTransport(peerAddress=IPv4Address("TCP", peer, 4000))
        channel = self.site.buildProtocol(None)
        channel.makeConnection(transport)
        channel.dataReceived(text.encode("latin-1") + b"\r\nHost: a\r\nConnection: close\r\n\r\n")
        self.reactor.advance(0)
        self.site.abort()
        answered: bytes = transport.value()
        return answered


def test_scan_is_logged_in_one_line() -> None:
    """The line of a scan contains the client's network and the scanned host, but no part of the query."""
    served = Served()
    answer = served.ask("GET /api/v1/scan?url=https://secret.example/ HTTP/1.1\r\nAuthorization: secret")
    (line,) = served.lines
    entry = json.loads(line)
    assert entry.pop("request").encode() in answer
    assert entry == {
        "time": "2023-11-14T22:13:20.250+00:00",
        "client": "192.0.2.0/24",
        "method": "GET",
        "path": "/api/v1/scan",
        "status": 200,
        "bytes": 5,
        "ms": 2500.0,
        "host": "pears.example",
        "score": 85,
        "stages": {"fetch": 250.0, "examine": 2000.0},
    }
    assert "secret" not in line
    assert line.endswith("}\n")
    assert line.count("\n") == 1


@pytest.mark.parametrize("path", ["/%22%5c%0a%ff'\\", "/" + "a" * 5000, "*"])
def test_request_is_logged_in_one_line(path: str) -> None:
    """A request for any path is logged as one line of JSON with a bounded length."""
    served = Served()
    served.ask(f"GET {path} HTTP/1.1")
    (line,) = served.lines
    assert json.loads(line)["status"] in {200, 405}
    assert line.count("\n") == 1
    assert len(line) < 600


def test_request_ids() -> None:
    """A valid request id from a trusted proxy is kept, and any other request gets a new id."""
    served = Served(trusted_proxy=(ip_network("192.0.2.77"),))
    assert b"X-Request-Id: of-the.proxy_1\r\n" in served.ask("GET / HTTP/1.1\r\nX-Request-ID: of-the.proxy_1")
    proxy = "192.0.2.77"
    for given, peer in (("of-the.proxy_1", "192.0.2.78"), ("a b", proxy), ("x" * 65, proxy), ("", proxy)):
        answer = served.ask(f"GET / HTTP/1.1\r\nX-Request-ID: {given}", peer)
        assert b"X-Request-Id: " in answer
        assert f"X-Request-Id: {given}\r\n".encode() not in answer
    assert len({json.loads(line)["request"] for line in served.lines}) == 5


def test_labels_are_independent_of_clients() -> None:
    """The labels of measurements are few, whichever paths and methods clients send."""
    served = Served()
    for number in range(20):
        served.ask(f"PEAR{number} /pears/{number} HTTP/1.1")
        served.ask(f"GET /rules/seo/{number} HTTP/1.1")
    assert {labels for name, labels, _ in served.measurements.samples() if name == "requests"} == {
        ("other", "other", "200"),
        ("/rules/", "GET", "200"),
    }
    assert (route(b"/api/v1/scan"), route(b"/static/x/y"), route(b"/\xff"), method(b"\xff")) == (
        "/api/v1/scan", "/static/", "other", "other"
    )  # fmt: skip


@pytest.mark.parametrize(
    ("client", "network"),
    [("192.0.2.7", "192.0.2.0/24"), ("2001:db8:1:2::/64", "2001:db8:1::/48"), ("local", "local")],
)
def test_client_addresses_are_shortened(client: str, network: str) -> None:
    """An address is shortened to a network of about one provider's region."""
    assert network_of(client) == network
