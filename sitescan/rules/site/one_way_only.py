"""Some pages can only be found in one way."""

from sitescan.rules.authoring import Bad, Category, Findings, Good, Rule, Severity
from sitescan.rules.site_authoring import Site, of_pages, page_at, site_of, url


def check(site: Site) -> Findings:
    """
    Report pages of a site without a search that only one other page links to.

    Where the start page links to all pages, it is a list of the site, which may be the second way. So may a menu in a
    script that names them.
    """
    start = site.page(site.start)
    pages = site.pages.values()
    if not site.complete or start is None or any(page.facts.searchable or not page.facts.written for page in pages):
        return
    others = [page for page in site.distinct if page is not start and not page.facts.paginated]
    if all(start.url in site.sources(page) for page in others):
        return
    found = [page for page in others if len(site.sources(page)) == 1 and page.url not in site.in_scripts]
    if found:
        yield of_pages(found)


_MENU = ("/", "/a", "/b")

RULE = Rule(
    check=check,
    since="1.1.0",
    categories=(Category.ACCESSIBILITY,),
    severity=Severity.WARNING,
    title="Pages can only be found in one way",
    description=(
        "Only one page links to {pages:# page|each of # pages}, beginning with {first}, and the site has no search. "
        "People who don't find that link, or can't follow the menu, have no second way "
        "(WCAG 2.2, 2.4.5 Multiple Ways, level AA)."
    ),
    recommendation="Add a search, a list of all pages, or links between related pages.",
    how_to_fix=(
        "A page with links to all pages, named in the footer, is the simplest second way. Steps of a process, such as "
        "an order, need none: keep them out of search engines with noindex."
    ),
    sources=("https://www.w3.org/WAI/WCAG22/Understanding/multiple-ways",),
    examples=(
        Bad(evidence=site_of(page_at("/", "/a"), page_at("/a", "/", "/b"), page_at("/b", "/"))),
        Good(evidence=site_of(page_at("/", *_MENU), page_at("/a", *_MENU), page_at("/b", *_MENU))),
        Good(evidence=site_of(page_at("/", "/a", searchable=True), page_at("/a", "/", "/b"), page_at("/b", "/"))),
        Good(evidence=site_of(page_at("/", "/a", "/b"), page_at("/a", "/"), page_at("/b", "/"))),
        Good(evidence=site_of(page_at("/", "/a"), page_at("/a", "/", "/b"), page_at("/b", "/"), complete=False)),
        Good(
            evidence=site_of(
                page_at("/", "/a"), page_at("/a", "/"), page_at("/b", "/"), in_scripts=frozenset({url("/a"), url("/b")})
            )
        ),
        Good(evidence=site_of(page_at("/", "/a"), page_at("/a", "/", "/b"), page_at("/b", "/", noindex=True))),
    ),
)
