"""The sitemaps list addresses that are redirected."""

from collections.abc import Iterator

from sitescan.rules.authoring import Bad, Category, Finding, Good, Rule, Severity, Site, page_at, site_of, url
from sitescan.rules.example_sites import missing, moved
from sitescan.rules.site_findings import of_urls


def check(site: Site) -> Iterator[Finding]:
    """Report the listed URLs that lead to another URL."""
    urls = [listed for listed in sorted(site.listed) if site.is_redirected(listed) and not site.is_broken(listed)]
    yield from of_urls(urls)


RULE = Rule(
    check=check,
    since="1.1.0",
    categories=(Category.SEO,),
    severity=Severity.INFO,
    title="Sitemap lists addresses that are redirected",
    description=(
        "The sitemaps list {pages:# address that redirects|# addresses that redirect}, beginning with {first}. Search "
        "engines want the addresses that pages end up at."
    ),
    recommendation="List the addresses at the end of the redirects.",
    how_to_fix=(
        "Let the program that writes the sitemap use the current addresses: same scheme, host and slash at the end."
    ),
    sources=("https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap",),
    examples=(
        Bad(evidence=site_of(page_at("/a"), answers=(moved("/b", "/a"),), listed=frozenset({url("/a"), url("/b")}))),
        Bad(evidence=site_of(page_at("/a"), listed=frozenset({url("/b")}), redirected=frozenset({url("/b")}))),
        Good(evidence=site_of(page_at("/a"), page_at("/b"), listed=frozenset({url("/a"), url("/b")}))),
        Good(evidence=site_of(page_at("/a"), answers=(missing("/b"),), listed=frozenset({url("/a"), url("/b")}))),
    ),
)
