"""Pages name a canonical URL that search engines may not show."""

from collections.abc import Iterator

from sitescan.rules.authoring import Bad, Category, Finding, Good, Rule, Severity, Site, of_pages, page_at, site_of, url


def check(site: Site) -> Iterator[Finding]:
    """Report each canonical URL whose page is excluded from search results, with the other pages that name it."""
    for target, pages in site.by_canonical.items():
        page = site.page(target)
        others = [other for other in pages if other is not page and not other.facts.noindex]
        if page is not None and page.facts.noindex and others:
            yield of_pages(others, target)


RULE = Rule(
    check=check,
    since="1.1.0",
    categories=(Category.SEO,),
    severity=Severity.WARNING,
    title="Canonical URL of pages is kept out of results",
    description=(
        "{pages:# page names|# pages name} the canonical URL {target}, which asks search engines not to show it "
        "(noindex). In the end, none of these pages may appear in results."
    ),
    recommendation="Name a page that may be shown, or remove noindex from that page.",
    how_to_fix=(
        "Choose the address that should appear in results. Its page must not say noindex in a robots meta tag or an "
        "X-Robots-Tag header."
    ),
    sources=("https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls",),
    examples=(
        Bad(evidence=site_of(page_at("/a", canonical=url("/b")), page_at("/b", noindex=True))),
        Good(evidence=site_of(page_at("/a", canonical=url("/b")), page_at("/b"))),
        Good(evidence=site_of(page_at("/b", canonical=url("/b"), noindex=True))),
        Good(evidence=site_of(page_at("/a", canonical=url("/b"), noindex=True), page_at("/b", noindex=True))),
    ),
)
