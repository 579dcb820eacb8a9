"""Objects that a scan leaves to the garbage collector, which blocks the reactor while it runs."""

import json
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
import pytest_twisted
from twisted.internet.defer import fail
from twisted.internet.threads import deferToThread
from twisted.names import dns
from twisted.names.error import DNSServerError

from tests.certificates import authority
from tests.hostile_servers import (
    Banner,
    ResetAtOnce,
    ServerGroup,
    ServerProtocol,
    Silent,
    greets,
    redirects,
    resets,
    response,
    sends,
)
from tests.integration.source_programs import output_of
from tests.integration.test_resolver import Names
from tests.running import free_port
from tests.site import Answered, page, serving

#: Classes whose objects must be freed without the garbage collector, because they refer to many other objects. A
#: transport that never connected isn't among them, because it refers only to itself.
HELD = frozenset(
    {
        "ConnectionPool",
        "Connector",
        "HeadReceiver",
        "HttpConnection",
        "HttpResponse",
        "Outline",
        "Report",
        "ResponseReader",
        "Session",
        "Unreachable",
        "UrlChecker",
        "Work",
        "coroutine",
        "frame",
        "traceback",
    }
)

#: The most objects that may be left of a scan: cycles of Twisted's timers, and transports that never connected.
MOST = 30

#: The most objects that may be left of one TLS connection: those of Twisted, whose adapter of a transport is made of
#: interfaces and keeps a failure in one of its own frames, and of pyOpenSSL, whose callback refers to itself.
MOST_OF_TLS = 100
TLS_FRAMES = frozenset({"Connector", "frame", "traceback"})

LINKS = "".join(f"<a href='/{number}'>Pear {number}</a>" for number in range(20))
SHEETS = "<link rel=stylesheet href=/a.css><link rel=stylesheet href=/broken.css>"
FILES = "<script src=/a.js></script><img src=/a.png alt=Pear>"
BROKEN = Answered(b"pears", 200, (("Content-Type", "text/css"), ("Content-Encoding", "gzip")))


async def _left(html: str, names: Names) -> Counter[str]:
    """Return the classes of what the scan of a page leaves to the garbage collector."""
    linked = {f"/{number}": page("<title>Pear</title>") for number in range(20)}
    with serving({"/": page(f"<!doctype html><title>Pears</title>{html}"), "/broken.css": BROKEN, **linked}) as site:
        output = await deferToThread(
            output_of, "-m", "tests.integration.left_objects", f"{site.origin}/", str(names.port)
        )
    return Counter(json.loads(output))


@pytest_twisted.async_yield_fixture
async def names(reactor: Any) -> AsyncIterator[Names]:
    """Run a DNS server that knows ``pears.example`` as an address of this machine, and can't tell ``fails.example``."""
    names = Names(reactor)
    names.zone.has(b"pears.example", dns.Record_A("127.0.0.1"))
    for kind in (dns.A, dns.AAAA):
        names.zone.answers[b"fails.example", kind] = lambda: fail(DNSServerError())
    yield names
    await names.end()


@pytest_twisted.ensureDeferred
async def test_scan_is_freed_without_garbage_collector(names: Names) -> None:
    """The connections, session, report and expected failures of a scan are freed without the garbage collector."""
    left = await _left(SHEETS + FILES + LINKS, names)
    assert not HELD & left.keys()
    assert left.total() <= MOST, left


#: Servers that fail.
FAILING: dict[str, Callable[[], ServerProtocol]] = {
    "speaks first": Banner,
    "resets": ResetAtOnce,
    "resets within a head": resets(b"HTTP/1.1 200 OK\r\nContent-"),
    "resets within a body": resets(response(Content_Length="10000")),
    "ends early": sends(response(Content_Length="10000")),
    "closes": sends(b""),
    "no HTTP": greets(b"pears\r\n\r\n"),
    "redirects forever": redirects(pears="/pears"),
    "redirects to nowhere": redirects(pears="http://nobody.example/"),
    "silent": Silent,
}


@pytest_twisted.ensureDeferred
@pytest.mark.parametrize("scheme", ["http", "https"])
async def test_failing_servers_are_freed(reactor: Any, names: Names, scheme: str) -> None:
    """What failing servers leave is freed, over HTTP and where TLS is expected."""
    servers = ServerGroup(reactor)
    ports = [servers.listen(server) for server in FAILING.values()]
    left = await _left(_linking(*(f"{scheme}://pears.example:{port}/pears" for port in ports)), names)
    await servers.close()
    assert not (HELD - (TLS_FRAMES if scheme == "https" else set())) & left.keys()
    assert left.total() <= MOST + (MOST_OF_TLS * len(ports) if scheme == "https" else 0), left


@pytest_twisted.ensureDeferred
async def test_unreachable_hosts_are_freed(reactor: Any, names: Names) -> None:
    """So is what hosts leave without a name, a working name server, an open port or a valid certificate."""
    servers = ServerGroup(reactor)
    certificate = authority("Pears", time.time()).issue("pears.example")
    secure = servers.listen(Silent, certificate.context())
    unknown = [f"http://nobody{number}.example/" for number in range(12)]
    closed = f"http://127.0.0.1:{free_port()}/"
    left = await _left(_linking(*unknown, "http://fails.example/", closed, f"https://pears.example:{secure}/"), names)
    await servers.close()
    assert not HELD & left.keys()
    assert left.total() <= MOST + MOST_OF_TLS, left


def _linking(*urls: str) -> str:
    return "".join(
        f"<a href={url}>Pear {number}</a><img src={url} alt=Pear><link rel=stylesheet href={url}>"
        for number, url in enumerate(urls)
    )
