"""TLS connection has no forward secrecy."""

from collections.abc import Iterator

from attrs import evolve

from sitescan.model.exchange import Tls
from sitescan.model.report import Severity
from sitescan.model.transport_answers import Transport
from sitescan.rules.example_pages import HOME_PAGE
from sitescan.rules.rule import Bad, Finding, Good, Rule


def check(transport: Transport) -> Iterator[Finding]:
    """Report a connection of TLS 1.2 or earlier without forward secrecy."""
    tls = transport.exchange.tls
    if tls is None or tls.protocol == "TLSv1.3" or not tls.cipher:
        return
    if not tls.cipher.startswith(("ECDHE-", "DHE-", "TLS_")):
        yield Finding(cipher=tls.cipher)


def _with_cipher(protocol: str, cipher: str) -> Transport:
    tls = Tls(protocol=protocol, cipher=cipher)
    return Transport(exchange=evolve(HOME_PAGE, tls=tls))


RULE = Rule(
    id="security/weak-cipher",
    reads=Transport,
    check=check,
    severity=Severity.INFO,
    title="TLS connection has no forward secrecy",
    description=(
        "Of the ciphers that current browsers offer, the server chose {cipher}, which has no forward secrecy. "
        "Anyone who records the traffic today and gets the server's key later can read all of it."
    ),
    recommendation="Turn on TLS 1.3 and the ECDHE ciphers, and turn off ciphers without forward secrecy.",
    how_to_fix=(
        "nginx:\n"
        " ssl_protocols TLSv1.2 TLSv1.3;\n"
        " ssl_ciphers "
        "ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-RSA-AES128-GCM-SHA256:ECDHE-ECDSA-AES256-GCM-SHA384:ECDHE-RSA-AES256-GCM-SHA384:ECDHE-ECDSA-CHACHA20-POLY1305:ECDHE-RSA-CHACHA20-POLY1305;\n"
        "Apache:\n"
        " SSLProtocol -all +TLSv1.2 +TLSv1.3\n"
        " SSLCipherSuite "
        "ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-RSA-AES128-GCM-SHA256:ECDHE-ECDSA-AES256-GCM-SHA384:ECDHE-RSA-AES256-GCM-SHA384:ECDHE-ECDSA-CHACHA20-POLY1305:ECDHE-RSA-CHACHA20-POLY1305\n"
        "Caddy needs no change."
    ),
    sources=("https://www.rfc-editor.org/rfc/rfc9325#section-4.1", "https://ssl-config.mozilla.org/"),
    examples=(
        Bad(evidence=_with_cipher("TLSv1.2", "AES128-GCM-SHA256")),
        Good(evidence=_with_cipher("TLSv1.2", "ECDHE-RSA-AES128-GCM-SHA256")),
        Good(evidence=_with_cipher("TLSv1.3", "TLS_AES_128_GCM_SHA256")),
        Good(evidence=_with_cipher("TLSv1.2", "")),
    ),
)
