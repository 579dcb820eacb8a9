"""Elements that aren't void are written with a slash, as if it closed them."""

from collections.abc import Iterator

from sitescan.document.document import SourceDocument
from sitescan.document.fixed_markup import fixed_markup
from sitescan.document.parse_error import Kind
from sitescan.document.parse_errors import parse_errors
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule


def check(document: SourceDocument) -> Iterator[Finding]:
    """Report start tags with a slash that browsers ignore."""
    errors = parse_errors(document)
    for error in errors.of(Kind.SELF_CLOSING):
        if error.element is not None:
            yield Finding(error.element, fixed_markup=fixed_markup(error.element, ""))


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    share=0,
    title="Slashes don't close elements",
    passed="Elements are closed by more than a slash",
    needs=lambda document: document.tokenizer_errors is not None,
    description=(
        "{count:# start tag ends|# start tags end} with a slash, as if that closed the element. In HTML it doesn't: "
        "<div/> is an open div, and contains everything up to its end tag or the end of the element around it."
    ),
    recommendation="Write an end tag for each element that isn't void.",
    how_to_fix="Write <div></div> instead of <div/>. Only SVG, MathML and XHTML that is served as XML have such tags.",
    sources=(
        "https://html.spec.whatwg.org/multipage/syntax.html#void-elements",
        "https://html.spec.whatwg.org/multipage/syntax.html#start-tags",
    ),
    examples=(
        Bad('<div class="line"/><p>Pears</p>'),
        Bad('<a id="pears"/>Pears'),
        Good('<br/><img src="a.png" alt="" />'),
        Good("<svg><path/></svg>"),
        Good("<div></div>"),
    ),
)
