"""Some pages have no link to another page."""

from sitescan.rules.authoring import Bad, Category, Findings, Good, Rule, Severity
from sitescan.rules.site_authoring import Site, of_pages, page_at, site_of, url


def check(site: Site) -> Findings:
    """Report pages without a link to another page, but not those that are shown in frames."""
    pages = [
        page
        for page_url, page in site.indexable.items()
        if page_url in site.linked and page_url not in site.related and not page.ways_out
    ]
    if pages and len(site.pages) > len(pages):
        yield of_pages(pages)


RULE = Rule(
    check=check,
    since="1.1.0",
    categories=(Category.LINKS,),
    severity=Severity.INFO,
    title="Pages have no link to another page",
    description=(
        "{pages:# page has|# pages have} no link to another page, beginning with {first}. Visitors who come from a "
        "search engine can't go on from there."
    ),
    recommendation="Add the menu of the site to the pages, or a link to the start page.",
    how_to_fix='Use the template of the other pages, or add a link such as <a href="/">Start page</a>.',
    sources=("https://developers.google.com/search/docs/crawling-indexing/links-crawlable",),
    examples=(
        Bad(evidence=site_of(page_at("/", "/a"), page_at("/a"))),
        Bad(evidence=site_of(page_at("/", "/a"), page_at("/a", "/a#top"))),
        Good(evidence=site_of(page_at("/", "/a"), page_at("/a", "/"))),
        Good(evidence=site_of(page_at("/", "/a"), page_at("/a", "https://apples.example/"))),
        Good(evidence=site_of(page_at("/", "/a"), page_at("/a"), related=frozenset({url("/a")}))),
        Good(evidence=site_of(page_at("/"))),
    ),
)
