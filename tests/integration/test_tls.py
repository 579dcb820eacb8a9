"""Failures of TLS are reported with their cause."""

import time
from collections.abc import AsyncIterator
from pathlib import Path
from ssl import DER_cert_to_PEM_cert
from typing import Any

import pytest
import pytest_twisted
from attrs import evolve
from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.x509.oid import ExtendedKeyUsageOID
from OpenSSL import SSL
from twisted.internet.defer import CancelledError
from twisted.internet.task import deferLater

from sitescan.fetch.check_url import check_url
from sitescan.fetch.transport import check_transport
from sitescan.model.answers import Verdict
from sitescan.model.report import Judgement
from sitescan.model.transport_answers import Transport
from sitescan.rules.catalogue import rules_reading
from sitescan.rules.judge import judge
from sitescan.web.error_responses import api_error
from tests import hostile_servers
from tests.certificates import Authority, Issued, authority, rsa_key, use_group, weak_key
from tests.hostile_servers import GOOD, ServerProtocol, greets
from tests.integration.test_hostile_servers import Visit, sockets

pytestmark = pytest.mark.integration

NOW = time.time()
INVALID = "The certificate is not valid: "
INSECURE = "A secure connection could not be established: "


def alert(number: int) -> type[ServerProtocol]:
    """Return a server that answers the handshake with a fatal alert (RFC 8446, 6.2)."""
    return greets(bytes([0x15, 3, 3, 0, 2, 2, number]))


@pytest.fixture
def trusted() -> Authority:
    """Return the trusted authority."""
    return authority("Pear Authority", NOW)


@pytest_twisted.async_yield_fixture
async def visit(reactor: Any, trusted: Authority, tmp_path: Path) -> AsyncIterator[Visit]:
    """Return a session that trusts one more authority than usual."""
    before = sockets()
    visit = Visit(reactor, trusted.save(tmp_path / "authority.pem"))
    yield visit
    await visit.end()
    await deferLater(reactor, 0)
    assert sockets() == before


async def outcome(
    visit: Visit,
    context: SSL.Context | None,
    server: type[ServerProtocol] = ServerProtocol,
    host: str = "pears.example",
) -> str:
    """Return the error message of a scan of the page."""
    port = visit.servers.listen(server, context)
    try:
        page = await visit.fetch(f"https://{host}:{port}/")
    except Exception as problem:  # noqa: BLE001 - any failure has a message
        return api_error(problem).details
    assert page.body == GOOD
    return "a page"


def judge_all(transport: Transport) -> list[Judgement]:
    """Return the judgements of the rules that read the transport, in a network without a server on port 80."""
    judgements = (judge(rule, transport) for rule in rules_reading(Transport))
    return [judgement for judgement in judgements if judgement is not None]


@pytest_twisted.ensureDeferred
async def test_valid_certificate(visit: Visit, trusted: Authority) -> None:
    """A valid certificate is accepted, and its facts are recorded."""
    issued = trusted.issue("pears.example", "www.pears.example", "127.0.0.1")
    port = visit.servers.listen(ServerProtocol, issued.context())
    page = await visit.fetch(f"https://pears.example:{port}/")
    tls = page.exchange.tls
    assert tls is not None
    assert (tls.protocol, tls.subject, tls.issuer) == ("TLSv1.3", "pears.example", "Pear Authority")
    assert tls.names == ("pears.example", "www.pears.example", "127.0.0.1")
    assert tls.not_before == int(issued.certificate.not_valid_before_utc.timestamp())
    assert tls.not_after == int(issued.certificate.not_valid_after_utc.timestamp())
    assert tls.key == "EC 256"
    assert page.exchange.timings.tls > 0
    again = await visit.fetch(f"https://pears.example:{port}/")
    assert again.exchange.timings.tls == 0
    assert again.exchange.tls == tls


@pytest_twisted.ensureDeferred
async def test_certificate_without_subject(visit: Visit, trusted: Authority) -> None:
    """A certificate may have an empty subject, since its names are an extension."""
    context = trusted.issue("pears.example", named=False).context()
    page = await visit.fetch(f"https://pears.example:{visit.servers.listen(ServerProtocol, context)}/")
    assert page.exchange.tls is not None
    assert (page.exchange.tls.subject, page.exchange.tls.names) == ("", ("pears.example",))


@pytest.mark.parametrize("host", ["127.0.0.1", "pears.example."])
@pytest_twisted.ensureDeferred
async def test_certificates_for_unusual_hosts(visit: Visit, trusted: Authority, host: str) -> None:
    """A certificate for an address, or for a name with a dot at its end, is verified as well."""
    visit.session.context.resolver.known = {"pears.example.": [["127.0.0.1"]]}  # type: ignore[attr-defined]  # it is a fake
    assert await outcome(visit, trusted.issue("pears.example", "127.0.0.1").context(), host=host) == "a page"


KINDS: dict[str, tuple[dict[str, Any], str]] = {
    "expired": ({"since": -30, "until": -1}, "expired."),
    "not valid yet": ({"since": 1}, "not valid yet."),
    "self-signed": ({"self_signed": True}, "self-signed."),
    "for clients": ({"usage": ExtendedKeyUsageOID.CLIENT_AUTH}, "not meant for servers."),
}


@pytest.mark.parametrize("kind", KINDS)
@pytest_twisted.ensureDeferred
async def test_refused_certificates(visit: Visit, trusted: Authority, kind: str) -> None:
    """A certificate that browsers refuse is reported with the cause."""
    arguments, cause = KINDS[kind]
    assert await outcome(visit, trusted.issue("pears.example", **arguments).context()) == INVALID + cause


@pytest.mark.parametrize("host", ["pears.example", "127.0.0.1"])
@pytest_twisted.ensureDeferred
async def test_certificate_for_wrong_host(visit: Visit, trusted: Authority, host: str) -> None:
    """A certificate for another host is refused."""
    message = await outcome(visit, trusted.issue("www.example", "*.pears.example").context(), host=host)
    assert message == INVALID + "issued for another host name."


@pytest_twisted.ensureDeferred
async def test_host_name_with_invalid_characters(visit: Visit, trusted: Authority) -> None:
    """A host name with characters that no certificate can contain is refused."""
    visit.session.context.resolver.known = {"a!b.example": [["127.0.0.1"]]}  # type: ignore[attr-defined]  # it is a fake
    message = await outcome(visit, trusted.issue("pears.example").context(), host="a!b.example")
    assert message == INVALID + "issued for another host name."


@pytest_twisted.ensureDeferred
async def test_unknown_issuer(visit: Visit) -> None:
    """A certificate whose issuer is unknown or wasn't sent is refused; for a link, that proves nothing."""
    context = authority("Another Authority", NOW).issue("pears.example").context()
    assert await outcome(visit, context) == INVALID + "its issuer is unknown or not sent."
    port = visit.servers.listen(ServerProtocol, context)
    answer = await check_url(visit.session, f"https://pears.example:{port}/", visit.deadline())
    assert answer.verdict is Verdict.UNVERIFIABLE


@pytest_twisted.ensureDeferred
async def test_old_versions(visit: Visit, trusted: Authority) -> None:
    """A server that supports no version of TLS after 1.1 is reported."""
    context = trusted.issue("pears.example").context()
    context.set_cipher_list(b"DEFAULT@SECLEVEL=0")
    context.set_min_proto_version(SSL.TLS1_VERSION)
    context.set_max_proto_version(SSL.TLS1_1_VERSION)
    assert (
        await outcome(visit, context)
        == INSECURE + "the server supports only TLS versions that browsers no longer support."
    )


@pytest.mark.parametrize("accepts", [b"ALL:@SECLEVEL=0", b"AECDH:@SECLEVEL=0", b""], ids=["any", "anonymous", "none"])
@pytest_twisted.ensureDeferred
async def test_outdated_tls_versions_beside_current_ones(visit: Visit, trusted: Authority, accepts: bytes) -> None:
    """A server that accepts outdated versions of TLS beside current ones is reported, even without a certificate."""
    context = trusted.issue("pears.example").context()
    if accepts:
        context.set_cipher_list(accepts)
        context.set_min_proto_version(SSL.TLS1_VERSION)
    port = visit.servers.listen(ServerProtocol, context)
    page = await visit.fetch(f"https://pears.example:{port}/")
    assert page.exchange.tls is not None
    assert page.exchange.tls.protocol == "TLSv1.3"
    transport = await check_transport(visit.session, page.exchange, visit.deadline())
    assert transport.outdated_tls == ("TLSv1.1" if accepts else "")
    assert [judgement.rule for judgement in judge_all(transport)] == (["security/outdated-tls"] if accepts else [])


@pytest_twisted.ensureDeferred
async def test_weak_key(visit: Visit, trusted: Authority) -> None:
    """A page behind a key of 1024 bits is scanned, since browsers accept the key, and the key is reported."""
    port = visit.servers.listen(ServerProtocol, trusted.issue("pears.example", key=weak_key()).context())
    page = await visit.fetch(f"https://pears.example:{port}/")
    assert page.exchange.tls is not None
    assert page.exchange.tls.key == "RSA 1024"
    transport = await check_transport(visit.session, page.exchange, visit.deadline())
    assert transport.old_cipher == "AES256-GCM-SHA384"
    assert {judgement.rule for judgement in judge_all(transport)} == {
        "security/weak-certificate-key",
        "security/old-cipher-accepted",
    }


@pytest.mark.parametrize("ordered", [True, False])
@pytest_twisted.ensureDeferred
async def test_chain_in_wrong_order(visit: Visit, trusted: Authority, *, ordered: bool) -> None:
    """Certificates in the wrong order are accepted, as in browsers, and reported."""
    context = trusted.issue("pears.example").context()
    extra = trusted if ordered else authority("Another Authority", NOW)
    context.add_extra_chain_cert(extra.certificate)
    page = await visit.fetch(f"https://pears.example:{visit.servers.listen(ServerProtocol, context)}/")
    assert page.exchange.tls is not None
    fault = "certificate 2 is for “Another Authority” instead of “Pear Authority”"
    assert page.exchange.tls.chain_fault == ("" if ordered else fault)


@pytest.mark.parametrize("bits", [1024, 2048, None])
@pytest_twisted.ensureDeferred
async def test_short_diffie_hellman_group(visit: Visit, trusted: Authority, tmp_path: Path, bits: int | None) -> None:
    """A server whose Diffie-Hellman group is too short for old programs is reported, though browsers use none."""
    context = trusted.issue("pears.example", key=rsa_key()).context()
    context.set_min_proto_version(SSL.TLS1_2_VERSION)
    context.set_cipher_list(b"ECDHE:DHE:@SECLEVEL=1")
    if bits:
        use_group(context, bits, tmp_path)
    page = await visit.fetch(f"https://pears.example:{visit.servers.listen(ServerProtocol, context)}/")
    transport = await check_transport(visit.session, page.exchange, visit.deadline())
    assert [judgement.rule for judgement in judge_all(transport)] == (
        ["security/old-cipher-accepted"] if bits == 1024 else []
    )


EXTRA, SOON, DISORDER = "certificate-extra-expired", "certificate-expiry", "certificate-chain"

#: The days that are left of each intermediate certificate (the site's own has 60 of 90), and what is reported.
LIVES: tuple[tuple[tuple[int, ...], set[str]], ...] = (
    ((80,), set()),
    ((35,), set()),
    ((20,), {SOON}),
    ((10,), {SOON}),
    ((10, 80), {DISORDER}),
    ((-1, 80), {DISORDER, EXTRA}),
)


@pytest.mark.parametrize(("lives", "rules"), LIVES)
@pytest_twisted.ensureDeferred
async def test_intermediate_expires_before_leaf(
    visit: Visit, trusted: Authority, lives: tuple[int, ...], rules: set[str]
) -> None:
    """An intermediate certificate that ends before the site's own is reported, unless a newer one replaces it."""
    between = authority("Pear Issuer", NOW)
    context = between.issue("pears.example", since=-30, until=60).context()
    for days in lives:
        context.add_extra_chain_cert(trusted.certify(between, until=days))
    page = await visit.fetch(f"https://pears.example:{visit.servers.listen(ServerProtocol, context)}/")
    transport = await check_transport(visit.session, evolve(page.exchange, fetched_at=NOW), visit.deadline())
    assert {judgement.rule for judgement in judge_all(transport)} == {f"security/{rule}" for rule in rules}


@pytest_twisted.ensureDeferred
async def test_unneeded_expired_authority(visit: Visit, trusted: Authority) -> None:
    """An expired certificate of an authority whose valid one is known is reported, and nothing is refused."""
    context = trusted.issue("pears.example").context()
    context.add_extra_chain_cert(trusted.certify(trusted, until=-1))
    page = await visit.fetch(f"https://pears.example:{visit.servers.listen(ServerProtocol, context)}/")
    transport = await check_transport(visit.session, evolve(page.exchange, fetched_at=NOW), visit.deadline())
    assert [judgement.rule for judgement in judge_all(transport)] == ["security/certificate-extra-expired"]


@pytest.mark.parametrize(("life", "cause"), [((-60, -1), "has expired."), ((1, 60), "is not valid yet.")])
@pytest_twisted.ensureDeferred
async def test_invalid_issuer(visit: Visit, trusted: Authority, life: tuple[int, int], cause: str) -> None:
    """A site whose own certificate is valid, but not that of its issuer, is refused with this cause."""
    between = authority("Pear Issuer", NOW)
    context = between.issue("pears.example").context()
    context.add_extra_chain_cert(trusted.certify(between, *life))
    assert await outcome(visit, context) == f"{INVALID}the certificate of an issuer {cause}"


@pytest_twisted.ensureDeferred
async def test_malformed_extra_certificate(visit: Visit, trusted: Authority, tmp_path: Path) -> None:
    """Only the chain is unknown if a server sends a certificate that OpenSSL accepts and cryptography doesn't."""
    issued = trusted.issue("pears.example")
    own, other = (certificate.public_bytes(Encoding.DER) for certificate in (issued.certificate, trusted.certificate))
    # The version, which is the first field of a certificate, is 6.
    malformed = other.replace(b"\xa0\x03\x02\x01\x02", b"\xa0\x03\x02\x01\x05")
    file = tmp_path / "chain.pem"
    file.write_text("".join(map(DER_cert_to_PEM_cert, (own, malformed))), "ascii")
    context = issued.context()
    context.use_certificate_chain_file(str(file))
    page = await visit.fetch(f"https://pears.example:{visit.servers.listen(ServerProtocol, context)}/")
    assert page.exchange.tls is not None
    assert (page.exchange.tls.subject, page.exchange.tls.chain) == ("pears.example", ())


@pytest_twisted.ensureDeferred
async def test_weak_key_for_wrong_host(visit: Visit, trusted: Authority) -> None:
    """A certificate with a weak key is refused if it is for another host."""
    message = await outcome(visit, trusted.issue("www.example", key=weak_key()).context())
    assert message == INVALID + "issued for another host name."


@pytest_twisted.ensureDeferred
async def test_client_certificate_is_required(visit: Visit, trusted: Authority) -> None:
    """A server that requires a client certificate is reported as such."""
    context = trusted.issue("pears.example").context()
    context.set_verify(SSL.VERIFY_PEER | SSL.VERIFY_FAIL_IF_NO_PEER_CERT, lambda *_: True)
    assert await outcome(visit, context) == INSECURE + "the server requires a client certificate."


PLAIN: dict[str, tuple[type[ServerProtocol], str]] = {
    "plain HTTP": (greets(b"HTTP/1.1 400 Bad Request\r\n\r\n"), INSECURE + "the port doesn't use TLS."),
    "SSH": (hostile_servers.Banner, INSECURE + "the port doesn't use TLS."),
    "garbage": (greets(bytes(100)), INSECURE + "the port doesn't use TLS."),
    "silence": (hostile_servers.Silent, "The server did not respond in time: the TLS handshake did not finish."),
    "closed": (greets(b""), INSECURE + "the server closed the connection during the handshake."),
    "reset": (hostile_servers.ResetAtOnce, INSECURE + "the server closed the connection during the handshake."),
    "no common cipher": (alert(40), INSECURE + "the server and browsers have no cipher or protocol in common."),
    "an old version": (alert(70), INSECURE + "the server supports only TLS versions that browsers no longer support."),
    "an internal error": (alert(80), INSECURE + "the server reported an internal error."),
    "an unknown name": (alert(112), INSECURE + "the server doesn't recognize the host name."),
    "an odd alert": (alert(99), INSECURE + "the TLS handshake failed."),
}


@pytest.mark.parametrize("name", PLAIN)
@pytest_twisted.ensureDeferred
async def test_failed_handshakes(visit: Visit, name: str) -> None:
    """A server with which no handshake succeeds is reported with the cause."""
    server, sentence = PLAIN[name]
    assert await outcome(visit, None, server) == sentence


@pytest_twisted.ensureDeferred
async def test_endless_handshake(visit: Visit) -> None:
    """A handshake whose record arrives byte by byte times out."""

    class Slow(ServerProtocol):
        call: Any = None

        def dataReceived(self, _: bytes) -> None:  # noqa: N802
            self.transport.write(b"\x16\3\3\x3f\xff")
            self.drip()

        def drip(self) -> None:
            self.transport.write(b"\2")
            self.call = self.servers.reactor.callLater(0.02, self.drip)

        def connectionLost(self, *reason: Any) -> None:  # noqa: N802
            if self.call is not None:
                self.call.cancel()
            super().connectionLost(*reason)

    message = await outcome(visit, None, Slow)
    assert message == "The server did not respond in time: the TLS handshake did not finish."


@pytest_twisted.ensureDeferred
async def test_missing_close_notify(visit: Visit, trusted: Authority) -> None:
    """A page is complete even if its server ends the connection without closing TLS."""
    assert await outcome(visit, trusted.issue("pears.example").context(), hostile_servers.NoGoodbye) == "a page"


@pytest_twisted.ensureDeferred
async def test_data_after_close_is_ignored(visit: Visit, trusted: Authority) -> None:
    """Data that a server still sends over a closed connection is ignored."""
    port = visit.servers.listen(
        hostile_servers.endless(b"HTTP/1.1 200 OK\r\nContent-Type: video/mp4\r\n\r\n", b"a" * 4096),
        trusted.issue("pears.example").context(),
    )
    with pytest.raises(Exception, match="video/mp4"):
        await visit.fetch(f"https://pears.example:{port}/")


@pytest.mark.parametrize("after", [0, 0.005, 0.05])
@pytest_twisted.ensureDeferred
async def test_cancelled(visit: Visit, trusted: Authority, after: float) -> None:
    """Cancelling a fetch during the handshake or after it ends the fetch at once."""
    port = visit.servers.listen(hostile_servers.Silent, trusted.issue("pears.example").context())
    fetched = visit.fetch(f"https://pears.example:{port}/")
    await deferLater(visit.reactor, after)
    fetched.cancel()
    with pytest.raises(CancelledError):
        await fetched


def test_authority_signs_issued_certificates() -> None:
    """The authority of the tests signs the certificates that it issues."""
    issued = authority("Pear Authority", NOW).issue("pears.example")
    assert isinstance(issued, Issued)
    issued.certificate.verify_directly_issued_by(authority("Pear Authority", NOW).certificate)
