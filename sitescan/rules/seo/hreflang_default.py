"""Language versions have no x-default."""

from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.document.fixed_markup import start_tag
from sitescan.document.indexing.canonical import alternates
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule


def check(document: Document) -> Iterator[Finding]:
    """Report a set of two languages or more that has no x-default."""
    named = alternates(document)
    codes = {one.hreflang.strip().lower() for one in named}
    if len(codes) > 1 and "x-default" not in codes:
        link = start_tag("link", rel="alternate", hreflang="x-default", href=document.url)
        yield Finding(named[0].tag, versions=len(codes), link=link)


RULE = Rule(
    id="seo/hreflang-default",
    reads=Document,
    check=check,
    severity=Severity.INFO,
    share=0,
    title="Language versions have no x-default",
    description=(
        "The page has versions for {versions:# language|# languages}, but names none for people who speak other "
        "languages. Search engines choose one for them."
    ),
    recommendation="Name the version for everyone else with x-default.",
    how_to_fix="If this page is the right one for them, add this line to the others: {link}",
    sources=("https://developers.google.com/search/blog/2013/04/x-default-hreflang-for-international-pages",),
    examples=(
        Bad(
            '<link rel="alternate" hreflang="de" href="https://example.com/de/">'
            '<link rel="alternate" hreflang="en" href="https://example.com/">'
        ),
        Good(
            '<link rel="alternate" hreflang="de" href="https://example.com/de/">'
            '<link rel="alternate" hreflang="X-Default" href="https://example.com/">'
        ),
        Good('<link rel="alternate" hreflang="de" href="https://example.com/de/">'),
    ),
)
