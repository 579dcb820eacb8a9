"""HSTS is remembered for too short a time."""

from collections.abc import Iterator

from sitescan.model.exchange import Exchange
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule
from sitescan.standards.hsts import parse_hsts

#: Six months: what the usual guides ask for at least.
_SHORTEST = 15_552_000


def check(exchange: Exchange) -> Iterator[Finding]:
    """Report a policy that ends within six months."""
    values = exchange.headers.all("strict-transport-security")
    policy = parse_hsts(values[0]) if exchange.secure and values else None
    if policy is not None and policy.max_age < _SHORTEST:
        yield Finding(max_age=policy.max_age)


RULE = Rule(
    id="security/hsts-short",
    reads=Exchange,
    check=check,
    severity=Severity.WARNING,
    title="HSTS lifetime too short",
    description=(
        "The Strict-Transport-Security header is valid for {max_age:# second|# seconds}, less than six months "
        "(15,552,000 seconds). Visitors who come back later start unprotected again; with 0 the protection is "
        "switched off."
    ),
    recommendation="Raise max-age to a year.",
    how_to_fix=(
        "Strict-Transport-Security: max-age=31536000\n"
        'nginx: add_header Strict-Transport-Security "max-age=31536000" always;\n'
        'Apache: Header always set Strict-Transport-Security "max-age=31536000"\n'
        'Caddy: header Strict-Transport-Security "max-age=31536000"\n'
        "In nginx, repeat the line in each location that has add_header lines of its own: such a location "
        "inherits none.\n"
        "Keep includeSubDomains if you send it today. Add includeSubDomains only when every subdomain "
        "answers over HTTPS: browsers refuse plain HTTP there for a year, and you can't take that back."
    ),
    sources=(
        "https://cheatsheetseries.owasp.org/cheatsheets/HTTP_Strict_Transport_Security_Cheat_Sheet.html",
        "https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/Strict-Transport-Security",
    ),
    covers=(
        "lighthouse:has-hsts",
        "observatory:hsts-implemented-max-age-less-than-six-months",
        "webhint:strict-transport-security",
    ),
    examples=(
        Bad(headers=("Strict-Transport-Security: max-age=86400",)),
        Bad(headers=("Strict-Transport-Security: max-age=0",)),
        Good(headers=("Strict-Transport-Security: max-age=15552000",)),
        Good(headers=("Strict-Transport-Security: max-age=nonsense",)),
        Good(headers=("Strict-Transport-Security: max-age=1",), url="http://example.com/"),
    ),
)
