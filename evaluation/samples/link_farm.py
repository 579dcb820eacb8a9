"""
A small link farm: a page of links, and what a link checker should say about each of them.

    python evaluation/samples/link_farm.py --port PORT
"""

import argparse
import json
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

_PART = "<!doctype html><html lang=en><title>Pears</title><h1 id=pears>Pears</h1>"

#: Each kind of link: its class, whether it is broken, its path, and what else is known about it.
_KINDS: tuple[tuple[str, bool, str, dict[str, Any]], ...] = (
    ("ok", False, "/ok/{}", {}),
    ("not_found", True, "/404/{}", {}),
    ("gone", True, "/410/{}", {}),
    ("server_error", True, "/500/{}", {}),
    ("redirect", False, "/301/{}", {"redirect": True}),
    ("redirect_loop", True, "/302/{}", {"redirect": True}),
    ("fragment_missing", False, "/ok/part-{}#plums", {"fragment": "missing"}),
)


class Handler(BaseHTTPRequestHandler):
    """Answers with the page, with the truth about it, or as the path of a link says."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        """Answer a request."""
        parts = urlsplit(self.path)
        kind, _, number = parts.path[1:].partition("/")
        host, count = self.headers["Host"], int(parse_qs(parts.query).get("n", ["0"])[0])
        links = [_link(host, at) for at in range(count)]
        items = "".join(f'<li><a href="{link["url"]}">Pear {at}</a>\n' for at, link in enumerate(links))
        texts = {
            "truth.json": json.dumps({"page": f"http://{host}/page?{parts.query}", "links": links}),
            "stats": "{}",
            "page": f"{_PART}\n<ul>\n{items}</ul>",
        }
        body = texts.get(kind, _PART).encode()
        self.send_response(int(kind) if kind.isdigit() else 200)
        if kind in ("301", "302"):
            self.send_header("Location", f"/ok/moved-{number}" if kind == "301" else self.path)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command == "GET":
            self.wfile.write(body)

    do_HEAD = do_GET  # noqa: N815 - the library's name

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the library's name
        """Log nothing."""


class Server(ThreadingHTTPServer):
    """A server with room for many connections at once."""

    daemon_threads = True
    request_queue_size = 256

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore connections that the scanner closes early."""


def _link(host: str, number: int) -> dict[str, Any]:
    """Return one of the links of a page, whose kinds take turns."""
    kind, broken, path, known = _KINDS[number % len(_KINDS)]
    return {"url": f"http://{host}{path.format(number)}", "cls": kind, "broken": broken, "kind": kind, **known}


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, required=True)
    server = Server(("127.0.0.1", parser.parse_args().port), Handler)
    print("ready", flush=True)
    server.serve_forever()
