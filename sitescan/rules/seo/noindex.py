from sitescan.charging import NOT_SHOWN
from sitescan.document.indexing.robots_meta import AGENTS, exclusions, for_all
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity


def check(document: Document) -> Findings:
    """Report each directive that excludes the page from all search engines."""
    excluding = exclusions(document)
    for directive in excluding if for_all(excluding) else ():
        description = f"{directive.written} in the {directive.source}"
        detail = description if directive.tag is None else ""
        yield Finding(directive.tag, detail=detail, said=description, whom=AGENTS[directive.agent])


RULE = Rule(
    check=check,
    severity=Severity.ERROR,
    share=NOT_SHOWN,
    title="Page is excluded from search results",
    passed="Robots directives allow search results",
    applies=lambda document: not exclusions(document),
    description=(
        "The page asks {whom} not to show it in results: {said}. That is right for a login, a shopping cart or a test "
        "system. Otherwise, nobody finds the page by searching."
    ),
    recommendation="Remove the directive if people should find the page.",
    how_to_fix=(
        'Delete noindex or none from <meta name="robots">, or stop sending the X-Robots-Tag header. Look for it in '
        "nginx (add_header), Apache (Header set), Caddy (header) or the application. In WordPress: Settings, Reading, "
        '"Discourage search engines".'
    ),
    sources=("https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag",),
    covers=("lighthouse:is-crawlable",),
    examples=(
        Bad('<meta name="robots" content="noindex">'),
        Bad('<meta name="ROBOTS" content="index, follow, NoIndex">'),
        Bad('<meta name="robots" content="none">'),
        Bad('<meta name="googlebot" content="noindex"><meta name="bingbot" content="none">'),
        Bad("<p>Pears", headers=("X-Robots-Tag: all", "X-Robots-Tag: noindex")),
        Bad('<meta name="googlebot" content="noindex">', headers=("X-Robots-Tag: noindex",)),
        Bad('<meta name="robots" content="unavailable_after: Wed, 31 Dec 1969 10:00:00 GMT">'),
        Good('<meta name="robots " content="noindex">'),
        Good('<meta name="robots" content="index, follow, max-snippet:-1, max-image-preview:large">'),
        Good('<meta name="robots" content="noimageindex">'),
        Good('<meta name="robots" content="unavailable_after: 2999-12-31">'),
        Good('<meta name="robots" content="unavailable_after: soon">'),
        Good('<meta name="googlebot" content="noindex, nofollow">'),
        Good("<p>Pears", headers=("X-Robots-Tag: otherbot: noindex, nofollow",)),
        Good('<meta property="robots" content="noindex">'),
    ),
)
