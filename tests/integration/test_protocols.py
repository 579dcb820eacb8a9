"""The protocol that a server chooses by ALPN is found by one handshake, which leaves nothing behind."""

import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_twisted
from OpenSSL import SSL
from twisted.internet.task import deferLater

from sitescan.fetch.http_versions import check_http_versions
from sitescan.model.exchange import Exchange
from sitescan.model.outline import Outline, Resource
from sitescan.model.transport_answers import Protocols
from tests.certificates import Authority, authority
from tests.hostile_servers import ServerProtocol, Silent
from tests.integration.test_hostile_servers import Visit, sockets

pytestmark = pytest.mark.integration


@pytest.fixture
def trusted() -> Authority:
    """Return the trusted authority."""
    return authority("Pear Authority", time.time())


@pytest_twisted.async_yield_fixture
async def visit(reactor: Any, trusted: Authority, tmp_path: Path) -> AsyncIterator[Visit]:
    """Return a session that trusts one more authority than usual."""
    before = sockets()
    visit = Visit(reactor, trusted.save(tmp_path / "authority.pem"))
    yield visit
    await visit.end()
    await deferLater(reactor, 0)
    assert sockets() == before


def choosing(context: SSL.Context, *known: bytes) -> tuple[SSL.Context, list[list[bytes]]]:
    """Return a context that chooses the first protocol that it knows, and the list of the protocols it was offered."""
    offered: list[list[bytes]] = []

    def choose(_: Any, offers: list[bytes]) -> Any:
        offered.append(offers)
        return next((protocol for protocol in known if protocol in offers), SSL.NO_OVERLAPPING_PROTOCOLS)

    context.set_alpn_select_callback(choose)
    return context, offered


async def negotiated(visit: Visit, origin: str, files: int = 1) -> Protocols:
    """Return the protocols of a page with this many files of its own."""
    exchange = Exchange(requested=f"{origin}/", url=f"{origin}/", status=200)
    resources = tuple(Resource(url=f"{origin}/{number}.png", kind="image") for number in range(files))
    other = Resource(url="https://other.example/a.png", kind="image")
    outline = Outline(resources=(*resources, *resources, other))
    return await check_http_versions(visit.session, exchange, outline, visit.deadline())


@pytest.mark.parametrize(
    ("known", "chosen", "only"),
    [((b"h2", b"http/1.1"), "h2", False), ((b"http/1.1",), "http/1.1", True), ((b"acme-tls/1",), "", True)],
)
@pytest_twisted.ensureDeferred
async def test_negotiation(visit: Visit, trusted: Authority, known: tuple[bytes, ...], chosen: str, only: bool) -> None:
    """HTTP/2 and HTTP/1.1 are offered in one handshake, and no request is sent over it."""
    context, offered = choosing(trusted.issue("pears.example").context(), *known)
    found = await negotiated(visit, f"https://pears.example:{visit.servers.listen(ServerProtocol, context)}", files=3)
    assert (found.alpn, found.files, found.only_http1) == (chosen, 3, only)
    assert offered == [[b"h2", b"http/1.1"]]
    assert visit.servers.requests == []


@pytest_twisted.ensureDeferred
async def test_server_without_alpn(visit: Visit, trusted: Authority) -> None:
    """Browsers use HTTP/1.1 with a server without ALPN."""
    origin = f"https://pears.example:{visit.servers.listen(ServerProtocol, trusted.issue('pears.example').context())}"
    found = await negotiated(visit, origin)
    assert found.alpn == ""
    assert found.only_http1


@pytest_twisted.ensureDeferred
async def test_unknown_protocol(visit: Visit, trusted: Authority) -> None:
    """Without a valid certificate, an answer in time or a public address, the protocol is unknown."""
    invalid = visit.servers.listen(ServerProtocol, trusted.issue("other.example").context())
    silent = visit.servers.listen(Silent)
    for origin in (f"https://pears.example:{invalid}", f"https://pears.example:{silent}", "https://inner.example"):
        found = await negotiated(visit, origin)
        assert found.alpn is None
        assert not found.only_http1


@pytest_twisted.ensureDeferred
async def test_protocol_is_not_checked(visit: Visit, trusted: Authority) -> None:
    """A page without files of its own isn't checked, and neither is a page over plain HTTP, which is HTTP/1.1."""
    assert (await negotiated(visit, "https://pears.example:1", files=0)).alpn is None
    plain = await negotiated(visit, f"http://pears.example:{visit.servers.listen(ServerProtocol)}")
    assert (plain.alpn, plain.only_http1) == (None, True)
    assert visit.servers.most == 0
