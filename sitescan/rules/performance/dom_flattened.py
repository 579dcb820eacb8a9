from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity


def check(document: Document) -> Findings:
    """Report a page whose tree had to be flattened."""
    if document.flattened:
        yield Finding(None)


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="Nesting is deeper than browsers support",
    passed="Nesting is within what browsers support",
    description=(
        "Elements are nested more than 512 levels deep. Browsers move deeper elements next to the elements that "
        "should contain them, so styles and scripts find a different structure from the one you wrote. This scan "
        "used the structure that browsers build."
    ),
    recommendation="Find the element that is opened repeatedly without being closed, and close it.",
    how_to_fix=(
        "Look for a template that includes itself, or that repeats an opening tag such as <div>, <span>, <b> or "
        "<font> without its closing tag. The Nu HTML checker (https://validator.w3.org/nu/) lists each element "
        "that isn't closed."
    ),
    sources=(
        "https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inbody",
        "https://developer.chrome.com/docs/lighthouse/performance/dom-size",
    ),
    covers=("lighthouse:dom-size",),
    examples=(Bad("<div>" * 600), Bad("<b>" * 600), Good("<div>" * 400), Good("<div></div>" * 1000)),
)
