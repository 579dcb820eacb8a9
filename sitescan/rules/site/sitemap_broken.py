"""The sitemaps list addresses that don't exist."""

from collections.abc import Iterator

from sitescan.rules.authoring import Bad, Category, Finding, Good, Rule, Severity, Site, page_at, site_of, url
from sitescan.rules.example_sites import missing
from sitescan.rules.site_findings import of_urls


def check(site: Site) -> Iterator[Finding]:
    """Report the listed URLs that can't be loaded."""
    urls = [listed for listed in sorted(site.listed) if site.is_broken(listed)]
    yield from of_urls(urls)


RULE = Rule(
    check=check,
    since="1.1.0",
    categories=(Category.SEO,),
    severity=Severity.WARNING,
    title="Sitemap lists addresses that don't exist",
    description=(
        "The sitemaps list {pages:# address that doesn't|# addresses that don't} exist, beginning with {first}. Search "
        "engines report this as an error, and trust the sitemap less."
    ),
    recommendation="List only pages that exist.",
    how_to_fix=(
        "Generate the sitemap again. Most systems and plugins update it when a page is deleted or moved; check that "
        "nothing keeps an old copy."
    ),
    sources=("https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap",),
    examples=(
        Bad(evidence=site_of(page_at("/a"), answers=(missing("/b"),), listed=frozenset({url("/a"), url("/b")}))),
        Good(evidence=site_of(page_at("/a"), page_at("/b"), listed=frozenset({url("/a"), url("/b")}))),
        Good(evidence=site_of(page_at("/a"), listed=frozenset({url("/a"), url("/b")}))),
        Good(evidence=site_of(page_at("/a"), answers=(missing("/c"),), listed=frozenset({url("/a"), url("/b")}))),
    ),
)
