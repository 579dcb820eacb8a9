"""Elements have no end tag."""

from collections.abc import Iterator

from sitescan.document.document import SourceDocument
from sitescan.document.parse_error import Kind
from sitescan.document.parse_errors import is_swallowing, parse_errors
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule


def check(document: SourceDocument) -> Iterator[Finding]:
    """Report elements that need an end tag and have none, except those of another rule, whose tag has a slash."""
    errors = parse_errors(document)
    slashed = {error.at for error in errors.of(Kind.SELF_CLOSING)}
    for error in errors.of(Kind.UNCLOSED):
        by = f"the next link in line {error.other_line}" if error.other else f"the end of <{error.cause}>"
        if not is_swallowing(error) and error.at not in slashed:
            yield Finding(errors.place(error), detail=f"ended by {by}")


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    share=0,
    title="Elements have no end tag",
    passed="Elements that need an end tag have one",
    needs=lambda document: document.tokenizer_errors is not None,
    description=(
        "{count:# element needs an end tag and has|# elements need an end tag and have} none. Browsers close "
        "{count:it|them} at the end of the element around {count:it|them}, and carry bold, italic and other formatting "
        "on into the content that follows."
    ),
    recommendation="Add the missing end tags.",
    how_to_fix=(
        "Add the end tag where the element should end: <b>Pears</b>. If an empty <a name> or <a id> marks a place, put "
        "the id on the nearest element instead."
    ),
    sources=("https://html.spec.whatwg.org/multipage/syntax.html#optional-tags",),
    examples=(
        Bad("<p><b>Pears</p><p>Apples</p>"),
        Bad("<div><span>Pears</div>"),
        Bad("<main><div>Pears</main>"),
        Bad('<a name="pears">Pears <a href="/trees">Trees</a>'),
        Good("<ul><li>Pears<li>Apples</ul>"),
        Good("<p>Pears<br><p>Apples"),
        Good('<p><a id="pears"/>Pears</p><p>Apples</p>'),
        Good("<table><tr><td>Pears</table>"),
        Good("<svg><path d='M0 0'></svg>"),
    ),
)
