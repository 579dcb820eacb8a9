from sitescan.document.indexing.canonical import canonical_link, canonicals
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, changed, safe


def check(document: Document) -> Findings:
    """Report a canonical link that is relative to the URL of the page."""
    for canonical in canonicals(document):
        if canonical.url is not None and canonical.url.startswith("http") and not canonical.absolute:
            link, change = (
                canonical_link(canonical.url),
                safe(changed(canonical.tag, href=canonical.url.partition("#")[0])),
            )
            yield Finding(canonical.tag, detail=f"resolves to {canonical.url}", link=link, change=change)


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Canonical URL is relative",
    passed="Canonical URL is absolute",
    applies=canonicals,
    description=(
        "The canonical URL is written without scheme and host. It works, but it takes them from wherever the page was "
        "fetched. A copy on HTTP, on another host name or on a test system then declares itself the original."
    ),
    recommendation="Write the canonical link as a full URL with scheme and host.",
    how_to_fix="The same link as a full URL: {link}",
    shows_change=False,
    sources=("https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls",),
    covers=("lighthouse:canonical",),
    examples=(
        Bad('<link rel="canonical" href="/pears">'),
        Bad('<link rel="canonical" href="//example.com/pears">'),
        Bad("<p>Pears", headers=('Link: </>; rel="canonical"',)),
        Good('<link rel="canonical" href="HTTPS://example.com/pears">'),
        Good('<link rel="canonical" href="">'),
    ),
)
