"""Pages to scan, a site that serves them, and measurements of processes, for all benchmarks."""

import asyncio
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import unquote

ROOT = Path(__file__).parents[1]
SKIPPED = 77
"""The exit status for a missing program, by the convention of Automake's test drivers."""

_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".htm": "text/html; charset=utf-8",
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".json": "application/json",
    ".woff2": "font/woff2",
}
_RANGE = re.compile(rb"range: bytes=([0-9]+)-([0-9]+)\r\n", re.IGNORECASE)
_NEVER_SERVED = frozenset({"node_modules", ".git"})


def say(name: str, **figures: Any) -> None:
    """Print a figure as a JSON line."""
    print(json.dumps({"benchmark": name, **figures}), flush=True)


def heavy(folder: Path, *, scripts: int = 20, sheets: int = 20, images: int = 60) -> Path:
    """Write a page that loads scripts of 450 KB, stylesheets of 90 KB and images of 50 KB."""
    sizes = {"js": (scripts, 450_000), "css": (sheets, 90_000), "png": (images, 50_000)}
    texts = {"js": b"function pear() {\n    return 1; // why\n}\n", "css": b".pear {\n    color: #060;\n}\n"}
    texts["png"] = bytes.fromhex("89504e470d0a1a0a0000000d4948445200000280000001e00806000000") + b"\0" * 1000
    tags = {
        "js": '<script defer src="/{0}.js"></script>',
        "css": '<link rel="stylesheet" href="/{0}.css">',
        "png": '<img src="/{0}.png" alt="" width="640" height="480">',
    }
    html = ["<!doctype html><html lang=en><title>Pears</title>"]
    for kind, (number, size) in sizes.items():
        body = texts[kind] * (size // len(texts[kind]))
        for index in range(number):
            (folder / f"{index}.{kind}").write_bytes(b"/* %d */" % index + body if kind != "png" else body)
            html.append(tags[kind].format(index))
    (folder / "index.html").write_text("\n".join(html))
    return folder


def dead(folder: Path, origin: str, *, links: int = 200) -> Path:
    """Write a page with links to an origin that does not answer."""
    html = ["<!doctype html><html lang=en><title>Pears</title>"]
    html += [f'<a href="{origin}/{number}">Pear {number}</a>' for number in range(links)]
    (folder / "index.html").write_text("\n".join(html))
    return folder


@contextmanager
def site(folder: Path, *, stylesheet_seconds: float = 0.0, unseen: bool = False) -> Iterator[str]:
    """
    Serve a folder from a separate process, and yield its origin.

    :param unseen: whether each stylesheet and script ends with a new comment in every response, so that no cache of its
        content is used.
    """
    command = [sys.executable, __file__, str(folder), str(stylesheet_seconds), str(int(unseen))]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        port = int(process.stdout.readline())
        try:
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()


def family(pid: int) -> list[int]:
    """Return the ids of a process and of all its descendants."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [pid, *(member for child in children for member in family(int(child)))]


def cpu_seconds(pids: list[int]) -> float:
    """Return the CPU time of these processes so far, in seconds; ``schedstat`` is exact where ``stat`` counts ticks."""
    total = 0
    # Processes and threads that end meanwhile are left out.
    ended = suppress(FileNotFoundError, ProcessLookupError)
    for pid in pids:
        with ended:
            for thread in Path(f"/proc/{pid}/task").iterdir():
                with ended:
                    total += int((thread / "schedstat").read_text().split()[0])
    return total / 1e9


def resident(pid: int) -> int:
    """Return the resident memory of a process in bytes."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def served(folder: Path) -> dict[str, Path]:
    """Return the files of a folder by the paths under which they are served."""
    return {
        f"/{path.relative_to(folder).as_posix()}": path
        for path in folder.rglob("*")
        if path.is_file() and not _NEVER_SERVED.intersection(path.relative_to(folder).parts)
    }


async def _serve(folder: Path, stylesheet_seconds: float, *, unseen: bool) -> None:
    files = served(folder)
    serial = count()

    def body_of(path: str) -> bytes:
        if path not in files:
            return b""
        body = _bytes(files[path])
        return body + b"\n/*%d*/" % next(serial) if unseen and path.endswith((".css", ".js")) else body

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while line := await reader.readline():
                method, target, _ = line.decode().split(" ")
                path = unquote(target.partition("?")[0])
                span = None
                while (field := await reader.readline()) not in (b"\r\n", b""):
                    span = _RANGE.match(field) or span
                if path.endswith(".css") and method == "GET":
                    await asyncio.sleep(stylesheet_seconds)
                body, part = body_of(path), ""
                status = "200 OK" if path in files or path.startswith("/p/") else "404 Not Found"
                if span is not None and path in files:
                    start, whole = int(span[1]), len(body)
                    body = body[start : int(span[2]) + 1]
                    status = "206 Partial Content"
                    part = f"Content-Range: bytes {start}-{start + len(body) - 1}/{whole}\r\n"
                kind = _TYPES.get(Path(path).suffix, "text/html" if path.startswith("/p/") else "image/png")
                fields = f"Content-Type: {kind}\r\n{part}Content-Length: {len(body)}\r\n"
                head = f"HTTP/1.1 {status}\r\n{fields}\r\n".encode()
                writer.write(head if method == "HEAD" else head + body)
                await writer.drain()
        except (ConnectionError, ValueError):
            pass
        finally:
            writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0, backlog=1024)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


@cache
def _bytes(path: Path) -> bytes:
    return path.read_bytes()


if __name__ == "__main__":
    asyncio.run(_serve(Path(sys.argv[1]), float(sys.argv[2]), unseen=sys.argv[3] == "1"))
