"""Some pages are many clicks away from the start page."""

from sitescan.rules.authoring import Bad, Category, Findings, Good, Rule, Severity
from sitescan.rules.site_authoring import Site, of_pages, page_at, site_of, url

#: The number of clicks that visitors take at most.
_MOST = 4


def check(site: Site) -> Findings:
    """Report pages that take more than four clicks, unless a menu in a script may lead there faster than links."""
    in_menus = filter(None, map(site.page, site.in_scripts))
    if any(page.depth is None or page.depth > 1 for page in in_menus):
        return
    pages = [page for page in site.indexable.values() if page.depth is not None and page.depth > _MOST]
    if pages and site.complete:
        deepest = max(page.depth or 0 for page in pages)
        yield of_pages(sorted(pages, key=lambda page: (-(page.depth or 0), page.url)), deepest=deepest)


RULE = Rule(
    check=check,
    since="1.1.0",
    categories=(Category.SEO,),
    severity=Severity.INFO,
    title="Pages are more than four clicks from the start page",
    description=(
        "{pages:# page takes|# pages take} more than 4 clicks from the start page; {first} takes {deepest}. Few "
        "visitors go that far, and search engines visit such pages less often."
    ),
    recommendation="Link to the pages from lists or menus nearer to the start page.",
    how_to_fix=(
        "Add an overview of a long sequence, or links between related pages. In a list of many pages, link to the last "
        "one and to some between."
    ),
    sources=("https://developers.google.com/search/docs/crawling-indexing/links-crawlable",),
    examples=(
        Bad(evidence=site_of(page_at("/"), page_at("/step-5", depth=5))),
        Good(evidence=site_of(page_at("/"), page_at("/step-4", depth=4))),
        Good(evidence=site_of(page_at("/"), page_at("/step-5", depth=5), complete=False)),
        Good(
            evidence=site_of(
                page_at("/"), page_at("/all", depth=4), page_at("/step-5", depth=5), in_scripts=frozenset({url("/all")})
            )
        ),
        Good(
            evidence=site_of(page_at("/"), page_at("/unlinked", depth=None), page_at("/month-9", depth=9, noindex=True))
        ),
    ),
)
