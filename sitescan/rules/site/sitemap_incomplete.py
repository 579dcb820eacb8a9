"""The sitemaps lack pages that the site links to."""

from sitescan.rules.authoring import Bad, Category, Findings, Good, Rule, Severity
from sitescan.rules.site_authoring import Site, of_urls, page_at, site_of, urls


def check(site: Site) -> Findings:
    """Report pages that search engines may show and no sitemap lists, if there is a sitemap."""
    known = {page.url for listed in site.listed if (page := site.reached(listed)) is not None}
    # A page with parameters is a view of another one more often than a page of its own.
    urls = [
        page.url for page in site.distinct if page.url not in known and page.depth is not None and "?" not in page.url
    ]
    if site.complete and len(urls) <= len(known):
        yield from of_urls(urls)


RULE = Rule(
    check=check,
    since="1.1.0",
    categories=(Category.SEO,),
    severity=Severity.INFO,
    title="Sitemap lacks pages of the site",
    description=(
        "The sitemaps lack {pages:# page|# pages} that the site links to, beginning with {first}. Search engines find "
        "new and changed pages sooner if they are listed."
    ),
    recommendation="List all pages that search engines should show.",
    how_to_fix=(
        "Generate the sitemap again, from all pages. If a page should not be shown, put a robots meta tag with noindex "
        "into it."
    ),
    sources=("https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap",),
    examples=(
        Bad(evidence=site_of(page_at("/a"), page_at("/b"), page_at("/c"), listed=urls("/a", "/b"))),
        Good(evidence=site_of(page_at("/a"), page_at("/b"), listed=urls("/a", "/b"))),
        Good(evidence=site_of(page_at("/a"), page_at("/b"))),
        Good(evidence=site_of(page_at("/a"), page_at("/b"), page_at("/c"), listed=urls("/a", "/b"), complete=False)),
        Good(
            evidence=site_of(
                page_at("/a"),
                page_at("/b"),
                page_at("/c", noindex=True),
                page_at("/a?sort=up"),
                listed=urls("/a", "/b"),
            )
        ),
    ),
)
