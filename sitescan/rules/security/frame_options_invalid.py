from sitescan.rules.authoring import Bad, Exchange, Finding, Findings, Good, Rule, Severity, shorten
from sitescan.rules.server_configuration import SAME_ORIGIN_FRAMES, replacing
from sitescan.standards.csp import parse_policies


def check(exchange: Exchange) -> Findings:
    """Report values other than DENY and SAMEORIGIN; frame-ancestors makes browsers ignore them."""
    value = exchange.headers.get("x-frame-options")
    values = {part.strip().lower() for part in value.split(",")}
    if "x-frame-options" not in exchange.headers or values in ({"deny"}, {"sameorigin"}):
        return
    policies = parse_policies(exchange.headers.get("content-security-policy"))
    if not any("frame-ancestors" in policy.directives for policy in policies):
        allows = all(part.startswith("allow-from ") for part in values)
        outcome = "x-frame-options-allow-from-origin" if allows else "x-frame-options-header-invalid"
        sent = f"“X-Frame-Options: {shorten(value)}”" if value else "an empty X-Frame-Options header"
        yield Finding(sent=sent, observatory=outcome)


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="X-Frame-Options header is invalid",
    passed="X-Frame-Options header is valid",
    applies=lambda exchange: (
        exchange.headers.get("x-frame-options")
        and "frame-ancestors" not in exchange.headers.get("content-security-policy")
    ),
    description=(
        "The page sends {sent}. Browsers accept only DENY or SAMEORIGIN, and only one of them. If the value is "
        "unknown, such as ALLOW-FROM, any site can frame the page. If values contradict each other, no site can."
    ),
    recommendation="Send DENY or SAMEORIGIN once, or use frame-ancestors to allow certain sites.",
    how_to_fix=(
        "X-Frame-Options: SAMEORIGIN\n"
        + replacing(SAME_ORIGIN_FRAMES).text
        + "\nInstead of ALLOW-FROM, use Content-Security-Policy: frame-ancestors 'self' https://partner.example\n"
        "If the header is sent twice, the application and the server both add it: remove one."
    ),
    setting=replacing(SAME_ORIGIN_FRAMES),
    sources=(
        "https://html.spec.whatwg.org/multipage/document-lifecycle.html#the-x-frame-options-header",
        "https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/X-Frame-Options",
    ),
    covers=("observatory:x-frame-options-allow-from-origin", "observatory:x-frame-options-header-invalid"),
    examples=(
        Bad(headers=("X-Frame-Options: ALLOW-FROM https://partner.example/",)),
        Bad(headers=("X-Frame-Options: ALLOWALL",)),
        Bad(headers=("X-Frame-Options: DENY", "X-Frame-Options: SAMEORIGIN")),
        Bad(headers=("X-Frame-Options: ",)),
        Good(headers=("X-Frame-Options: Deny",)),
        Good(headers=("X-Frame-Options: SAMEORIGIN", "X-Frame-Options: SAMEORIGIN")),
        Good(headers=("X-Frame-Options: ALLOWALL", "Content-Security-Policy: frame-ancestors 'self'")),
        Good(),
    ),
)
