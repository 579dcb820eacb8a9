from sitescan.model.transport_answers import Transport
from sitescan.rules.authoring import HOME_PAGE, Bad, Finding, Findings, Good, Rule, Severity
from sitescan.rules.example_pages import over_tls


def check(transport: Transport) -> Findings:
    """Report a server that chose TLS 1.2 although TLS 1.3 was offered."""
    tls = transport.exchange.tls
    if tls is not None and tls.protocol == "TLSv1.2":
        yield Finding()


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="TLS 1.3 isn't supported",
    passed="TLS 1.3 is supported",
    applies=lambda transport: transport.exchange.secure,
    needs=lambda transport: (tls := transport.exchange.tls) and tls.protocol == "TLSv1.3",
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
        Bad(evidence=over_tls("TLSv1.2", "ECDHE-RSA-AES128-GCM-SHA256")),
        Good(evidence=over_tls("TLSv1.3", "ECDHE-RSA-AES128-GCM-SHA256")),
        Good(evidence=Transport(exchange=HOME_PAGE)),
    ),
)
