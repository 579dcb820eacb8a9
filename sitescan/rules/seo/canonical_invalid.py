from sitescan.document.indexing.canonical import canonical_link, canonicals, qualified_canonicals
from sitescan.rules.authoring import NEEDED, Bad, Document, Finding, Findings, Good, Rule, Severity, shorten


def check(document: Document) -> Findings:
    """Report a canonical link that is empty or no HTTP URL, or that search engines ignore because of an attribute."""
    for canonical in canonicals(document):
        if canonical.tag is not None and document.bindings.writes(canonical.tag, "href"):
            continue
        if not canonical.href:
            yield Finding(canonical.tag, detail="no URL", link=canonical_link(document.url))
        elif canonical.url is None or not canonical.url.startswith(("http://", "https://")):
            detail = f"{shorten(canonical.href)} is not a web URL"
            yield Finding(canonical.tag, detail=detail, link=canonical_link(document.url))
    for canonical in qualified_canonicals(document):
        detail = f"{canonical.qualifier} on a canonical link"
        yield Finding(canonical.tag, detail=detail, link=canonical_link(document.url))


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    share=NEEDED,
    title="Canonical link is invalid",
    passed="Canonical link is valid",
    applies=canonicals,
    description=(
        "The page has {count:# canonical link|# canonical links} without a usable URL, or with an attribute such as "
        "media. Search engines ignore {count:it|them} and choose a URL themselves."
    ),
    recommendation="Give the canonical link the full URL of the page, and no other attribute.",
    how_to_fix="If this page's own URL should appear in results: {link}",
    sources=("https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls",),
    covers=("lighthouse:canonical",),
    examples=(
        Bad('<link rel="canonical" href="">'),
        Bad('<link rel="canonical">'),
        Bad('<link rel="canonical" href="https://exa mple.com/">'),
        Bad('<link rel="canonical" href="http://">'),
        Bad('<link rel="canonical" href="javascript:void(0)">'),
        Bad('<link rel="canonical" href="https://example.com/pears" media="screen">'),
        Bad(headers=('Link: <https://example.com/pears>; rel="canonical"; hreflang="en"',)),
        Good('<link rel="canonical" href=" https://example.com/pears ">'),
        Good('<link rel="canonical" href="/pears">'),
        Good('<link rel="canonical" href="https://example.com/birnbäume">'),
    ),
)
