"""No page links to some pages."""

from sitescan.rules.authoring import Bad, Category, Findings, Good, Rule, Severity
from sitescan.rules.site_authoring import Site, of_pages, page_at, site_of, url


def check(site: Site) -> Findings:
    """
    Report pages of the sitemaps, or of the folder, that no page links to, and no script names.

    Without a title, a file is a fragment for a frame or a script rather than a page.
    """
    start = site.page(site.start)
    if not site.complete or start is None or not start.facts.written:
        return
    pages = [
        page
        for url, page in site.indexable.items()
        if page is not start
        and page.facts.title
        and url not in site.related
        and url not in site.in_scripts
        and url not in site.unfollowed
        and not site.sources(page)
    ]
    if pages:
        yield of_pages(pages)


RULE = Rule(
    check=check,
    since="1.1.0",
    categories=(Category.SEO,),
    severity=Severity.WARNING,
    title="Pages are not linked from anywhere on the site",
    description=(
        "{pages:# page is|# pages are} not linked from any page, beginning with {first}. Visitors can't find "
        "{pages:it|them} on the site, and search engines take {pages:it|them} for unimportant."
    ),
    recommendation="Link to the pages where visitors look for them, or remove them.",
    how_to_fix=(
        "Add links in a menu, a list or a related text. If a page is out of use, delete it, or redirect its address, "
        "and remove it from the sitemap."
    ),
    sources=("https://developers.google.com/search/docs/crawling-indexing/links-crawlable",),
    examples=(
        Bad(evidence=site_of(page_at("/", "/a"), page_at("/a"), page_at("/b", "/", title="B"))),
        Good(evidence=site_of(page_at("/", "/a"), page_at("/a", "/b"), page_at("/b"))),
        Good(evidence=site_of(page_at("/", "/a"), page_at("/a"), page_at("/b", title="B"), complete=False)),
        Good(evidence=site_of(page_at("/", "/a"), page_at("/a"), page_at("/results.html"))),
        Good(evidence=site_of(page_at("/"), page_at("/b", title="B"), in_scripts=frozenset({url("/b")}))),
        Good(
            evidence=site_of(
                page_at("/", "/a"),
                page_at("/a"),
                page_at("/b", title="B", noindex=True),
                page_at("/404.html", title="C", not_found=True),
            )
        ),
        Good(evidence=site_of(page_at("/", written=False), page_at("/b", title="B"))),
    ),
)
