"""The page is nested deeper than browsers nest."""

from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule


def check(document: Document) -> Iterator[Finding]:
    """Report that the tree had to be flattened."""
    if document.flattened:
        yield Finding(None)


RULE = Rule(
    id="performance/dom-flattened",
    reads=Document,
    check=check,
    severity=Severity.WARNING,
    title="Nested deeper than browsers allow",
    description=(
        "Elements are nested more than 512 deep. Browsers stop there: they put what is nested deeper beside the "
        "elements that it should be inside of, so styles and scripts meet another structure than you wrote. The page "
        "was examined as browsers build it."
    ),
    recommendation="Find the element that is opened again and again without being closed, and close it.",
    how_to_fix=(
        "Such depth is seldom written by hand. Look for a template that repeats an opening tag, such as <div>, <span>, "
        "<b> or <font>, without its closing tag, or that includes itself. The Nu HTML checker "
        "(https://validator.w3.org/nu/) names each element that is not closed."
    ),
    sources=(
        "https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inbody",
        "https://developer.chrome.com/docs/lighthouse/performance/dom-size",
    ),
    covers=("lighthouse:dom-size",),
    examples=(Bad("<div>" * 600), Bad("<b>" * 600), Good("<div>" * 400), Good("<div></div>" * 1000)),
)
