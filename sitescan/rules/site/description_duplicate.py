from operator import attrgetter

from sitescan.rules.authoring import Bad, Category, Findings, Good, Rule, Severity
from sitescan.rules.site_authoring import Site, of_pages, page_at, site_of, url


def check(site: Site) -> Findings:
    """Report each description that pages with different texts share, unless they are versions or parts of one page."""
    for pages in site.sharing(attrgetter("description_digest")):
        yield of_pages(pages, text=pages[0].facts.description)


RULE = Rule(
    check=check,
    since="1.1.0",
    categories=(Category.SEO,),
    severity=Severity.INFO,
    title="Different pages have the same meta description",
    description=(
        "{pages:# page has|# pages have} the description “{text}”, beginning with {first}. Search engines show another "
        "part of the page instead when a description doesn't fit it."
    ),
    recommendation="Describe each page in its own words, or omit the description.",
    how_to_fix=(
        "If the description is a setting of the whole site, use it on the start page alone. Generate the others from "
        "the first sentences of each page."
    ),
    sources=("https://developers.google.com/search/docs/appearance/snippet",),
    examples=(
        Bad(evidence=site_of(page_at("/a", description="Red pears"), page_at("/b", description="Red pears"))),
        Good(
            evidence=site_of(
                page_at("/a", description="All red pears"),
                page_at("/b", description="All green pears"),
                page_at("/c"),
                page_at("/d"),
            )
        ),
        Good(
            evidence=site_of(
                page_at("/a", description="Red pears"), page_at("/b", description="Red pears", canonical=url("/a"))
            )
        ),
        Good(
            evidence=site_of(page_at("/news/", description="The news"), page_at("/news/page/2", description="The news"))
        ),
        Good(
            evidence=site_of(
                page_at("/de", description="Red pears", language="de"), page_at("/en", description="Red pears")
            )
        ),
    ),
)
