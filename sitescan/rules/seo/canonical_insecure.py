from sitescan.document.indexing.canonical import canonical_link, canonicals
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity
from sitescan.standards.urls import same_host


def check(document: Document) -> Findings:
    """Report a canonical link to ``http:`` on the host of the page."""
    for canonical in canonicals(document):
        url = canonical.url
        if document.exchange.secure and url and url.startswith("http:") and same_host(url, document.url):
            yield Finding(canonical.tag, url=url, link=canonical_link(f"https:{url.removeprefix('http:')}"))


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="Canonical URL uses HTTP instead of HTTPS",
    passed="Canonical URL uses HTTPS",
    applies=lambda document: document.exchange.secure and canonicals(document),
    description=(
        "The page is served over HTTPS, but its canonical URL is {url}. This tells search engines to prefer the "
        "insecure URL, against every other signal that the page gives."
    ),
    recommendation="Start the canonical URL with https://.",
    how_to_fix="Write {link}, and set the URL of the site to https:// in the CMS.",
    sources=("https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls",),
    examples=(
        Bad('<link rel="canonical" href="http://example.com/pears">'),
        Good('<link rel="canonical" href="http://example.com/pears">', url="http://example.com/pears"),
        Good('<link rel="canonical" href="http://example.org/pears">'),
        Good('<link rel="canonical" href="https://example.com/pears">'),
    ),
)
