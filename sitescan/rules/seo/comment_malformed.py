"""Comments are malformed."""

from collections.abc import Iterator

from sitescan.document.document import SourceDocument
from sitescan.document.parse_error import Kind
from sitescan.document.parse_errors import parse_errors
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule


def check(document: SourceDocument) -> Iterator[Finding]:
    """Report comments that begin or end in a wrong way."""
    errors = parse_errors(document)
    for error in errors.of(Kind.COMMENT):
        if error.name != "eof-in-comment":
            yield Finding(errors.place(error), detail=_FAULTS[error.name])


_FAULTS = {
    "abrupt-closing-of-empty-comment": "ends before it began",
    "cdata-in-html-content": "CDATA exists only in SVG and MathML",
    "incorrectly-closed-comment": "ends with --!> instead of -->",
    "incorrectly-opened-comment": "begins with <! instead of <!--",
    "nested-comment": "contains another <!--",
}

RULE = Rule(
    check=check,
    severity=Severity.INFO,
    share=0,
    title="Comments are malformed",
    passed="Comments are well-formed",
    needs=lambda document: document.tokenizer_errors is not None,
    description=(
        "{count:# comment begins or ends|# comments begin or end} in a way that HTML doesn't have. Comments can't "
        "contain each other: the first --> ends them, and what follows is shown to visitors."
    ),
    recommendation="Begin each comment with <!-- and end it with -->.",
    how_to_fix="Write <!-- Pears --> instead of <! Pears > or <!-- Pears --!>, and remove comments inside of comments.",
    sources=("https://html.spec.whatwg.org/multipage/syntax.html#comments",),
    examples=(
        Bad("<!-- Pears --!><p>Apples</p>"),
        Bad("<!-- <!-- Pears --> --><p>Apples</p>"),
        Bad("<! Pears ><p>Apples</p>"),
        Bad("<p><![CDATA[Pears]]></p>"),
        Good("<!-- Pears --><p>Apples</p>"),
        Good("<!--[if IE]><p>Pears</p><![endif]--><p>Apples</p>"),
        Good("<svg><![CDATA[Pears]]></svg>"),
    ),
)
