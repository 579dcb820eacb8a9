from sitescan.model.transport_answers import Transport
from sitescan.rules.authoring import HOME_PAGE, Bad, Finding, Findings, Good, Rule, Severity, shorten
from sitescan.rules.example_pages import over_tls


def check(transport: Transport) -> Findings:
    """Report certificates that don't follow each other as issuers."""
    tls = transport.exchange.tls
    if tls is not None and tls.chain_fault:
        yield Finding(fault=shorten(tls.chain_fault))


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="TLS certificate chain is out of order",
    passed="TLS certificate chain is in order",
    applies=lambda transport: transport.exchange.secure,
    needs=lambda transport: transport.exchange.tls,
    description=(
        "Each certificate that a server sends should be followed by its issuer, but {fault}. Browsers sort the "
        "certificates, but some apps, devices and programs refuse to connect."
    ),
    recommendation="Send the site's certificate first, then its issuer, then the issuer of that one.",
    how_to_fix=(
        "Use the file that the certificate authority calls fullchain or bundle, without changes. With certbot, that is "
        "/etc/letsencrypt/live/example.com/fullchain.pem. nginx names it in ssl_certificate, Apache in "
        "SSLCertificateFile; Caddy does it automatically. To see what is sent:\n"
        "openssl s_client -connect example.com:443 -showcerts"
    ),
    sources=(
        "https://www.rfc-editor.org/rfc/rfc8446#section-4.4.2",
        "https://www.rfc-editor.org/rfc/rfc5246#section-7.4.2",
    ),
    examples=(
        Bad(evidence=over_tls(chain_fault="certificate 2 is for “Pears Root”, instead of “Pears Issuer”")),
        Good(evidence=over_tls(chain_fault="")),
        Good(evidence=Transport(exchange=HOME_PAGE)),
    ),
)
