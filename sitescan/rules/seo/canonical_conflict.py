"""Canonical links that contradict each other."""

from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.document.indexing.canonical import canonicals
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule


def check(document: Document) -> Iterator[Finding]:
    """Report every canonical link that names another address than the first."""
    named = [canonical for canonical in canonicals(document) if canonical.url is not None]
    for canonical in named[1:]:
        if canonical.url != named[0].url:
            source = "link element" if canonical.tag is not None else "Link header"
            yield Finding(canonical.tag, first=named[0].url or "", detail=f"the {source} says {canonical.url}")


RULE = Rule(
    id="seo/canonical-conflict",
    reads=Document,
    check=check,
    severity=Severity.WARNING,
    title="Contradicting canonical links",
    description=(
        "The page names several addresses as its canonical one: first {first}, then "
        "{count:another|# others}. Search engines then tend to ignore all of them."
    ),
    recommendation="Name one canonical address, in one place.",
    how_to_fix=(
        "Keep the link to the address that shall appear in results and remove the rest. Look into the head and into "
        "the Link response header; two plugins or a plugin and the server often each write one."
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
