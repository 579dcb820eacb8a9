"""A linked page of the site only says that it was not found."""

from collections.abc import Iterator

from sitescan.rules.authoring import Bad, Category, Finding, Good, Rule, Severity, Site, of_target, page_at, site_of


def check(site: Site) -> Iterator[Finding]:
    """Report each linked page whose status says that it exists, and whose text says that it doesn't."""
    for target, sources in site.linked.items():
        page = site.pages.get(target)
        if page is not None and page.facts.not_found:
            yield of_target(target, sources)


RULE = Rule(
    check=check,
    since="1.1.0",
    categories=(Category.LINKS,),
    severity=Severity.WARNING,
    title="Page that says it doesn't exist is linked",
    description=(
        "{pages:# page links|# pages link} to {target}, which answers with status 200, but says that the page was not "
        "found. Visitors get an error page, and search engines may show it."
    ),
    recommendation="Correct the link, and answer with status 404 where there is no page.",
    how_to_fix=(
        "Correct or remove the link. Then let the application send status 404 with its error page: search engines, "
        "monitoring and link checkers rely on it."
    ),
    sources=("https://developers.google.com/search/docs/crawling-indexing/http-network-errors#soft-404-errors",),
    examples=(
        Bad(evidence=site_of(page_at("/", "/gift"), page_at("/gift", not_found=True))),
        Good(evidence=site_of(page_at("/", "/gift"), page_at("/gift"), page_at("/404.html", not_found=True))),
    ),
)
