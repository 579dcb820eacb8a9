"""TLS certificate, or the intermediate one above it, expires soon."""

from attrs import evolve

from sitescan.model.exchange import SentCertificate, Tls
from sitescan.model.transport_answers import Transport
from sitescan.rules.authoring import HOME_PAGE, Bad, Finding, Findings, Good, Rule, Severity, shorten

_DAY = 86_400
_SOON = 14 * _DAY

#: Six-day certificates are renewed when half of that is left, so for a certificate of unknown lifetime,
#: only less than that is soon.
#: https://letsencrypt.org/2025/01/16/6-day-and-ip-certs
_SOON_FOR_ANY = 2 * _DAY

_RENEW = (
    "With certbot, certbot renew --dry-run shows what fails, and systemctl list-timers shows whether the timer "
    'runs. Reload the web server after renewal: certbot renew --deploy-hook "systemctl reload nginx".\n'
    "Caddy and most CDNs renew certificates automatically: check their logs."
)
_REPLACE = (
    "Renew the site's certificate, and send the intermediate certificate that comes with it: certbot renew "
    "--force-renewal gets both. Other authorities offer the current one for download: replace the old one in the file "
    "that ssl_certificate (nginx) or SSLCertificateFile (Apache) names, and reload the server. To see when the sent "
    "certificates expire:\nopenssl s_client -connect example.com:443 -showcerts"
)


def check(transport: Transport) -> Findings:
    """Report a certificate that should have been renewed already, and an intermediate one that ends before it."""
    tls = transport.exchange.tls
    if tls is None or not tls.not_after or not transport.now:
        return
    left = tls.not_after - transport.now
    if left < _renewal_margin(tls):
        why = "Automatic renewal would have replaced it by now."
        yield Finding(name="The site's certificate", days=max(0, int(left // _DAY)), why=why, how=_RENEW)
    # Most programs renew a certificate when a third of its time is left, and get a new intermediate one with it.
    renewal = tls.not_after - (tls.not_after - tls.not_before) / 3 if tls.not_before else 0
    for certificate in tls.chain:
        end = certificate.not_after
        if certificate.needed and end < tls.not_after and (end < renewal or end - transport.now < _renewal_margin(tls)):
            name = f"The intermediate certificate “{shorten(certificate.subject)}”"
            why = "The site's own certificate is valid for longer, and isn't trusted without it."
            yield Finding(name=name, days=max(0, int((end - transport.now) // _DAY)), why=why, how=_REPLACE)


def _renewal_margin(tls: Tls) -> float:
    """Return how many seconds before the end of its certificate a site has certainly renewed it."""
    length = tls.not_after - tls.not_before if tls.not_before else 0
    return min(_SOON, length / 6) if length else _SOON_FOR_ANY


def _left(own: float, length: int, intermediate: float | None = None, *, needed: bool = True) -> Transport:
    """Return the evidence of certificates with this many days left."""
    now = 1_800_000_000
    end = now + int(own * _DAY)
    sent = SentCertificate(subject="Pears Issuer", not_after=now + int((intermediate or 0) * _DAY), needed=needed)
    tls = Tls(
        protocol="TLSv1.3",
        cipher="TLS_AES_128_GCM_SHA256",
        not_before=end - length * _DAY if length else 0,
        not_after=end,
        chain=(sent,) if intermediate is not None else (),
    )
    return Transport(exchange=evolve(HOME_PAGE, tls=tls), now=now)


RULE = Rule(
    check=check,
    former_ids=("security/certificate-issuer-expiry",),
    severity=Severity.WARNING,
    title="TLS certificate expires soon",
    passed="TLS certificate is valid long enough",
    applies=lambda transport: transport.exchange.secure,
    needs=lambda transport: transport.now and (tls := transport.exchange.tls) and tls.not_after,
    description=(
        "{name} expires in {days:# day|# days}. {why} Once it expires, browsers show visitors a full-page warning "
        "instead of the site."
    ),
    recommendation="Renew the certificate now and find out why it wasn't renewed automatically.",
    how_to_fix="Renew it before visitors see the warning.\n{how}",
    sources=(
        "https://letsencrypt.org/docs/integration-guide/",
        "https://letsencrypt.org/docs/certificates/",
        "https://www.rfc-editor.org/rfc/rfc5280#section-4.1.2.5",
    ),
    examples=(
        Bad(evidence=_left(10, 90)),
        Bad(evidence=_left(1, 0)),
        Bad(evidence=_left(13, 365)),
        Bad(evidence=_left(60, 90, 10)),
        Bad(evidence=_left(300, 365, 100)),
        Bad(evidence=_left(60, 0, 1)),
        Good(evidence=_left(29, 90)),
        Good(evidence=_left(3, 6)),
        Good(evidence=_left(10, 0)),
        Good(evidence=_left(60, 90, 10, needed=False)),
        Good(evidence=_left(60, 90, 59)),
        Good(evidence=_left(60, 90, 35)),
        Good(evidence=_left(20, 90, 400)),
        Good(evidence=Transport(exchange=HOME_PAGE, now=1_800_000_000)),
    ),
)
