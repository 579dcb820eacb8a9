"""Security headers that come more than once."""

from collections.abc import Iterator

from sitescan.document.source_location import shorten
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
            lines = len(exchange.headers.all(name))
            sent = f"in {lines} headers" if lines > 1 else "in one header"
            yield Finding(detail=f"{name}: {shorten(', '.join(values))}, {sent}", observatory=outcome)


RULE = Rule(
    id="security/headers-repeated",
    reads=Exchange,
    check=check,
    severity=Severity.INFO,
    share=0,
    title="Security headers sent twice",
    description=(
        "{count:# header has|# headers have} several values where one is allowed, in several headers or in one with "
        "commas. Often the application and the web server both add it. Browsers cope while the values are the same, "
        "stricter programs don't, and after a change in one of the two places the values contradict each other."
    ),
    recommendation="Send each security header from one place only.",
    how_to_fix=(
        "Send it from the application or from the server, not from both. To drop the application's copy:\n"
        "nginx: proxy_hide_header X-Frame-Options;\n"
        "Apache: Header unset X-Frame-Options\n"
        "Caddy:\n"
        " reverse_proxy 127.0.0.1:8080 {{\n"
        " header_down -X-Frame-Options\n"
        " }}\n"
        'In Apache, write "Header always set" once instead of add or append.'
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
