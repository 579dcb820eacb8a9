"""Canonical URL contains a fragment."""

from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.document.indexing.canonical import canonical_link, canonicals
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule


def check(document: Document) -> Iterator[Finding]:
    """Report a canonical link with a fragment."""
    for canonical in canonicals(document):
        page, _, fragment = (canonical.url or "").partition("#")
        if fragment and page.startswith("http"):
            yield Finding(canonical.tag, detail=f"#{fragment[:100]}", link=canonical_link(page))


RULE = Rule(
    id="seo/canonical-fragment",
    reads=Document,
    check=check,
    severity=Severity.INFO,
    title="Canonical URL contains a fragment",
    description=(
        "The canonical URL points to a part of a page (after #). Search engines index only whole pages, so they drop "
        "the fragment or ignore the link."
    ),
    recommendation="Remove the # and everything after it from the canonical URL.",
    how_to_fix="Without the fragment: {link}",
    sources=("https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls",),
    examples=(
        Bad('<link rel="canonical" href="https://example.com/pears#prices">'),
        Bad("<p>Pears", headers=('Link: <https://example.com/#/pears>; rel="canonical"',)),
        Good('<link rel="canonical" href="https://example.com/pears">'),
        Good('<link rel="canonical" href="https://example.com/pears#">'),
    ),
)
