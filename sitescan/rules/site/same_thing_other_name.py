"""A link in a menu, or the search, has another name on some pages."""

from collections import defaultdict
from collections.abc import Iterator

from sitescan.model.site_facts import Landmark
from sitescan.rules.authoring import Bad, Category, Findings, Good, Rule, Severity, lazy_pattern
from sitescan.rules.site_authoring import Site, SitePage, of_pages, page_at, site_of
from sitescan.rules.usual import usual

_MENUS = frozenset({"banner", "contentinfo", "navigation"})
_WORD = lazy_pattern(r"\w+")

#: The names of links that say where they are in a sequence, and not where they lead.
_PLACES = frozenset(
    "back continue first forward last newer next older parent prev previous up weiter zurück nächste vorherige suivant "
    "précédent siguiente anterior".split()
)


def check(site: Site) -> Findings:
    """
    Report pages on which something that most pages have in their menus has a different name.

    A name that contains the usual one, or is a part of it, is not another one.
    """
    pages = list(site.pages.values())
    for language in sorted({page.facts.language for page in pages}):
        group = [page for page in pages if page.facts.language == language]
        named: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
        for page in group:
            for component, name in _components(page):
                named[component][page.url].add(name)
        for component in sorted(named):
            by_page = named[component]
            if len(by_page) * 2 < len(group):
                continue
            normal = usual(by_page.values())
            wrong = [
                url for url, names in by_page.items() if normal and not any(_known(name, normal) for name in names)
            ]
            if wrong:
                names = (min(by_page[wrong[0]]), min(normal))
                yield of_pages([site.pages[url] for url in wrong], name=names[0], usual=names[1])


def _components(page: SitePage) -> Iterator[tuple[str, str]]:
    """Yield what each component is for, and its name in plain words."""
    for landmark in page.facts.landmarks:
        for target, name in landmark.links if landmark.role in _MENUS else ():
            words = _words(name)
            if words and _PLACES.isdisjoint(words) and not all(map(str.isdecimal, words)):
                yield target, " ".join(words)
    action, *names = page.facts.search
    for part, name in zip(("field", "button"), names, strict=True):
        if action and (words := _words(name)):
            yield f"{action} {part}", " ".join(words)


def _words(name: str) -> list[str]:
    return _WORD.findall(name.casefold())


def _known(name: str, names: frozenset[str]) -> bool:
    return any(name in other or other in name for other in names)


def _linking(name: str, *, language: str = "en", path: str = "/a") -> SitePage:
    links = (("1", "Pears"), ("2", name))
    return page_at(path, language=language, landmarks=(Landmark(role="contentinfo", links=links),))


_TWO = (_linking("Contact", path="/b"), _linking("Contact", path="/c"))

RULE = Rule(
    check=check,
    since="1.1.0",
    categories=(Category.ACCESSIBILITY,),
    severity=Severity.WARNING,
    title="Same link or search has another name on some pages",
    description=(
        "On {pages:# page|# pages}, beginning with {first}, “{name}” names what is called “{usual}” on the other "
        "pages. People who listen to the page, or read with effort, take them for different things (WCAG 2.2, 3.2.4 "
        "Consistent Identification, level AA)."
    ),
    recommendation="Give the same name to what does the same on all pages.",
    how_to_fix=(
        "Choose one name, and use it in the text of the link, in the label of the field and in aria-label. Let all "
        "pages use the same template for headers and footers."
    ),
    sources=(
        "https://www.w3.org/WAI/WCAG22/Understanding/consistent-identification",
        "https://www.w3.org/WAI/WCAG22/Techniques/failures/F31",
    ),
    examples=(
        Bad(evidence=site_of(_linking("Get in touch"), *_TWO)),
        Bad(
            evidence=site_of(
                page_at("/a", search=("1", "Search", "Go")),
                page_at("/b", search=("1", "Search", "Go")),
                page_at("/c", search=("1", "Find", "Go")),
            )
        ),
        Good(evidence=site_of(_linking("Contact"), *_TWO)),
        Good(evidence=site_of(_linking("Contact us"), *_TWO)),
        Good(evidence=site_of(_linking("Kontakt", language="de"), *_TWO)),
        Good(evidence=site_of(_linking("Next page"), *_TWO)),
        Good(evidence=site_of(_linking("Get in touch"), _linking("Contact", path="/b"))),
        Good(
            evidence=site_of(
                page_at("/a", search=("1", "Search", "Go")),
                page_at("/b", search=("1", "Search", "Go")),
                page_at("/c", search=("2", "Search the blog", "Go")),
            )
        ),
    ),
)
