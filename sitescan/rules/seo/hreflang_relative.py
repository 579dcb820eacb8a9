from sitescan.document.element_markup import start_tag
from sitescan.document.indexing.canonical import alternates
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, changed, safe


def check(document: Document) -> Findings:
    """Report language versions with a relative URL."""
    for alternate in alternates(document):
        if not alternate.absolute:
            url = alternate.url or "https://example.com/de/"
            link = start_tag("link", rel="alternate", hreflang=alternate.hreflang, href=url)
            change = safe(changed(alternate.tag, href=alternate.url)) if alternate.url else None
            yield Finding(alternate.tag, link=link, change=change)


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="URLs of language versions are relative",
    passed="URLs of language versions are absolute",
    applies=alternates,
    description=(
        "{count:# link to another language version has|# links to other language versions have} no full URL. Google "
        "asks for full URLs, including the scheme, and may ignore others."
    ),
    recommendation="Write the URLs of language versions with scheme and host.",
    how_to_fix="The first link as a full URL: {link}",
    shows_change=False,
    sources=("https://developers.google.com/search/docs/specialty/international/localized-versions",),
    covers=("lighthouse:hreflang",),
    examples=(
        Bad('<link rel="alternate" hreflang="de" href="/de/">'),
        Bad('<link rel="alternate" hreflang="de" href="//example.com/de/">'),
        Good('<link rel="alternate" hreflang="de" href="https://example.com/de/">'),
        Good('<link rel="alternate" type="application/rss+xml" href="/feed">'),
    ),
)
