from http import HTTPStatus

from sitescan.charging import NOT_SHOWN
from sitescan.rules.authoring import Bad, Exchange, Finding, Findings, Good, Rule, Severity


def check(exchange: Exchange) -> Findings:
    """Report a status code outside of 200 to 299."""
    if not 200 <= exchange.status < 300:
        known = {status.value: status.phrase for status in HTTPStatus}
        phrase = known.get(exchange.status, "")
        yield Finding(status=f"{exchange.status} {phrase}".strip())


RULE = Rule(
    check=check,
    severity=Severity.ERROR,
    share=NOT_SHOWN,
    title="Page returns an error status",
    passed="Page returns a success status",
    description=(
        "The server answered with status {status}. Search engines don't list a page that doesn't answer with 200, and "
        "remove it if they did before. The rest of this report is about the error page."
    ),
    recommendation="Make the page return status 200, or scan the URL you meant.",
    how_to_fix=(
        "Check the URL for typos first. For 404, restore the page or redirect to its replacement with status 301. For "
        "401, 403 or 429, the server may block automated requests; allow this scanner or check the bot protection. For "
        "5xx, look at the server's error log."
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
