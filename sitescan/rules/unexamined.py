"""The rule that each category has for what could not be examined."""

from collections.abc import Iterator

from sitescan.model.answers import Unexamined
from sitescan.model.report import Category, Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule


def unexamined(category: Category) -> Rule[Unexamined]:
    """The rule of one category."""
    return Rule(
        id=f"{category.value}/unexamined",
        reads=Unexamined,
        check=check,
        severity=Severity.INFO,
        share=0,
        title="Not everything could be examined",
        description=(
            "{count:One check of this category|# checks of this category} could not be made, so there may be faults "
            "that this report does not name. It costs no points."
        ),
        recommendation="Scan the page again, and look at what is named here if it happens every time.",
        how_to_fix=(
            "Nothing on the page needs to be changed for this. Time-outs and refused connections often pass; "
            "a very large or very deeply nested page is examined completely once it is made smaller."
        ),
        sources=("https://www.w3.org/TR/WCAG-EM/",),
        examples=(
            Bad(evidence=Unexamined(reasons=("The stylesheet took too long.",))),
            Good(evidence=Unexamined()),
        ),
    )


def check(evidence: Unexamined) -> Iterator[Finding]:
    """Report each reason."""
    for reason in evidence.reasons:
        yield Finding(None, detail=reason)
