"""The limits of a site with connections in memory."""

from typing import Any

from twisted.internet.testing import MemoryReactorClock, StringTransport
from twisted.web.server import NOT_DONE_YET

from sitescan.configuration.settings import Settings
from sitescan.logs.measurements import Measurements
from sitescan.web.server_limits import Channel, LimitedSite

ANSWERED = b"GET /pears HTTP/1.1\r\nHost: a\r\n\r\n"
UNANSWERED = b"GET / HTTP/1.1\r\nHost: a\r\n\r\n"


class App:
    """An application that answers requests for one path."""

    def render(self, request: Any) -> bytes | int:
        """Answer a request, or leave it unanswered."""
        return b"pears" if request.path == b"/pears" else NOT_DONE_YET


def site(**settings: Any) -> LimitedSite:
    """Return a site."""
    return LimitedSite(MemoryReactorClock(), Settings(**settings), App(), Measurements())


def connected(site: LimitedSite, data: bytes = b"") -> tuple[Channel, StringTransport]:
    """Return a connection over which data has been received, and its transport."""
    channel, transport = site.buildProtocol(None), StringTransport()
    channel.makeConnection(transport)
    channel.dataReceived(data)
    return channel, transport


def test_closed_connection_is_forgotten() -> None:
    """A connection counts until it is closed."""
    limited = site()
    channel, _ = connected(limited)
    connected(limited)
    assert limited.connections == 2
    channel.connectionLost()
    assert limited.connections == 1


def test_new_connection_replaces_longest_idle() -> None:
    """If all connections are in use, a new one replaces the one that has been idle longest."""
    limited = site(connections=3)
    used, first = connected(limited)
    _, second = connected(limited)
    _, third = connected(limited)
    used.dataReceived(ANSWERED)
    connected(limited)
    assert [transport.disconnected for transport in (first, second, third)] == [False, True, False]
    connected(limited)
    assert [transport.disconnected for transport in (first, third)] == [False, True]
    assert limited.connections == 3


def test_new_connection_is_refused() -> None:
    """If all connections wait for answers, a new one is refused."""
    limited = site(connections=2)
    transports = [connected(limited, UNANSWERED)[1] for _ in range(2)]
    assert limited.buildProtocol(None) is None
    assert not any(transport.disconnected for transport in transports)


def test_pipelined_requests_are_limited() -> None:
    """While a request is answered, 16 KiB of others are kept, and a byte more aborts the connection."""
    channel, transport = connected(site(), UNANSWERED)
    channel.dataReceived(b"a" * 16 * 1024)
    assert not transport.disconnected
    channel.dataReceived(b"a")
    assert transport.disconnected


def test_retiring_site_closes_used_idle_connections() -> None:
    """A site that retires closes the connections that have been used and are idle, and no others."""
    limited = site()
    used, new, answering, begun = (connected(limited) for _ in range(4))
    used[0].dataReceived(ANSWERED)
    answering[0].dataReceived(UNANSWERED)
    begun[0].dataReceived(ANSWERED)
    clock: Any = limited.clock
    clock.advance(0)
    begun[0].dataReceived(b"GET /")
    retired = limited.retire()
    assert [transport.disconnecting for _, transport in (used, new, answering, begun)] == [True, False, False, False]
    for channel, _ in (used, new, answering, begun):
        assert not retired.called
        channel.connectionLost()
    assert retired.called


def test_aborted_site_has_no_connection() -> None:
    """A site that is aborted aborts every connection, even one that waits for an answer."""
    limited = site()
    transports = [connected(limited, data)[1] for data in (b"", ANSWERED, UNANSWERED)]
    limited.abort()
    assert all(transport.disconnected for transport in transports)
