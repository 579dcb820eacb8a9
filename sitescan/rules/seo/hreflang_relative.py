"""A link to another language version without scheme and host."""

from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.document.indexing.canonical import alternates
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule


def check(document: Document) -> Iterator[Finding]:
    """Report alternates with a code whose address is not a full one."""
    for alternate in alternates(document):
        if not alternate.absolute:
            yield Finding(alternate.tag, url=alternate.url or "https://example.com/de/")


RULE = Rule(
    id="seo/hreflang-relative",
    reads=Document,
    check=check,
    severity=Severity.INFO,
    title="Relative hreflang address",
    description=(
        "{count:One link to another language version has|# links to other language versions have} no full address. "
        "Google asks for full addresses, scheme included, and may ignore others."
    ),
    recommendation="Write the addresses of language versions with scheme and host.",
    how_to_fix='Write, for instance, <link rel="alternate" hreflang="de" href="{url}">',
    sources=("https://developers.google.com/search/docs/specialty/international/localized-versions",),
    covers=("lighthouse:hreflang",),
    examples=(
        Bad('<link rel="alternate" hreflang="de" href="/de/">'),
        Bad('<link rel="alternate" hreflang="de" href="//example.com/de/">'),
        Good('<link rel="alternate" hreflang="de" href="https://example.com/de/">'),
        Good('<link rel="alternate" type="application/rss+xml" href="/feed">'),
    ),
)
