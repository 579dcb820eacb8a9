"""Permissions-Policy header is invalid."""

from collections.abc import Iterator

from sitescan.document.source_location import shorten
from sitescan.model.exchange import Exchange
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule
from sitescan.rules.server_configuration import response_header
from sitescan.standards.structured_fields import Malformed, parse_dictionary


def check(exchange: Exchange) -> Iterator[Finding]:
    """Report a value that is no dictionary: a single wrong character makes browsers ignore all of it."""
    value = exchange.headers.get("permissions-policy")
    try:
        parse_dictionary(value)
    except Malformed as problem:
        yield Finding(value=shorten(value), problem=str(problem))


RULE = Rule(
    id="security/permissions-policy-invalid",
    reads=Exchange,
    check=check,
    severity=Severity.WARNING,
    title="Permissions-Policy header is invalid",
    description=(
        "The page sends “Permissions-Policy: {value}”. Browsers can't parse this ({problem}) and ignore the "
        "whole header, so it doesn't turn off any feature."
    ),
    recommendation="Write the header as a list of name=(...) pairs separated by commas.",
    how_to_fix=(
        'Permissions-Policy: camera=(), geolocation=(self "https://maps.example.com")\n'
        + response_header("Permissions-Policy", 'camera=(), geolocation=(self "https://maps.example.com")')
        + "\nWrite lists in parentheses, addresses in double quotes, and self without quotes. The older syntax "
        "(camera 'none'; microphone 'none') belongs to Feature-Policy."
    ),
    sources=(
        "https://www.w3.org/TR/permissions-policy/#permissions-policy-http-header-field",
        "https://www.rfc-editor.org/rfc/rfc9651#name-parsing-a-dictionary",
    ),
    examples=(
        Bad(headers=("Permissions-Policy: camera 'none'; microphone 'none'",)),
        Bad(headers=("Permissions-Policy: camera=(), geolocation=('self')",)),
        Bad(headers=("Permissions-Policy: camera=(),",)),
        Bad(headers=("Permissions-Policy: camera=() microphone=()",)),
        Good(headers=('Permissions-Policy: camera=(), geolocation=(self "https://maps.example.com"), fullscreen=*',)),
        Good(headers=("Permissions-Policy: camera=()", "Permissions-Policy: microphone=();report-to=pears")),
        Good(),
    ),
)
