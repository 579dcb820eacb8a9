"""A canonical link to a part of a page."""

from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.document.indexing.canonical import canonicals
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule


def check(document: Document) -> Iterator[Finding]:
    """Report a canonical link with a fragment."""
    for canonical in canonicals(document):
        page, _, fragment = (canonical.url or "").partition("#")
        if fragment and page.startswith("http"):
            yield Finding(canonical.tag, detail=f"#{fragment[:100]}", url=page)


RULE = Rule(
    id="seo/canonical-fragment",
    reads=Document,
    check=check,
    severity=Severity.INFO,
    title="Canonical link with a fragment",
    description=(
        "The canonical link names a part of a page (after #). Search engines only know whole pages, so they drop the "
        "part or ignore the link."
    ),
    recommendation="Remove # and what follows it from the canonical link.",
    how_to_fix='<link rel="canonical" href="{url}">',
    sources=("https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls",),
    examples=(
        Bad('<link rel="canonical" href="https://example.com/pears#prices">'),
        Bad("<p>Pears", headers=('Link: <https://example.com/#/pears>; rel="canonical"',)),
        Good('<link rel="canonical" href="https://example.com/pears">'),
        Good('<link rel="canonical" href="https://example.com/pears#">'),
    ),
)
