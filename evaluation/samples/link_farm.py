"""A small link farm: a page of links whose state is known."""

import argparse
import json
import sys
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

_CLASSES = ("ok", "not_found", "gone", "redirect")
_STATUS = {"ok": 200, "not_found": 404, "gone": 410, "redirect": 301}


class Farm(BaseHTTPRequestHandler):
    """Serves the page, what is known of its links, and the links."""

    protocol_version = "HTTP/1.1"

    def handle(self) -> None:
        """Answer the requests of a connection, which the client may close at any time."""
        with suppress(ConnectionError):
            super().handle()

    def do_GET(self) -> None:
        """Answer a request."""
        parts = urlsplit(self.path)
        origin = f"http://{self.headers['Host']}"
        number = int(parse_qs(parts.query).get("n", ["8"])[0])
        links = [(f"{origin}/{_CLASSES[at % 4]}/{at}", _CLASSES[at % 4]) for at in range(number)]
        if parts.path == "/truth.json":
            broken = ("not_found", "gone")
            rows = [{"url": url, "cls": name, "kind": name, "broken": name in broken} for url, name in links]
            self._send(200, json.dumps({"page": f"{origin}/page?{parts.query}", "links": rows}), "application/json")
        elif parts.path == "/stats":
            self._send(200, "{}", "application/json")
        elif parts.path == "/page":
            items = "".join(f'<li><a href="{url}">Pears {at}</a>' for at, (url, _) in enumerate(links))
            self._send(200, f"<!doctype html><html lang=en><title>Pears</title><ul>{items}</ul>")
        else:
            name = parts.path.split("/")[1]
            self._send(_STATUS.get(name, 404 if name != "target" else 200), "<!doctype html><title>Pears</title>")

    def do_HEAD(self) -> None:
        """Answer a request for the head of a response."""
        self.do_GET()

    def _send(self, status: int, text: str, kind: str = "text/html") -> None:
        body = text.encode()
        self.send_response(status)
        if status == _STATUS["redirect"]:
            self.send_header("Location", self.path.replace("/redirect/", "/target/"))
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command == "GET":
            self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Log nothing."""


class FarmServer(ThreadingHTTPServer):
    """A server that says nothing of clients that reset their connections, as link checkers do."""

    def handle_error(self, request: object, client_address: object) -> None:
        """Pass over a connection that was reset, and report any other error."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, required=True)
    server = FarmServer(("127.0.0.1", parser.parse_args().port), Farm)
    print("ready", flush=True)
    server.serve_forever()
