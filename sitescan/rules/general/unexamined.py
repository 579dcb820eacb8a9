"""Parts of the category could not be examined."""

from collections.abc import Iterator

from sitescan.model.evidence import Unexamined
from sitescan.model.report import Category, Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule


def check(evidence: Unexamined) -> Iterator[Finding]:
    """Report each reason."""
    for reason in evidence.reasons:
        yield Finding(None, detail=reason)


RULE = Rule(
    check=check,
    categories=tuple(Category),
    severity=Severity.INFO,
    share=0,
    title="Incomplete check",
    description=(
        "{count:1 check of this category wasn't possible|# checks of this category weren't possible}, so the "
        "report may miss faults. It costs no points."
    ),
    recommendation="Scan the page again; if the same checks are missing, look at what is named here.",
    how_to_fix=(
        "You don't need to change the page for this. Timeouts and refused connections are often temporary. "
        "A very large or very deeply nested page can be checked completely once it is smaller."
    ),
    sources=("https://www.w3.org/TR/WCAG-EM/",),
    examples=(
        Bad(evidence=Unexamined(reasons=("The stylesheet took too long.",))),
        Good(evidence=Unexamined()),
    ),
)
