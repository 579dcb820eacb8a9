"""Web origins with arbitrary names on loopback addresses, over HTTP and HTTPS on the ports of their URLs."""

import os
import ssl
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

from attrs import define, field, frozen
from cryptography.hazmat.primitives import serialization

from evaluation.results import Unavailable
from tests import site
from tests.certificates import Issued, authority
from tests.site import QuietHandler

_LOCALHOST = "127.0.0.1"


def own_address(number: int) -> str:
    """Return a loopback address of this process alone, so that several evaluations can run at the same time."""
    return f"127.{number}.{os.getpid() >> 8 & 255}.{os.getpid() & 255}"


ADDRESS = own_address(1)
"""The address of every host of a :class:`Stage` except ``localhost``."""


@frozen
class Request:
    """A request: its method, its URL, and the value of its Origin field."""

    method: str
    url: str
    origin: str


@frozen
class Reply:
    """
    A response.

    :ivar headers: header fields, which are sent unchanged, in UTF-8.
    :ivar delay: seconds before the response is sent.
    :ivar raw: the bytes of the whole response, after which the connection is closed; empty if they are made of the
        other values.
    """

    status: int = 200
    headers: Sequence[tuple[str, str]] = ()
    body: bytes = b""
    delay: float = 0.0
    raw: bytes = b""


Answer = Callable[[Request], Reply]


@frozen
class Certificates:
    """
    Certificates for the hosts of an evaluation.

    :ivar ca_file: the PEM file of the authority that the service is told to trust.
    :ivar good: the TLS context with a certificate that the authority issued.
    :ivar bad: the TLS context with a self-signed certificate.
    """

    ca_file: Path
    good: ssl.SSLContext
    bad: ssl.SSLContext


@contextmanager
def certificates(hosts: Iterable[str]) -> Iterator[Certificates]:
    """Issue certificates, which exist for the length of a block."""
    issuer, names = authority("Evaluation", time.time()), sorted(hosts)
    good, bad = issuer.issue(*names), issuer.issue(*names, self_signed=True)
    with TemporaryDirectory() as name:
        folder = Path(name)
        issuer.save(folder / "ca.pem")
        yield Certificates(folder / "ca.pem", _context(good, folder / "good.pem"), _context(bad, folder / "bad.pem"))


def _context(issued: Issued, file: Path) -> ssl.SSLContext:
    key = issued.key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    file.write_bytes(issued.certificate.public_bytes(serialization.Encoding.PEM) + key)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file)
    return context


@contextmanager
def listening(address: str, port: int, context: ssl.SSLContext | None, answer: Answer) -> Iterator[None]:
    """
    Answer requests on one address and port for the length of a block.

    :raises Unavailable: if this user may not listen on the port, as is usual for ports 80 and 443.
    """

    class Handler(QuietHandler):
        timeout = 20

        def setup(self) -> None:
            if context is not None:
                self.request = context.wrap_socket(self.request, server_side=True)
            super().setup()

        def do_GET(self) -> None:  # noqa: N802 - the library's name
            url = f"{'http' if context is None else 'https'}://{self.headers.get('Host', '')}{self.path}"
            reply = answer(Request(self.command, url, self.headers.get("Origin", "")))
            threading.Event().wait(reply.delay)
            if reply.raw:
                self.wfile.write(reply.raw)
                self.close_connection = True
                return
            lines = [f"HTTP/1.1 {reply.status} -", *(f"{name}: {value}" for name, value in reply.headers)]
            lines.append(f"Content-Length: {len(reply.body)}")
            self.wfile.write("\r\n".join([*lines, "", ""]).encode())
            if self.command != "HEAD":
                self.wfile.write(reply.body)

        do_HEAD = do_OPTIONS = do_GET  # noqa: N815 - the library's names

    try:
        with site.listening(address, port, Handler):
            yield
    except PermissionError as problem:
        raise Unavailable(f"the hosts are served on {address}:{port}: {problem}") from None


@define(eq=False)
class Stage:
    """
    Hosts that all serve the same paths.

    :ivar hosts: the addresses of the hosts, for the name server of the service.
    :ivar ca_file: the PEM file of the authority that issued the certificate of the hosts.
    :ivar replies: the responses by URL, or by path and query for those of every host, which may be replaced between
        scans; other paths answer 404.
    """

    hosts: Mapping[str, str]
    ca_file: Path
    replies: dict[str, Reply] = field(factory=dict)

    def answer(self, request: Request) -> Reply:
        """Return the response to a request."""
        named = request.url if request.url in self.replies else path_and_query(request.url)
        return self.replies.get(named, Reply(404))


@contextmanager
def staging(urls: Iterable[str]) -> Iterator[Stage]:
    """Serve the hosts of these URLs, each on its own port, for the length of a block."""
    parts = [urlsplit(url) for url in urls]
    hosts = {host: _LOCALHOST if host == "localhost" else ADDRESS for host in (part.hostname or "" for part in parts)}
    ports = {"http": 80, "https": 443}
    endpoints = {(hosts[part.hostname or ""], part.port or ports[part.scheme], part.scheme) for part in parts}
    with certificates(hosts) as issued, ExitStack() as stack:
        stage = Stage(hosts, issued.ca_file)
        for address, port, scheme in sorted(endpoints):
            context = issued.good if scheme == "https" else None
            stack.enter_context(listening(address, port, context, stage.answer))
        yield stage


def path_and_query(url: str) -> str:
    """Return what a request for a URL names."""
    parts = urlsplit(url)
    return (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
