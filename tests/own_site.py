"""The service under its own name and over HTTPS, and a second service that scans it."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from attrs import frozen
from cryptography.hazmat.primitives import serialization

from tests.certificates import authority
from tests.running import Running, free_port, running

NAME = "scan.example"


@frozen
class OwnSite:
    """
    Two services.

    :ivar origin: the origin of the service that is scanned.
    :ivar scanner: the service that may scan it.
    """

    origin: str
    scanner: Running


@contextmanager
def own_site(folder: Path, now: float) -> Iterator[OwnSite]:
    """Run both services for the length of a block."""
    issuer = authority("Pear Authority", now)
    issued = issuer.issue(NAME, until=90)
    certificate, key = folder / "certificate.pem", folder / "key.pem"
    certificate.write_bytes(issued.certificate.public_bytes(serialization.Encoding.PEM))
    key.write_bytes(
        issued.key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
    )
    port = free_port()
    origin = f"https://{NAME}:{port}"
    listen = f"ssl:{port}:interface=127.0.0.1:privateKey={key}:certKey={certificate}"
    shown = ("--public-url", origin, "--set", "contact=mailto:security@scan.example")
    trust = ("--ca-file", issuer.save(folder / "authority.pem"), "--allow-private", "127.0.0.0/8")
    known = {NAME: "127.0.0.1"}
    with running("--listen", listen, *shown), running(*trust, known=known) as scanner:
        yield OwnSite(origin, scanner)
