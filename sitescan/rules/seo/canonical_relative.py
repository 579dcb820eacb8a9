"""A canonical link without scheme and host."""

from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.document.indexing.canonical import canonicals
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule


def check(document: Document) -> Iterator[Finding]:
    """Report a canonical link that depends on the address by which the page was reached."""
    for canonical in canonicals(document):
        if canonical.url is not None and canonical.url.startswith("http") and not canonical.absolute:
            yield Finding(canonical.tag, detail=f"read as {canonical.url}", url=canonical.url)


RULE = Rule(
    id="seo/canonical-relative",
    reads=Document,
    check=check,
    severity=Severity.INFO,
    title="Relative canonical link",
    description=(
        "The canonical link is relative. It works, but it takes scheme and host from wherever the page was fetched: a "
        "copy under http, another host name or a test system then declares itself to be the original."
    ),
    recommendation="Write the canonical link as a full address with scheme and host.",
    how_to_fix='If this page\'s own address is meant: <link rel="canonical" href="{url}">',
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
