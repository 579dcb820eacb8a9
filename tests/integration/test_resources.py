"""Issues about the files that a page loads, reported by the installed service."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from tests.fetch.test_image_dimensions import LAUGHS, bomb, gif, jpeg, png
from tests.model.test_file_facts import read
from tests.running import PATIENT, Running, running
from tests.site import Answered, page, serving

pytestmark = pytest.mark.integration

OPTIONS = ("--rate-limit", "0", "--allow-private", "127.0.0.0/8", *PATIENT)


def performance(service: Running, url: str) -> dict[str, Any]:
    """Return the performance category of a scan, with its issues by name."""
    answer = service.scan(url, path="/api/v1/scan?include=evidence")
    assert answer.status == 200, answer.body
    found: dict[str, Any] = next(
        category for category in answer.json["categories"] if category["category"] == "performance"
    )
    found["issues"] = {issue["rule"].partition("/")[2]: issue for issue in (*found["issues"], *found["facts"])}
    return found


def file(body: bytes, kind: str) -> Answered:
    """Return a response with a file."""
    return Answered(body, 200, (("Content-Type", kind), ("Cache-Control", "max-age=31536000")))


@contextmanager
def lying(answers: dict[str, bytes], hanging: frozenset[str] = frozenset()) -> Iterator[str]:
    """Run a server that answers any request with given bytes; yield its URL."""
    listener = socket.create_server(("127.0.0.1", 0), backlog=128)
    ended = threading.Event()

    def serve(connection: socket.socket) -> None:
        with connection:
            request = b""
            while b"\r\n\r\n" not in request:
                received = connection.recv(65536)
                if not received:
                    return
                request += received
            method, path = request.split(b" ", 2)[:2]
            if path.decode() in hanging:
                ended.wait()
                return
            key = f"{method.decode()} {path.decode()}"
            try:
                connection.sendall(answers.get(key, answers.get(path.decode(), b"HTTP/1.1 404 No\r\n\r\n")))
            except OSError:
                return

    def accept() -> None:
        while True:
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            threading.Thread(target=serve, args=(connection,), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        ended.set()
        listener.close()


def response(body: bytes, *fields: str, status: str = "200 OK", length: int | None = None) -> bytes:
    """Return the bytes of a response, whose length may be wrong."""
    head = "\r\n".join((*fields, f"Content-Length: {len(body) if length is None else length}", "Connection: close"))
    return f"HTTP/1.1 {status}\r\n{head}\r\n\r\n".encode() + body


def test_files_are_examined(service: Running) -> None:
    """Sizes, dimensions and texts of files are examined, and files that only a stylesheet names are requested."""
    script = b"function pear() {\n    return 1;\n}\n// why\n" * 200
    html = (
        '<link rel=stylesheet href=/a.css><script defer src=/a.js></script><script defer src="/b.js"></script>'
        '<img src=/photo.jpg alt="" width=400 height=400><img src=/large.png alt="" width=40 height=30>'
    )
    pages = {
        "/": page(html),
        "/a.css": file(b"@font-face{font-family:A;src:url(a.woff2)}p{background:url('back.png')}", "text/css"),
        "/a.js": file(script, "text/javascript"),
        "/b.js": file(script, "text/javascript"),
        "/photo.jpg": file(jpeg(1600, 900, before=9000) + b"\0" * 90_000, "image/jpeg"),
        "/large.png": file(png(1600, 1200) + b"\0" * 90_000, "image/png"),
        "/back.png": file(png(9, 9), "image/png"),
        "/a.woff2": file(b"wOF2", "font/woff2"),
    }
    with serving(pages) as site:
        found = performance(service, f"{site.origin}/")
        requested = {path for _, path in site.requests}
        weights = {
            occurrence["facts"]["url"]: occurrence["facts"]["bytes"]
            for occurrence in found["issues"]["page-weight"]["occurrences"]
        }
    issues = found["issues"]
    assert {"/a.woff2", "/back.png"} <= requested
    assert found["unexamined"] == []
    assert "1600 × 900" in issues["image-distorted"]["description"]
    assert "1600 pixels wide, displayed at 40" in issues["image-oversized"]["description"]
    assert f"{read(script).idle:,} of {len(script):,} bytes" in issues["js-unminified"]["description"]
    assert f"about {read(script).packed:,} compressed" in issues["text-uncompressed"]["description"]
    assert issues["duplicate-files"]["count"] == 1
    loaded = ("/", "/a.css", "/a.js", "/b.js", "/photo.jpg", "/large.png")
    assert weights == {site.origin + path: len(pages[path].body) for path in loaded}


def test_broken_servers() -> None:
    """A file whose server hangs, lies, fails or sends a bomb affects no finding about other files."""
    names = (
        "hang.png",
        "short.png",
        "long.png",
        "type.png",
        "405.png",
        "bomb.png",
        "bomb.gif",
        "laughs.svg",
        "416.png",
    )
    images = "".join(f'<img src="/{name}" alt="" width=90 height=90>' for name in names)
    good = png(90, 90)
    answers = {
        "/": response(f"<!doctype html><title>Pears</title>{images}<script defer src=/body.js></script>".encode()),
        "/short.png": response(good, "Content-Type: image/png", length=9),
        "/long.png": response(good, "Content-Type: image/png", length=10**9),
        "/type.png": response(b"<!doctype html><p>not an image", "Content-Type: image/png"),
        "HEAD /405.png": response(b"no", status="405 No"),
        "/405.png": response(good, "Content-Type: image/png"),
        "/bomb.png": response(bomb(2**31 - 1, 2**31 - 1), "Content-Type: image/png"),
        "/bomb.gif": response(gif(65535, 65535), "Content-Type: image/gif"),
        "/laughs.svg": response(LAUGHS + b"]><svg width='&l9;'>&l9;</svg>", "Content-Type: image/svg+xml"),
        "/416.png": response(b"", "Content-Range: bytes */0", status="416 No"),
        "HEAD /416.png": response(b"", "Content-Type: image/png", length=5),
        "/body.js": response(b"x" * 9000, "Content-Type: text/javascript", "Content-Encoding: gzip"),
    }
    answers["/"] = answers["/"].replace(b"\r\n", b"\r\nContent-Type: text/html\r\n", 1)
    with lying(answers, frozenset({"/hang.png"})) as origin, running(*OPTIONS, "--set", "link-seconds=6") as service:
        found = performance(service, f"{origin}/")
        errors = [line for line in service.lines if "#error" in line or "#critical" in line]
    assert errors == []
    read, *rest = found["unexamined"]
    assert read.startswith(f"1 of 1 stylesheets and scripts could not be read completely: {origin}/body.js (")
    assert rest == [
        "1 of the 10 files that the page loads could not be checked.",
    ]
    assert not {"image-distorted", "image-oversized", "js-unminified"} & found["issues"].keys()


def test_many_images_and_huge_data_uri(service: Running) -> None:
    """Images beyond the limit are counted as unexamined, and a data: URI of 6 MB makes a page too large."""
    images = "".join(f'<img src="/{number}.png" alt="">' for number in range(5000))
    data = f'<img alt="" src="data:image/png;base64,{"A" * 6 * 1024**2}">'
    pages = {"/many": page(images), "/data": page(data)}
    with serving(pages) as site:
        many = performance(service, f"{site.origin}/many")
        requested = {path for _, path in site.requests if path.endswith(".png")}
        long = service.scan(f"{site.origin}/data", path="/api/v1/scan?include=evidence")
        wide = running_wide(f"{site.origin}/data")
    assert len(requested) == 100
    assert any("4900 more files" in reason for reason in many["unexamined"])
    assert long.status == 500
    assert "html-large" in wide["issues"]


def running_wide(url: str) -> dict[str, Any]:
    """Return the performance category of a scan by a service that accepts larger pages."""
    with running(*OPTIONS, "--set", "page-wire-bytes=8MiB", "--page-bytes", "8MiB") as service:
        return performance(service, url)


def test_server_timing(service: Running) -> None:
    """A successful response has the time of each phase, also for programs of other origins."""
    with serving({"/": page("<title>Pears</title>")}) as site:
        answer = service.scan(f"{site.origin}/")
        refused = service.scan("nonsense")
    phases = dict(part.split(";dur=") for part in answer.headers["server-timing"].split(", "))
    fetch = ("dns", "connect", "tls", "ttfb", "download", "fetch", "examine")
    assert {*fetch, "seo", "accessibility", "performance", "security", "links"} == phases.keys()
    assert all(float(milliseconds) >= 0 for milliseconds in phases.values())
    assert answer.headers["timing-allow-origin"] == "*"
    assert "Server-Timing" in answer.headers["access-control-expose-headers"]
    assert "server-timing" not in refused.headers


def test_headers_reach_rules(service: Running) -> None:
    """The header fields of a file reach the rules in the child process."""
    nosniff = ("X-Content-Type-Options", "nosniff")
    files = {
        "/": page("<script src=said.js></script>\n<script src=unsaid.js></script>", nosniff),
        "/said.js": Answered(b"let a", 200, (("Content-Type", "text/javascript"), nosniff)),
        "/unsaid.js": Answered(b"let b", 200, (("Content-Type", "text/javascript"),)),
    }
    with serving(files) as site:
        answer = service.scan(f"{site.origin}/", path="/api/v1/scan?include=evidence")
    (security,) = (category for category in answer.json["categories"] if category["category"] == "security")
    (issue,) = (issue for issue in security["issues"] if issue["rule"] == "security/nosniff-files")
    assert [occurrence["line"] for occurrence in issue["occurrences"]] == [2]
