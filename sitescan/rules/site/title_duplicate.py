from operator import attrgetter

from sitescan.rules.authoring import Bad, Category, Findings, Good, Rule, Severity
from sitescan.rules.site_authoring import Site, of_pages, page_at, site_of, url


def check(site: Site) -> Findings:
    """Report each title that pages with different texts share, unless they are versions or parts of one page."""
    for pages in site.sharing(attrgetter("title_digest")):
        yield of_pages(pages, title=pages[0].facts.title)


RULE = Rule(
    check=check,
    since="1.1.0",
    categories=(Category.SEO,),
    severity=Severity.WARNING,
    title="Different pages have the same title",
    description=(
        "{pages:# page has|# pages have} the title “{title}”, beginning with {first}. In search results, tabs and the "
        "history, nobody can tell such pages apart."
    ),
    recommendation="Give each page a title that says what only this page is about.",
    how_to_fix=(
        "Begin the title with the subject of the page, such as its main heading, and end it with the name of the site. "
        "If a template writes the title, check that it inserts the subject."
    ),
    sources=("https://developers.google.com/search/docs/appearance/title-link",),
    examples=(
        Bad(evidence=site_of(page_at("/a", title="Pears"), page_at("/b", title="Pears"))),
        Good(evidence=site_of(page_at("/a", title="Red pears"), page_at("/b", title="Green pears"))),
        Good(evidence=site_of(page_at("/a", title="Pears", text="x y"), page_at("/A", title="Pears", text="x y"))),
        Good(evidence=site_of(page_at("/a", title="Pears"), page_at("/b", title="Pears", canonical=url("/a")))),
        Good(evidence=site_of(page_at("/a", title="Pears"), page_at("/b", title="Pears", noindex=True))),
        Good(evidence=site_of(page_at("/news", title="News"), page_at("/news?page=2", title="News"))),
        Good(
            evidence=site_of(
                page_at("/de/", title="Pears", language="de"), page_at("/en/", title="Pears", language="en")
            )
        ),
        Good(
            evidence=site_of(
                page_at("/at", title="Birnen", alternates=(("de-ch", url("/ch")),)), page_at("/ch", title="Birnen")
            )
        ),
    ),
)
