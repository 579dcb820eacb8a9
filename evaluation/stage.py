"""Pages served on loopback under the very addresses that cases name, HTTPS and usual ports included."""

import datetime as dt
import struct
import tempfile
import threading
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from ssl import PROTOCOL_TLS_SERVER, SSLContext
from typing import Any
from urllib.parse import SplitResult, urlsplit

from attrs import define, field
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

ADDRESS = "127.0.0.2"
"""Where every host of the cases is, ``localhost`` apart."""

NETWORK = "127.0.0.0/8"
"""What the service must be allowed to scan."""

_LOCAL = "127.0.0.1"


@define
class Reply:
    """One answer: header fields are sent as they are, in UTF-8, after so many seconds."""

    status: int = 200
    headers: Sequence[tuple[str, str]] = ()
    body: bytes = b""
    delay: float = 0.0


@define(eq=False)
class Stage:
    """
    What is served, whatever the host.

    :ivar replies: by path and query; everything else is 404. To be changed between two scans.
    :ivar hosts: the names that lead here, for the service's name server.
    :ivar authority: PEM file of the authority that the hosts' certificate is signed by.
    """

    hosts: Mapping[str, str]
    authority: Path
    replies: dict[str, Reply] = field(factory=dict)


def picture(width: int, height: int) -> bytes:
    """A PNG of this size, all white."""
    rows = zlib.compress((b"\0" + b"\xff" * width * 3) * height)

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


@contextmanager
def staging(urls: Sequence[str]) -> Iterator[Stage]:
    """
    Serve the hosts of these addresses, each on its own port, for the length of a block.

    :raises SystemExit: where one of their ports may not be listened on, such as 80 and 443 by a plain user.
    """
    parts = [urlsplit(url) for url in urls]
    hosts = sorted({part.hostname or "" for part in parts})
    doors = {(_address(part), part.port or 443, True) for part in parts if part.scheme == "https"}
    doors |= {(_address(part), part.port or 80, False) for part in parts if part.scheme == "http"}
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        stage = Stage(
            {host: _LOCAL if host == "localhost" else ADDRESS for host in hosts}, Path(folder) / "authority.pem"
        )
        context = _context(Path(folder), hosts)
        for address, port, secure in sorted(doors):
            stack.enter_context(_listening(stage, (address, port), context if secure else None))
        yield stage


def _address(url: SplitResult) -> str:
    return _LOCAL if url.hostname == "localhost" else ADDRESS


@contextmanager
def _listening(stage: Stage, door: tuple[str, int], context: SSLContext | None) -> Iterator[None]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        timeout = 20

        def setup(self) -> None:
            if context is not None:
                self.request = context.wrap_socket(self.request, server_side=True)
            super().setup()

        def do_GET(self) -> None:
            reply = stage.replies.get(self.path, Reply(404))
            threading.Event().wait(reply.delay)
            lines = [f"HTTP/1.1 {reply.status} -", *(f"{name}: {value}" for name, value in reply.headers)]
            lines.append(f"Content-Length: {len(reply.body)}")
            self.wfile.write("\r\n".join([*lines, "", ""]).encode())
            if self.command == "GET":
                self.wfile.write(reply.body)

        do_HEAD = do_GET  # noqa: N815 - the library's name

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the library's name
            pass

    class Server(ThreadingHTTPServer):
        daemon_threads = True
        block_on_close = False
        request_queue_size = 256

        def handle_error(self, request: Any, client_address: Any) -> None:
            """A scanner hangs up when it has seen enough."""

    try:
        server = Server(door, Handler)
    except OSError as problem:
        raise SystemExit(f"{door[0]}:{door[1]} cannot be listened on, which the cases need: {problem}") from None
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def _context(folder: Path, hosts: Sequence[str]) -> SSLContext:
    """A certificate for these hosts and the authority that signed it, made for the occasion."""
    own, key = ec.generate_private_key(ec.SECP256R1()), ec.generate_private_key(ec.SECP256R1())
    authority = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Stage authority")])
    root = (
        _dated(authority, authority, own)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(own, hashes.SHA256())
    )
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Stage")])
    names = x509.SubjectAlternativeName([x509.DNSName(host) for host in hosts])
    leaf = _dated(name, authority, key).add_extension(names, critical=False).sign(own, hashes.SHA256())
    (folder / "authority.pem").write_bytes(root.public_bytes(serialization.Encoding.PEM))
    (folder / "leaf.pem").write_bytes(leaf.public_bytes(serialization.Encoding.PEM))
    (folder / "key.pem").write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )
    context = SSLContext(PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / "leaf.pem", folder / "key.pem")
    return context


def _dated(subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePrivateKey) -> x509.CertificateBuilder:
    now = dt.datetime.now(dt.UTC)  # noqa: TID251 - certificates are made for the occasion
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - dt.timedelta(days=1))
        .not_valid_after(now + dt.timedelta(days=30))
    )
