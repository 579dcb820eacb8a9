"""Parts of the category could not be examined."""

from sitescan.model.evidence import Unexamined, UnexaminedPart
from sitescan.rules.authoring import Bad, Category, Finding, Findings, Good, Rule, Severity


def check(evidence: Unexamined) -> Findings:
    """Report each part."""
    for part in evidence.parts:
        yield Finding(None, detail=part.sentence)


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
    recommendation="Look at what is named here: it says what was not seen, and why.",
    how_to_fix=(
        "You don't need to change the page for this. What only a browser can see is examined with sitescan scan "
        "--render. Timeouts and refused connections are often temporary, so another scan may see more. A very large "
        "page or file can be examined completely once it is smaller."
    ),
    sources=("https://www.w3.org/TR/WCAG-EM/",),
    examples=(
        Bad(evidence=Unexamined(parts=(UnexaminedPart("styles-unread", "The stylesheet took too long"),))),
        Good(evidence=Unexamined()),
    ),
)
