"""Content follows the end of the body."""

from collections.abc import Iterator

from sitescan.document.document import SourceDocument
from sitescan.document.parse_error import Kind
from sitescan.document.parse_errors import parse_errors
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule


def check(document: SourceDocument) -> Iterator[Finding]:
    """Report the first content after the end tag of the body."""
    errors = parse_errors(document)
    for error in errors.of(Kind.CONTENT_AFTER_BODY):
        yield Finding(errors.place(error))


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    share=0,
    title="Content follows the end of the body",
    passed="Content ends with the body",
    needs=lambda document: document.tokenizer_errors is not None,
    description=(
        "The page continues after </body>. Browsers move what follows into the body, but programs that process the "
        "page, such as a server that inserts code before </body>, expect nothing there."
    ),
    recommendation="Make </body></html> the end of the page.",
    how_to_fix="Move this line and all that follows it before </body>. Only comments may come after it.",
    sources=("https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-afterbody",),
    examples=(
        Bad("<body><p>Pears</p></body><script>1</script></html>"),
        Bad("<body><p>Pears</p></body></html> Apples"),
        Good("<body><p>Pears</p></body></html> <!-- Apples -->"),
        Good("<p>Pears</p>"),
    ),
)
