"""The HSTS header asks for the preload list, but the site is not on it or does not meet its conditions."""

from collections.abc import Iterator

from sitescan.model.exchange import Exchange
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule
from sitescan.standards.hsts import Hsts, parse_hsts
from sitescan.standards.hsts_preload import is_preloaded, list_date
from sitescan.standards.public_suffixes import is_public_suffix, site_of
from sitescan.standards.urls import InvalidTarget, serialized_target

#: One year: what the list asks for.
_SHORTEST = 31_536_000


def check(exchange: Exchange) -> Iterator[Finding]:
    """
    Report a header with preload that has no effect, or puts the site's place on the list at risk.

    Only the header of the registrable domain counts for the list; where a whole suffix is on it, no header does.
    """
    values = exchange.headers.all("strict-transport-security")
    policy = parse_hsts(values[0]) if exchange.secure and values else None
    if policy is None or not policy.preload:
        return
    try:
        target = serialized_target(exchange.url)
    except InvalidTarget:
        return
    domain = site_of(target.host)
    if target.is_address or is_public_suffix(domain) or is_preloaded(domain.partition(".")[2]):
        return
    missing = _missing(policy)
    if is_preloaded(domain):
        if missing and target.host == domain:
            state = f"{domain} is on the list, but the header no longer meets its conditions: {missing}"
            yield Finding(state=state, date=list_date(), domain=domain)
        return
    lacks = f", and the header does not meet its conditions: {missing}" if missing else ""
    yield Finding(state=f"{domain} is not on the list{lacks}", date=list_date(), domain=domain)


def _missing(policy: Hsts) -> str:
    missing = []
    if policy.max_age < _SHORTEST:
        missing.append("max-age is less than 31536000")
    if not policy.include_subdomains:
        missing.append("includeSubDomains is missing")
    return " and ".join(missing)


RULE = Rule(
    id="security/hsts-preload",
    reads=Exchange,
    check=check,
    severity=Severity.INFO,
    share=0,
    title="HSTS preload incomplete",
    description=(
        "The Strict-Transport-Security header asks for the preload list that browsers carry with them. {state}. Only "
        "the list protects the first visit of all; the word preload alone changes nothing in any browser. This "
        "service's copy of the list is of {date}."
    ),
    recommendation="Meet the conditions and submit the domain, or take preload out of the header.",
    how_to_fix=(
        "On https://{domain}/ itself, not only on www: Strict-Transport-Security: max-age=31536000; "
        "includeSubDomains; preload\n"
        'nginx: add_header Strict-Transport-Security "max-age=31536000; includeSubDomains; preload" always;\n'
        'Apache: Header always set Strict-Transport-Security "max-age=31536000; includeSubDomains; preload"\n'
        'Caddy: header Strict-Transport-Security "max-age=31536000; includeSubDomains; preload"\n'
        "In nginx, repeat the line in each location that has add_header lines of its own: such a location "
        "inherits none.\n"
        "The conditions: a valid certificate, http://{domain}/ redirects to https://{domain}/ first, and every "
        "subdomain answers over HTTPS. Then submit it; the same page shows the state of today: "
        "https://hstspreload.org/?domain={domain}\n"
        "Leaving the list takes months. Whoever is not sure of every subdomain leaves preload out."
    ),
    sources=(
        "https://hstspreload.org/#submission-requirements",
        "https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/Strict-Transport-Security#preloading_strict_transport_security",
    ),
    covers=("lighthouse:has-hsts",),
    examples=(
        Bad(headers=("Strict-Transport-Security: max-age=31536000; includeSubDomains; preload",)),
        Bad(headers=("Strict-Transport-Security: max-age=31536000; PRELOAD",)),
        Bad(headers=("Strict-Transport-Security: max-age=300; preload",), url="https://www.example.com/"),
        Bad(headers=("Strict-Transport-Security: max-age=300; preload",), url="https://hstspreload.org/"),
        Good(
            headers=("Strict-Transport-Security: max-age=63072000; includeSubDomains; preload",),
            url="https://hstspreload.org/",
        ),
        Good(headers=("Strict-Transport-Security: max-age=300; preload",), url="https://www.hstspreload.org/"),
        Good(headers=("Strict-Transport-Security: max-age=300; preload",), url="https://pears.dev/"),
        Good(headers=("Strict-Transport-Security: max-age=31536000; includeSubDomains",)),
        Good(headers=("Strict-Transport-Security: max-age=31536000, preload",)),
        Good(headers=("Strict-Transport-Security: max-age=31536000; preload",), url="https://192.0.2.7/"),
        Good(headers=("Strict-Transport-Security: max-age=31536000; preload",), url="https://localhost/"),
        Good(headers=("Strict-Transport-Security: max-age=31536000; preload",), url="https://pears.example:port/"),
        Good(headers=("Strict-Transport-Security: max-age=31536000; preload",), url="http://example.com/"),
        Good(),
    ),
)
