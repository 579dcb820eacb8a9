from sitescan.charging import ChargedBy
from sitescan.document.indexing.canonical import canonical_link, canonicals
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity
from sitescan.standards.public_suffixes import site_of
from sitescan.standards.urls import UNKNOWN_HOST, http_host


def check(document: Document) -> Findings:
    """Report a canonical link to another registrable domain, unless it is unknown where the page is served."""
    if document.exchange.host == UNKNOWN_HOST:
        return
    for canonical in canonicals(document):
        host, own = http_host((canonical.url or "").partition("#")[0]), http_host(document.url)
        if host and site_of(host) != site_of(own):
            yield Finding(canonical.tag, url=canonical.url or "", host=host, own=own, link=canonical_link(document.url))


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    charged_by=ChargedBy(("seo/canonical-broken",)),
    title="Canonical URL is on another site",
    passed="Canonical URL is on this site",
    applies=lambda document: document.exchange.host != UNKNOWN_HOST and canonicals(document),
    description=(
        "The canonical URL is {url} on {host}, but this page is on {own}. This tells search engines to show the other "
        "site's page instead of this one."
    ),
    recommendation="Check that search engines should show the other site's page.",
    how_to_fix=(
        "If this page is a copy that you publish with permission, or a preview of the site, you don't need to change "
        "anything. Otherwise, name the page's own URL: {link}. After a move to a new domain, change the URL in the "
        "settings of the site."
    ),
    sources=("https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls",),
    examples=(
        Bad('<link rel="canonical" href="https://example.org/pears">'),
        Bad("<p>Pears", headers=('Link: <https://example.net/>; rel="canonical"',)),
        Good('<link rel="canonical" href="https://www.example.com/pears">'),
        Good('<link rel="canonical" href="/pears">'),
        Good('<link rel="canonical" href="https://example.org/pears">', url="https://your-site.example/pears.html"),
        Good('<link rel="canonical" href="mailto:ann@example.org">'),
    ),
)
