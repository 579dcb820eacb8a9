"""The links of a menu have another order on some pages."""

from collections import defaultdict

from sitescan.model.site_facts import Landmark
from sitescan.rules.authoring import Bad, Category, Findings, Good, Rule, Severity
from sitescan.rules.site_authoring import Site, of_pages, page_at, site_of
from sitescan.rules.usual import disordered

_MENUS = frozenset({"banner", "contentinfo", "navigation"})

#: The least number of common links of a menu: two may be the next and the previous page.
_LEAST = 3


def check(site: Site) -> Findings:
    """Report pages whose menus have their usual links in another order than the menus of most pages."""
    menus: dict[tuple[str, str], dict[str, list[tuple[str, str]]]] = defaultdict(lambda: defaultdict(list))
    for page in site.pages.values():
        for landmark in page.facts.landmarks:
            if landmark.role in _MENUS:
                menus[landmark.role, landmark.label][page.url] += landmark.links
    wrong = {url for orders in menus.values() for url in disordered(orders, _LEAST)}
    if wrong:
        yield of_pages([site.pages[url] for url in sorted(wrong)])


def _menu(*names: str) -> tuple[Landmark, ...]:
    return (Landmark(role="navigation", links=tuple((name.lower(), name) for name in names)),)


_MENU = _menu("Red", "Green", "Yellow", "Contact")

RULE = Rule(
    check=check,
    since="1.1.0",
    categories=(Category.ACCESSIBILITY,),
    severity=Severity.WARNING,
    title="Menu has another order on some pages",
    description=(
        "On {pages:# page|# pages}, beginning with {first}, links of a menu come in another order than on the other "
        "pages. People who can't see the whole page remember where a link is, and miss it there (WCAG 2.2, 3.2.3 "
        "Consistent Navigation, level AA)."
    ),
    recommendation="Keep the links of each menu in the same order on all pages.",
    how_to_fix=(
        "Let all pages use the same template for the menu. A page may omit links or add some between them, but "
        "the others keep their order."
    ),
    sources=(
        "https://www.w3.org/WAI/WCAG22/Understanding/consistent-navigation",
        "https://www.w3.org/WAI/WCAG22/Techniques/failures/F66",
    ),
    examples=(
        Bad(
            evidence=site_of(
                page_at("/", landmarks=_MENU),
                page_at("/a", landmarks=_MENU),
                page_at("/b", landmarks=_menu("Green", "Red", "Yellow", "Contact")),
            )
        ),
        Good(evidence=site_of(page_at("/", landmarks=_MENU), page_at("/a", landmarks=_MENU))),
        Good(
            evidence=site_of(
                page_at("/", landmarks=_MENU),
                page_at("/a", landmarks=_menu("Red", "Dark red", "Green", "Yellow", "Contact")),
                page_at("/b", landmarks=_menu("Red", "Yellow", "Contact")),
            )
        ),
        Good(
            evidence=site_of(
                page_at("/", landmarks=_menu("Red", "Green", "Yellow")),
                page_at("/a", landmarks=_menu("Plums", "Green", "Cherries")),
                page_at("/b", landmarks=_menu("Cherries", "Plums", "Apples")),
            )
        ),
    ),
)
