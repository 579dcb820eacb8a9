"""Language versions that contradict each other."""

from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.document.indexing.canonical import alternates
from sitescan.document.source_location import shorten
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule


def check(document: Document) -> Iterator[Finding]:
    """Report a code that stands for two addresses."""
    first: dict[str, str] = {}
    for one in alternates(document):
        if one.url is None:
            continue
        code = one.hreflang.strip().lower()
        url = first.setdefault(code, one.url)
        if url != one.url:
            yield Finding(one.tag, detail=f"{shorten(one.hreflang)} is {shorten(url)} before")


RULE = Rule(
    id="seo/hreflang-conflict",
    reads=Document,
    check=check,
    severity=Severity.WARNING,
    title="Contradicting language versions",
    description=(
        "{count:One link names|# links name} another address for a language that already has one. Search engines "
        "cannot tell which of them is meant and may ignore both."
    ),
    recommendation="Name one address for each language and region.",
    how_to_fix=(
        "Keep one line for each code, in the head, the Link header or the sitemap, not in several of them; tell "
        "versions of one language apart by region: en-GB, en-US, and en for all others."
    ),
    sources=("https://developers.google.com/search/docs/specialty/international/localized-versions",),
    examples=(
        Bad(
            '<link rel="alternate" hreflang="de" href="https://example.com/de/">'
            '<link rel="alternate" hreflang="DE" href="https://example.com/at/">'
        ),
        Bad(
            '<link rel="alternate" hreflang="de" href="https://example.com/de/">',
            headers=('Link: <https://example.com/german/>; rel="alternate"; hreflang="de"',),
        ),
        Good(
            '<link rel="alternate" hreflang="de" href="https://example.com/de/">'
            '<link rel="alternate" hreflang="de" href="https://EXAMPLE.com/de/">'
            '<link rel="alternate" hreflang="de-AT" href="https://example.com/de/">'
        ),
    ),
)
