"""Issues about the audio and video files that a page plays, reported by the installed service."""

import re
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from attrs import define, field, frozen

from tests.fetch.media_files import PICTURE, Track, mp4
from tests.running import PATIENT, Running, running
from tests.site import HTML

pytestmark = pytest.mark.integration

OPTIONS = ("--rate-limit", "0", "--allow-private", "127.0.0.0/8", *PATIENT)

#: A file with its header at its end, as if it was not made to be streamed.
LOUD = mp4(PICTURE, Track(), before=300_000)
SILENT = mp4(PICTURE, before=300_000)


@define(eq=False)
class Media:
    """
    A running site.

    :ivar requests: the method, path and range of each request.
    """

    origin: str = ""
    requests: list[tuple[str, str, str]] = field(factory=list)


@frozen
class Sent:
    """
    A response for a file.

    :ivar content_range: the ``Content-Range`` field, or an empty string.
    :ivar length: the ``Content-Length`` field, if it is wrong.
    :ivar ends: whether the body ends.
    """

    status: int
    body: bytes
    content_range: str = ""
    length: int | None = None
    ends: bool = True


def sent(path: str, data: bytes, first: int, last: int) -> Sent:
    """Return the response of a server whose behaviour is named in the path."""
    part = data[first : last + 1]
    span = f"bytes {first}-{first + len(part) - 1}/{len(data)}"
    kinds = {
        "whole": Sent(200, data),
        "wrong": Sent(206, part, f"bytes {first + 1}-{first + len(part)}/{len(data)}"),
        "unsaid": Sent(206, part),
        "hanging": Sent(206, part[:100], span, len(part)),
        "endless": Sent(206, part, span, 10**9, ends=False),
    }
    return kinds.get(path[1:].partition(".")[0].rpartition("-")[2], Sent(206 if part else 416, part, span))


@contextmanager
def serving(page: str, files: Mapping[str, bytes]) -> Iterator[Media]:
    """Serve a page, and its files in ranges, in the way that their names say."""
    site, ended = Media(), threading.Event()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            span = self.headers.get("Range", "")
            site.requests.append((self.command, self.path, span))
            numbers = [int(digits) for digits in re.findall(r"[0-9]+", span)]
            if self.path in files and numbers:
                self._send(sent(self.path, files[self.path], *numbers))
            elif self.path == "/":
                self._send(Sent(200, page.encode()))
            else:
                self._send(Sent(200 if self.path in files else 404, b""))

        do_HEAD = do_GET  # noqa: N815 - the library's name

        def _send(self, answer: Sent) -> None:
            length = len(answer.body) if answer.length is None else answer.length
            self.send_response(answer.status)
            self.send_header("Content-Type", HTML if self.path == "/" else "video/mp4")
            self.send_header("Content-Length", str(length))
            if answer.content_range:
                self.send_header("Content-Range", answer.content_range)
            self.end_headers()
            if self.command == "HEAD":
                return
            with suppress(OSError):
                self.wfile.write(answer.body)
                while not answer.ends and not ended.is_set():
                    self.wfile.write(b"\0" * 65536)
            if length > len(answer.body):
                ended.wait(20)

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the library's name
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    site.origin = f"http://127.0.0.1:{server.server_address[1]}"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield site
    finally:
        ended.set()
        server.shutdown()
        server.server_close()


def accessibility(service: Running, url: str) -> tuple[dict[str, Any], list[str]]:
    """Return the accessibility issues about sound, by name, and the sentences about unexamined parts."""
    answer = service.scan(url, path="/api/v1/scan?include=evidence")
    assert answer.status == 200, answer.body
    found: dict[str, Any] = next(
        category for category in answer.json["categories"] if category["category"] == "accessibility"
    )
    issues = {issue["rule"].partition("/")[2]: issue for issue in found["issues"]}
    return {name: issue for name, issue in issues.items() if "audio" in name or "video" in name}, found["unexamined"]


def test_header_at_end_of_file(service: Running) -> None:
    """The beginning of a file gives the position of its header, and only these two ranges are requested."""
    page = (
        "<!doctype html><html lang=en><title>Sea</title><h1>Sea</h1>\n<video src=/loud.mp4 autoplay></video>\n"
        "<video src=/silent.mp4 autoplay loop></video>"
    )
    with serving(page, {"/loud.mp4": LOUD, "/silent.mp4": SILENT}) as site:
        issues, unexamined = accessibility(service, f"{site.origin}/")
        parts = sorted(
            (path, span) for method, path, span in site.requests if method == "GET" and path.endswith(".mp4")
        )
    assert unexamined == []
    assert issues.keys() == {"audio-unstoppable", "video-captions"}
    found = issues["audio-unstoppable"]
    assert "line 2: <video src=/loud.mp4 autoplay> (10 s)" in found["description"]
    assert '<video src="/loud.mp4" controls>…</video>' in found["howToFix"]
    at = 300_028
    assert parts == [
        (path, f"bytes={first}-{first + 16_383}") for path in ("/loud.mp4", "/silent.mp4") for first in (0, at)
    ]


def test_range_request_is_ignored() -> None:
    """If a server sends something else than the requested range, only facts that are certain are reported."""
    short, names = mp4(PICTURE, Track()), ("whole", "wrong", "unsaid", "hanging", "endless", "missing")
    page = "<!doctype html><html lang=en><title>Sea</title><h1>Sea</h1>" + "".join(
        f"\n<audio src=/{name}.mp4 autoplay></audio>" for name in ("far-whole", *names)
    )
    files = {f"/{name}.mp4": short for name in names[:-1]} | {"/far-whole.mp4": LOUD}
    with serving(page, files) as site, running(*OPTIONS, "--set", "link-seconds=3") as service:
        issues, unexamined = accessibility(service, f"{site.origin}/")
        errors = [line for line in service.lines if "#error" in line or "#critical" in line]
        requested = [path for method, path, _ in site.requests if method == "GET" and path != "/"]
    assert errors == []
    assert issues.keys() == {"audio-unstoppable"}
    lines = {occurrence["line"] for occurrence in issues["audio-unstoppable"]["occurrences"]}
    assert lines == {3, 7}, "the short file that is sent whole, and the one whose response doesn't end"
    assert unexamined == ["4 audio and video elements were not checked for sound: their files could not be read."]
    assert len(requested) == len(set(requested)), "a server that sends all of a file is not asked for its end"
