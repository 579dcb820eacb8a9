from sitescan.model.transport_answers import Transport
from sitescan.rules.authoring import Bad, Finding, Findings, Good, Rule, Severity
from sitescan.rules.example_pages import over_tls
from sitescan.rules.server_configuration import STRONG_CIPHERS


def check(transport: Transport) -> Findings:
    """Report a connection without forward secrecy."""
    tls = transport.exchange.tls
    if tls is not None and tls.cipher and not tls.forward_secret:
        yield Finding(cipher=tls.cipher)


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="TLS connection has no forward secrecy",
    passed="TLS connection has forward secrecy",
    applies=lambda transport: transport.exchange.secure,
    needs=lambda transport: (tls := transport.exchange.tls) and tls.cipher,
    description=(
        "Of the ciphers that current browsers offer, the server chose {cipher}, which has no forward secrecy. "
        "Anyone who records the traffic today and gets the server's key later can read all of it."
    ),
    recommendation="Turn on TLS 1.3 and the ECDHE ciphers, and turn off ciphers without forward secrecy.",
    how_to_fix=STRONG_CIPHERS,
    sources=("https://www.rfc-editor.org/rfc/rfc9325#section-4.1", "https://ssl-config.mozilla.org/"),
    examples=(
        Bad(evidence=over_tls("TLSv1.2", "AES128-GCM-SHA256")),
        Good(evidence=over_tls("TLSv1.2", "ECDHE-RSA-AES128-GCM-SHA256")),
        Good(evidence=over_tls("TLSv1.3", "TLS_AES_128_GCM_SHA256")),
        Good(evidence=over_tls("TLSv1.2", "")),
    ),
)
