"""A website on loopback, served by a thread, so that tests do not need a reactor for it."""

import gzip
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from attrs import define, evolve, field

HTML = "text/html; charset=utf-8"


@define
class Answered:
    """A response of the site."""

    body: bytes = b""
    status: int = 200
    headers: tuple[tuple[str, str], ...] = (("Content-Type", HTML),)


def page(html: str, *headers: tuple[str, str], status: int = 200) -> Answered:
    """Return an HTML page in UTF-8."""
    return Answered(html.encode(), status, (("Content-Type", HTML), *headers))


def zipped(html: str) -> Answered:
    """Return a compressed HTML page."""
    return Answered(gzip.compress(html.encode()), 200, (("Content-Type", HTML), ("Content-Encoding", "gzip")))


@define(eq=False)
class Site:
    """
    A running site.

    :ivar origin: ``http://127.0.0.1:port``.
    :ivar pages: the responses by path, with or without the query; it may be changed while the site runs.
    :ivar seconds: the delay of the response by path.
    :ivar down: the paths of requests that get no response.
    :ivar requests: the method and path of each request.
    :ivar received: the header fields of each request.
    """

    origin: str
    pages: dict[str, Answered]
    seconds: dict[str, float] = field(factory=dict)
    down: set[str] = field(factory=set)
    requests: list[tuple[str, str]] = field(factory=list)
    received: list[Mapping[str, str]] = field(factory=list)


class QuietHandler(BaseHTTPRequestHandler):
    """Handles requests and logs nothing."""

    protocol_version = "HTTP/1.1"
    # The head and the body are sent separately, and the second would wait for what confirms the first.
    disable_nagle_algorithm = True

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the library's name
        """Log nothing."""


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 256

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore errors: a scanner closes the connection when it has read enough."""


@contextmanager
def listening(address: str, port: int, handler: type[BaseHTTPRequestHandler]) -> Iterator[int]:
    """Run a server for the length of a block; gives its port."""
    server = _Server((address, port), handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield server.server_port
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@contextmanager
def serving(pages: Mapping[str, Answered], host: str = "127.0.0.1") -> Iterator[Site]:
    """Serve pages for the length of a block."""
    site = Site("", dict(pages))
    ended = threading.Event()

    class Handler(QuietHandler):
        def do_GET(self) -> None:
            site.requests.append((self.command, self.path))
            site.received.append(dict(self.headers.items()))
            if self.path in site.down:
                self.close_connection = True
                return
            ended.wait(site.seconds.get(self.path, 0.0))
            path = self.path if self.path in site.pages else self.path.partition("?")[0]
            answer = site.pages.get(path, Answered(b"not here", 404))
            etag = dict(answer.headers).get("ETag")
            if etag is not None and self.headers.get("If-None-Match") == etag:
                answer = evolve(answer, status=304, body=b"")
            self.send_response(answer.status)
            for name, value in answer.headers:
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(answer.body)))
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(answer.body)

        do_HEAD = do_OPTIONS = do_GET  # noqa: N815 - the library's name

    with listening(host, 0, Handler) as port:
        site.origin = f"http://{host}:{port}"
        try:
            yield site
        finally:
            ended.set()
