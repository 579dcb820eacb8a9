from collections.abc import Iterable, Mapping
from itertools import chain

from bs4.element import Tag

from sitescan.document.tree import Nearest
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, attr, changed

_ROLES = ("banner", "complementary", "contentinfo", "form", "main", "navigation", "region", "search")


_PAIR = 2
#: Roles that are landmarks only with a name, https://www.w3.org/TR/core-aam-1.2/#role-map-region-nameless.
_BY_NAME = frozenset({"form", "region"})


def check(document: Document) -> Findings:
    """Report the first of several landmarks with the same role and name, except menus that are repeated with a name."""
    accessible = document.accessible
    for role in _ROLES:
        found: dict[str, list[Tag]] = {}
        for landmark in accessible.having(role):
            name = accessible.name(landmark).lower()
            if not accessible.named(landmark).sure:
                continue
            if name or role not in _BY_NAME:
                found.setdefault(name, []).append(landmark)
        groups = {name: group for name, group in found.items() if len(group) > 1}
        # Menus that are repeated should have the same name:
        # https://www.w3.org/WAI/ARIA/apg/patterns/landmarks/examples/navigation.html
        links = _links(document, chain.from_iterable(groups.values())) if role == "navigation" and groups else {}
        for name, group in groups.items():
            first, *others = (links.get(id(landmark)) for landmark in group)
            if name and first and all(other == first for other in others):
                continue
            # Of two landmarks, a name for one is enough to distinguish them.
            right = changed(group[0], aria_label="(what this one is for)") if len(group) == _PAIR else None
            yield Finding(group[0], detail=f"{len(group)} {role} landmarks", change=right)


def _links(document: Document, landmarks: Iterable[Tag]) -> Mapping[int, set[tuple[object, str]]]:
    """Return the addresses and names of the links in each landmark, by its id."""
    found: Mapping[int, set[tuple[object, str]]] = {id(landmark): set() for landmark in landmarks}
    landmark_of = Nearest(lambda tag: id(tag) in found)
    for link in document.all("a"):
        landmark = landmark_of.around(link)
        if landmark is not None:
            # Links without an address act by a script, each for itself.
            address = attr(link, "href", "#")
            found[id(landmark)].add((id(link) if address == "#" else address, document.accessible.name(link)))
    return found


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Landmarks with the same role have the same name",
    passed="Landmarks of the same role can be distinguished",
    subjects=("aside", "footer", "form", "header", "main", "nav", "section", "[role]"),
    description=(
        "{count:# group of landmarks has|# groups of landmarks have} the same role and the same name, or no name at "
        "all. In a screen reader's list of landmarks, people can't tell which is which (best practice for WCAG 2.2, "
        "2.4.6 Headings and Labels, level AA)."
    ),
    recommendation="Give landmarks with the same role different names, with aria-label or aria-labelledby.",
    how_to_fix='For example: <nav aria-label="Main menu">...</nav> ... <nav aria-label="Breadcrumbs">...</nav>',
    sources=("https://www.w3.org/WAI/ARIA/apg/practices/landmark-regions/",),
    covers=("axe:landmark-unique",),
    examples=(
        Bad("<nav>A</nav><nav>B</nav>"),
        Bad('<aside aria-label="Tips">A</aside><aside aria-label="tips">B</aside>'),
        Good('<nav aria-label="Main">A</nav><nav aria-label="Foot">B</nav>'),
        Good("<nav>A</nav><aside>B</aside>"),
        Good("<nav>A</nav><nav hidden>B</nav>"),
        Good('<nav aria-label="Pages"><a href="2">2</a></nav><nav aria-label="Pages"><a href="2">2</a></nav>'),
        Bad('<nav aria-label="Pages"><a href="#">2</a></nav><nav aria-label="Pages"><a href="#">2</a></nav>'),
        Bad('<nav aria-label="Pages"><a href="2">2</a></nav><nav aria-label="Pages"><a href="3">3</a></nav>'),
        Good('<section role="region">A</section><div role="region">B</div>'),
        Bad('<div role="region" aria-label="Tips">A</div><section aria-label="Tips">B</section>'),
    ),
)
