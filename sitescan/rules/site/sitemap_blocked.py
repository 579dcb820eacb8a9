"""The sitemaps list addresses that robots.txt disallows."""

from sitescan.rules.authoring import Bad, Category, Findings, Good, Rule, Severity
from sitescan.rules.site_authoring import LinkingPages, Site, of_target, page_at, site_of, url, urls


def check(site: Site) -> Findings:
    """Report the listed URLs that crawlers may not fetch."""
    if site.blocked.count:
        yield of_target("", site.blocked)


_BLOCKED = LinkingPages(count=1, first=(url("/b"),))

RULE = Rule(
    check=check,
    since="1.1.0",
    categories=(Category.SEO,),
    severity=Severity.WARNING,
    title="Sitemap lists addresses that robots.txt disallows",
    description=(
        "robots.txt disallows {pages:# address|# addresses} of the sitemaps, beginning with {first}. Search "
        "engines may not fetch such pages, so they can't show what is on them."
    ),
    recommendation="Allow the addresses in robots.txt, or remove them from the sitemap.",
    how_to_fix=("If people should find the pages, remove or narrow the Disallow line. If not, remove the entries."),
    sources=("https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap",),
    examples=(
        Bad(evidence=site_of(page_at("/a"), listed=urls("/a", "/b"), blocked=_BLOCKED)),
        Good(evidence=site_of(page_at("/a"), page_at("/b"), listed=urls("/a", "/b"))),
    ),
)
