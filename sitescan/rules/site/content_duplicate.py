"""Pages with different addresses have the same text."""

from collections import defaultdict
from collections.abc import Iterator

from sitescan.model.site import without_versions
from sitescan.rules.authoring import Bad, Category, Finding, Good, Rule, Severity
from sitescan.rules.site_authoring import Site, SitePage, of_pages, page_at, site_of, url

#: The least number of words of a text: shorter ones are messages and forms.
_LEAST_WORDS = 50


def check(site: Site) -> Iterator[Finding]:
    """Report each text that several pages have, unless they are versions for different countries."""
    groups: dict[str, list[SitePage]] = defaultdict(list)
    for page in site.distinct:
        if page.is_prose and page.facts.prose_words >= _LEAST_WORDS:
            groups[page.facts.prose_digest].append(page)
    for group in groups.values():
        pages = without_versions(group)
        if len(pages) > 1:
            yield of_pages(pages)


_TEXT = "pear " * 60

RULE = Rule(
    check=check,
    since="1.1.0",
    categories=(Category.SEO,),
    severity=Severity.WARNING,
    title="Different pages have the same text",
    description=(
        "{pages:# page has|# pages have} the same main text, beginning with {first}. Search engines show one of such "
        "pages, and choose it themselves."
    ),
    recommendation="Keep one of the pages, and redirect the others to it or name it as canonical.",
    how_to_fix=(
        "Redirect the addresses that nobody needs with status 301. If all of them are needed, put a canonical link to "
        "the preferred one into the head of the others."
    ),
    sources=("https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls",),
    examples=(
        Bad(evidence=site_of(page_at("/a", text=_TEXT), page_at("/b", text=_TEXT))),
        Good(evidence=site_of(page_at("/a"), page_at("/b"))),
        Good(evidence=site_of(page_at("/a", text=_TEXT, prose_words=30), page_at("/b", text=_TEXT, prose_words=30))),
        Good(evidence=site_of(page_at("/a", text=_TEXT), page_at("/b", text=_TEXT, canonical=url("/a")))),
        Good(evidence=site_of(page_at("/a", text="Coming soon"), page_at("/b", text="Coming soon"))),
        Good(evidence=site_of(page_at("/a", text=_TEXT), page_at("/A", text=_TEXT))),
        Good(
            evidence=site_of(page_at("/us", text=_TEXT, language="en-us"), page_at("/gb", text=_TEXT, language="en-gb"))
        ),
    ),
)
