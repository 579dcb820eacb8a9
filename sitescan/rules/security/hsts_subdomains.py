from sitescan.rules.authoring import Bad, Exchange, Finding, Findings, Good, Rule, Severity, response_header
from sitescan.standards.hsts import parse_hsts


def check(exchange: Exchange) -> Findings:
    """Report a policy without includeSubDomains; max-age=0 disables HSTS and has its own rule."""
    values = exchange.headers.all("strict-transport-security")
    policy = parse_hsts(values[0]) if exchange.secure and values else None
    if policy is not None and policy.max_age and not policy.include_subdomains:
        yield Finding(detail="preload has no effect without includeSubDomains" if policy.preload else "")


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    share=0,
    title="HSTS doesn't cover subdomains",
    passed="HSTS covers subdomains",
    applies=lambda exchange: exchange.secure and parse_hsts(exchange.headers.get("strict-transport-security")),
    description=(
        "The Strict-Transport-Security header has no includeSubDomains. An attacker can still impersonate any "
        "subdomain over plain HTTP and set cookies there that this site then receives."
    ),
    recommendation="Add includeSubDomains once every subdomain works over HTTPS.",
    how_to_fix=(
        "First check every subdomain, including internal names (intranet.example.com, old.example.com). Browsers "
        "then refuse plain HTTP for all of them until max-age ends, and you can't undo that.\n"
        "Strict-Transport-Security: max-age=31536000; includeSubDomains\n"
        + response_header("Strict-Transport-Security", "max-age=31536000; includeSubDomains").text
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
