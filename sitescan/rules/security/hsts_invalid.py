"""Browsers ignore the HSTS header because it is malformed."""

from collections.abc import Iterator

from sitescan.document.places import shorten
from sitescan.model.exchange import Exchange
from sitescan.model.hsts import parse_hsts
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule


def check(exchange: Exchange) -> Iterator[Finding]:
    """Report a first header that is no policy; browsers look at no other."""
    values = exchange.headers.all("strict-transport-security")
    if exchange.secure and values and parse_hsts(values[0]) is None:
        yield Finding(value=shorten(values[0]))


RULE = Rule(
    id="security/hsts-invalid",
    reads=Exchange,
    check=check,
    severity=Severity.WARNING,
    title="Invalid HSTS header",
    description=(
        "The page sends “Strict-Transport-Security: {value}”, which browsers cannot read and therefore ignore as a "
        "whole: the site is as unprotected as without it. The header needs exactly one max-age with a whole number of "
        "seconds, and semicolons between its parts."
    ),
    recommendation="Write the header in the form that browsers accept.",
    how_to_fix=(
        "Strict-Transport-Security: max-age=31536000; includeSubDomains\n"
        'nginx: add_header Strict-Transport-Security "max-age=31536000; includeSubDomains" always;\n'
        'Apache: Header always set Strict-Transport-Security "max-age=31536000; includeSubDomains"\n'
        'Caddy: header Strict-Transport-Security "max-age=31536000; includeSubDomains"\n'
        "Separate with semicolons, not commas; write no unit behind the number; name each part once; send the header "
        "once."
    ),
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
        Good(headers=('Strict-Transport-Security: MAX-AGE="31536000" ; includesubdomains;',)),
        Good(headers=("Strict-Transport-Security: ; max-age=31536000; someday=maybe",)),
        Good(headers=("Strict-Transport-Security: max-age=31536000", "Strict-Transport-Security: nonsense")),
        Good(headers=("Strict-Transport-Security: nonsense",), url="http://example.com/"),
    ),
)
