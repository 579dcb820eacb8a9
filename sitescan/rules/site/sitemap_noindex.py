"""The sitemaps list pages that search engines may not show."""

from collections.abc import Iterator

from sitescan.rules.authoring import Bad, Category, Finding, Good, Rule, Severity, Site, page_at, site_of, url
from sitescan.rules.site_findings import of_urls


def check(site: Site) -> Iterator[Finding]:
    """Report the listed pages with ``noindex``."""
    pages = ((listed, site.page(listed)) for listed in sorted(site.listed))
    urls = [listed for listed, page in pages if page is not None and page.facts.noindex]
    yield from of_urls(urls)


RULE = Rule(
    check=check,
    since="1.1.0",
    categories=(Category.SEO,),
    severity=Severity.WARNING,
    title="Sitemap lists pages that ask not to be shown",
    description=(
        "The sitemaps list {pages:# page that asks|# pages that ask} search engines not to show {pages:it|them} "
        "(noindex), beginning with {first}. Search engines report this as an error."
    ),
    recommendation="Remove either noindex or the entry.",
    how_to_fix=(
        "Decide for each page whether people should find it. Most sitemap plugins have a setting that omits "
        "pages with noindex."
    ),
    sources=("https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap",),
    examples=(
        Bad(evidence=site_of(page_at("/a"), page_at("/b", noindex=True), listed=frozenset({url("/a"), url("/b")}))),
        Good(
            evidence=site_of(
                page_at("/a"), page_at("/b"), page_at("/c", noindex=True), listed=frozenset({url("/a"), url("/b")})
            )
        ),
    ),
)
