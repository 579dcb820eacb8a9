"""The addresses of the listeners, in a form that a browser can open."""

from typing import Any

import pytest
from twisted.internet.address import IPv4Address, IPv6Address, UNIXAddress
from twisted.internet.protocol import Factory
from twisted.internet.testing import MemoryReactorClock
from twisted.logger import capturedLogs

from sitescan.serving.listeners import Listeners, _address
from tests.fakes import as_reactor


@pytest.mark.parametrize(
    ("endpoint", "host", "address"),
    [
        ("tcp:8080", IPv4Address("TCP", "0.0.0.0", 8080), "http://localhost:8080/"),
        ("tcp6:8080", IPv6Address("TCP", "::", 8080), "http://localhost:8080/"),
        ("tcp6:8080", IPv6Address("TCP", "2001:db8::1", 8080), "http://[2001:db8::1]:8080/"),
        ("tcp:0:interface=127.0.0.1", IPv4Address("TCP", "127.0.0.1", 4711), "http://127.0.0.1:4711/"),
        ("ssl:8443", IPv4Address("TCP", "127.0.0.1", 8443), "https://127.0.0.1:8443/"),
        ("unix:/run/s", UNIXAddress("/run/s"), "unix:/run/s"),
    ],
)
def test_addresses(endpoint: str, host: Any, address: str) -> None:
    """A listener has a URL that can be opened, with localhost in place of a wildcard address."""
    assert _address(endpoint, host) == address


def test_addresses_are_logged() -> None:
    """The addresses of all listeners are logged when the service is ready."""
    listeners = Listeners(as_reactor(MemoryReactorClock()))
    for endpoint in ("tcp:8080", "tcp:8081"):
        listeners.listen(endpoint, Factory())
    with capturedLogs() as events:
        listeners.log_ready()
    (event,) = events
    assert "is ready" in event["log_format"]
    assert event["addresses"] == "http://localhost:8080/, http://localhost:8081/"
