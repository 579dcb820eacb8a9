"""Page has more than one header or footer landmark."""

from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule


def check(document: Document) -> Iterator[Finding]:
    """Report each exposed banner and contentinfo landmark after the first."""
    for role in ("banner", "contentinfo"):
        for landmark in list(document.accessible.having(role))[1:]:
            yield Finding(landmark, detail=f"{role} landmark")


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Page has more than one header or footer landmark",
    passed="Page has at most one header and footer landmark",
    description=(
        "The page has {count:# additional header or footer landmark|# additional header or footer landmarks}. People "
        "who jump to the header or footer with a screen reader can't tell which is the right one (best practice for "
        "WCAG 2.2, 1.3.1 Info and Relationships, level A)."
    ),
    recommendation="Keep one header and one footer outside main, article and section.",
    how_to_fix="The header of an article belongs inside the article: <article><header>...</header></article>.",
    sources=("https://www.w3.org/WAI/ARIA/apg/practices/landmark-regions/",),
    covers=("axe:landmark-no-duplicate-banner", "axe:landmark-no-duplicate-contentinfo"),
    examples=(
        Bad("<header>A</header><header>B</header>"),
        Bad('<footer>A</footer><div role="contentinfo">B</div>'),
        Good("<header>A</header><article><header>B</header></article>"),
        Good("<header>A</header><header hidden>B</header>"),
    ),
)
