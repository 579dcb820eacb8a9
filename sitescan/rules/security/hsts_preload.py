from sitescan.rules.authoring import Bad, Exchange, Finding, Findings, Good, Rule, Severity, response_header
from sitescan.standards.hsts import Hsts, parse_hsts
from sitescan.standards.hsts_preload import is_preloaded, list_date
from sitescan.standards.public_suffixes import is_public_suffix, site_of
from sitescan.standards.urls import InvalidTarget, serialized_target

#: One year: the minimum for the preload list.
_SHORTEST = 31_536_000


def check(exchange: Exchange) -> Findings:
    """
    Report a preload directive without effect, or one that endangers the site's entry in the list.

    Only the header field of the registrable domain counts for the list; if a whole suffix is on it, none does.
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
            state = f"{domain} is on it, but the header no longer meets the conditions ({missing})"
            yield Finding(state=state, date=list_date(), domain=domain)
        return
    lacks = f", and the header doesn't meet the conditions ({missing})" if missing else ""
    yield Finding(state=f"{domain} isn't on it{lacks}", date=list_date(), domain=domain)


def _missing(policy: Hsts) -> str:
    missing = []
    if policy.max_age < _SHORTEST:
        missing.append("max-age is less than 31536000")
    if not policy.include_subdomains:
        missing.append("includeSubDomains is missing")
    return " and ".join(missing)


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    share=0,
    title="HSTS preload is incomplete",
    passed="HSTS preload is complete",
    applies=lambda exchange: exchange.secure and "preload" in exchange.headers.get("strict-transport-security").lower(),
    description=(
        "The Strict-Transport-Security header contains preload, which asks for a place on the preload list that "
        "browsers ship with. However, {state}. Only the list protects a visitor's very first request; the word "
        "preload alone has no effect. This scan uses the list of {date}."
    ),
    recommendation="Meet the conditions and submit the domain, or remove preload from the header.",
    how_to_fix=(
        "Send this on https://{domain}/ itself, not only on www: Strict-Transport-Security: max-age=31536000; "
        "includeSubDomains; preload\n"
        + response_header("Strict-Transport-Security", "max-age=31536000; includeSubDomains; preload").text
        + "\nThe conditions: a valid certificate, http://{domain}/ redirects to https://{domain}/ first, "
        "and every subdomain works over HTTPS. Then submit the domain and check its current state "
        "here: https://hstspreload.org/?domain={domain}\n"
        "Removal from the list takes months. If you aren't sure about every subdomain, remove preload."
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
