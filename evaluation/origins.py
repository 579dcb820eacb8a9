"""Web origins of any name on loopback, over HTTP and HTTPS: what a case of an evaluation is served from."""

import datetime as dt
import ipaddress
import socket
import ssl
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from attrs import frozen
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

_DAY = dt.timedelta(days=1)
_HEAD = 64 * 1024

#: Header fields that belong to the connection or to the body as it was, not to the case.
_DROPPED = frozenset({"connection", "content-encoding", "content-length", "keep-alive", "transfer-encoding"})


@frozen(kw_only=True)
class Request:
    """A request as it came."""

    method: str
    url: str
    origin: str


@frozen(kw_only=True)
class Response:
    """An answer: its header fields go out as they are, one line each."""

    status: int
    headers: Iterable[tuple[str, str]] = ()
    body: bytes = b""

    def encode(self, method: str) -> bytes:
        """The bytes of the answer, the connection closed behind it."""
        kept = [(name, value) for name, value in self.headers if name.lower() not in _DROPPED]
        lines = [f"HTTP/1.1 {self.status} ."]
        lines += [f"{name}: {value}" for name, value in kept]
        lines += [f"Content-Length: {len(self.body)}", "Connection: close", "", ""]
        head = "\r\n".join(lines).encode("latin-1", "replace")
        return head if method == "HEAD" else head + self.body


Answering = Callable[[Request], Response]


@contextmanager
def listening(address: str, port: int, context: ssl.SSLContext | None, answer: Answering) -> Iterator[None]:
    """Answer requests on one address and port for the length of a block."""
    with socket.create_server((address, port), backlog=128, reuse_port=False) as server:
        thread = threading.Thread(target=_accept, args=(server, port, context, answer), daemon=True)
        thread.start()
        try:
            yield
        finally:
            server.shutdown(socket.SHUT_RDWR)
            thread.join()


def _accept(server: socket.socket, port: int, context: ssl.SSLContext | None, answer: Answering) -> None:
    while True:
        try:
            connection, _ = server.accept()
        except OSError:
            return
        threading.Thread(target=_serve, args=(connection, port, context, answer), daemon=True).start()


def _serve(connection: socket.socket, port: int, context: ssl.SSLContext | None, answer: Answering) -> None:
    connection.settimeout(10)
    with ExitStack() as stack:
        stack.enter_context(suppress(OSError))
        stack.enter_context(connection)
        stream = connection if context is None else context.wrap_socket(connection, server_side=True)
        stack.enter_context(stream)
        head = b""
        while b"\r\n\r\n" not in head and len(head) < _HEAD:
            data = stream.recv(8192)
            if not data:
                return
            head += data
        request = _request(head, port, secure=context is not None)
        stream.sendall(answer(request).encode(request.method))


def _request(head: bytes, port: int, *, secure: bool) -> Request:
    first, *rest = head.decode("latin-1").split("\r\n")
    method, path, _ = first.split(" ", 2)
    fields = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in rest)}
    host = fields.get("host", "").partition(":")[0]
    scheme, usual = ("https", 443) if secure else ("http", 80)
    shown = "" if port == usual else f":{port}"
    return Request(method=method, url=f"{scheme}://{host}{shown}{path}", origin=fields.get("origin", ""))


@frozen(kw_only=True)
class Certificates:
    """
    The certificates of the origins.

    :ivar ca_file: the authority, to be trusted.
    :ivar good: for servers whose certificate it signed.
    :ivar bad: for servers whose certificate nobody signed.
    """

    ca_file: Path
    good: ssl.SSLContext
    bad: ssl.SSLContext


def certificates(names: Iterable[str], folder: Path) -> Certificates:
    """Make certificates for these names in a folder."""
    names = sorted(names)
    authority_key = ec.generate_private_key(ec.SECP256R1())
    authority = _certificate("Evaluation CA", (), authority_key, None)
    ca_file = folder / "ca.pem"
    ca_file.write_bytes(authority.public_bytes(serialization.Encoding.PEM))

    def context(name: str, *, signed: bool) -> ssl.SSLContext:
        key = ec.generate_private_key(ec.SECP256R1())
        certificate = _certificate(name, names, key, (authority, authority_key) if signed else None)
        path = folder / f"{name}.pem"
        path.write_bytes(
            certificate.public_bytes(serialization.Encoding.PEM)
            + key.private_bytes(
                serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
            )
        )
        made = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        made.load_cert_chain(path)
        return made

    return Certificates(ca_file=ca_file, good=context("good", signed=True), bad=context("bad", signed=False))


def _certificate(
    subject: str,
    names: Iterable[str],
    key: ec.EllipticCurvePrivateKey,
    issuer: tuple[x509.Certificate, ec.EllipticCurvePrivateKey] | None,
) -> x509.Certificate:
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, subject)])
    now = dt.datetime.now(dt.UTC)  # noqa: TID251 - a certificate is for the time at which it is used
    builder = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(issuer[0].subject if issuer else name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - _DAY)
        .not_valid_after(now + 89 * _DAY)
        .add_extension(x509.BasicConstraints(ca=not names, path_length=None), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
    )
    if names:
        alternatives = [_alternative(one) for one in names]
        builder = builder.add_extension(x509.SubjectAlternativeName(alternatives), critical=False)
    return builder.sign(issuer[1] if issuer else key, hashes.SHA256())


def _alternative(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        return x509.DNSName(name)
