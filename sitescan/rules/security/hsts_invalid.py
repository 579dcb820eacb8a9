from sitescan.rules.authoring import Bad, Exchange, Finding, Findings, Good, Rule, Severity, shorten
from sitescan.rules.server_configuration import HSTS, replacing
from sitescan.standards.hsts import parse_hsts


def check(exchange: Exchange) -> Findings:
    """Report an invalid ``Strict-Transport-Security``; of repeated header fields, browsers use only the first."""
    values = exchange.headers.all("strict-transport-security")
    if exchange.secure and values and parse_hsts(values[0]) is None:
        sent = f"“Strict-Transport-Security: {shorten(values[0])}”" if values[0] else "an empty HSTS header"
        yield Finding(sent=sent)


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="HSTS header is invalid",
    passed="HSTS header is valid",
    applies=lambda exchange: exchange.secure and exchange.headers.get("strict-transport-security"),
    description=(
        "The page sends {sent}. Browsers can't parse this and ignore the whole header, so the site has no HSTS "
        "protection. The header needs exactly one max-age with a whole number of seconds, and semicolons between "
        "its directives."
    ),
    recommendation="Send the header in the form that browsers accept.",
    how_to_fix=(
        "Strict-Transport-Security: max-age=31536000\n"
        + replacing(HSTS).text
        + "\nSeparate directives with semicolons, not commas. Don't add a unit to the number or a value to "
        "includeSubDomains. Use each directive once, and send the header once.\n"
        "Add includeSubDomains only if every subdomain works over HTTPS: browsers then refuse plain HTTP there for a "
        "year, and you can't undo that."
    ),
    setting=replacing(HSTS),
    sources=(
        "https://www.rfc-editor.org/rfc/rfc6797#section-6.1",
        "https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/Strict-Transport-Security",
    ),
    covers=("lighthouse:has-hsts", "observatory:hsts-header-invalid", "webhint:strict-transport-security"),
    examples=(
        Bad(headers=("Strict-Transport-Security: max-age=1y",)),
        Bad(headers=("Strict-Transport-Security: includeSubDomains",)),
        Bad(headers=("Strict-Transport-Security: max-age=31536000, includeSubDomains",)),
        Bad(headers=("Strict-Transport-Security: max-age=31536000; max-age=1",)),
        Bad(headers=("Strict-Transport-Security: ",)),
        Bad(headers=("Strict-Transport-Security: max-age=31536000; includeSubDomains=true",)),
        Good(headers=("Strict-Transport-Security: max-age=99999999999999999999999",)),
        Good(headers=('Strict-Transport-Security: MAX-AGE="31536000" ; includesubdomains;',)),
        Good(headers=("Strict-Transport-Security: ; max-age=31536000; someday=maybe",)),
        Good(headers=("Strict-Transport-Security: max-age=31536000", "Strict-Transport-Security: nonsense")),
        Good(headers=("Strict-Transport-Security: nonsense",), url="http://example.com/"),
    ),
)
