"""Token tables while their Redis server is down, stopped, read-only, out of memory or refuses the password."""

import signal
import socket
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
import pytest_twisted
from attrs import define, evolve, field
from cryptography.hazmat.primitives import serialization
from twisted.internet.defer import CancelledError, Deferred
from twisted.internet.protocol import Factory, Protocol
from twisted.internet.task import deferLater

from sitescan.admission.quota import Ticket
from sitescan.admission.token_tables import TokenTables, shared_tables, tables_in_memory
from sitescan.configuration.settings import Settings
from sitescan.standards.redis_urls import RedisUrl, parse_redis_url
from sitescan.state.redis_connection import RedisConnection
from sitescan.state.state_errors import StateUnavailable
from tests.certificates import authority
from tests.conftest import Events
from tests.programs import needs
from tests.redis_server import RedisServer, redis_server

pytestmark = [pytest.mark.integration, needs("redis-server")]

#: A timeout that is long enough for any machine, and one after which a stopped server is given up.
PATIENT, SHORT = 300.0, 2.0


@define(eq=False)
class Nodes:
    """Machines that share a server and count two tokens each."""

    reactor: Any
    connections: list[RedisConnection] = field(factory=list)

    def node(
        self, url: str | RedisUrl, seconds: float = PATIENT, away: str = "local", ca_file: str = ""
    ) -> TokenTables:
        """Return the token tables of one more machine."""
        parsed = parse_redis_url(url) if isinstance(url, str) else url
        connection = RedisConnection(self.reactor, parsed, seconds, ca_file)
        self.connections.append(connection)
        connection.start()
        settings = Settings(rate_limit=2, state_away=away)
        return shared_tables(
            settings, time.time, connection, tables_in_memory(settings, time.time, self.reactor.seconds)
        )

    async def until(self, true: Callable[[], bool]) -> None:
        """Wait until a condition becomes true."""
        while not true():
            await deferLater(self.reactor, 0.01)

    async def until_away(self) -> None:
        """Wait until the first machine has noticed that the server is unavailable."""
        await self.until(lambda: bool(self.connections[0].problem))

    async def until_back(self) -> None:
        """Wait until the server is available to every machine."""
        await self.until(lambda: not any(connection.problem for connection in self.connections))


@pytest_twisted.async_yield_fixture
async def nodes(reactor: Any) -> AsyncIterator[Nodes]:
    """Return machines, and close their connections in the end."""
    made = Nodes(reactor)
    yield made
    for connection in made.connections:
        await connection.stop()
    # An attempt that has only begun leaves a delayed call that is due at once and does nothing.
    await deferLater(reactor, 0)


@pytest.fixture
def server() -> Any:
    """Run a Redis server."""
    with redis_server() as redis:
        yield redis


async def allowed(tables: TokenTables, times: int) -> int:
    """Return the number of requests of one client that are allowed, out of this many."""
    tickets: list[Ticket] = [await tables.quota.take("a") for _ in range(times)]
    return sum(ticket.allowed for ticket in tickets)


@pytest_twisted.ensureDeferred
async def test_machines_share_quota(nodes: Nodes, server: RedisServer) -> None:
    """Two machines together allow as many requests as one machine."""
    first, second = nodes.node(server.url), nodes.node(f"redis://127.0.0.1:{server.port}")
    assert [await allowed(first, 1), await allowed(second, 2), await allowed(first, 2)] == [1, 1, 0]
    assert (await second.quota.look("a")).remaining == 0
    assert (await first.courtesy.take("host.example")).reset == (await second.courtesy.take("host.example")).reset
    assert (await first.courtesy.look("host.example")).remaining == Settings().host_requests - 2


@pytest_twisted.ensureDeferred
async def test_server_is_killed_and_restarted(nodes: Nodes, server: RedisServer, logged: Events) -> None:
    """While the server is down, a machine counts by itself; both changes are logged once."""
    tables = nodes.node(server.url, SHORT)
    assert await allowed(tables, 3) == 2
    server.kill()
    await nodes.until_away()
    assert await allowed(tables, 50) == 2
    server.start()
    await nodes.until_back()
    assert await allowed(tables, 3) == 2
    assert await allowed(tables, 3) == 0
    messages = [event["log_format"] for event in logged if "the shared state" in event.get("log_format", "")]
    assert messages == [
        "the shared state at {url} is available again",
        "the shared state at {url} is unavailable: {why}",
        "the shared state at {url} is available again",
    ]


@pytest_twisted.ensureDeferred
async def test_server_is_down_at_startup(nodes: Nodes, server: RedisServer) -> None:
    """If the server is down at first, the service counts by itself from its first request on."""
    server.kill()
    tables = nodes.node(server.url, SHORT)
    assert await allowed(tables, 3) == 2
    server.start()
    await nodes.until_back()
    assert await allowed(tables, 3) == 2


@pytest_twisted.ensureDeferred
async def test_stopped_server(nodes: Nodes, server: RedisServer, reactor: Any) -> None:
    """A stopped server costs one timeout in all, not one for each request, and is used again when it continues."""
    tables = nodes.node(server.url, SHORT)
    assert await allowed(tables, 1) == 1
    server.signal(signal.SIGSTOP)
    try:
        assert await allowed(tables, 100) == 2
        waited = [connection for connection in nodes.connections if connection.problem.startswith("timed out")]
        assert waited
    finally:
        server.signal(signal.SIGCONT)
    await nodes.until_back()
    assert (await tables.quota.look("a")).remaining <= 1


@pytest_twisted.ensureDeferred
async def test_read_only_replica(nodes: Nodes, server: RedisServer) -> None:
    """A server that is a read-only replica, from the beginning or later, counts as unavailable."""
    tables = nodes.node(server.url)
    assert await allowed(tables, 1) == 1
    server.ask("REPLICAOF 127.0.0.1 1")
    assert await allowed(tables, 3) == 2
    late = nodes.node(server.url)
    assert await allowed(late, 3) == 2
    assert all("READONLY" in connection.problem for connection in nodes.connections)
    server.ask("REPLICAOF NO ONE")
    await nodes.until_back()
    assert await allowed(tables, 3) == 1


@pytest_twisted.ensureDeferred
async def test_passwords(nodes: Nodes) -> None:
    """With a wrong password or none, the server is unavailable until the password is right; it is never shown."""
    with redis_server("--requirepass", "pears") as server:
        plain = parse_redis_url(server.url)
        tables = nodes.node(evolve(plain, password="plums"))
        assert await allowed(tables, 3) == 2
        none = nodes.node(plain)
        assert await allowed(none, 3) == 2
        assert "WRONGPASS" in nodes.connections[0].problem
        assert "NOAUTH" in nodes.connections[1].problem
        assert not any("plums" in repr(connection) + connection.problem for connection in nodes.connections)
        server.ask("AUTH pears\r\nCONFIG SET requirepass plums")
        await nodes.until(lambda: not nodes.connections[0].problem)
        assert await allowed(tables, 3) == 2


@pytest_twisted.ensureDeferred
async def test_server_is_flushed(nodes: Nodes, server: RedisServer) -> None:
    """After the server and its script have been flushed, counting starts again."""
    tables = nodes.node(server.url)
    assert await allowed(tables, 3) == 2
    server.ask("FLUSHALL")
    server.ask("SCRIPT FLUSH")
    assert await allowed(tables, 3) == 2
    assert not nodes.connections[0].problem


@pytest_twisted.ensureDeferred
async def test_server_is_out_of_memory(nodes: Nodes, server: RedisServer) -> None:
    """A server without memory accepts no writes, so it counts as unavailable."""
    tables = nodes.node(server.url)
    assert await allowed(tables, 1) == 1
    server.ask("CONFIG SET maxmemory 1")
    assert await allowed(tables, 3) == 2
    assert "OOM" in nodes.connections[0].problem
    server.ask("CONFIG SET maxmemory 0")
    await nodes.until_back()
    assert await allowed(tables, 3) == 1


@pytest_twisted.ensureDeferred
async def test_scans_are_refused_during_outage(nodes: Nodes, server: RedisServer) -> None:
    """With ``closed``, scans are refused while the server is down, and requests to hosts aren't."""
    tables = nodes.node(server.url, away="closed")
    assert await allowed(tables, 3) == 2
    server.kill()
    with pytest.raises(StateUnavailable):
        await tables.quota.take("a")
    with pytest.raises(StateUnavailable):
        await tables.quota.look("a")
    assert (await tables.courtesy.take("host.example")).allowed


@pytest_twisted.ensureDeferred
async def test_reply_to_cancelled_request_is_discarded(nodes: Nodes, server: RedisServer) -> None:
    """The answer to a cancelled request isn't taken for the answer to the next one."""
    tables = nodes.node(server.url)
    await tables.quota.take("somebody")
    given_up = [tables.quota.take(f"client {number}") for number in range(20)]
    kept = tables.quota.take("a")
    for request in given_up:
        request.cancel()
        with pytest.raises(CancelledError):
            await request
    assert (await kept).remaining == 1
    assert (await tables.quota.take("a")).remaining == 0
    assert not nodes.connections[0].problem


class Garbage(Protocol):
    """A server whose answers aren't in Redis's protocol."""

    answer = b""

    def dataReceived(self, data: bytes) -> None:  # noqa: N802 - IProtocol
        """Send the answer, or close the connection if the answer is empty."""
        assert self.transport is not None
        self.transport.write(self.answer)
        if not self.answer:
            self.transport.loseConnection()


@pytest.mark.parametrize(
    "answer",
    [b"", b"HTTP/1.1 400 Bad Request\r\n\r\n", b"\xff\xfe\r\n", b"*99999999\r\n", b"$-5\r\n", b":x\r\n", b"+" * 100_000,
     b"*1\r\n*1\r\n*1\r\n", b"$9999999999\r\n", b"*x\r\n", b"-ERR \xff\r\n"],
    ids=repr,
)  # fmt: skip
@pytest_twisted.ensureDeferred
async def test_server_with_another_protocol(nodes: Nodes, reactor: Any, answer: bytes, failures: Any) -> None:
    """A server that doesn't speak Redis's protocol counts as unavailable."""
    factory = Factory.forProtocol(type("Answering", (Garbage,), {"answer": answer}))
    factory.noisy = False
    port = reactor.listenTCP(0, factory, interface="127.0.0.1")
    tables = nodes.node(f"redis://127.0.0.1:{port.getHost().port}", 0.3)
    assert await allowed(tables, 3) == 2
    assert nodes.connections[0].problem
    await nodes.connections[0].stop()
    await port.stopListening()
    await deferLater(reactor, 0.01)
    failures.take()


@pytest_twisted.ensureDeferred
async def test_tls(nodes: Nodes, tmp_path: Path) -> None:
    """A ``rediss:`` URL requires a certificate of the host name by a trusted authority."""
    trusted = authority("Pear Authority", time.time())
    issued = trusted.issue("localhost")
    (tmp_path / "certificate").write_bytes(issued.certificate.public_bytes(serialization.Encoding.PEM))
    (tmp_path / "key").write_bytes(
        issued.key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
    )
    ca_file = str(trusted.save(tmp_path / "authority"))
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    files = ("--tls-cert-file", str(tmp_path / "certificate"), "--tls-key-file", str(tmp_path / "key"))
    with redis_server("--tls-port", str(port), *files, "--tls-auth-clients", "no", "--tls-ca-cert-file", ca_file):
        tables = nodes.node(f"rediss://localhost:{port}", ca_file=ca_file)
        assert await allowed(tables, 3) == 2
        assert not nodes.connections[0].problem
        await nodes.node(f"rediss://localhost:{port}").quota.take("a")
        assert "certificate" in nodes.connections[1].problem


@pytest_twisted.ensureDeferred
async def test_disconnect_during_request(nodes: Nodes, server: RedisServer) -> None:
    """A request that waits while the connection is stopped fails, and nothing is left."""
    server.signal(signal.SIGSTOP)
    try:
        tables = nodes.node(server.url, away="closed")
        waiting: Deferred[Any] = tables.quota.take("a")
        await nodes.connections[0].stop()
        with pytest.raises(StateUnavailable):
            await waiting
    finally:
        server.signal(signal.SIGCONT)
