"""Elements overlap."""

from collections.abc import Iterator

from sitescan.document.document import SourceDocument
from sitescan.document.parse_error import Kind
from sitescan.document.parse_errors import parse_errors
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule


def check(document: SourceDocument) -> Iterator[Finding]:
    """Report elements whose end tag comes after the end of an element that contains them."""
    errors = parse_errors(document)
    for error in errors.of(Kind.OVERLAP):
        yield Finding(
            errors.place(error),
            detail=f"ends before its </{error.cause}> of line {error.other_line}",
            start=f"<{error.name}>",
            end=f"</{error.cause}>",
            line=error.other_line,
        )


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    share=0,
    title="Elements overlap",
    passed="Elements end in the right order",
    needs=lambda document: document.tokenizer_errors is not None,
    description=(
        "{count:# element begins|# elements begin} inside an element and end outside of it, as in <b><i></b></i>. "
        "Browsers guess what is meant: they split some elements in two, and leave others open, so that they change the "
        "content after them."
    ),
    recommendation="Close elements in the reverse order of their start tags.",
    how_to_fix=(
        "Move the {end} of line {line} to the end of the element that contains its {start}, as in "
        "<b>Pears <i>and apples</i></b>."
    ),
    sources=("https://html.spec.whatwg.org/multipage/parsing.html#misnested-tags:-b-i-/b-/i",),
    examples=(
        Bad("<p>Pears <b>and <i>apples</b> and</i> plums</p>"),
        Bad("<p><b>Pears</p></b>"),
        Bad("<b><p>Pears</b> and apples</p>"),
        Bad("<div><span><div>Pears</span></div></div>"),
        Bad("<h1>Pears</h2>"),
        Bad("<table><form><tr><td>Pears</td></tr></form></table>"),
        Good("<p>Pears <b>and <i>apples</i></b></p>"),
        Good("<ul><li>Pears<li>Apples</ul>"),
    ),
)
