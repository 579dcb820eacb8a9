"""The page answers with an error status."""

from collections.abc import Iterator
from http import HTTPStatus

from sitescan.model.exchange import Exchange
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule


def check(exchange: Exchange) -> Iterator[Finding]:
    """Report a status outside of 200 to 299."""
    if not 200 <= exchange.status < 300:
        known = {status.value: status.phrase for status in HTTPStatus}
        phrase = known.get(exchange.status, "")
        yield Finding(status=f"{exchange.status} {phrase}".strip())


RULE = Rule(
    id="seo/http-status",
    reads=Exchange,
    check=check,
    severity=Severity.ERROR,
    share=30,
    title="Error status for the page",
    description=(
        "The server answered with status {status}. Search engines do not list a page that does not answer with 200, "
        "and drop it if they did; what else this report says is about the error page."
    ),
    recommendation="Let the page answer with status 200, or scan the address that was meant.",
    how_to_fix=(
        "Check the address for a typing mistake first. 404: restore the page, or redirect to its successor with 301. "
        "403, 401, 429: the server may refuse unknown programs; let this scanner in or look at its bot protection. "
        "5xx: look into the server's error log."
    ),
    sources=("https://developers.google.com/search/docs/crawling-indexing/http-network-errors",),
    covers=("lighthouse:http-status-code",),
    examples=(
        Bad("<p>Not found", status=404),
        Bad("<p>Sorry", status=503),
        Bad("<p>Blocked", status=999),
        Good("<p>Pears"),
        Good("<p>Pears", status=203),
    ),
)
