"""An attribute value has no closing quote, so it contains the tags that follow."""

from sitescan.document.conformance.parse_error import Kind
from sitescan.document.conformance.parse_errors import parse_errors
from sitescan.rules.authoring import CONVENTION, Bad, Finding, Findings, Good, Rule, Severity, SourceDocument


def check(document: SourceDocument) -> Findings:
    """Report tags that contain other tags, because a quote is missing."""
    errors = parse_errors(document)
    last = None
    for error in errors.of(Kind.ATTRIBUTE_SYNTAX):
        if error.at != last and error.at in errors.quotes_missing:
            last = error.at
            yield Finding(errors.place(error))


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    share=CONVENTION,
    title="Quote is missing after an attribute value",
    passed="Attribute values have both quotes",
    needs=lambda document: document.tokenizer_errors is not None,
    description=(
        "{count:# tag has|# tags have} an attribute value without its closing quote. The value goes on until the next "
        "quote of the page, so the tags and texts in between disappear."
    ),
    recommendation="Add the missing quote.",
    how_to_fix=(
        'Write <a href="/pears">Pears</a> instead of <a href="/pears>Pears</a>. Syntax highlighting in an editor shows '
        "where a value ends."
    ),
    sources=(
        "https://html.spec.whatwg.org/multipage/parsing.html#parse-error-unexpected-character-in-attribute-name",
        "https://html.spec.whatwg.org/multipage/parsing.html#parse-error-eof-in-tag",
    ),
    examples=(
        Bad('<a href="/pears>Pears</a> and <a href="/apples">apples</a>'),
        Bad('<p>Pears</p><a href="/pears>Pears</a>'),
        Good('<a href="/pears">Pears</a> and <a href="/apples">apples</a>'),
        Good('<p title="5 < 6"lang="en">Pears</p>'),
        Good("<p data-html=\"<b title='a'>Pears</b>\"lang=en>Pears</p>"),
    ),
)
