from sitescan.document.indexing.canonical import canonicals
from sitescan.rules.authoring import NEEDED, Bad, Document, Finding, Findings, Good, Rule, Severity


def check(document: Document) -> Findings:
    """Report each canonical link with a different URL than the first."""
    named = [canonical for canonical in canonicals(document) if canonical.url is not None]
    for canonical in named[1:]:
        if canonical.url != named[0].url:
            source = "link element" if canonical.tag is not None else "Link header"
            yield Finding(canonical.tag, first=named[0].url or "", detail=f"the {source} names {canonical.url}")


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    share=NEEDED,
    title="Page has conflicting canonical URLs",
    passed="Canonical URLs of the page agree",
    applies=canonicals,
    description=(
        "The page names more than one canonical URL: first {first}, then {count:another|# others}. Search engines then "
        "tend to ignore all of them."
    ),
    recommendation="Name one canonical URL, in one place.",
    how_to_fix=(
        "Keep the link to the URL that should appear in results, and remove the others. Check both the head and the "
        "Link response header. Often two plugins, or a plugin and the server, each add one."
    ),
    sources=("https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls",),
    covers=("lighthouse:canonical",),
    examples=(
        Bad(
            '<link rel="canonical" href="https://example.com/pears">'
            '<link rel="canonical" href="https://example.com/apples">'
        ),
        Bad(
            '<link rel="canonical" href="https://example.com/pears">',
            headers=('Link: <https://example.com/>; rel="canonical"',),
        ),
        Good(
            '<link rel="canonical" href="https://example.com">',
            headers=('Link: <https://example.com/>; rel="canonical"',),
        ),
        Good('<link rel="canonical" href="/">', url="https://example.com/pears"),
    ),
)
