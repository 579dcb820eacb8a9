"""
Measure several server processes: scans a second, the latency added by Redis, refusals a second, memory.

    python -m bench.many [--seconds 20] [--kb 10 100 1000]

Prints one JSON line for each figure. Clients, site and service share the processors of this machine, so that figures of
several processes mean little on a machine with two.
"""

import argparse
import json
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from attrs import frozen

from bench.generated_pages import generate
from bench.workbench import cpu_seconds, family, resident, say, site
from tests.redis_server import redis_server
from tests.running import Running, free_port, running

_OPTIONS = ("--rate-limit", "0", "--allow-private", "127.0.0.0/8")
_AT_ONCE = 8


@frozen
class _Answer:
    """A response."""

    status: int
    fields: list[tuple[bytes, bytes]]
    body: bytes


def main() -> None:
    """Run the measurements."""
    parser = argparse.ArgumentParser(description=__doc__.strip().splitlines()[0])
    parser.add_argument("--seconds", type=float, default=20.0, help="how long each rate is measured")
    parser.add_argument("--kb", type=int, nargs="+", default=(10, 100, 1000), help="sizes of the page")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for kilobytes in arguments.kb:
            generate(Path(folder) / str(kilobytes), kilobytes)
            for processes in (1, 2):
                scans(Path(folder) / str(kilobytes), kilobytes, processes, arguments.seconds)
    refusals(arguments.seconds)


def scans(folder: Path, kilobytes: int, processes: int, seconds: float) -> None:
    """Print the scans a second, their CPU time and the memory of each process."""
    with site(folder) as origin, running(*_OPTIONS, "--processes", str(processes)) as service:
        _started(service, processes)
        body = json.dumps({"url": f"{origin}/index.html"}).encode()
        _rate(service.port, body, 200, min(seconds, 5.0))
        before = _cpu(service.process.pid)
        rate, count = _rate(service.port, body, 200, seconds)
        after = _cpu(service.process.pid)
        used = sum(seconds - before.get(pid, 0.0) for pid, seconds in after.items())
        say(
            "scans by processes",
            page_kb=kilobytes,
            processes=processes,
            per_second=round(rate, 1),
            cpu_milliseconds_each=round(used * 1000 / count),
            resident_mb=[resident(pid) // 1_000_000 for pid in after],
        )


def refusals(seconds: float) -> None:
    """Print the refusals a second on persistent connections, and their latency, for a bare site and for services."""
    request = _request(b"{}")
    with running("--rate-limit", "1") as service:
        with socket.create_connection(("127.0.0.1", service.port)) as connection:
            for _ in range(2):
                connection.sendall(request)
                refusal = _answer(connection)
        _say_refusals("one process", service.port, request, seconds)
    with _bare(refusal) as port:
        _say_refusals("bare Twisted site", port, request, seconds)
    with running("--rate-limit", "1", "--processes", "2") as service:
        _started(service, 2)
        _say_refusals("two processes", service.port, request, seconds)
    with redis_server() as server, running("--rate-limit", "1", "--state", server.url) as service:
        _say_refusals("one process and Redis", service.port, request, seconds)


def _say_refusals(name: str, port: int, request: bytes, seconds: float) -> None:
    latencies: list[float] = []
    _exchange(port, request, min(1.0, seconds), latencies.append)
    latencies.clear()
    _exchange(port, request, seconds / 2, latencies.append)
    rates = [0] * _AT_ONCE

    def ask(number: int) -> None:
        rates[number] = _exchange(port, request, seconds / 2, lambda _: None)

    _side_by_side(ask, _AT_ONCE)
    say(
        "refusals by processes",
        what=name,
        per_second=round(sum(rates) / (seconds / 2)),
        alone_milliseconds_median=round(statistics.median(latencies) * 1000, 2),
        alone_milliseconds_99=round(statistics.quantiles(latencies, n=100)[98] * 1000, 2),
    )


@contextmanager
def _bare(refusal: _Answer) -> Iterator[int]:
    """Run a bare Twisted site that answers every request with the same refusal, in another process; yield its port."""
    port = free_port()
    program = f"""
from twisted.internet import reactor
from twisted.web.resource import Resource
from twisted.web.server import Site
class Refuse(Resource):
    isLeaf = True
    def render(self, request):
        request.setResponseCode(429)
        for name, value in {refusal.fields!r}:
            request.setHeader(name, value)
        return {refusal.body!r}
site = Site(Refuse())
site.log = lambda request: None
reactor.listenTCP({port}, site, interface="127.0.0.1")
reactor.run()
"""
    with subprocess.Popen([sys.executable, "-c", program]) as process:
        while not _listens(port):
            threading.Event().wait(0.05)
        yield port
        process.terminate()


def _listens(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port)).close()
    except ConnectionRefusedError:
        return False
    return True


def _request(body: bytes) -> bytes:
    fields = f"Host: a\r\nContent-Type: application/json\r\nContent-Length: {len(body)}"
    return f"POST /api/v1/scan HTTP/1.1\r\n{fields}\r\n\r\n".encode() + body


def _exchange(port: int, request: bytes, seconds: float, took: Callable[[float], object]) -> int:
    """Send a request repeatedly over one connection, and return the number of responses."""
    count, end = 0, time.perf_counter() + seconds
    with socket.create_connection(("127.0.0.1", port)) as connection:
        while (started := time.perf_counter()) < end:
            connection.sendall(request)
            _answer(connection)
            took(time.perf_counter() - started)
            count += 1
    return count


def _answer(connection: socket.socket) -> _Answer:
    received = b""
    while b"\r\n\r\n" not in received:
        received += connection.recv(65536)
    head, _, rest = received.partition(b"\r\n\r\n")
    first, *lines = head.split(b"\r\n")
    fields = [(name, value) for name, _, value in (line.partition(b": ") for line in lines)]
    length = next(int(value) for name, value in fields if name.lower() == b"content-length")
    while len(rest) < length:
        rest += connection.recv(65536)
    return _Answer(int(first.split(b" ")[1]), fields, rest)


def _rate(port: int, body: bytes, status: int, seconds: float) -> tuple[float, int]:
    """Return the scans a second of several clients, each request on a new connection, and their number."""
    counts, started = [0] * _AT_ONCE, time.perf_counter()

    def ask(number: int) -> None:
        while time.perf_counter() < started + seconds:
            with socket.create_connection(("127.0.0.1", port)) as connection:
                connection.sendall(_request(body))
                assert _answer(connection).status == status
            counts[number] += 1

    _side_by_side(ask, _AT_ONCE)
    return sum(counts) / (time.perf_counter() - started), sum(counts)


def _side_by_side(work: Callable[[int], None], count: int) -> None:
    threads = [threading.Thread(target=work, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def _started(service: Running, processes: int) -> None:
    while processes > 1 and sum("accepts requests" in line for line in service.lines) < processes:
        threading.Event().wait(0.05)


def _cpu(pid: int) -> dict[int, float]:
    """Return the CPU time so far of a process and of its running descendants."""
    found: dict[int, float] = {}
    with suppress(FileNotFoundError):
        found[pid] = cpu_seconds([pid])
        for child in family(pid)[1:]:
            found |= _cpu(child)
    return found


if __name__ == "__main__":
    main()
