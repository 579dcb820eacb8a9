"""HSTS leaves the subdomains out, or asks for preloading without what that needs."""

from collections.abc import Iterator

from sitescan.model.exchange import Exchange
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule
from sitescan.standards.hsts import parse_hsts


def check(exchange: Exchange) -> Iterator[Finding]:
    """Report a policy without includeSubDomains; one of max-age=0 is switched off and has its own rule."""
    values = exchange.headers.all("strict-transport-security")
    policy = parse_hsts(values[0]) if exchange.secure and values else None
    if policy is not None and policy.max_age and not policy.include_subdomains:
        yield Finding(detail="preload is ignored without includeSubDomains" if policy.preload else "")


RULE = Rule(
    id="security/hsts-subdomains",
    reads=Exchange,
    check=check,
    severity=Severity.INFO,
    share=0,
    title="HSTS without subdomains",
    description=(
        "The Strict-Transport-Security header has no includeSubDomains. An attacker can still pose as any subdomain "
        "over "
        "plain HTTP, and set cookies there that this site then receives."
    ),
    recommendation="Add includeSubDomains once every subdomain answers over HTTPS.",
    how_to_fix=(
        "Check every subdomain first, internal names too (intranet.example.com, old.example.com): "
        "browsers then refuse all of them over plain HTTP for as long as max-age says, and you can't "
        "take that back.\n"
        "Strict-Transport-Security: max-age=31536000; includeSubDomains\n"
        'nginx: add_header Strict-Transport-Security "max-age=31536000; includeSubDomains" always;\n'
        'Apache: Header always set Strict-Transport-Security "max-age=31536000; includeSubDomains"\n'
        'Caddy: header Strict-Transport-Security "max-age=31536000; includeSubDomains"\n'
        "In nginx, repeat the line in each location that has add_header lines of its own: such a location "
        "inherits none."
    ),
    sources=(
        "https://www.rfc-editor.org/rfc/rfc6797#section-14.4",
        "https://hstspreload.org/",
    ),
    covers=("lighthouse:has-hsts",),
    examples=(
        Bad(headers=("Strict-Transport-Security: max-age=31536000",)),
        Bad(headers=("Strict-Transport-Security: max-age=31536000; preload",)),
        Good(headers=("Strict-Transport-Security: max-age=31536000; INCLUDESUBDOMAINS",)),
        Good(headers=("Strict-Transport-Security: max-age=0",)),
        Good(),
    ),
)
