"""Hostile clients of the installed service, with slow, endless, malformed, numerous or abandoned requests."""

import json
import os
import re
import resource
import signal
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
#: The seconds within which a scan ends whose client is gone, if it would otherwise wait for more than five seconds.
SOON = 3.0
PRIVATE = ("--allow-private", "127.0.0.0/8")
UNLIMITED = ("--rate-limit", "0", *PRIVATE)
GOOD = '<!doctype html><html lang="en"><meta charset="utf-8"><title>Pears</title><h1>Pears</h1>'
HEAD = b"POST /api/v1/scan HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
RULES = b"GET /api/v1/rules HTTP/1.1\r\nHost: localhost\r\n\r\n"


@pytest.fixture(scope="module")
def service() -> Iterator[Running]:
    """Run a service that gives a request a second to arrive, and has room for fifty connections."""
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
    """Return all bytes that arrive until the other end closes the connection."""
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
    """Return the resident memory of the service in bytes."""
    pages = int(Path(f"/proc/{service.process.pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def _moment(seconds: float) -> None:
    threading.Event().wait(seconds)


def until(true: object, seconds: float) -> float:
    """Wait until a condition becomes true that depends on another process, and return the seconds that it took."""
    assert callable(true)
    started = time.monotonic()
    waiting = threading.Event()
    while not true():
        assert time.monotonic() < started + seconds, "it does not happen"
        waiting.wait(0.005)
    return time.monotonic() - started


@pytest.mark.parametrize(
    ("head", "answer", "error"),
    [
        (b"GET /" + b"a" * 20_000, 414, "URI too long"),
        (b"GET /" + b"a" * 20_000 + b" HTTP/1.1\r\nHost: a\r\n\r\n", 414, "URI too long"),
        (b"GET / HTTP/1.1\r\nHost: a\r\nA: " + b"a" * 20_000, 431, "Request header fields too large"),
        (b"GET / HTTP/1.1\r\nHost: a\r\n" + b"A: aaaaaaaa\r\n" * 3000, 431, "Request header fields too large"),
        (b"GET / HTTP/1.1\r\nHost: a\r\nA: " + b"a" * 15_000 + b"\r\nB: " + b"b" * 15_000 + b"\r\n\r\n", 431, ""),
    ],
)
def test_large_heads(service: Running, head: bytes, answer: int, error: str) -> None:
    """A head that is too large gets a response that says so, and the connection is closed."""
    with connected(service) as connection:
        with suppress(OSError):
            connection.sendall(head)
        received = everything(connection)
    assert status(received) == answer
    assert error in json.loads(received.partition(b"\r\n\r\n")[2])["error"]
    with connected(service) as connection:
        connection.sendall(b"GET /" + b"a" * 10_000 + b" HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        assert status(everything(connection)) == 404


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
    """A request whose bytes trickle in arrives in time, or its connection is closed."""
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
    """The connection of an endless request is closed in time, and the memory doesn't grow."""
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


def test_body_over_limit_is_answered(service: Running) -> None:
    """A body over the limit is read to its end and refused, so that its client learns the reason."""
    for size in (16 * 1024 + 1, 500_000):
        answer = service.ask("POST", "/api/v1/scan", b"a" * size, {"Content-Type": "application/json"})
        assert answer.status == 400
        assert "larger than" in answer.json["details"]


# Malformed requests.


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
def test_malformed_requests(service: Running, sent: bytes) -> None:
    """A malformed request is refused, and the connection is closed without reading what follows."""
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
def test_host_field(service: Running, fields: bytes, version: bytes, answered: int) -> None:
    """A request has one Host field, https://www.rfc-editor.org/rfc/rfc9112#section-3.2, or none in HTTP/1.0."""
    with connected(service) as connection:
        connection.sendall(b"GET /openapi.json HTTP/%s\r\n%sConnection: close\r\n\r\n" % (version, fields))
        received = everything(connection)
    assert status(received) == answered
    assert json.loads(received.partition(b"\r\n\r\n")[2])


def test_body_in_tiny_chunks(service: Running) -> None:
    """A body in chunks of one byte isn't read to its end, because each chunk blocks the reactor for a while."""
    with connected(service) as connection:
        started = time.monotonic()
        with suppress(ConnectionError):
            connection.sendall(HEAD + b"Transfer-Encoding: chunked\r\n\r\n" + b"1\r\na\r\n" * 200_000)
        assert everything(connection) == b""
        assert time.monotonic() - started < 5
    assert service.ask("GET", "/api/v1/rules").status == 200


@pytest.mark.parametrize("host", [b"localhost", b"a..b", b"\xff", b"x" * 70, b"evil.example:99999999"])
def test_absolute_targets(service: Running, host: bytes) -> None:
    """Only the path of an absolute request target counts, and no other host is connected to."""
    with connected(service) as connection:
        connection.sendall(b"GET http://%s/api/v1/rules HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n" % host)
        assert status(everything(connection)) == (200 if host.isascii() else 400)


@pytest.mark.parametrize("line", [b"CONNECT 127.0.0.1:80 HTTP/1.1", b"OPTIONS * HTTP/1.1", b"GET http://a HTTP/1.1"])
def test_targets_without_path(service: Running, line: bytes) -> None:
    """A request target that isn't a path causes no internal error."""
    with connected(service) as connection:
        connection.sendall(line + b"\r\nHost: a\r\nConnection: close\r\n\r\n")
        assert status(everything(connection)) in {200, 404, 405}


# Pipelined requests.


def test_pipelining(service: Running) -> None:
    """Pipelined requests are answered in order."""
    with connected(service) as connection:
        paths = [b"/openapi.json", b"/nothing", b"/api/v1/rules", b"/nothing"]
        lines = [b"GET %s HTTP/1.1\r\nHost: a\r\n\r\n" % path for path in paths]
        connection.sendall(b"".join(lines) + b"GET /x HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        received = everything(connection)
    # The documents contain the words as well, but not at an end.
    statuses = [int(status) for status in re.findall(rb"(?:^|})HTTP/1\.1 ([0-9]{3}) ", received)]
    assert statuses == [200, 404, 200, 404, 404]


def test_pipelining_without_reading(service: Running) -> None:
    """A client that pipelines requests without reading answers neither fills the memory nor delays other clients."""
    before = resident(service)
    with connected(service) as connection:
        connection.settimeout(SECONDS)
        with suppress(TimeoutError, ConnectionError):
            connection.sendall(RULES * 20_000)
        started = time.monotonic()
        assert service.ask("GET", "/openapi.json").status == 200
        assert time.monotonic() - started < SECONDS
        assert resident(service) < before + 16 * MIB


def test_unread_response(service: Running) -> None:
    """A connection that is to be closed is closed even if its client doesn't read the last answer."""
    before = descriptors(service)
    with ExitStack() as stack:
        for _ in range(10):
            connection = stack.enter_context(socket.socket())
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            connection.connect(("127.0.0.1", service.port))
            connection.sendall(RULES * 5 + RULES.replace(b"Host", b"Connection: close\r\nHost"))
        until(lambda: descriptors(service) > before, 5)
        # The idle timeout is a minute, but pipelined requests and the last answer have a second.
        until(lambda: descriptors(service) <= before + 10, 10)


# Many connections and requests.


def test_idle_connections() -> None:
    """10,000 idle connections keep no client out, and take no more descriptors than the limit."""
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


def test_scans_over_capacity_are_refused(service: Running) -> None:
    """Scans that exceed the capacity are refused with an error, and every request is answered."""
    with serving({"/": page(GOOD)}) as site, ThreadPoolExecutor(40) as threads:
        site.seconds["/"] = 0.1
        answers = list(threads.map(lambda _: service.scan(site.origin + "/").status, range(80)))
    assert set(answers) <= {200, 500}
    assert len(answers) == 80


# Addresses of clients.


def test_forged_addresses() -> None:
    """A client that isn't a trusted proxy is counted by its own address, even if it sends X-Forwarded-For."""
    with running("--rate-limit", "2", "--trusted-proxy", "127.0.0.9/32") as service:
        for forged in ("1.2.3.4", "5.6.7.8", "127.0.0.9, 9.9.9.9"):
            answer = service.scan("http://10.0.0.1/", **{"X-Forwarded-For": forged})
            left = answer.headers["x-ratelimit-remaining"]
        assert (answer.status, left) == (429, "0")


def test_ipv6_network_is_one_client() -> None:
    """All addresses of an IPv6 subscriber are one client, and entries that a client adds on the left are ignored."""
    with running("--rate-limit", "2", "--trusted-proxy", "127.0.0.0/8") as service:
        statuses = [
            service.scan("http://10.0.0.1/", **{"X-Forwarded-For": f"1.1.1.{number}, 2001:db8:1:2::{number:x}"}).status
            for number in range(1, 6)
        ]
        other = service.scan("http://10.0.0.1/", **{"X-Forwarded-For": "2001:db8:1:3::1"}).status
    assert statuses == [400, 400, 429, 429, 429]
    assert other == 400


# Clients that have disconnected.


def _gone(connection: socket.socket) -> float:
    """Return the seconds until the other end closes the connection."""
    started = time.monotonic()
    connection.settimeout(5)
    with suppress(ConnectionError):
        while connection.recv(65536):
            pass
    return time.monotonic() - started


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"HTTP/1.1 200 OK\r\nContent-Ty",
        b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 1000\r\n\r\n<p>",
        b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n<p>\r\n",
        b"HTTP/1.1 301 Moved\r\nContent-Length: 100\r\nLocation: /a\r\n\r\n",
    ],
    ids=["connected", "head", "body", "chunk", "redirect"],
)
def test_disconnect_during_fetch(service: Running, data: bytes) -> None:
    """If the client disconnects while the page is fetched, the connection to the site is closed at once."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(10)
        with connected(service) as client:
            client.sendall(request(f"http://127.0.0.1:{server.getsockname()[1]}/"))
            site, _ = server.accept()
            with site:
                assert site.recv(65536)
                site.sendall(data)
                _moment(0.05)
                client.close()
                assert _gone(site) < SOON


@pytest.mark.parametrize("path", ["/a.css", "/a", "/robots.txt", "/a.png"])
def test_disconnect_during_requests_for_links(service: Running, path: str) -> None:
    """If the client disconnects while files and links are requested, all connections to the site are closed."""
    html = GOOD + "<link rel=stylesheet href=/a.css><a href=/a>a</a><img src=/a.png alt=''>"
    css = Answered(b"", 200, (("Content-Type", "text/css"),))
    with serving({"/": page(html), "/a.css": css, "/a": page(GOOD)}) as site:
        site.seconds[path] = 20
        with connected(service) as client:
            client.sendall(request(site.origin + "/"))
            until(lambda: any(requested == path for _, requested in site.requests), 10)
            client.close()
            until(lambda: not connections_to(site), SOON + 0.05)


def test_disconnect_during_examination(service: Running) -> None:
    """If the client disconnects while the page is examined, the child process is soon replaced."""
    heavy = f"{GOOD}<a href=/a>Pears</a>{GROWING['backgrounds'](1_900_000).html}"
    with serving({"/heavy": page(heavy), "/": page(GOOD), "/a": page(GOOD)}) as site:
        assert service.scan(site.origin + "/").status == 200
        spent = {child: _ticks(child) for child in examiners_of(service.process.pid)}
        with connected(service) as client:
            client.sendall(request(site.origin + "/heavy"))
            working: set[int] = set()

            def works() -> bool:
                working.update(child for child, ticks in spent.items() if _ticks(child) > ticks + 20)
                return bool(working)

            until(works, 60)
            for child in working:
                # It can't finish the page, however late the client disconnects.
                os.kill(child, signal.SIGSTOP)
            client.close()
            until(lambda: not working & set(examiners_of(service.process.pid)), 60)
        assert service.scan(site.origin + "/").status == 200


def test_disconnect_while_waiting() -> None:
    """If clients disconnect while they wait or are served, their places are free for other clients."""
    options = (*UNLIMITED, "--scans", "1", "--set", "waiting=2", "--workers", "1")
    with running(*options) as service, serving({"/": page(GOOD), "/slow": page(GOOD)}) as site:
        site.seconds["/slow"] = 20
        for number in range(1, 11):
            with connected(service) as inside, connected(service) as waiting:
                inside.sendall(request(site.origin + "/slow"))
                waiting.sendall(request(site.origin + "/slow"))
                until(lambda number=number: len(site.requests) == number, 5)
            until(lambda: not connections_to(site), 5)
        assert service.scan(site.origin + "/").status == 200


def test_excessive_pipelining_cancels_scan(service: Running) -> None:
    """A client that pipelines more data than is buffered ends its scan, so that it can't disconnect unnoticed."""
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
    """Return the processor time of a process in hundredths of a second."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


def test_no_errors_logged(service: Running) -> None:
    """The service has logged no error during these tests, and still runs."""
    assert not [line for line in service.lines if "#error" in line or "#critical" in line]
    assert isinstance(service.process.poll(), type(None))
