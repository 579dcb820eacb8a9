"""TLS of outgoing connections: contexts, certificate verification, and the causes of failures."""

from collections.abc import Sequence
from contextlib import suppress
from itertools import pairwise
from typing import Any

from attrs import define, evolve, field, frozen
from cryptography import x509
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric import dsa, ec, ed448, ed25519, rsa
from OpenSSL import SSL
from service_identity import CertificateError, VerificationError
from service_identity.pyopenssl import verify_hostname, verify_ip_address
from twisted.internet.interfaces import IOpenSSLClientConnectionCreator
from twisted.internet.ssl import CertificateOptions, platformTrust
from zope.interface import implementer

from sitescan.model.answers import INCOMPLETE_CHAIN
from sitescan.model.exchange import SentCertificate, Tls
from sitescan.standards.urls import Target

#: The causes of failed verification in words, by OpenSSL's codes.
#: https://docs.openssl.org/3.0/man1/openssl-verification-options/
_CAUSES = {
    9: "not valid yet",
    10: "expired",
    18: "self-signed",
    19: "self-signed",
    20: INCOMPLETE_CHAIN,
    26: "not meant for servers",
    66: "its key is too weak",
    67: "its issuer's key is too weak",
    68: "its signature is too weak",
}

#: The causes if they are found in a certificate of the chain other than the server's own.
_CAUSES_IN_CHAIN = {
    9: "the certificate of an issuer is not valid yet",
    10: "the certificate of an issuer has expired",
}

#: The cause of a handshake that this side ends because the server's Diffie-Hellman group is too short.
SHORT_GROUP = "the server's key exchange is too weak"

#: The meaning of OpenSSL's alerts and errors, by a part of its message.
_REASONS = (
    ("wrong version number", "the port doesn't use TLS"),
    ("http request", "the port doesn't use TLS"),
    ("unsupported protocol", "the server supports only TLS versions that browsers no longer support"),
    ("protocol version", "the server supports only TLS versions that browsers no longer support"),
    ("no protocols available", "the server supports only TLS versions that browsers no longer support"),
    ("handshake failure", "the server and browsers have no cipher or protocol in common"),
    ("dh key too small", SHORT_GROUP),
    ("internal error", "the server reported an internal error"),
    ("unrecognized name", "the server doesn't recognize the host name"),
    ("certificate required", "the server requires a client certificate"),
)

#: The causes that OpenSSL refuses at its default security level, and browsers accept.
#: https://docs.openssl.org/3.0/man3/SSL_CTX_set_security_level/
WEAK_KEYS = frozenset({_CAUSES[66], _CAUSES[67]})


@frozen(kw_only=True)
class TlsContexts:
    """
    The TLS contexts that all connections share, because loading the system's certificate authorities takes 4 ms.

    :ivar usual: the context for nearly all connections.
    :ivar weak_keys: accepts keys of 1024 bits, as browsers do, so that they can be reported.
    :ivar outdated: offers only versions that browsers no longer support, to find out whether a server accepts them.
        Certificates are not verified, and nothing is sent over such a connection.
    :ivar old_ciphers: likewise, but offers only ciphers without forward secrecy.
    :ivar long_groups: likewise, but offers only the DHE ciphers, and refuses groups of fewer than 2,048 bits.
    """

    usual: SSL.Context
    weak_keys: SSL.Context
    outdated: SSL.Context
    old_ciphers: SSL.Context
    long_groups: SSL.Context

    @classmethod
    def load(cls, ca_file: str = "") -> "TlsContexts":
        """
        Return the contexts.

        :param ca_file: a PEM file with additional certificate authorities, or empty.
        """
        usual, weak_keys = (CertificateOptions(trustRoot=platformTrust()).getContext() for _ in range(2))
        if ca_file:
            usual.load_verify_locations(ca_file)
            weak_keys.load_verify_locations(ca_file)
        weak_keys.set_cipher_list(b"DEFAULT:@SECLEVEL=1")
        outdated = SSL.Context(SSL.TLS_CLIENT_METHOD)
        outdated.set_cipher_list(b"ALL:@SECLEVEL=0")
        outdated.set_min_proto_version(SSL.TLS1_VERSION)
        outdated.set_max_proto_version(SSL.TLS1_1_VERSION)
        old_ciphers = SSL.Context(SSL.TLS_CLIENT_METHOD)
        old_ciphers.set_cipher_list(b"kRSA:!aNULL:!eNULL:@SECLEVEL=0")
        old_ciphers.set_min_proto_version(SSL.TLS1_2_VERSION)
        old_ciphers.set_max_proto_version(SSL.TLS1_2_VERSION)
        long_groups = SSL.Context(SSL.TLS_CLIENT_METHOD)
        long_groups.set_cipher_list(b"DHE:@SECLEVEL=2")
        long_groups.set_max_proto_version(SSL.TLS1_2_VERSION)
        # Servers use their own group only for clients that name no finite-field group (RFC 7919), as old ones do.
        long_groups.set_tmp_ecdh(ec.SECP256R1())
        return cls(
            usual=usual, weak_keys=weak_keys, outdated=outdated, old_ciphers=old_ciphers, long_groups=long_groups
        )


@implementer(IOpenSSLClientConnectionCreator)
@define(eq=False)
class Verifier:
    """
    Makes the TLS connection for one host, and records why its certificate was refused.

    :ivar offers: the protocols to offer by ALPN; none for requests, which are HTTP/1.1.
    :ivar trusting: whether to accept any certificate.
    :ivar cause: the reason in words, or empty.
    """

    context: SSL.Context
    target: Target
    offers: Sequence[bytes]
    trusting: bool
    cause: str = field(default="", init=False)

    def clientConnectionForTLS(self, tlsProtocol: Any) -> SSL.Connection:  # noqa: N802, N803 - Twisted's names
        """Return a connection that sends SNI for host names, shares no session, and verifies the certificate."""
        connection = SSL.Connection(self.context, None)
        if not self.target.is_address:
            connection.set_tlsext_host_name(self.target.host.rstrip(".").encode("ascii"))
        if self.offers:
            connection.set_alpn_protos(list(self.offers))
        connection.set_verify(SSL.VERIFY_NONE if self.trusting else SSL.VERIFY_PEER, self._verified)
        return connection

    def verify_name(self, connection: SSL.Connection) -> None:
        """
        Check that the certificate is for this host (RFC 9525).

        :raises CertificateError: if it is not.
        """
        if self.trusting:
            return
        verify = verify_ip_address if self.target.is_address else verify_hostname
        try:
            verify(connection, self.target.host.rstrip("."))
        except (CertificateError, VerificationError, ValueError):
            # ValueError: no certificate can be issued for a name like "a!b.example".
            self.cause = "issued for another host name"
            raise CertificateError(self.cause) from None

    def _verified(self, _: Any, certificate: Any, code: int, depth: int, ok: int) -> bool:
        if not (ok or self.trusting or self.cause):
            cause = _CAUSES.get(code, "its chain cannot be verified")
            self.cause = _CAUSES_IN_CHAIN.get(code, cause) if depth else cause
        return self.trusting or bool(ok)


def tls_failure(error: SSL.Error) -> str:
    """Return why a handshake failed, in words; empty if the cause is not known."""
    reasons = " ".join(str(part) for entry in error.args[0] for part in entry) if error.args and error.args[0] else ""
    return next((meaning for part, meaning in _REASONS if part in reasons.lower()), "")


def tls_facts(connection: SSL.Connection) -> Tls:
    """Return the facts of an established connection. Nothing is known of certificates that are malformed."""
    facts = Tls(
        protocol=connection.get_protocol_version_name(),
        cipher=connection.get_cipher_name() or "",
        alpn=connection.get_alpn_proto_negotiated().decode("ascii", "replace"),
    )
    for add in (_with_certificate, _with_chain):
        # OpenSSL is less strict than cryptography, and reads no certificate that it doesn't need.
        with suppress(ValueError, x509.InvalidVersion, UnsupportedAlgorithm):
            facts = add(facts, connection)
    return facts


def _with_certificate(facts: Tls, connection: SSL.Connection) -> Tls:
    certificate = connection.get_peer_certificate(as_cryptography=True)
    if certificate is None:
        return facts
    return evolve(
        facts,
        subject=_common_name(certificate.subject),
        issuer=_common_name(certificate.issuer),
        names=_names(certificate),
        not_before=int(certificate.not_valid_before_utc.timestamp()),
        not_after=int(certificate.not_valid_after_utc.timestamp()),
        key=_key(certificate.public_key()),
    )


def _with_chain(facts: Tls, connection: SSL.Connection) -> Tls:
    sent = connection.get_peer_cert_chain(as_cryptography=True) or ()
    verified = connection.get_verified_chain(as_cryptography=True) or ()
    return evolve(facts, chain_fault=_chain_fault(sent), chain=_after_own(sent, verified))


def _chain_fault(chain: Sequence[x509.Certificate]) -> str:
    """
    Return which certificate of a chain is not the issuer of the one before it, or an empty string.

    https://www.rfc-editor.org/rfc/rfc8446#section-4.4.2
    """
    for number, (certificate, issuer) in enumerate(pairwise(chain), 2):
        if certificate.issuer != issuer.subject:
            sent, expected = _common_name(issuer.subject), _common_name(certificate.issuer)
            return f"certificate {number} is for “{sent}” instead of “{expected}”"
    return ""


def _after_own(sent: Sequence[x509.Certificate], verified: Sequence[x509.Certificate]) -> tuple[SentCertificate, ...]:
    """
    Return what is known of the certificates that a server sent after its own.

    :param verified: the chain that OpenSSL found, from the server's certificate to a certificate authority.
    """
    others = [certificate for certificate in sent[1:] if certificate != sent[0]]
    # Further up, a cross-signed certificate may belong to an authority that other clients know.
    issuer = verified[1] if len(verified) > 2 else None
    return tuple(
        SentCertificate(
            subject=_common_name(certificate.subject),
            not_after=int(certificate.not_valid_after_utc.timestamp()),
            needed=certificate == issuer and not any(_replaces(other, certificate) for other in others),
        )
        for certificate in others
    )


def _replaces(renewed: x509.Certificate, certificate: x509.Certificate) -> bool:
    return renewed.subject == certificate.subject and renewed.not_valid_after_utc > certificate.not_valid_after_utc


def _common_name(name: x509.Name) -> str:
    for oid in (x509.NameOID.COMMON_NAME, x509.NameOID.ORGANIZATION_NAME):
        for attribute in name.get_attributes_for_oid(oid):
            return str(attribute.value)
    return ""


def _names(certificate: x509.Certificate) -> tuple[str, ...]:
    try:
        names = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except (x509.ExtensionNotFound, ValueError):
        return ()
    dns = names.get_values_for_type(x509.DNSName)
    return (*dns, *(str(address) for address in names.get_values_for_type(x509.IPAddress)))


def _key(key: Any) -> str:
    kinds: tuple[tuple[type, str], ...] = (
        (rsa.RSAPublicKey, "RSA"),
        (ec.EllipticCurvePublicKey, "EC"),
        (dsa.DSAPublicKey, "DSA"),
    )
    for kind, name in kinds:
        if isinstance(key, kind):
            return f"{name} {key.key_size}"  # type: ignore[attr-defined]  # each of the three has it
    if isinstance(key, ed25519.Ed25519PublicKey | ed448.Ed448PublicKey):
        return "EdDSA"
    return ""
