"""Start tags are where the element isn't allowed, so browsers ignore them."""

from collections.abc import Iterator

from sitescan.document.document import SourceDocument
from sitescan.document.parse_error import Kind
from sitescan.document.parse_errors import parse_errors
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule


def check(document: SourceDocument) -> Iterator[Finding]:
    """Report start tags that make no element."""
    errors = parse_errors(document)
    for error in errors.of(Kind.START_TAG_IGNORED):
        yield Finding(errors.place(error))


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    share=0,
    title="Start tags are ignored",
    passed="Start tags have an effect",
    needs=lambda document: document.tokenizer_errors is not None,
    description=(
        "{count:# start tag is|# start tags are} in a place where browsers ignore {count:it|them}, such as a table "
        "cell outside of a table or a second <body>. The element doesn't exist, so its styles and scripts do nothing."
    ),
    recommendation="Remove these tags, or put them where they belong.",
    how_to_fix=(
        "Rows and cells belong into a <table>. A second <html>, <head> or <body> often comes from a file that is "
        "included as a whole: include only what is inside its body."
    ),
    sources=("https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inbody",),
    examples=(
        Bad("<div><tr><td>Pears</td></tr></div>"),
        Bad('<body><p>Pears</p><body class="wide">'),
        Bad("<select><option>Pears<select></select>"),
        Good("<table><tr><td>Pears"),
        Good("<template><tr><td>Pears</td></tr></template>"),
        Good("<p>Pears<p>Apples"),
    ),
)
