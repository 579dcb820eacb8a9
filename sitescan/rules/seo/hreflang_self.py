from sitescan.document.element_markup import start_tag
from sitescan.document.indexing.canonical import alternates, canonicals
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity
from sitescan.standards.language_tags import known


def check(document: Document) -> Findings:
    """Report language versions that list neither the URL nor the canonical URL of the page."""
    named = alternates(document)
    own = {document.url.partition("#")[0], *(canonical.url for canonical in canonicals(document))}
    if named and not any(alternate.url is not None and alternate.url.partition("#")[0] in own for alternate in named):
        language = document.lang if known(document.lang) else "en"
        link = start_tag("link", rel="alternate", hreflang=language, href=document.url)
        yield Finding(named[0].tag, versions=len(named), url=document.url, link=link)


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Language versions don't include this page",
    passed="Language versions include this page",
    applies=alternates,
    description=(
        "The page lists {versions:# language version|# language versions}, but not itself ({url}). Google expects each "
        "version to list all of them, including itself, and may ignore an incomplete set."
    ),
    recommendation="List the page itself among its language versions.",
    how_to_fix="Add a line for this page to the others: {link}. Put the same list on every version.",
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
