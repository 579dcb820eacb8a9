"""
Mix good, slow, hostile and aborted scans from many clients for minutes, and measure the good ones.

Five of the clients are attackers, each with a different page: links into large pages, stylesheets of spaces behind an
import, a padded style attribute, a page in chunks of a byte, and files with long Cache-Control fields.

    python -m bench.soak [--minutes 5 | --seconds 60]

Prints scans a second and the latency of the good ones, the longest time without an answer of the service (and of the
site, which shows the delays of the machine itself), the longest turns of its reactor by CPU time, the growth of its
memory, its open descriptors, and the number of requests with no answer or more than one. Fails if no good scan was
answered, or one was lost or wrong, or a failure was logged. Each scan is by a new client, named in
``X-Forwarded-For``; the quota is in force, and its table is full long before the memory is measured.
"""

import argparse
import asyncio
import json
import os
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bench.workbench import family, resident, say
from tests.hostile_pages import SHAPES, page
from tests.running import Running, running

_OPTIONS = (
    "--allow-private",
    "127.0.0.0/8",
    "--trusted-proxy",
    "127.0.0.0/8",
    "--rate-limit",
    "5",
    "--set",
    "clients=1000",
)
_GOOD, _SLOW, _HOSTILE, _LEAVING = "good", "slow", "hostile", "leaving"
_ATTACKS = ("links", "imports", "style", "chunks", "fields")
_AT_ONCE = {_GOOD: 4, _SLOW: 6, _HOSTILE: 2, _LEAVING: 4, **dict.fromkeys(_ATTACKS, 1)}
_PROBE_SECONDS = 0.05
_LONGEST = 40.0
_PAGE = (
    "<!doctype html><html lang=en><meta charset=utf-8><title>Pears and how to keep them</title><h1>Pears</h1>"
    "<link rel=stylesheet href=/style.css><img src=/pear.png alt=Pear width=9 height=9>"
    + "".join(f"<p>Keep <a href=/{number}.html>pear {number}</a> in a cool place." for number in range(20))
)
_SHAPES = ("div", "p font", "table text", "many attributes", "ampersands", "links", "ids", "noise", "style matched")


class Soak:
    """The clients of a soak test, and their results."""

    def __init__(self, service: Running, origin: str, seconds: float) -> None:
        self._service, self._origin = service, origin
        self._ports = {"service": service.port, "site": int(origin.rpartition(":")[2])}
        self._end = time.monotonic() + seconds
        self._clients = 0
        self._random = random.Random(1)
        self.requests: Counter[str] = Counter()
        self.answers: Counter[str] = Counter()
        self.lost = 0
        self.scores: Counter[str] = Counter()
        self.took: dict[str, list[float]] = {kind: [] for kind in _AT_ONCE}
        self.stall = dict.fromkeys(self._ports, 0.0)
        self.memory: list[tuple[float, int]] = []

    @property
    def wrong(self) -> int:
        """The number of good scans with another score than most, since their page never changes."""
        return self.scores.total() - max(self.scores.values(), default=0)

    def going_on(self) -> bool:
        """Return whether time is left."""
        return time.monotonic() < self._end

    async def run(self) -> None:
        """Run clients of all kinds until the time is over, and wait for the last responses."""
        clients = [self._clients_of(kind) for kind, number in _AT_ONCE.items() for _ in range(number)]
        await asyncio.gather(self._watch(), *clients)

    async def _clients_of(self, kind: str) -> None:
        while self.going_on():
            self._clients += 1
            name = f"10.{self._clients >> 16 & 255}.{self._clients >> 8 & 255}.{self._clients & 255}"
            started = time.monotonic()
            answered = await self._ask(kind, name)
            if answered:
                self.took[kind].append(time.monotonic() - started)
                self.answers[f"{kind} {answered}"] += 1

    async def _ask(self, kind: str, name: str) -> int:
        """Send a request and return the status of the response; 0 if the client left before it came."""
        shape = self._random.choice(_SHAPES).replace(" ", "-")
        paths = {_GOOD: ["/"], _SLOW: ["/slow"], _HOSTILE: [f"/hostile/{shape}"], _LEAVING: ["/", "/slow"]}
        paths.update((attack, [f"/attack/{attack}"]) for attack in _ATTACKS)
        path = self._random.choice(paths[kind])
        body = json.dumps({"url": self._origin + path}).encode()
        head = (
            "POST /api/v1/scan HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nConnection: close\r\n"
            f"X-Forwarded-For: {name}\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        self.requests[kind] += 1
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", self._service.port)
            writer.write(head.encode() + body)
            if kind == _LEAVING:
                await asyncio.sleep(self._random.random())
                writer.transport.abort()
                return 0
            received = await asyncio.wait_for(reader.read(), _LONGEST)
            writer.close()
        except (OSError, TimeoutError):
            self.lost += 1
            return 0
        answer, _, rest = received.partition(b"\r\n\r\n")
        if len(rest) != _length(answer):
            self.lost += 1
            return 0
        status = int(answer.split(b" ", 2)[1])
        if kind == _GOOD:
            report = json.loads(rest)
            self.scores[str(report.get("overallScore", report.get("details")))] += 1
        return status

    async def _watch(self) -> None:
        """Send requests that cost nothing, and record the longest wait, which is the longest stall, and the memory."""
        while self.going_on():
            for name, port in self._ports.items():
                started = time.monotonic()
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.write(b"GET /nothing HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                await reader.readuntil(b"\r\n\r\n")
                writer.close()
                self.stall[name] = max(self.stall[name], time.monotonic() - started)
            self.memory.append((time.monotonic(), resident(self._service.process.pid)))
            await asyncio.sleep(_PROBE_SECONDS)


def _length(head: bytes) -> int:
    for line in head.lower().split(b"\r\n"):
        if line.startswith(b"content-length:"):
            return int(line.partition(b":")[2])
    return -1


def _slope(memory: list[tuple[float, int]]) -> float:
    """Return the growth in bytes a second, by least squares over the second half, after caches have filled."""
    points = memory[len(memory) // 2 :]
    mean_at = sum(at for at, _ in points) / len(points)
    mean_size = sum(size for _, size in points) / len(points)
    spread = sum((at - mean_at) ** 2 for at, _ in points)
    return sum((at - mean_at) * (size - mean_size) for at, size in points) / spread


def _descriptors(pid: int) -> int:
    return len(list(Path(f"/proc/{pid}/fd").iterdir()))


def _attack(path: str) -> tuple[bytes, str, str, bool]:
    """Return an attacker's response: body, type, further fields, and whether it comes in chunks of one byte."""
    html = "<!doctype html><html lang=en><title>Pears</title><h1>Pears</h1>"
    fields = ""
    if path == "/attack/links":
        html += "".join(f"<a href=/attack/large/{number}#pear{number}>Pear {number}</a>" for number in range(50))
    elif path.startswith("/attack/large"):
        html += "<p>Pears and figs" * 20_000
    elif path == "/attack/imports":
        html += "".join(f"<link rel=stylesheet href=/attack/{number}.css>" for number in range(20))
    elif path.endswith(".css"):
        return b"@import url(" + b" " * 65_500, "text/css", "", False
    elif path == "/attack/style":
        html += f'<p style="line-height:{" " * 400}! x important">Pears' * 20
    elif path == "/attack/fields":
        html += "".join(f"<img src=/attack/{number}.png alt=Pear>" for number in range(100))
    elif path.endswith(".png"):
        fields = f"Cache-Control: {'a=1,' * 4000}\r\n"
    else:
        html += "<p>Pears" * 10_000
    return html.encode(), "text/html; charset=utf-8", fields, path == "/attack/chunks"


async def _site() -> None:
    """Serve the site that is scanned: good pages, slow ones, and hostile ones of each shape."""
    hostile = {f"/hostile/{shape.replace(' ', '-')}": page(shape, 100_000) for shape in SHAPES if shape in _SHAPES}

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while line := await reader.readline():
                method, path, _ = line.decode().split(" ")
                while await reader.readline() not in (b"\r\n", b""):
                    pass
                if path == "/slow":
                    await asyncio.sleep(2)
                if path.startswith("/attack/"):
                    data, kind, fields, chunked = _attack(path)
                    framing = "Transfer-Encoding: chunked" if chunked else f"Content-Length: {len(data)}"
                    writer.write(f"HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\n{fields}{framing}\r\n\r\n".encode())
                    if method != "HEAD":
                        writer.write(
                            b"".join(b"1\r\n%c\r\n" % byte for byte in data) + b"0\r\n\r\n" if chunked else data
                        )
                    await writer.drain()
                    continue
                body = hostile.get(path, b"p {}" if path.endswith(".css") else _PAGE.encode())
                kind = "text/css" if path.endswith(".css") else "text/html; charset=utf-8"
                head = f"HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n\r\n".encode()
                writer.write(head if method == "HEAD" else head + body)
                await writer.drain()
        except (OSError, ValueError):
            pass
        finally:
            writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0, backlog=1024)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


async def _measure(seconds: float) -> bool:
    command = (sys.executable, "-m", "bench.soak", "--site")
    site = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    assert site.stdout is not None
    origin = f"http://127.0.0.1:{int(await site.stdout.readline())}"
    try:
        with _watched() as turns, running(*_OPTIONS) as service:
            pid = service.process.pid
            warming = Soak(service, origin, 3)
            await warming.run()
            before, memory = _descriptors(pid), resident(pid)
            soak = Soak(service, origin, seconds)
            started = time.monotonic()
            await soak.run()
            await asyncio.sleep(1)
            _report(soak, seconds, before, _descriptors(pid), memory, [resident(member) for member in family(pid)])
            _report_turns(turns, started)
            failures = [line for line in service.lines if "#critical" in line]
            say("failures logged", count=len(failures), first=failures[:1])
            return bool(soak.took[_GOOD]) and not (soak.lost or soak.wrong or failures)
    finally:
        site.terminate()
        await site.wait()


@contextmanager
def _watched() -> Iterator[Path]:
    """Make services log the long turns of their reactors, and yield the file."""
    with tempfile.TemporaryDirectory() as folder:
        turns = Path(folder, "turns")
        os.environ |= {"PYTHONPATH": str(Path(__file__).parent / "watched"), "WATCHED_TURNS": str(turns)}
        yield turns


def _report_turns(turns: Path, since: float) -> None:
    noted = [line.split() for line in turns.read_text(encoding="ascii").splitlines()]
    long = sorted((float(cpu) * 1000 for at, cpu in noted if float(at) > since), reverse=True)
    over = {f"over_{limit}_ms": sum(turn > limit for turn in long) for limit in (5, 10, 20)}
    say("turns by CPU", longest_ms=[round(turn, 1) for turn in long[:5]], **over)


def _report(soak: Soak, seconds: float, before: int, after: int, memory: int, now: list[int]) -> None:
    good = sorted(soak.took[_GOOD])
    answered = sum(map(len, soak.took.values()))
    say("soak", seconds=seconds, cores=os.cpu_count(), answered=answered, per_second=round(answered / seconds, 1))
    say("answers", **{key.replace(" ", "_"): number for key, number in sorted(soak.answers.items())})
    say("left", requests=soak.requests[_LEAVING])
    say(
        "good scans",
        count=len(good),
        per_second=round(len(good) / seconds, 1),
        p50_ms=round(good[len(good) // 2] * 1000),
        p99_ms=round(good[int(len(good) * 0.99)] * 1000),
    )
    mb = 1_000_000
    say("longest stall", **{f"{name}_ms": round(longest * 1000, 1) for name, longest in soak.stall.items()})
    say(
        "memory",
        parent_mb_before=memory // mb,
        parent_mb=now[0] // mb,
        children_mb=[size // mb for size in now[1:]],
        slope_kb_per_minute=round(_slope(soak.memory) * 60 / 1000),
    )
    say("descriptors", before=before, after=after)
    say("lost", scans=soak.lost)
    say("wrong", scans=soak.wrong, said=dict(soak.scores))


def main() -> None:
    """Run the soak test, or the site for it."""
    parser = argparse.ArgumentParser(description=__doc__.strip().splitlines()[0])
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--seconds", type=float, default=0)
    parser.add_argument("--site", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.site:
        asyncio.run(_site())
    else:
        sys.exit(not asyncio.run(_measure(arguments.seconds or arguments.minutes * 60)))


if __name__ == "__main__":
    main()
