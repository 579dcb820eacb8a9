"""TLS 1.3 isn't supported."""

from collections.abc import Iterator

from attrs import evolve

from sitescan.model.exchange import Tls
from sitescan.model.report import Severity
from sitescan.model.transport_answers import Transport
from sitescan.rules.example_pages import HOME_PAGE
from sitescan.rules.rule import Bad, Finding, Good, Rule


def check(transport: Transport) -> Iterator[Finding]:
    """Report a server that chose TLS 1.2 although TLS 1.3 was offered."""
    tls = transport.exchange.tls
    if tls is not None and tls.protocol == "TLSv1.2":
        yield Finding()


def _using(protocol: str) -> Transport:
    return Transport(exchange=evolve(HOME_PAGE, tls=Tls(protocol=protocol, cipher="ECDHE-RSA-AES128-GCM-SHA256")))


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="TLS 1.3 isn't supported",
    description=(
        "The server supports TLS 1.2 and not TLS 1.3, which all current browsers offer. TLS 1.3 has no weak ciphers, "
        "hides the certificate from eavesdroppers, and connects one round trip sooner."
    ),
    recommendation="Turn on TLS 1.3 in addition to TLS 1.2.",
    how_to_fix=(
        "nginx: ssl_protocols TLSv1.2 TLSv1.3;\n"
        "Apache: SSLProtocol -all +TLSv1.2 +TLSv1.3\n"
        "Caddy supports it without configuration. Otherwise, update OpenSSL to 1.1.1 or later, or choose a newer "
        "security policy in the settings of the CDN or load balancer."
    ),
    sources=("https://www.rfc-editor.org/rfc/rfc9325#section-3.1.1", "https://ssl-config.mozilla.org/"),
    examples=(
        Bad(evidence=_using("TLSv1.2")),
        Good(evidence=_using("TLSv1.3")),
        Good(evidence=Transport(exchange=HOME_PAGE)),
    ),
)
