from sitescan.document.tree import Nearest
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity

_TOP = ("banner", "complementary", "contentinfo", "main")
_LANDMARKS = frozenset({*_TOP, "form", "navigation", "region", "search"})


def check(document: Document) -> Findings:
    """Report top-level landmarks inside other landmarks."""
    accessible = document.accessible
    landmarks = Nearest(lambda tag: accessible.role(tag) in _LANDMARKS)
    for landmark in accessible.having(*_TOP):
        role = accessible.role(landmark)
        around = landmarks.around(landmark)
        outer = accessible.role(around) if around is not None else ""
        if outer and not (role == "complementary" and outer == "main"):
            yield Finding(landmark, detail=f"{role} inside {outer}")


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Top-level landmarks are inside other landmarks",
    passed="Top-level landmarks are outside other landmarks",
    subjects=("aside", "footer", "header", "main", "[role]"),
    description=(
        "{count:# landmark that belongs|# landmarks that belong} at the top level of the page {count:is|are} inside "
        "another landmark. People who jump between landmarks expect header, footer, main and aside side by side (best "
        "practice for WCAG 2.2, 1.3.1 Info and Relationships, level A)."
    ),
    recommendation="Put header, main, aside and footer side by side, directly in the body.",
    how_to_fix="For example: <body><header>...</header><main>...</main><aside>...</aside><footer>...</footer></body>",
    sources=("https://www.w3.org/WAI/ARIA/apg/practices/landmark-regions/",),
    covers=(
        "axe:landmark-banner-is-top-level",
        "axe:landmark-complementary-is-top-level",
        "axe:landmark-contentinfo-is-top-level",
        "axe:landmark-main-is-top-level",
    ),
    examples=(
        Bad('<nav aria-label="All"><main><p>Pears</p></main></nav>'),
        Bad('<main><div role="banner">Pears</div></main>'),
        Good("<header>Shop</header><main><p>Pears</p></main>"),
        Good("<main><aside>Tips</aside></main>"),
        Good("<article><header>Pears</header></article>"),
    ),
)
