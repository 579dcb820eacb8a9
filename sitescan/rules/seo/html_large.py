"""The page is larger than search engines read."""

from collections.abc import Iterator

from sitescan.model.exchange import Exchange
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule

_MOST = 2_000_000


def check(exchange: Exchange) -> Iterator[Finding]:
    """Report more than two megabytes of HTML."""
    if exchange.size > _MOST:
        yield Finding(bytes=exchange.size)


RULE = Rule(
    id="seo/html-large",
    reads=Exchange,
    check=check,
    severity=Severity.WARNING,
    title="HTML is larger than Google indexes",
    description=(
        "The HTML of the page has {bytes:size}. Google reads the first 2 MB of a page for search, so text and links "
        "behind that may not count; phones need long to work through it."
    ),
    recommendation="Move data, styles and pictures out of the HTML and divide long lists into pages.",
    how_to_fix=(
        "Look for large inline pieces: data: images, inline SVG, style and script blocks, serialized state "
        '(<script type="application/json">). Load them from files of their own, and load long lists page by page.'
    ),
    sources=("https://developers.google.com/search/docs/crawling-indexing/googlebot",),
    examples=(
        Bad("<p>Pears</p>" + " " * 2_000_000),
        Good("<p>Pears</p>"),
    ),
)
