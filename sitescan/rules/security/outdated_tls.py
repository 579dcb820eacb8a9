from sitescan.model.transport_answers import Transport
from sitescan.rules.authoring import HOME_PAGE, Bad, Finding, Findings, Good, Rule, Severity


def check(transport: Transport) -> Findings:
    """Report the newest version before TLS 1.2 that the server accepted in a separate handshake."""
    if transport.outdated_tls:
        yield Finding(protocol=transport.outdated_tls)


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="Server accepts outdated TLS versions",
    passed="Server refuses outdated TLS versions",
    applies=lambda transport: transport.exchange.secure,
    description=(
        "The server accepts {protocol}. Versions before TLS 1.2 have known vulnerabilities, and no current "
        "browser uses them."
    ),
    recommendation="Turn off every version before TLS 1.2.",
    how_to_fix=(
        "nginx: ssl_protocols TLSv1.2 TLSv1.3;\n"
        "Apache: SSLProtocol -all +TLSv1.2 +TLSv1.3\n"
        "Caddy accepts no outdated versions. On a CDN or load balancer, set the minimum TLS version to 1.2."
    ),
    sources=("https://www.rfc-editor.org/rfc/rfc8996", "https://ssl-config.mozilla.org/"),
    examples=(
        Bad(evidence=Transport(exchange=HOME_PAGE, outdated_tls="TLSv1.1")),
        Bad(evidence=Transport(exchange=HOME_PAGE, outdated_tls="TLSv1")),
        Good(evidence=Transport(exchange=HOME_PAGE, outdated_tls="")),
    ),
)
