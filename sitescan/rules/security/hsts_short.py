from sitescan.rules.authoring import Bad, Exchange, Finding, Findings, Good, Rule, Severity, response_header
from sitescan.rules.server_configuration import replacing
from sitescan.standards.hsts import parse_hsts

#: Six months: the minimum in common guidelines.
_SHORTEST = 15_552_000

_SETTING = replacing(response_header("Strict-Transport-Security", "{value}"))


def check(exchange: Exchange) -> Findings:
    """Report a policy with a max-age of less than six months."""
    values = exchange.headers.all("strict-transport-security")
    policy = parse_hsts(values[0]) if exchange.secure and values else None
    if policy is not None and policy.max_age < _SHORTEST:
        kept = "; includeSubDomains" * policy.include_subdomains + "; preload" * policy.preload
        yield Finding(max_age=policy.max_age, value=f"max-age=31536000{kept}")


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="HSTS max-age is too short",
    passed="HSTS max-age is long enough",
    applies=lambda exchange: exchange.secure and parse_hsts(exchange.headers.get("strict-transport-security")),
    description=(
        "The Strict-Transport-Security header is valid for {max_age:# second|# seconds}, which is less than six "
        "months (15,552,000 seconds). Visitors who come back later are unprotected again. A value of 0 turns "
        "HSTS off."
    ),
    recommendation="Increase max-age to one year.",
    how_to_fix=(
        "Strict-Transport-Security: {value}\n"
        + _SETTING.text
        + "\nAdd includeSubDomains only if every subdomain works over HTTPS: "
        "browsers then refuse plain HTTP there for a year, and you can't undo that."
    ),
    setting=_SETTING,
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
