"""The time that a server takes is measured by the kernel, so that a busy process doesn't lengthen it."""

import socket
import time
from collections.abc import AsyncIterator
from pathlib import Path
from threading import Event, Thread
from typing import Any, cast

import pytest
import pytest_twisted
from attrs import define, field, frozen
from OpenSSL import SSL
from twisted.internet.interfaces import ISystemHandle, ITransport
from zope.interface import implementer

from sitescan.egress.kernel_times import answer_seconds
from tests.certificates import Authority, authority
from tests.integration.test_hostile_servers import Visit

pytestmark = pytest.mark.integration

_RESPONSE = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 8\r\n\r\n<p>Pears"
_SECONDS = 300
#: How long the process is busy after the response has arrived, and how exact the times of the kernel are, in seconds.
_BUSY, _EXACT = 1.5, 0.02


@define(eq=False)
class Server:
    """A server in a thread, which answers one request once this process is busy."""

    tls: SSL.Context | None
    asked: Event = field(factory=Event)
    is_busy: Event = field(factory=Event)
    answered: Event = field(factory=Event)
    answered_at: float = 0.0
    _listening: socket.socket = field(factory=lambda: socket.create_server(("127.0.0.1", 0)))

    def start(self) -> int:
        """Return the port."""
        Thread(target=self._serve, daemon=True).start()
        return int(self._listening.getsockname()[1])

    def _serve(self) -> None:
        with self._listening, self._listening.accept()[0] as accepted:
            connection: Any = accepted if self.tls is None else SSL.Connection(self.tls, accepted)
            if self.tls is not None:
                connection.set_accept_state()
            connection.recv(10_000)
            self.asked.set()
            self.is_busy.wait(_SECONDS)
            connection.sendall(_RESPONSE)
            self.answered_at = time.monotonic()
            self.answered.set()


@pytest.fixture
def trusted() -> Authority:
    """Return the trusted authority."""
    return authority("Pear Authority", time.time())


@pytest_twisted.async_yield_fixture
async def visit(reactor: Any, trusted: Authority, tmp_path: Path) -> AsyncIterator[Visit]:
    """Return a session that waits for as long as it takes."""
    seconds = dict.fromkeys(("connect_seconds", "tls_seconds", "head_seconds", "page_seconds"), 60.0)
    visit = Visit(reactor, trusted.save(tmp_path / "authority.pem"), **seconds)
    yield visit
    await visit.end()


@pytest.mark.parametrize("scheme", ["http", "https"])
@pytest_twisted.ensureDeferred
async def test_busy_process(reactor: Any, visit: Visit, trusted: Authority, scheme: str) -> None:
    """A response that this process reads late is as fast as it came."""
    server = Server(trusted.issue("pears.example").context() if scheme == "https" else None)
    url = f"{scheme}://pears.example:{server.start()}/"

    def hold_up() -> None:
        if not server.asked.is_set():
            reactor.callLater(0.01, hold_up)
            return
        server.is_busy.set()
        server.answered.wait(_SECONDS)
        Event().wait(_BUSY)

    hold_up()
    started = time.monotonic()
    page = await visit.fetch(url)
    timings = page.exchange.timings
    assert page.body == b"<p>Pears"
    assert timings.download > _BUSY - _EXACT
    assert 0 <= timings.first_byte < server.answered_at - started + _EXACT


@implementer(ISystemHandle)
@frozen
class Transport:
    """A transport over a socket."""

    handle: socket.socket

    def getHandle(self) -> socket.socket:  # noqa: N802 - the interface's name
        """Return the socket."""
        return self.handle


def test_unknown_times() -> None:
    """The time isn't known without TCP, and as long as nothing was received after what was sent."""
    assert answer_seconds(None) is None
    near, far = socket.socketpair()
    with near, far:
        assert answer_seconds(cast("ITransport", Transport(near))) is None
    with socket.create_server(("127.0.0.1", 0)) as server, socket.create_connection(server.getsockname()) as client:
        client.sendall(b"x")
        assert answer_seconds(cast("ITransport", Transport(client))) is None
