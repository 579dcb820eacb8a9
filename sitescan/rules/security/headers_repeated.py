"""Security headers that come more than once."""

from collections.abc import Iterator

from sitescan.document.places import shorten
from sitescan.model.exchange import Exchange
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule

#: Headers of one value, with the outcome by which the Observatory calls a repeated one invalid.
_SINGLE = {
    "X-Content-Type-Options": "x-content-type-options-header-invalid",
    "X-Frame-Options": "x-frame-options-header-invalid",
    "Strict-Transport-Security": "",
}


def check(exchange: Exchange) -> Iterator[Finding]:
    """Report headers of one value that have several; beside frame-ancestors nobody reads X-Frame-Options."""
    for name, outcome in _SINGLE.items():
        values = [part.strip() for part in exchange.headers.get(name).split(",")]
        unread = name == "X-Frame-Options" and "frame-ancestors" in exchange.headers.get("content-security-policy")
        if len(values) > 1 and not unread:
            yield Finding(detail=f"{name}: {shorten(', '.join(values))}", observatory=outcome)


RULE = Rule(
    id="security/headers-repeated",
    reads=Exchange,
    check=check,
    severity=Severity.INFO,
    share=0,
    title="Security headers sent twice",
    description=(
        "{count:# header comes|# headers come} more than once. The application and the web server probably both add "
        "it. Browsers cope while the values are the same, stricter programs do not, and after a change in one of the "
        "two places the values contradict each other."
    ),
    recommendation="Send each security header from one place only.",
    how_to_fix=(
        "Keep it in the application or in the server, not in both.\n"
        "nginx, for an application behind it: proxy_hide_header X-Frame-Options; beside its own add_header line\n"
        'Apache: Header always set X-Frame-Options "SAMEORIGIN" (set instead of add or append), and Header unset for '
        "the copy\n"
        'Caddy: header X-Frame-Options "SAMEORIGIN" inside reverse_proxy as header_down'
    ),
    sources=(
        "https://www.rfc-editor.org/rfc/rfc9110#section-5.3",
        "https://www.rfc-editor.org/rfc/rfc6797#section-8.1",
    ),
    covers=("observatory:x-content-type-options-header-invalid", "observatory:x-frame-options-header-invalid"),
    examples=(
        Bad(headers=("X-Content-Type-Options: nosniff", "X-Content-Type-Options: nosniff")),
        Bad(headers=("X-Frame-Options: DENY, DENY",)),
        Bad(headers=("Strict-Transport-Security: max-age=1", "Strict-Transport-Security: max-age=2")),
        Good(headers=("X-Content-Type-Options: nosniff", "X-Frame-Options: DENY")),
        Good(headers=("X-Frame-Options: DENY, DENY", "Content-Security-Policy: frame-ancestors 'none'")),
        Good(),
    ),
)
