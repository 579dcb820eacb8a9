"""TLS certificate expires soon."""

from collections.abc import Iterator

from attrs import evolve

from sitescan.model.exchange import Tls
from sitescan.model.report import Severity
from sitescan.model.transport_answers import Transport
from sitescan.rules.example_pages import HOME_PAGE
from sitescan.rules.rule import Bad, Finding, Good, Rule

DAY = 86_400
_SOON = 14 * DAY

#: Six-day certificates are renewed when half of that is left, so for a certificate of unknown lifetime,
#: only less than that is soon.
#: https://letsencrypt.org/2025/01/16/6-day-and-ip-certs
_SOON_FOR_ANY = 2 * DAY


def check(transport: Transport) -> Iterator[Finding]:
    """Report a certificate that should have been renewed already."""
    tls = transport.exchange.tls
    if tls is None or not tls.not_after or not transport.now:
        return
    left = tls.not_after - transport.now
    if left < renewal_margin(tls):
        yield Finding(days=max(0, int(left // DAY)))


def renewal_margin(tls: Tls) -> float:
    """Return how many seconds before the end of its certificate a site has certainly renewed it."""
    length = tls.not_after - tls.not_before if tls.not_before else 0
    return min(_SOON, length / 6) if length else _SOON_FOR_ANY


def _left(days: float, length: int) -> Transport:
    now = 1_800_000_000
    end = now + int(days * DAY)
    tls = Tls(
        protocol="TLSv1.3",
        cipher="TLS_AES_128_GCM_SHA256",
        not_before=end - length * DAY if length else 0,
        not_after=end,
    )
    exchange = evolve(HOME_PAGE, tls=tls)
    return Transport(exchange=exchange, now=now)


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="TLS certificate expires soon",
    passed="TLS certificate is valid long enough",
    applies=lambda transport: transport.exchange.secure,
    needs=lambda transport: transport.now and (tls := transport.exchange.tls) and tls.not_after,
    description=(
        "The site's certificate expires in {days:# day|# days}, and automatic renewal would have replaced it by now. "
        "Once it expires, browsers show visitors a full-page warning instead of the site."
    ),
    recommendation="Renew the certificate now and find out why it wasn't renewed automatically.",
    how_to_fix=(
        "With certbot, certbot renew --dry-run shows what fails, and systemctl list-timers shows whether the timer "
        'runs. Reload the web server after renewal: certbot renew --deploy-hook "systemctl reload nginx".\n'
        "Caddy and most CDNs renew certificates automatically: check their logs."
    ),
    sources=(
        "https://letsencrypt.org/docs/integration-guide/",
        "https://www.rfc-editor.org/rfc/rfc5280#section-4.1.2.5",
    ),
    examples=(
        Bad(evidence=_left(10, 90)),
        Bad(evidence=_left(1, 0)),
        Bad(evidence=_left(13, 365)),
        Good(evidence=_left(29, 90)),
        Good(evidence=_left(3, 6)),
        Good(evidence=_left(10, 0)),
    ),
)
