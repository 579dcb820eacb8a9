from sitescan.document.accessibility.exposure import tabindex
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, changed


def check(document: Document) -> Findings:
    """Report elements with a tabindex above 0."""
    for element in document.having("tabindex"):
        if (tabindex(element) or 0) > 0 and not document.accessible.hidden(element):
            yield Finding(element, change=changed(element, tabindex="0"))


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Elements have a tabindex above 0",
    passed="Elements keep their place in the tab order",
    subjects=("[tabindex]",),
    scope="tag",
    description=(
        "{count:# element has|# elements have} a tabindex above 0. The Tab key goes to {count:it|them} before "
        "everything else on the page, in an order that people don't expect (best practice for WCAG 2.2, 2.4.3 Focus "
        "Order, level A)."
    ),
    recommendation=(
        'Use tabindex="0" or no tabindex, and put the elements in the order in which people should reach them.'
    ),
    how_to_fix=(
        'Write <div tabindex="0"> instead of <div tabindex="5">. Links, buttons and form fields need no '
        "tabindex at all."
    ),
    sources=(
        "https://html.spec.whatwg.org/multipage/interaction.html#attr-tabindex",
        "https://www.w3.org/WAI/WCAG22/Understanding/focus-order",
    ),
    covers=(
        "axe:tabindex",
        "lighthouse:tabindex",
    ),
    examples=(
        Bad('<input tabindex="1">'),
        Good('<input tabindex="0">'),
        Good('<input tabindex="-1">'),
        Good('<input tabindex="first">'),
        Good('<input tabindex="3" hidden>'),
    ),
)
