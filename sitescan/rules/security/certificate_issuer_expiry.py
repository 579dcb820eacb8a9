"""Intermediate certificate expires before the site's own."""

from collections.abc import Iterator

from attrs import evolve

from sitescan.document.source_location import shorten
from sitescan.model.exchange import SentCertificate, Tls
from sitescan.model.report import Severity
from sitescan.model.transport_answers import Transport
from sitescan.rules.example_pages import HOME_PAGE
from sitescan.rules.rule import Bad, Finding, Good, Rule
from sitescan.rules.security.certificate_expiry import DAY, renewal_margin


def check(transport: Transport) -> Iterator[Finding]:
    """Report an intermediate certificate that expires soon, or before the site's own is due for renewal."""
    tls = transport.exchange.tls
    if tls is None or not tls.not_after or not transport.now:
        return
    # Most programs renew a certificate when a third of its time is left, and get a new intermediate one with it.
    renewal = tls.not_after - (tls.not_after - tls.not_before) / 3 if tls.not_before else 0
    for certificate in tls.chain:
        end = certificate.not_after
        if certificate.needed and end < tls.not_after and (end < renewal or end - transport.now < renewal_margin(tls)):
            yield Finding(
                name=shorten(certificate.subject),
                days=max(0, int((end - transport.now) // DAY)),
                earlier=int((tls.not_after - end) // DAY),
            )


def _left(own: float, intermediate: float, length: int = 90, *, needed: bool = True) -> Transport:
    """Return the evidence of certificates with this many days left."""
    now = 1_800_000_000
    end = now + int(own * DAY)
    sent = SentCertificate(subject="Pears Issuer", not_after=now + int(intermediate * DAY), needed=needed)
    tls = Tls(
        protocol="TLSv1.3",
        cipher="TLS_AES_128_GCM_SHA256",
        not_before=end - length * DAY if length else 0,
        not_after=end,
        chain=(sent,),
    )
    return Transport(exchange=evolve(HOME_PAGE, tls=tls), now=now)


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="Intermediate certificate expires before the site's own",
    passed="Intermediate certificates last until the next renewal",
    applies=lambda transport: transport.exchange.secure,
    needs=lambda transport: transport.now and (tls := transport.exchange.tls) and tls.not_after,
    description=(
        "The intermediate certificate “{name}” expires in {days:# day|# days}, {earlier:# day|# days} before the "
        "site's own. From then on, visitors see a full-page warning instead of the site, although the site's own "
        "certificate is still valid."
    ),
    recommendation="Renew the site's certificate, and send the intermediate certificate that comes with the new one.",
    how_to_fix=(
        "With certbot, certbot renew --force-renewal gets both. Other authorities offer the current intermediate "
        "certificate for download: replace the old one in the file that ssl_certificate (nginx) or SSLCertificateFile "
        "(Apache) names, and reload the server. To see when the sent certificates expire:\n"
        "openssl s_client -connect example.com:443 -showcerts"
    ),
    sources=(
        "https://www.rfc-editor.org/rfc/rfc5280#section-6.1.3",
        "https://letsencrypt.org/docs/certificates/",
    ),
    examples=(
        Bad(evidence=_left(60, 10)),
        Bad(evidence=_left(300, 100, length=365)),
        Bad(evidence=_left(60, 1, length=0)),
        Good(evidence=_left(60, 10, needed=False)),
        Good(evidence=_left(60, 59)),
        Good(evidence=_left(60, 35)),
        Good(evidence=_left(20, 400)),
        Good(evidence=Transport(exchange=HOME_PAGE, now=1_800_000_000)),
    ),
)
