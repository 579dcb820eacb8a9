"""Landmarks with the same role have the same name."""

from collections.abc import Iterator

from bs4.element import Tag

from sitescan.document.document import Document
from sitescan.document.fixed_markup import fixed_markup
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule

_ROLES = ("banner", "complementary", "contentinfo", "form", "main", "navigation", "region", "search")


_PAIR = 2
#: Roles that are landmarks only with a name, https://www.w3.org/TR/core-aam-1.2/#role-map-region-nameless.
_BY_NAME = frozenset({"form", "region"})


def check(document: Document) -> Iterator[Finding]:
    """Report the first of several landmarks with the same role and name."""
    accessible = document.accessible
    for role in _ROLES:
        found: dict[str, list[Tag]] = {}
        for landmark in accessible.having(role):
            name = accessible.name(landmark).lower()
            if name or role not in _BY_NAME:
                found.setdefault(name, []).append(landmark)
        for group in found.values():
            if len(group) > 1:
                # Of two landmarks, a name for one is enough to distinguish them.
                right = fixed_markup(group[0], aria_label="(what this one is for)") if len(group) == _PAIR else ""
                yield Finding(group[0], detail=f"{len(group)} {role} landmarks", fixed_markup=right)


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Landmarks with the same role have the same name",
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
        Good('<section role="region">A</section><div role="region">B</div>'),
        Bad('<div role="region" aria-label="Tips">A</div><section aria-label="Tips">B</section>'),
    ),
)
