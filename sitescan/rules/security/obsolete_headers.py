"""Security headers that do nothing any more, or do harm."""

from collections.abc import Iterator

from sitescan.model.exchange import Exchange
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule

_OBSOLETE = (
    "Expect-CT",
    "Feature-Policy",
    "P3P",
    "Public-Key-Pins",
    "Public-Key-Pins-Report-Only",
    "X-Content-Security-Policy",
    "X-WebKit-CSP",
)


def check(exchange: Exchange) -> Iterator[Finding]:
    """Report each obsolete header; X-XSS-Protection: 0 switches a faulty filter off, which is right."""
    for name in _OBSOLETE:
        if name in exchange.headers:
            yield Finding(detail=name)
    filter_ = exchange.headers.get("x-xss-protection")
    if filter_ and filter_.split(";")[0].strip() != "0":
        yield Finding(detail="X-XSS-Protection")


RULE = Rule(
    id="security/obsolete-headers",
    reads=Exchange,
    check=check,
    severity=Severity.INFO,
    title="Obsolete security headers",
    description=(
        "The response carries {count:# header|# headers} that current browsers ignore. They protect nobody and look as "
        "if they did; the old filter behind X-XSS-Protection could even be used to attack pages."
    ),
    recommendation="Remove the obsolete headers and use what replaced them.",
    how_to_fix=(
        "X-XSS-Protection, X-Content-Security-Policy, X-WebKit-CSP: use Content-Security-Policy. "
        "Feature-Policy: use Permissions-Policy. Expect-CT, Public-Key-Pins, P3P: just remove them.\n"
        "Remove the line that sets the header. Where an application behind the server sends it:\n"
        "nginx: proxy_hide_header X-XSS-Protection;\n"
        "Apache:\n"
        " Header unset X-XSS-Protection\n"
        " Header always unset X-XSS-Protection\n"
        "Caddy: header -X-XSS-Protection"
    ),
    sources=(
        "https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/X-XSS-Protection",
        "https://owasp.org/www-project-secure-headers/",
    ),
    covers=("webhint:no-disallowed-headers",),
    examples=(
        Bad(headers=("X-XSS-Protection: 1; mode=block",)),
        Bad(headers=("Feature-Policy: camera 'none'",)),
        Bad(headers=('P3P: CP="IDC DSP"',)),
        Good(headers=("X-XSS-Protection: 0",)),
        Good(headers=("Permissions-Policy: camera=()",)),
        Good(),
    ),
)
