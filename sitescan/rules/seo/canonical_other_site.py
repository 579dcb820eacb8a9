"""A canonical link to another site."""

from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.document.indexing.canonical import canonicals
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule
from sitescan.standards.public_suffixes import site_of
from sitescan.standards.urls import InvalidTarget, serialized_target


def check(document: Document) -> Iterator[Finding]:
    """Report a canonical link to a host of another registrable domain."""
    for canonical in canonicals(document):
        try:
            host = serialized_target((canonical.url or "").partition("#")[0]).host
        except InvalidTarget:
            continue
        own = serialized_target(document.url).host
        if site_of(host) != site_of(own):
            yield Finding(canonical.tag, url=canonical.url or "", host=host, own=own)


RULE = Rule(
    id="seo/canonical-other-site",
    reads=Document,
    check=check,
    severity=Severity.INFO,
    title="Canonical link to another site",
    description=(
        "The canonical link names {url} on {host}, while this page is on {own}. It tells search engines to show that "
        "site's page instead of this one."
    ),
    recommendation="Check that search engines should show the other site's page.",
    how_to_fix=(
        "If this page is a copy that you publish with permission, or a preview of the site, all is well. If not, name "
        'the page\'s own address: <link rel="canonical" href="https://{own}/...">. After a move to a new domain, '
        "change the address in the settings of the site."
    ),
    sources=("https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls",),
    examples=(
        Bad('<link rel="canonical" href="https://example.org/pears">'),
        Bad("<p>Pears", headers=('Link: <https://example.net/>; rel="canonical"',)),
        Good('<link rel="canonical" href="https://www.example.com/pears">'),
        Good('<link rel="canonical" href="/pears">'),
        Good('<link rel="canonical" href="mailto:ann@example.org">'),
    ),
)
