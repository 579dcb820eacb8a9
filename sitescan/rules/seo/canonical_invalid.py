"""A canonical link that leads nowhere."""

from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.document.indexing.canonical import canonicals
from sitescan.document.source_location import shorten
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule


def check(document: Document) -> Iterator[Finding]:
    """Report a canonical link that is empty or no http(s) URL."""
    for canonical in canonicals(document):
        if not canonical.href:
            yield Finding(canonical.tag, detail="no address")
        elif canonical.url is None or not canonical.url.startswith(("http://", "https://")):
            yield Finding(canonical.tag, detail=f"{shorten(canonical.href)} is not a web address")


RULE = Rule(
    id="seo/canonical-invalid",
    reads=Document,
    check=check,
    severity=Severity.WARNING,
    title="Invalid canonical link",
    description=(
        "The page has {count:a canonical link that names|# canonical links that name} no usable address. Search "
        "engines ignore it and choose an address by themselves."
    ),
    recommendation="Give the canonical link the full address of the page.",
    how_to_fix='Write scheme, host and path: <link rel="canonical" href="https://example.com/pears">',
    sources=("https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls",),
    covers=("lighthouse:canonical",),
    examples=(
        Bad('<link rel="canonical" href="">'),
        Bad('<link rel="canonical">'),
        Bad('<link rel="canonical" href="https://exa mple.com/">'),
        Bad('<link rel="canonical" href="http://">'),
        Bad('<link rel="canonical" href="javascript:void(0)">'),
        Good('<link rel="canonical" href=" https://example.com/pears ">'),
        Good('<link rel="canonical" href="/pears">'),
        Good('<link rel="canonical" href="https://example.com/birnbäume">'),
    ),
)
