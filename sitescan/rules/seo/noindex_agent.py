from sitescan.document.indexing.robots_meta import AGENTS, exclusions, for_all
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity


def check(document: Document) -> Findings:
    """Report each directive that excludes the page from one search engine, if others may show it."""
    excluding = exclusions(document)
    for directive in excluding if not for_all(excluding) else ():
        description = f"{directive.written} in the {directive.source}"
        detail = description if directive.tag is None else ""
        yield Finding(directive.tag, detail=detail, said=description, whom=AGENTS[directive.agent])


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    share=12,
    title="Page is excluded from one search engine",
    passed="Robots directives treat search engines alike",
    applies=lambda document: not exclusions(document),
    description=(
        "The page asks {whom} not to show it in results ({said}), but allows other search engines to. People who "
        "search with {whom} don't find the page."
    ),
    recommendation="Remove the directive if this search engine should show the page.",
    how_to_fix=(
        'Delete noindex or none from <meta name="googlebot"> or <meta name="bingbot">, or from the X-Robots-Tag header '
        "that names the crawler. To keep a page out of all results, say it once for all search engines: <meta "
        'name="robots" content="noindex">'
    ),
    sources=("https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag",),
    examples=(
        Bad('<meta name="googlebot" content="noindex, nofollow">'),
        Bad("<p>Pears", headers=("X-Robots-Tag: Googlebot: nofollow, noindex",)),
        Bad("<p>Pears", headers=("X-Robots-Tag: bingbot: unavailable_after: 25 Jun 1969 15:00:00 PST",)),
        Good('<meta name="googlebot" content="noindex"><meta name="bingbot" content="noindex">'),
        Good('<meta name="googlebot" content="noindex"><meta name="robots" content="noindex">'),
        Good("<p>Pears", headers=("X-Robots-Tag: otherbot: noindex",)),
        Good('<meta name="googlebot" content="nosnippet">'),
    ),
)
