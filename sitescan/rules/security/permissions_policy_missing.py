"""The page does not switch off device features that it does not use."""

from collections.abc import Iterator

from sitescan.model.exchange import Exchange
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule


def check(exchange: Exchange) -> Iterator[Finding]:
    """Report a page on HTTPS without the header; over plain HTTP these features are off anyway."""
    if exchange.secure and "permissions-policy" not in exchange.headers:
        yield Finding()


RULE = Rule(
    id="security/permissions-policy-missing",
    reads=Exchange,
    check=check,
    severity=Severity.INFO,
    title="Permissions-Policy header missing",
    description=(
        "The response has no Permissions-Policy header. Camera, microphone and location stay available to every script "
        "of the page, an injected one included; switching them off costs one line."
    ),
    recommendation="Switch off the features that the page does not use.",
    how_to_fix=(
        "Permissions-Policy: camera=(), microphone=(), geolocation=()\n"
        'nginx: add_header Permissions-Policy "camera=(), microphone=(), geolocation=()" always;\n'
        'Apache: Header always set Permissions-Policy "camera=(), microphone=(), geolocation=()"\n'
        'Caddy: header Permissions-Policy "camera=(), microphone=(), geolocation=()"\n'
        "In nginx, repeat the line in each location that has add_header lines of its own: such a location "
        "inherits none."
    ),
    sources=(
        "https://www.w3.org/TR/permissions-policy/",
        "https://owasp.org/www-project-secure-headers/",
    ),
    examples=(
        Bad(),
        Good(headers=("Permissions-Policy: camera=()",)),
        Good(url="http://example.com/"),
    ),
)
