from bisect import bisect_left

from sitescan.document.accessibility.roles import level
from sitescan.document.element_markup import UNCHANGED
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, changed


def check(document: Document) -> Findings:
    """Report exposed headings more than one level below the heading before, unless a custom element has others."""
    accessible, order = document.accessible, document.order
    previous: int | None = None
    passed = 0
    headings = [(heading, level(heading) or 2) for heading in accessible.having("heading")]
    unknown = [order[id(element)] for element in document.undefined if accessible.role_is_unknown(element)]
    for number, (heading, depth) in enumerate(headings, 1):
        at = bisect_left(unknown, order[id(heading)])
        if previous is not None and depth > previous + 1 and at == passed:
            # If the headings after it are deeper still, their levels would have to change as well.
            following = headings[number][1] if number < len(headings) else 0
            yield Finding(
                heading,
                detail=f"level {depth} after level {previous}",
                # The element, by which the heading is styled, stays.
                change=changed(heading, UNCHANGED, aria_level=str(previous + 1)) if following <= previous + 2 else None,
            )
        previous, passed = depth, at


RULE = Rule(
    check=check,
    former_ids=("seo/heading-skipped",),
    severity=Severity.INFO,
    title="Headings are not in sequential order",
    passed="Headings are in sequential order",
    applies=lambda document: document.accessible.of_role("heading"),
    description=(
        "{count:# heading skips|# headings skip} a level. People who navigate by headings may think that they have "
        "missed a section (best practice for WCAG 2.2, 1.3.1 Info and Relationships, level A)."
    ),
    recommendation="Go down one heading level at a time.",
    how_to_fix=(
        "After an h2, use an h3, not an h4. Choose the level by the structure of the page and the size with CSS. Where "
        "the styles depend on the element, aria-level sets the level without changing the look."
    ),
    sources=("https://www.w3.org/WAI/tutorials/page-structure/headings/",),
    covers=(
        "axe:heading-order",
        "lighthouse:heading-order",
    ),
    examples=(
        Bad("<h1>Fruit</h1><h3>Pears</h3>"),
        Bad('<h2>Fruit</h2><div role="heading" aria-level="5">Pears</div>'),
        Good("<h1>Fruit</h1><h2>Pears</h2><h3>Green</h3><h2>Apples</h2>"),
        Good("<h2>News</h2><h1>Fruit</h1>"),
        Good("<h3>Fruit</h3>"),
        Good('<h1>Fruit</h1><pear-title>Pears</pear-title><h3>Green</h3><script src="/titles.js"></script>'),
        Bad('<pear-icon></pear-icon><h1>Fruit</h1><h3>Green</h3><pear-icon></pear-icon><script src="/i.js"></script>'),
        Bad("<h1>Fruit</h1><pear-title>Pears</pear-title><h3>Green</h3>"),
        Good("<h1>Fruit</h1><div hidden><h3>Pears</h3></div>"),
    ),
)
