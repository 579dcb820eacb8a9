"""A page answers at several spellings of its address."""

from sitescan.rules.authoring import Bad, Category, Findings, Good, Rule, Severity, shorten
from sitescan.rules.site_authoring import Site, of_pages, page_at, site_of, url


def check(site: Site) -> Findings:
    """Report each page that has several addresses, none of which it names as canonical."""
    for pages in site.variants:
        yield of_pages(pages, other=shorten(pages[1].url))


RULE = Rule(
    check=check,
    since="1.1.0",
    categories=(Category.SEO,),
    severity=Severity.WARNING,
    title="Page is linked by several spellings of its address",
    description=(
        "The same page has {pages} addresses, such as {first} and {other}, without a redirect or a canonical link. "
        "Search engines see copies, and divide the value of links between them."
    ),
    recommendation="Choose one address, redirect the others to it or name it as canonical, and link to it alone.",
    how_to_fix=(
        "Let the server redirect with status 301 from upper to lower case, from index.html to the folder, and to one "
        "form with or without a slash at the end. For parameters, put a canonical link without them into the page."
    ),
    sources=("https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls",),
    examples=(
        Bad(evidence=site_of(page_at("/a", text="red pears"), page_at("/A", text="red pears"))),
        Bad(evidence=site_of(page_at("/a/", text="red pears"), page_at("/a/index.html", text="red pears"))),
        Bad(evidence=site_of(page_at("/a", text="red pears"), page_at("/a?from=home", text="red pears"))),
        Good(evidence=site_of(page_at("/a", text="red pears"), page_at("/a/", text="red pears", canonical=url("/a")))),
        Good(evidence=site_of(page_at("/a?n=1", text="red pears"), page_at("/a?n=2", text="green pears"))),
        Good(evidence=site_of(page_at("/a", text="red pears"), page_at("/b", text="red pears"))),
    ),
)
