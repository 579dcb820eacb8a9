"""Certificates of every kind, made on demand."""

from datetime import UTC, datetime, timedelta
from functools import cache
from ipaddress import ip_address
from pathlib import Path
from typing import Any

from attrs import field, frozen
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID
from OpenSSL import SSL

_DAY = timedelta(days=1)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

#: Diffie-Hellman groups by their length in bits (RFC 2409, 6.2, and RFC 3526, 3).
GROUPS = {
    1024: """\
-----BEGIN DH PARAMETERS-----
MIGHAoGBAP//////////yQ/aoiFowjTExmKLgNwc0SkCTgiKZ8x0Agu+pjsTmyJR
Sgh5jjQE3e+VGbPNOkMbMCsKbfJfFDdP4TVtbVHCReSFtXZiXn7G9ExC6aY37WsL
/1y29Aa37e44a/taiZ+lrp8kEXxLH+ZJKGZR7OZTgf//////////AgEC
-----END DH PARAMETERS-----
""",
    2048: """\
-----BEGIN DH PARAMETERS-----
MIIBCAKCAQEA///////////JD9qiIWjCNMTGYouA3BzRKQJOCIpnzHQCC76mOxOb
IlFKCHmONATd75UZs806QxswKwpt8l8UN0/hNW1tUcJF5IW1dmJefsb0TELppjft
awv/XLb0Brft7jhr+1qJn6WunyQRfEsf5kkoZlHs5Fs9wgB8uKFjvwWY2kg2HFXT
mmkWP6j9JM9fg2VdI9yjrZYcYvNWIIVSu57VKQdwlpZtZww1Tkq8mATxdGwIyhgh
fDKQXkYuNs474553LBgOhgObJ4Oi7Aeij7XFXfBvTFLJ3ivL9pVYFxg5lUl86pVq
5RXSJhiY+gUQFXKOWoqsqmj//////////wIBAg==
-----END DH PARAMETERS-----
""",
}


@frozen(kw_only=True)
class Authority:
    """A certificate authority."""

    name: str
    key: ec.EllipticCurvePrivateKey = field(factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    now: datetime

    @property
    def certificate(self) -> x509.Certificate:
        """The self-signed certificate of the authority."""
        return self.certify(self, since=-99, until=99)

    def certify(self, other: "Authority", since: float = -60, until: float = 30) -> x509.Certificate:
        """Return a certificate for another authority, or for this one's key with another time of validity."""
        times = (self.now + since * _DAY, self.now + until * _DAY)
        return (
            _builder(other.name, self.name, other.key.public_key(), *times)
            .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
            .sign(self.key, hashes.SHA256())
        )

    def issue(
        self,
        *names: str,
        since: float = -1,
        until: float = 30,
        usage: Any = ExtendedKeyUsageOID.SERVER_AUTH,
        self_signed: bool = False,
        named: bool = True,
        key: rsa.RSAPrivateKey | None = None,
    ) -> "Issued":
        """
        Issue a certificate.

        :param names: DNS names and addresses.
        :param since: days from now to the start of its validity.
        :param until: days from now to the end of its validity.
        :param named: whether the subject is the first name; otherwise, it is empty.
        :param key: the key of the certificate; a new one if none is given.
        """
        own: ec.EllipticCurvePrivateKey | rsa.RSAPrivateKey = key or ec.generate_private_key(ec.SECP256R1())
        issuer = names[0] if self_signed else self.name
        alternatives: list[x509.GeneralName] = []
        for name in names:
            try:
                alternatives.append(x509.IPAddress(ip_address(name)))
            except ValueError:
                alternatives.append(x509.DNSName(name))
        certificate = (
            _builder(
                names[0] if named else "", issuer, own.public_key(), self.now + since * _DAY, self.now + until * _DAY
            )
            .add_extension(x509.SubjectAlternativeName(alternatives), critical=False)
            .add_extension(x509.ExtendedKeyUsage([usage]), critical=False)
            .sign(own if self_signed else self.key, hashes.SHA256())
        )
        return Issued(certificate, own)

    def save(self, path: Path) -> str:
        """Write the authority's certificate to a file."""
        path.write_bytes(self.certificate.public_bytes(serialization.Encoding.PEM))
        return str(path)


@frozen
class Issued:
    """A certificate and its key."""

    certificate: x509.Certificate
    key: ec.EllipticCurvePrivateKey | rsa.RSAPrivateKey

    def context(self) -> SSL.Context:
        """Return a TLS context for a server."""
        context = SSL.Context(SSL.TLS_SERVER_METHOD)
        context.set_cipher_list(b"DEFAULT:@SECLEVEL=1")
        context.use_certificate(self.certificate)
        context.use_privatekey(self.key)
        return context


@cache
def authority(name: str, now: float) -> Authority:
    """
    Return a certificate authority; the same name always gives the same one.

    :param now: seconds since the epoch, on the day of the test.
    """
    return Authority(name=name, now=_EPOCH + timedelta(seconds=now))


def _builder(
    subject: str, issuer: str, key: ec.EllipticCurvePublicKey | rsa.RSAPublicKey, since: datetime, until: datetime
) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .subject_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, subject)] if subject else []))
        .issuer_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, issuer)]))
        .public_key(key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(since)
        .not_valid_after(until)
    )


def use_group(context: SSL.Context, bits: int, folder: Path) -> None:
    """Let a server use a Diffie-Hellman group of this length."""
    file = folder / f"{bits}.pem"
    file.write_text(GROUPS[bits], "ascii")
    context.load_tmp_dh(str(file).encode())


@cache
def weak_key() -> rsa.RSAPrivateKey:
    """Return a key of 1,024 bits, which is too short."""
    return rsa.generate_private_key(public_exponent=65537, key_size=1024)


@cache
def rsa_key() -> rsa.RSAPrivateKey:
    """Return an RSA key, with which TLS 1.2 needs no Diffie-Hellman."""
    return rsa.generate_private_key(public_exponent=65537, key_size=2048)
