"""End tags have no start tag."""

from collections.abc import Iterator

from sitescan.document.document import SourceDocument
from sitescan.document.parse_error import Kind
from sitescan.document.parse_errors import parse_errors
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule


def check(document: SourceDocument) -> Iterator[Finding]:
    """Report end tags of elements that are not open."""
    errors = parse_errors(document)
    for error in errors.of(Kind.END_TAG_STRAY):
        finding = Finding(errors.place(error), detail=_EFFECTS.get(error.name, ""))
        yield finding.fixed_by(errors.end_tag_change(error))


#: The end tags that browsers don't ignore.
_EFFECTS = {"p": "makes an empty paragraph", "br": "makes a line break"}

RULE = Rule(
    check=check,
    severity=Severity.INFO,
    share=0,
    title="End tags have no start tag",
    passed="End tags have a start tag",
    needs=lambda document: document.tokenizer_errors is not None,
    description=(
        "{count:# end tag closes|# end tags close} an element that isn't open. Browsers ignore {count:it|them}, except "
        "that </p> makes an empty paragraph. Often the start tag was deleted, or an earlier end tag is one too many, "
        "so that the elements around end too early."
    ),
    recommendation="Remove each end tag that has no start tag.",
    how_to_fix=(
        "Look for the start tag before each of these lines. If it is missing, remove the end tag or add the start tag. "
        "If it is there, something between closed it already."
    ),
    sources=("https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inbody",),
    examples=(
        Bad("<div><p>Pears</p></div></div>"),
        Bad("<p>Pears</p></p>"),
        Bad("<ul><li>Pears</li></li></ul>"),
        Bad("<p>Pears</br>Apples</p>"),
        Good("<div><p>Pears</div>"),
        Good("<title>Pears</title></head><body><p>Pears</p></body></html>"),
        Good("<script>'</p>'</script><!-- </p> -->"),
        Good("<svg><path></path></g></svg>"),
    ),
)
