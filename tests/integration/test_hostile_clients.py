"""Clients that hold, flood, lie and leave, against the installed service."""

import json
import os
import resource
import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import pytest

from tests.growing_pages import GROWING
from tests.integration.processes import examiners_of
from tests.running import Running, running
from tests.site import Answered, Site, page, serving

pytestmark = pytest.mark.integration

MIB = 1024**2
SECONDS = 1.0
#: How soon the work of a scan ends whose client is gone, where it would wait for more than five seconds otherwise.
SOON = 3.0
PRIVATE = ("--allow-private", "127.0.0.0/8")
UNLIMITED = ("--rate-limit", "0", *PRIVATE)
GOOD = '<!doctype html><html lang="en"><meta charset="utf-8"><title>Pears</title><h1>Pears</h1>'
HEAD = b"POST /api/v1/scan HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
RULES = b"GET /api/v1/rules HTTP/1.1\r\nHost: localhost\r\n\r\n"


@pytest.fixture(scope="module")
def service() -> Iterator[Running]:
    """A service that gives a request a second to arrive, and has room for fifty connections."""
    limits = ("--set", f"request-seconds={SECONDS}", "--set", "connections=50", "--workers", "1")
    with running(*UNLIMITED, *limits) as service:
        yield service


@contextmanager
def connected(service: Running) -> Iterator[socket.socket]:
    """Connect to the service."""
    with socket.create_connection(("127.0.0.1", service.port), timeout=10) as connection:
        yield connection


def request(url: str) -> bytes:
    """Return the bytes of a request for a scan."""
    body = json.dumps({"url": url}).encode()
    return HEAD + b"Content-Length: %d\r\n\r\n" % len(body) + body


def everything(connection: socket.socket) -> bytes:
    """Return all bytes that come until the other end closes."""
    received = b""
    with suppress(ConnectionError):
        while data := connection.recv(65536):
            received += data
    return received


def status(received: bytes) -> int:
    """Return the status of the first response."""
    return int(received.split(b" ", 2)[1])


def descriptors(service: Running) -> int:
    """Return the number of open descriptors of the service."""
    return len(list(Path(f"/proc/{service.process.pid}/fd").iterdir()))


def connections_to(site: Site) -> int:
    """Return the number of connections to a site that are open at the client's end."""
    port, established = int(site.origin.rpartition(":")[2]), "01"
    rows = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    return sum(int(row[2].rpartition(":")[2], 16) == port and row[3] == established for row in rows)


def resident(service: Running) -> int:
    """Resident memory of the service, bytes."""
    pages = int(Path(f"/proc/{service.process.pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def _moment(seconds: float) -> None:
    threading.Event().wait(seconds)


def until(true: object, seconds: float) -> float:
    """Wait for something that another process does; gives how long it took."""
    assert callable(true)
    started = time.monotonic()
    waiting = threading.Event()
    while not true():
        assert time.monotonic() < started + seconds, "it does not happen"
        waiting.wait(0.005)
    return time.monotonic() - started


# Requests that do not end.


@pytest.mark.parametrize(
    ("first", "drip"),
    [
        (b"", b"G"),
        (b"\r\n", b"G"),
        (b"GET /", b"a"),
        (b"GET / HTTP/1.1\r\n", b"A"),
        (b"GET / HTTP/1.1\r\nHost: x\r\n", b" "),
        (HEAD + b"Content-Length: 10000\r\n\r\n", b" "),
        (HEAD + b"Transfer-Encoding: chunked\r\n\r\n", b"0"),
        (HEAD + b"Transfer-Encoding: chunked\r\n\r\n5000\r\n", b" "),
        (RULES + b"GET /", b"a"),
    ],
    ids=["nothing", "empty line", "path", "name", "head", "body", "chunk length", "chunk", "second request"],
)
def test_slow_requests(service: Running, first: bytes, drip: bytes) -> None:
    """However it drips, a request has arrived in time or its connection is closed."""
    with connected(service) as connection:
        connection.sendall(first)
        started = time.monotonic()
        with suppress(ConnectionError):
            while time.monotonic() < started + 3 * SECONDS:
                connection.sendall(drip)
                _moment(0.02)
        assert time.monotonic() - started < 2 * SECONDS


@pytest.mark.parametrize(
    ("first", "more"),
    [
        (b"", b"\r\n"),
        (b"", b"a" * 1000),
        (b"GET / HTTP/1.1\r\n", b"A: b\r\n"),
        (b"GET / HTTP/1.1\r\nA: b\r\n", b" c\r\n"),
        (b"GET / HTTP/1.1\r\nA: ", b"a" * 1000),
        (HEAD + b"Content-Length: 1000000000000\r\n\r\n", b"a" * 65536),
        (HEAD + b"Transfer-Encoding: chunked\r\n\r\n", b"10000\r\n" + b"a" * 65536 + b"\r\n"),
        (HEAD + b"Transfer-Encoding: chunked\r\n\r\n", b"1\r\na\r\n"),
        (HEAD + b"Transfer-Encoding: chunked\r\n\r\n1", b";a=b" * 100),
        (HEAD + b"Transfer-Encoding: chunked\r\n\r\n0\r\n", b"A: b\r\n"),
    ],
    ids=["lines", "path", "fields", "folded field", "value", "body", "chunks", "tiny chunks", "extension", "trailers"],
)
def test_endless_requests(service: Running, first: bytes, more: bytes) -> None:
    """However it floods, the connection is closed in time and the memory stays as it is."""
    before = resident(service)
    with connected(service) as connection:
        started = time.monotonic()
        with suppress(ConnectionError):
            connection.sendall(first)
            while time.monotonic() < started + 3 * SECONDS:
                connection.sendall(more)
        assert time.monotonic() - started < 2 * SECONDS
    assert resident(service) < before + 16 * MIB
    assert service.ask("GET", "/openapi.json").status == 200


def test_a_body_over_the_limit_is_answered(service: Running) -> None:
    """It is read to its end and refused, so that its sender learns why."""
    for size in (16 * 1024 + 1, 500_000):
        answer = service.ask("POST", "/api/v1/scan", b"a" * size, {"Content-Type": "application/json"})
        assert answer.status == 400
        assert "larger than" in answer.json["details"]


# Requests that are none.


@pytest.mark.parametrize(
    "sent",
    [
        b"GET /\r\n\r\n",
        b"SSH-2.0-OpenSSH_9.2\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(300) + b"\r\n\r\n",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"GET / HTTP/1.1\r\nno colon\r\n\r\n",
        b"GET / HTTP/1.1\r\nA\0: b\r\n\r\n",
        b"GET / HTTP/1.1\r\nA: b\0c\r\n\r\n",
        b"GET / HTTP/1.1\r\n: b\r\n\r\n",
        b"GET / HTTP/1.1\r\nA : b\r\n\r\n",
        HEAD + b"Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}",
        HEAD + b"Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n{}",
        HEAD + b"Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
        HEAD + b"Content-Length: -2\r\n\r\n{}",
        HEAD + b"Content-Length: +2\r\n\r\n{}",
        HEAD + b"Content-Length: 0x2\r\n\r\n{}",
        HEAD + b"Transfer-Encoding: gzip, chunked\r\n\r\n",
        HEAD + b"Transfer-Encoding: xchunked\r\n\r\n",
        HEAD + b"Transfer-Encoding: chunked\r\n\r\n-1\r\n",
        HEAD + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n",
        HEAD + b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}X\r\n",
    ],
)
def test_what_is_no_request(service: Running, sent: bytes) -> None:
    """It is refused and the connection closed: whatever else it hides is not read."""
    with connected(service) as connection:
        connection.sendall(sent + b"GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n")
        received = everything(connection)
    if received:
        head, _, body = received.partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 400 Bad Request\r\n")
        assert b"\r\nContent-Length: %d" % len(body) in head
        assert json.loads(body)["error"] == "Bad request"


@pytest.mark.parametrize(
    ("fields", "version", "answered"),
    [
        (b"", b"1.1", 400),
        (b"Host: a\r\nHost: a\r\n", b"1.1", 400),
        (b"Host: a\r\nHost: b\r\n", b"1.0", 400),
        (b"", b"1.0", 200),
        (b"Host: a\r\n", b"1.1", 200),
        (b"Host:\r\n", b"1.1", 200),
    ],
)
def test_hosts(service: Running, fields: bytes, version: bytes, answered: int) -> None:
    """A request has one Host, https://www.rfc-editor.org/rfc/rfc9112#section-3.2; those of HTTP/1.0 may have none."""
    with connected(service) as connection:
        connection.sendall(b"GET /openapi.json HTTP/%s\r\n%sConnection: close\r\n\r\n" % (version, fields))
        received = everything(connection)
    assert status(received) == answered
    assert json.loads(received.partition(b"\r\n\r\n")[2])


def test_a_body_in_tiny_pieces(service: Running) -> None:
    """A body in chunks of a byte is not read to its end: each of them keeps the reactor from others."""
    with connected(service) as connection:
        started = time.monotonic()
        with suppress(ConnectionError):
            connection.sendall(HEAD + b"Transfer-Encoding: chunked\r\n\r\n" + b"1\r\na\r\n" * 200_000)
        assert everything(connection) == b""
        assert time.monotonic() - started < 5
    assert service.ask("GET", "/api/v1/rules").status == 200


@pytest.mark.parametrize("host", [b"localhost", b"a..b", b"\xff", b"x" * 70, b"evil.example:99999999"])
def test_absolute_targets(service: Running, host: bytes) -> None:
    """The path counts; no other host is asked on anybody's behalf."""
    with connected(service) as connection:
        connection.sendall(b"GET http://%s/openapi.json HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n" % host)
        assert status(everything(connection)) == (200 if host.isascii() else 400)


@pytest.mark.parametrize("line", [b"CONNECT 127.0.0.1:80 HTTP/1.1", b"OPTIONS * HTTP/1.1", b"GET http://a HTTP/1.1"])
def test_targets_that_are_no_paths(service: Running, line: bytes) -> None:
    """There is nothing there; nothing fails."""
    with connected(service) as connection:
        connection.sendall(line + b"\r\nHost: a\r\nConnection: close\r\n\r\n")
        assert status(everything(connection)) in {200, 404, 405}


# Requests ahead of their turn.


def test_pipelining(service: Running) -> None:
    """Requests that are sent at once are answered in their order."""
    with connected(service) as connection:
        paths = [b"/openapi.json", b"/nothing", b"/api/v1/rules", b"/nothing"]
        lines = [b"GET %s HTTP/1.1\r\nHost: a\r\n\r\n" % path for path in paths]
        connection.sendall(b"".join(lines) + b"GET /x HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        received = everything(connection)
    statuses = [int(part[:3]) for part in received.split(b"HTTP/1.1 ")[1:]]
    assert statuses == [200, 404, 200, 404, 404]


def test_pipelining_without_reading(service: Running) -> None:
    """Whoever asks a thousand times and takes no answer does not have them kept in memory, nor holds others up."""
    before = resident(service)
    with connected(service) as connection:
        connection.settimeout(SECONDS)
        with suppress(TimeoutError, ConnectionError):
            connection.sendall(RULES * 20_000)
        started = time.monotonic()
        assert service.ask("GET", "/openapi.json").status == 200
        assert time.monotonic() - started < SECONDS
        assert resident(service) < before + 16 * MIB


def test_an_answer_that_is_not_taken(service: Running) -> None:
    """A connection that is to be closed is closed although its last answer is not read."""
    before = descriptors(service)
    with ExitStack() as stack:
        for _ in range(10):
            connection = stack.enter_context(socket.socket())
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            connection.connect(("127.0.0.1", service.port))
            connection.sendall(RULES * 5 + RULES.replace(b"Host", b"Connection: close\r\nHost"))
        until(lambda: descriptors(service) > before, 5)
        # The idle time is a minute; but what is sent ahead has a second, and so has the last answer.
        until(lambda: descriptors(service) <= before + 10, 10)


# Many of them.


def test_idle_connections() -> None:
    """10,000 connections that do nothing keep nobody out, and take no more places than there are."""
    many = 10_000
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    many = min(many, hard - 500)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    try:
        with serving({"/": page(GOOD)}) as site, running(*UNLIMITED, "--workers", "1") as service:
            before = resident(service)
            with ExitStack() as stack:
                for number in range(many):
                    connection = stack.enter_context(socket.socket())
                    connection.bind((f"127.0.0.{2 + number % 200}", 0))
                    connection.connect(("127.0.0.1", service.port))
                    if number % 1000 == 999:
                        assert service.scan(site.origin + "/").status == 200
                assert descriptors(service) < 1200
                assert resident(service) < before + 64 * MIB
            assert service.scan(site.origin + "/").status == 200
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_a_full_house(service: Running) -> None:
    """More scans than there are places for are refused with a word, and none is lost."""
    with serving({"/": page(GOOD)}) as site, ThreadPoolExecutor(40) as threads:
        site.seconds["/"] = 0.1
        answers = list(threads.map(lambda _: service.scan(site.origin + "/").status, range(80)))
    assert set(answers) <= {200, 500}
    assert len(answers) == 80


# Names of clients.


def test_forged_addresses() -> None:
    """Whoever is not a trusted proxy speaks for itself, whatever it writes; a proxy's last word counts."""
    with running("--rate-limit", "2", "--trusted-proxy", "127.0.0.9/32") as service:
        for forged in ("1.2.3.4", "5.6.7.8", "127.0.0.9, 9.9.9.9"):
            answer = service.scan("http://10.0.0.1/", **{"X-Forwarded-For": forged})
            left = answer.headers["x-ratelimit-remaining"]
        assert (answer.status, left) == (429, "0")


def test_hopping_in_a_network() -> None:
    """All addresses of one IPv6 subscriber are one client; what a client adds on the left is not read."""
    with running("--rate-limit", "2", "--trusted-proxy", "127.0.0.0/8") as service:
        statuses = [
            service.scan("http://10.0.0.1/", **{"X-Forwarded-For": f"1.1.1.{number}, 2001:db8:1:2::{number:x}"}).status
            for number in range(1, 6)
        ]
        other = service.scan("http://10.0.0.1/", **{"X-Forwarded-For": "2001:db8:1:3::1"}).status
    assert statuses == [400, 400, 429, 429, 429]
    assert other == 400


# Clients that are gone.


def _gone(connection: socket.socket) -> float:
    """Return the seconds until the other end has closed."""
    started = time.monotonic()
    connection.settimeout(5)
    with suppress(ConnectionError):
        while connection.recv(65536):
            pass
    return time.monotonic() - started


@pytest.mark.parametrize(
    "said",
    [
        b"",
        b"HTTP/1.1 200 OK\r\nContent-Ty",
        b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 1000\r\n\r\n<p>",
        b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n<p>\r\n",
        b"HTTP/1.1 301 Moved\r\nContent-Length: 100\r\nLocation: /a\r\n\r\n",
    ],
    ids=["connected", "head", "body", "chunk", "redirect"],
)
def test_gone_while_the_page_is_fetched(service: Running, said: bytes) -> None:
    """The site's server sees its connection closed at once."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(10)
        with connected(service) as client:
            client.sendall(request(f"http://127.0.0.1:{server.getsockname()[1]}/"))
            site, _ = server.accept()
            with site:
                assert site.recv(65536)
                site.sendall(said)
                _moment(0.05)
                client.close()
                assert _gone(site) < SOON


@pytest.mark.parametrize("path", ["/a.css", "/a", "/robots.txt", "/a.png"])
def test_gone_while_the_network_is_asked(service: Running, path: str) -> None:
    """No link, stylesheet, image or robots.txt is asked for any more."""
    html = GOOD + "<link rel=stylesheet href=/a.css><a href=/a>a</a><img src=/a.png alt=''>"
    css = Answered(b"", 200, (("Content-Type", "text/css"),))
    with serving({"/": page(html), "/a.css": css, "/a": page(GOOD)}) as site:
        site.seconds[path] = 20
        with connected(service) as client:
            client.sendall(request(site.origin + "/"))
            until(lambda: any(asked == path for _, asked in site.asked), 10)
            client.close()
            until(lambda: not connections_to(site), SOON + 0.05)


def test_gone_while_the_page_is_examined(service: Running) -> None:
    """The child that examines it has little time left; then another takes its place."""
    heavy = f"{GOOD}<a href=/a>Pears</a>{GROWING['backgrounds'](1_900_000).html}"
    with serving({"/heavy": page(heavy), "/": page(GOOD), "/a": page(GOOD)}) as site:
        assert service.scan(site.origin + "/").status == 200
        with connected(service) as client:
            client.sendall(request(site.origin + "/heavy"))
            # Its links are known once it is outlined. To judge it takes far more than the child may still have.
            until(lambda: any(path == "/a" for _, path in site.asked), 60)
            spent = {child: _ticks(child) for child in examiners_of(service.process.pid)}
            until(lambda: any(_ticks(child) > ticks + 20 for child, ticks in spent.items()), 60)
            client.close()
            until(lambda: not spent.keys() <= set(examiners_of(service.process.pid)), 60)
        assert service.scan(site.origin + "/").status == 200


def test_gone_while_it_waits() -> None:
    """Places in the line and places inside are free again: whoever comes next is scanned for."""
    options = (*UNLIMITED, "--scans", "1", "--set", "waiting=2", "--workers", "1")
    with running(*options) as service, serving({"/": page(GOOD), "/slow": page(GOOD)}) as site:
        site.seconds["/slow"] = 20
        for number in range(1, 11):
            with connected(service) as inside, connected(service) as waiting:
                inside.sendall(request(site.origin + "/slow"))
                waiting.sendall(request(site.origin + "/slow"))
                until(lambda number=number: len(site.asked) == number, 5)
            until(lambda: not connections_to(site), 5)
        assert service.scan(site.origin + "/").status == 200


def test_gone_with_much_sent_ahead(service: Running) -> None:
    """Sending ahead more than is kept ends the scan: nobody can leave unseen behind it."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(10)
        with connected(service) as client:
            client.sendall(request(f"http://127.0.0.1:{server.getsockname()[1]}/"))
            site, _ = server.accept()
            with site:
                assert site.recv(65536)
                with suppress(ConnectionError):
                    client.sendall(b"a" * 100_000)
                assert _gone(site) < SOON


def _ticks(pid: int) -> int:
    """CPU time of a process, in hundredths of a second."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


def test_nothing_was_wrong(service: Running) -> None:
    """Whatever clients did, no line in the log says that something failed."""
    assert not [line for line in service.lines if "#error" in line or "#critical" in line]
    assert isinstance(service.process.poll(), type(None))
