from attrs import evolve

from sitescan.model.exchange import SentCertificate, Tls
from sitescan.model.transport_answers import Transport
from sitescan.rules.authoring import HOME_PAGE, Bad, Finding, Findings, Good, Rule, Severity, shorten


def check(transport: Transport) -> Findings:
    """Report certificates after the site's own that have expired, and that browsers don't need."""
    tls = transport.exchange.tls
    for certificate in tls.chain if tls is not None and transport.now else ():
        if certificate.not_after < transport.now and not certificate.needed:
            yield Finding(name=shorten(certificate.subject))


def _sent(days: int) -> Transport:
    now = 1_800_000_000
    sent = SentCertificate(subject="Pears Root", not_after=now + days * 86_400)
    tls = Tls(protocol="TLSv1.3", cipher="TLS_AES_128_GCM_SHA256", chain=(sent,))
    return Transport(exchange=evolve(HOME_PAGE, tls=tls), now=now)


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    share=0,
    title="Server sends an expired certificate",
    passed="Certificates that the server adds are still valid",
    applies=lambda transport: transport.exchange.secure,
    needs=lambda transport: transport.now and transport.exchange.tls,
    description=(
        "Besides its own certificate, the server sends “{name}”, which has expired. Browsers find another way to an "
        "authority that they trust, but some older programs refuse to connect."
    ),
    recommendation="Send only the site's certificate and the current intermediate certificates.",
    how_to_fix=(
        "Remove it from the file that ssl_certificate (nginx) or SSLCertificateFile (Apache) names, or use the "
        "authority's current file (fullchain or bundle), and reload the server. Caddy does that automatically. To see "
        "what is sent:\n"
        "openssl s_client -connect example.com:443 -showcerts"
    ),
    sources=(
        "https://letsencrypt.org/docs/dst-root-ca-x3-expiration-september-2021/",
        "https://www.rfc-editor.org/rfc/rfc8446#section-4.4.2",
    ),
    examples=(
        Bad(evidence=_sent(-1)),
        Good(evidence=_sent(1)),
        Good(evidence=Transport(exchange=HOME_PAGE, now=1_800_000_000)),
    ),
)
