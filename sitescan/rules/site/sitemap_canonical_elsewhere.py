"""The sitemaps list pages that name another canonical URL."""

from collections.abc import Iterator

from sitescan.rules.authoring import Bad, Category, Finding, Good, Rule, Severity, Site, page_at, site_of, url
from sitescan.rules.site_findings import of_urls


def check(site: Site) -> Iterator[Finding]:
    """Report the listed pages whose canonical URL is another one."""
    pages = ((listed, site.page(listed)) for listed in sorted(site.listed))
    urls = [
        listed
        for listed, page in pages
        if page is not None and page.facts.canonical and site.page(page.facts.canonical) is not page
    ]
    yield from of_urls(urls)


RULE = Rule(
    check=check,
    since="1.1.0",
    categories=(Category.SEO,),
    severity=Severity.WARNING,
    title="Sitemap lists pages with another canonical URL",
    description=(
        "The sitemaps list {pages:# page that names|# pages that name} another canonical URL, beginning with {first}. "
        "Search engines get conflicting signals, and fetch pages that they won't show."
    ),
    recommendation="List the canonical URL of each page.",
    how_to_fix=(
        "Let the program that writes the sitemap use the URLs that the pages name as canonical. If a canonical link is "
        "wrong, correct it."
    ),
    sources=("https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap",),
    examples=(
        Bad(
            evidence=site_of(
                page_at("/a"), page_at("/b", canonical=url("/a")), listed=frozenset({url("/a"), url("/b")})
            )
        ),
        Good(
            evidence=site_of(
                page_at("/a"), page_at("/b", canonical=url("/b")), listed=frozenset({url("/a"), url("/b")})
            )
        ),
        Good(
            evidence=site_of(
                page_at("/a"),
                page_at("/b"),
                page_at("/c", canonical=url("/a")),
                listed=frozenset({url("/a"), url("/b")}),
            )
        ),
    ),
)
