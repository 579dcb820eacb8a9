"""The page has several headers or footers."""

from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule


def check(document: Document) -> Iterator[Finding]:
    """Report each exposed banner and contentinfo landmark after the first."""
    for role in ("banner", "contentinfo"):
        for other in list(document.accessible.having(role))[1:]:
            yield Finding(other, detail=role)


RULE = Rule(
    id="accessibility/landmark-repeated",
    reads=Document,
    check=check,
    severity=Severity.INFO,
    title="Several page headers or footers",
    description=(
        "{count:One more part is|# more parts are} marked as the header or footer of the whole page. "
        "People who jump to it by a screen reader do not know which is which (best practice for WCAG 2.2, "
        "1.3.1 Info and Relationships, level A)."
    ),
    recommendation="Keep one header and one footer outside of main, article and section.",
    how_to_fix=("The header of an article belongs inside it: <article><header>...</header></article>."),
    sources=("https://www.w3.org/WAI/ARIA/apg/practices/landmark-regions/",),
    covers=("axe:landmark-no-duplicate-banner", "axe:landmark-no-duplicate-contentinfo"),
    examples=(
        Bad("<header>A</header><header>B</header>"),
        Bad('<footer>A</footer><div role="contentinfo">B</div>'),
        Good("<header>A</header><article><header>B</header></article>"),
        Good("<header>A</header><header hidden>B</header>"),
    ),
)
