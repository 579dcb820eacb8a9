"""Language versions that do not name this one."""

from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.document.indexing.canonical import alternates, canonicals
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule


def check(document: Document) -> Iterator[Finding]:
    """Report a page whose set of language versions lacks the page itself, under its own and its canonical address."""
    named = alternates(document)
    own = {document.url.partition("#")[0], *(canonical.url for canonical in canonicals(document))}
    if named and not any(one.url is not None and one.url.partition("#")[0] in own for one in named):
        yield Finding(named[0].tag, versions=len(named), url=document.url)


RULE = Rule(
    id="seo/hreflang-self",
    reads=Document,
    check=check,
    severity=Severity.INFO,
    title="Language versions without this page",
    description=(
        "The page names {versions:# language version|# language versions}, but not itself ({url}). Google expects each "
        "version to name all of them, itself included, and may ignore an incomplete set."
    ),
    recommendation="List the page itself among its language versions.",
    how_to_fix=(
        'Add a line for this page to the others: <link rel="alternate" hreflang="en" href="https://example.com/en/">. '
        "Each version has the same list."
    ),
    sources=("https://developers.google.com/search/docs/specialty/international/localized-versions",),
    examples=(
        Bad('<link rel="alternate" hreflang="de" href="https://example.com/de/">'),
        Good(
            '<link rel="alternate" hreflang="de" href="https://example.com/de/">'
            '<link rel="alternate" hreflang="en" href="https://example.com/">'
        ),
        Good(
            '<link rel="alternate" hreflang="de" href="https://bäume.example/">',
            url="https://xn--bume-loa.example/",
        ),
        Good(
            '<link rel="canonical" href="https://example.com/en/"><link rel="alternate" hreflang="en" '
            'href="https://example.com/en/">',
            url="https://example.com/en/?utm_source=mail",
        ),
        Good('<link rel="alternate" type="application/rss+xml" href="/feed">'),
    ),
)
