"""Attributes are not separated, lack a value, or are on an end tag."""

from collections.abc import Iterator

from sitescan.document.document import SourceDocument
from sitescan.document.parse_error import Kind
from sitescan.document.parse_errors import parse_errors
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule


def check(document: SourceDocument) -> Iterator[Finding]:
    """Report the first malformed attribute of each tag."""
    errors = parse_errors(document)
    last = None
    for error in errors.of(Kind.ATTRIBUTE_SYNTAX):
        if error.at != last and error.at not in errors.quotes_missing:
            last = error.at
            yield Finding(errors.place(error), detail=_FAULTS[error.name])
    for error in errors.of(Kind.END_TAG_ATTRIBUTES):
        yield Finding(errors.place(error), detail="end tags have no attributes and no slash")


_FAULTS = {
    "eof-in-tag": "the page ends within the tag",
    "missing-attribute-value": "no value after =",
    "missing-whitespace-between-attributes": "no space between attributes",
    "unexpected-character-in-attribute-name": "quote or < in an attribute name",
    "unexpected-character-in-unquoted-attribute-value": "quote, <, = or ` in a value without quotes",
    "unexpected-equals-sign-before-attribute-name": "= without a name before it",
    "unexpected-solidus-in-tag": "slash between attributes",
}

RULE = Rule(
    check=check,
    severity=Severity.INFO,
    share=0,
    title="Attributes are malformed",
    passed="Attributes are well-formed",
    applies=lambda document: not parse_errors(document).quotes_missing,
    needs=lambda document: document.tokenizer_errors is not None,
    description=(
        "{count:# tag has|# tags have} attributes that are not separated by spaces, lack a value or contain a stray "
        "quote or slash. Browsers guess what is meant: a part of a value can become an attribute of its own."
    ),
    recommendation='Write each attribute as name="value", with a space before it.',
    how_to_fix='Write <a href="/pears" class="wide"> instead of <a href="/pears"class="wide"> or <a href=""/pears">.',
    sources=("https://html.spec.whatwg.org/multipage/syntax.html#attributes-2",),
    examples=(
        Bad('<p id="pears"class="wide">Pears</p>'),
        Bad('<p id=""pears">Pears</p>'),
        Bad("<p class=>Pears</p>"),
        Bad("<p>Pears</p class='end'>"),
        Good('<p id="pears" class=wide hidden>Pears</p>'),
        Good('<a href="/pears?a=1">Pears</a>'),
    ),
)
