"""A page served by HTTPS that prefers its plain HTTP address."""

from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.document.indexing.canonical import canonicals
from sitescan.model.answers import same_host
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule


def check(document: Document) -> Iterator[Finding]:
    """Report a canonical link to ``http:`` on the page's own host."""
    for canonical in canonicals(document):
        url = canonical.url
        if document.exchange.secure and url and url.startswith("http:") and same_host(url, document.url):
            yield Finding(canonical.tag, url=url, secure=f"https:{url.removeprefix('http:')}")


RULE = Rule(
    id="seo/canonical-insecure",
    reads=Document,
    check=check,
    severity=Severity.WARNING,
    title="Canonical link to plain HTTP",
    description=(
        "The page is served over HTTPS, but its canonical link is {url}. That tells search engines to prefer the "
        "insecure address, against every other sign that the page gives."
    ),
    recommendation="Let the canonical link start with https://.",
    how_to_fix='Write <link rel="canonical" href="{secure}">, and set the base address to https in the CMS.',
    sources=("https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls",),
    examples=(
        Bad('<link rel="canonical" href="http://example.com/pears">'),
        Good('<link rel="canonical" href="http://example.com/pears">', url="http://example.com/pears"),
        Good('<link rel="canonical" href="http://example.org/pears">'),
        Good('<link rel="canonical" href="https://example.com/pears">'),
    ),
)
