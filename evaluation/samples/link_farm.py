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

#: Each kind of link: its class, whether it is broken, whether it redirects, and its path.
_KINDS = (
    ("ok", False, False, "/ok/{}"),
    ("not_found", True, False, "/404/{}"),
    ("gone", True, False, "/410/{}"),
    ("server_error", True, False, "/500/{}"),
    ("redirect", False, True, "/moved/{}"),
    ("redirect_loop", True, True, "/loop/{}"),
    ("fragment_missing", False, False, "/ok/part-{}#plums"),
)


class Handler(BaseHTTPRequestHandler):
    """Answers with the page, with the truth about it, or as the path of a link says."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        """Answer a request."""
        parts = urlsplit(self.path)
        links = _links(self.headers["Host"], int(parse_qs(parts.query).get("n", ["0"])[0]))
        kind, _, number = parts.path[1:].partition("/")
        if kind == "truth.json":
            page = f"http://{self.headers['Host']}/page?{parts.query}"
            self._send(200, json.dumps({"page": page, "links": links}))
        elif kind == "stats":
            self._send(200, "{}")
        elif kind == "page":
            items = "\n".join(f'<li><a href="{link["url"]}">Pear {at}</a>' for at, link in enumerate(links))
            self._send(200, f"{_PART}\n<ul>\n{items}\n</ul>")
        elif kind in ("404", "410", "500"):
            self._send(int(kind), _PART)
        elif kind == "moved":
            self._send(301, "", ("Location", f"/ok/moved-{number}"))
        elif kind == "loop":
            self._send(302, "", ("Location", self.path))
        else:
            self._send(200, _PART)

    do_HEAD = do_GET  # noqa: N815 - the library's name

    def _send(self, status: int, text: str, *headers: tuple[str, str]) -> None:
        self.send_response(status)
        for name, value in (("Content-Type", "text/html; charset=utf-8"), *headers):
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(text.encode())))
        self.end_headers()
        if self.command == "GET":
            self.wfile.write(text.encode())

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the library's name
        """Log nothing."""


class Server(ThreadingHTTPServer):
    """A server with room for many connections at once."""

    daemon_threads = True
    request_queue_size = 256

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore connections that the scanner closes early."""


def _links(host: str, count: int) -> list[dict[str, Any]]:
    """Return the links of a page, each of a kind in turn."""
    found = []
    for number in range(count):
        kind, broken, redirects, path = _KINDS[number % len(_KINDS)]
        link: dict[str, Any] = {"url": f"http://{host}{path.format(number)}", "cls": kind, "broken": broken}
        link["kind"] = "fragment" if "#" in path else kind
        if redirects:
            link["redirect"] = True
        if "#" in path:
            link["fragment"] = "missing"
        found.append(link)
    return found


def main() -> None:
    """Serve until the process is ended."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, required=True)
    server = Server(("127.0.0.1", parser.parse_args().port), Handler)
    print("ready", flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
