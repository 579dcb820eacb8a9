"""Links to a page of the site are marked nofollow."""

from sitescan.rules.authoring import Bad, Category, Findings, Good, Rule, Severity
from sitescan.rules.site_authoring import LinkingPages, Site, of_target, page_at, site_of, url


def check(site: Site) -> Findings:
    """Report each page that search engines may show, but that is only linked with ``nofollow`` on some pages."""
    for target, sources in site.unfollowed.items():
        # Parameters sort and filter: such links are often marked so on purpose.
        if target in site.indexable and "?" not in target:
            yield of_target(target, sources)


_SOURCES = LinkingPages(count=1, first=(url("/"),))

RULE = Rule(
    check=check,
    since="1.1.0",
    categories=(Category.SEO,),
    severity=Severity.INFO,
    title="Page of the site is linked with nofollow",
    description=(
        "{pages:# page links|# pages link} to {target} with rel=nofollow, although search engines may show that page. "
        "Search engines follow no such links, and pass no value on through them."
    ),
    recommendation="Remove nofollow from links to your own pages.",
    how_to_fix=(
        "Remove nofollow from the rel attribute. If search engines should not show the page, put a robots meta tag "
        "with noindex into it instead: nofollow doesn't keep it out of the results."
    ),
    sources=("https://developers.google.com/search/docs/crawling-indexing/qualify-outbound-links",),
    examples=(
        Bad(evidence=site_of(page_at("/"), page_at("/a"), unfollowed={url("/a"): _SOURCES})),
        Good(evidence=site_of(page_at("/"), page_at("/login", noindex=True), unfollowed={url("/login"): _SOURCES})),
        Good(evidence=site_of(page_at("/"), page_at("/a?sort=price"), unfollowed={url("/a?sort=price"): _SOURCES})),
        Good(evidence=site_of(page_at("/"), unfollowed={url("/login"): _SOURCES})),
    ),
)
