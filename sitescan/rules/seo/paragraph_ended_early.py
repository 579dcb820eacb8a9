"""Paragraphs end before their end tag."""

from collections.abc import Iterator

from sitescan.document.document import SourceDocument
from sitescan.document.parse_error import Kind
from sitescan.document.parse_errors import parse_errors
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule


def check(document: SourceDocument) -> Iterator[Finding]:
    """Report paragraphs that another element ends before their end tag."""
    errors = parse_errors(document)
    for error in errors.of(Kind.PARAGRAPH_ENDED):
        by = f"<{error.cause}>" if error.cause else "another tag"
        yield Finding(errors.place(error), detail=f"ended by {by} before the </p> of line {error.other_line}")


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    share=0,
    title="Paragraphs end before their end tag",
    passed="Paragraphs end at their end tag",
    needs=lambda document: document.tokenizer_errors is not None,
    description=(
        "{count:# paragraph contains|# paragraphs contain} an element that can't be in a paragraph, such as a list, a "
        "heading or a div. Browsers end the paragraph before that element, so its styles don't apply to the rest. The "
        "</p> that is left makes an empty paragraph, which adds space."
    ),
    recommendation="Close each paragraph before a list, a heading, a div or another block.",
    how_to_fix="Write <p>We sell:</p> <ul>...</ul> instead of <p>We sell: <ul>...</ul></p>, or make the <p> a <div>.",
    sources=(
        "https://html.spec.whatwg.org/multipage/grouping-content.html#the-p-element",
        "https://html.spec.whatwg.org/multipage/syntax.html#optional-tags",
    ),
    examples=(
        Bad("<p>We sell: <ul><li>Pears</li></ul></p>"),
        Bad("<p><div>Pears</div></p>"),
        Good("<p>We sell:</p><ul><li>Pears</li></ul>"),
        Good("<p>We sell: <ul><li>Pears</li></ul>"),
        Good("<p>Pears</p></p>"),
    ),
)
