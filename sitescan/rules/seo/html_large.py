from sitescan.rules.authoring import Bad, Exchange, Finding, Findings, Good, Rule, Severity

_MOST = 2_000_000


def check(exchange: Exchange) -> Findings:
    """Report more than 2 MB of HTML."""
    if exchange.size > _MOST:
        yield Finding(bytes=exchange.size)


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="HTML is larger than the 2 MB that Google reads",
    passed="HTML is within the 2 MB that Google reads",
    description=(
        "The HTML of the page is {bytes:size} in size. Google reads only the first 2 MB for search, so text and links "
        "after that may not count. Phones also need a long time to process it."
    ),
    recommendation="Move data, styles and images out of the HTML, and split long lists into pages.",
    how_to_fix=(
        "Look for large inline parts: data: images, inline SVG, style and script elements, and serialized state "
        '(<script type="application/json">). Load them from separate files, and load long lists page by page.'
    ),
    sources=("https://developers.google.com/search/docs/crawling-indexing/googlebot",),
    examples=(
        Bad("<p>Pears</p>" + " " * 2_000_000),
        Good("<p>Pears</p>"),
    ),
)
