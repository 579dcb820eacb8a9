from sitescan.document.indexing.canonical import canonicals
from sitescan.document.indexing.robots_meta import exclusions, for_all
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity


def check(document: Document) -> Findings:
    """Report a canonical link to another URL on a page with ``noindex``."""
    excluding = exclusions(document)
    own = {document.url.partition("#")[0], document.exchange.requested.partition("#")[0]}
    for canonical in canonicals(document) if for_all(excluding) else ():
        page = (canonical.url or "").partition("#")[0]
        if page.startswith("http") and page not in own:
            yield Finding(canonical.tag, url=page, directive=excluding[0].written)
            return


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="Page combines noindex with a canonical URL",
    passed="Canonical URL fits the robots directives",
    applies=canonicals,
    description=(
        "The page says {directive} and names {url} as its canonical URL. The two contradict each other: search engines "
        "may drop the other page as well, or ignore the canonical URL."
    ),
    recommendation="Use either noindex or a canonical URL, not both.",
    how_to_fix=(
        "If the page is a copy of {url}, keep the canonical link and remove noindex. If it should stay out of results, "
        "keep noindex and remove the canonical link."
    ),
    sources=("https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls",),
    examples=(
        Bad('<meta name="robots" content="noindex"><link rel="canonical" href="https://example.com/pears">'),
        Bad('<link rel="canonical" href="https://example.com/pears">', headers=("X-Robots-Tag: none",)),
        Good('<meta name="robots" content="noindex"><link rel="canonical" href="https://example.com/">'),
        Good('<meta name="robots" content="nofollow"><link rel="canonical" href="https://example.com/pears">'),
        Good('<meta name="robots" content="noindex">'),
    ),
)
