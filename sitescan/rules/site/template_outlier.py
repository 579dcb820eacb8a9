"""Some pages of a template lack what nearly all of its pages have."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from sitescan.model.site_facts import BREADCRUMBS, REGIONS
from sitescan.rules.authoring import Bad, Category, Findings, Good, Rule, Severity
from sitescan.rules.site_authoring import Site, SitePage, of_pages, page_at, site_of

#: The least number of pages of a template in one language, and the percentage of them that must have a component.
_LEAST, _MOST_HAVE = 20, 95

#: The components as they are named in texts; others are types of structured data.
_NAMES = {
    "banner": "the header (banner landmark)",
    "contentinfo": "the footer (contentinfo landmark)",
    "navigation": "the menu (navigation landmark)",
    BREADCRUMBS: "the breadcrumbs",
}


def check(site: Site) -> Findings:
    """Report what pages lack that nearly all pages of their template and language have."""
    for template in site.templates:
        by_language: dict[str, list[SitePage]] = defaultdict(list)
        for page in map(site.indexable.get, template):
            if page is not None:
                by_language[page.facts.language].append(page)
        for pages in by_language.values():
            yield from _outliers(pages, site.start)


def _outliers(pages: Sequence[SitePage], start: str) -> Findings:
    counts = Counter(component for page in pages for component in page.facts.components)
    usual = {component for component, count in counts.items() if count * 100 >= len(pages) * _MOST_HAVE}
    lacking: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for component in sorted(usual):
        urls = tuple(page.url for page in pages if page.url != start and _lacks(page, component, usual))
        if len(pages) >= _LEAST and urls:
            lacking[urls].append(_NAMES.get(component, f"structured data of the type {component}"))
    # What the same pages lack is one fault.
    for urls, names in lacking.items():
        outliers = {*urls}
        found = [page for page in pages if page.url in outliers]
        yield of_pages(found, names=" and ".join(names), others=len(pages) - len(urls))


def _lacks(page: SitePage, component: str, usual: AbstractSet[str]) -> bool:
    own = set(page.facts.components)
    if component in own:
        return False
    if component == BREADCRUMBS:
        # Nothing is above the pages that the start page links to.
        return page.depth is not None and page.depth > 1
    # A page with data of another type is about something else.
    return component in REGIONS or own - {*_NAMES} <= usual


_WITH = [page_at(f"/{number}", components=("Product", "navigation")) for number in range(25)]


def _site(*pages: SitePage) -> Site:
    return site_of(*pages, templates=(tuple(page.url for page in pages),))


RULE = Rule(
    check=check,
    since="1.1.0",
    categories=(Category.SEO,),
    severity=Severity.INFO,
    title="Pages lack a part of their template",
    description=(
        "{pages:# page lacks|# pages lack} {names}, beginning with {first}; {others} pages that are built alike have "
        "it. Visitors and search engines don't find there what they find everywhere else."
    ),
    recommendation="Add the missing part, or let the page use the template of the others.",
    how_to_fix=(
        "Compare the source of a page named here with another one of the template. Usually the page was built with an "
        "older version of the template, or the part depends on a value that the page lacks."
    ),
    sources=(
        "https://www.w3.org/WAI/WCAG22/Understanding/consistent-navigation",
        "https://developers.google.com/search/docs/appearance/structured-data/intro-structured-data",
    ),
    examples=(
        Bad(evidence=_site(*_WITH, page_at("/a", components=("Product",)))),
        Bad(evidence=_site(*_WITH, page_at("/a", components=("navigation",)))),
        Bad(
            evidence=_site(
                *(page_at(f"/{number}", components=(BREADCRUMBS,)) for number in range(25)), page_at("/a/b/", depth=2)
            )
        ),
        Good(evidence=_site(*_WITH)),
        Good(evidence=_site(*_WITH[:9], page_at("/a", components=("Product",)))),
        Good(evidence=_site(*_WITH, *(page_at(f"/a{number}", components=("Product",)) for number in range(5)))),
        Good(evidence=_site(*_WITH, page_at("/", components=("navigation",)))),
        Good(evidence=_site(*_WITH, page_at("/a", components=("Event", "navigation")))),
        Good(evidence=_site(*_WITH, page_at("/de/", components=("Product",), language="de"))),
        Good(evidence=_site(*_WITH, page_at("/404", components=(), not_found=True))),
        Good(
            evidence=_site(
                *(page_at(f"/{number}", components=(BREADCRUMBS,)) for number in range(25)), page_at("/a/", depth=1)
            )
        ),
        Good(evidence=site_of(*_WITH, page_at("/a"), templates=())),
    ),
)
