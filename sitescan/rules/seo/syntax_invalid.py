"""Attributes, characters and comments are not written as HTML requires."""

from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from sitescan.document.change import Change
from sitescan.document.conformance.parse_error import Kind, ParseError
from sitescan.document.conformance.parse_errors import ParseErrors, parse_errors
from sitescan.document.conformance.repeated_attributes import repeated_attributes
from sitescan.model.outline import Place
from sitescan.rules.authoring import Bad, Finding, Findings, Good, Rule, Severity, SourceDocument, changed, safe

_ATTRIBUTES = 'Write each attribute once, as name="value", with a space before it: <a href="/pears" class="wide">'
_CHARACTERS = (
    "Write 3 &lt; 5 instead of 3 < 5, and &copy; instead of &copy 2026. Remove control characters: they are invisible."
)
_COMMENTS = "Begin each comment with <!-- and end it with -->: <!-- Pears -->. Comments can't contain comments."
_FAULTS = {
    "abrupt-closing-of-empty-comment": "the comment ends before it began",
    "cdata-in-html-content": "CDATA exists only in SVG and MathML",
    "eof-in-tag": "the page ends within the tag",
    "incorrectly-closed-comment": "the comment ends with --!> instead of -->",
    "incorrectly-opened-comment": "begins with <! instead of <!--",
    "missing-attribute-value": "no value after =",
    "missing-whitespace-between-attributes": "no space between attributes",
    "nested-comment": "the comment contains another <!--",
    "unexpected-character-in-attribute-name": "quote or < in an attribute name",
    "unexpected-character-in-unquoted-attribute-value": "quote, <, = or ` in a value without quotes",
    "unexpected-equals-sign-before-attribute-name": "= without a name before it",
    "unexpected-solidus-in-tag": "slash between attributes",
}


class _Fault(NamedTuple):
    """A place with an error, what it is, how to correct it, and the change that does."""

    place: Place
    detail: str
    advice: str
    change: Change | None = None


def check(document: SourceDocument) -> Findings:
    """Report such errors, kind by kind; how to fix them is said of the kinds that the page has."""
    errors = parse_errors(document)
    faults = [*_attributes(errors), *_repeated(document), *_characters(document, errors), *_comments(errors)]
    advice = "\n".join(dict.fromkeys(fault.advice for fault in faults))
    for fault in faults:
        yield Finding(fault.place, detail=fault.detail, advice=advice, change=fault.change)


def _attributes(errors: ParseErrors) -> Iterator[_Fault]:
    """Yield the first malformed attribute of each start tag, and the end tags with attributes."""
    for at, (error, *_) in groupby(errors.of(Kind.ATTRIBUTE_SYNTAX), lambda error: error.at):
        if at not in errors.quotes_missing:
            yield _Fault(errors.place(error), _FAULTS[error.name], _ATTRIBUTES)
    for error in errors.of(Kind.END_TAG_ATTRIBUTES):
        yield _Fault(errors.place(error), "end tags have no attributes and no slash", _ATTRIBUTES)


def _repeated(document: SourceDocument) -> Iterator[_Fault]:
    """Yield the repeated attributes with equal values; the change of an element is about all of them."""
    equal = (repeated for repeated in repeated_attributes(document) if not repeated.differs)
    for _, group in groupby(equal, lambda repeated: id(repeated.element)):
        listed = list(group)
        change = safe(changed(listed[0].element, **{repeated.name: repeated.first for repeated in listed}))
        for repeated in listed:
            yield _Fault(repeated.place, f"{repeated.name} is there twice, with the same value", _ATTRIBUTES, change)


def _characters(document: SourceDocument, errors: ParseErrors) -> Iterator[_Fault]:
    """Yield such characters, except within the marks of a template, where they are no characters of the page."""
    marks = document.template_marks
    for kind in (Kind.REFERENCE, Kind.LESS_THAN, Kind.CHARACTER):
        for error in errors.of(kind):
            at = document.lines.offset(*error.exact)
            if not marks.touch(at - 1, at + 1):
                yield _Fault(errors.place(error), _character(errors, error), _CHARACTERS, errors.escaping(error))


def _character(errors: ParseErrors, error: ParseError) -> str:
    """Return what is wrong with a character or a character reference."""
    before, after = errors.around(error, 40, 1)
    if error.kind is Kind.LESS_THAN:
        return "write &lt; for <"
    if error.kind is Kind.CHARACTER:
        return f"contains U+{ord(after or before[-1]):04X}"
    written = "&" + before.rpartition("&")[2] + after * (after == ";")
    if error.name == "unknown-named-character-reference":
        return f"{written} doesn't exist"
    if error.name == "missing-semicolon-after-character-reference":
        return f"{written} has no semicolon"
    return f"{written} is not allowed"


def _comments(errors: ParseErrors) -> Iterator[_Fault]:
    """Yield the comments that begin or end in a wrong way."""
    for error in errors.of(Kind.COMMENT):
        if error.name != "eof-in-comment":
            yield _Fault(errors.place(error), _FAULTS[error.name], _COMMENTS)


RULE = Rule(
    check=check,
    since="1.1.0",
    former_ids=(
        "seo/attribute-malformed",
        "seo/attribute-repeated",
        "seo/characters-unescaped",
        "seo/comment-malformed",
    ),
    severity=Severity.INFO,
    share=0,
    title="HTML has syntax errors",
    passed="HTML has correct syntax",
    needs=lambda document: document.tokenizer_errors is not None,
    description=(
        "{count:# attribute, character or comment isn't|# attributes, characters or comments aren't} written as HTML "
        "requires. Browsers guess what is meant: a part of a value becomes an attribute of its own, &copy=1 becomes "
        "©=1, and a comment ends too early."
    ),
    recommendation="Correct the syntax in these places.",
    how_to_fix="Correct each of these places.\n{advice}",
    shows_change=False,
    sources=(
        "https://html.spec.whatwg.org/multipage/syntax.html#attributes-2",
        "https://html.spec.whatwg.org/multipage/syntax.html#character-references",
        "https://html.spec.whatwg.org/multipage/syntax.html#comments",
    ),
    examples=(
        Bad('<p id="pears"class="wide">Pears</p>'),
        Bad('<p id=""pears">Pears</p>'),
        Bad("<p class=>Pears</p>"),
        Bad("<p>Pears</p class='end'>"),
        Bad('<p class="card" class="card">Pears</p>'),
        Bad("<p>Pears &pears; apples</p>"),
        Bad("<p>&copy 2026</p>"),
        Bad("<p>3 <5</p>"),
        Bad("<p>&#0; &#128;</p>"),
        Bad("<p>Pears \x1b</p>"),
        Bad("<p>{% if n %}3 <5{% endif %}</p>"),
        Bad("<!-- Pears --!><p>Apples</p>"),
        Bad("<!-- <!-- Pears --> --><p>Apples</p>"),
        Bad("<! Pears ><p>Apples</p>"),
        Bad("<p><![CDATA[Pears]]></p>"),
        Good('<p id="pears" class=wide hidden>Pears</p><a href="/pears?a=1">Pears</a>'),
        Good('<p class="card">Pears</p><p class="card" class="wide">Pears</p>'),
        Good("<p>{% if n < 3 %}Few pears{% endif %} {{ '&pears;' }} <%= '&pears;' %></p>"),
        Good("{% capture code %}for (i = 0; i <9 && ready; i++) eat('&pears;'){% endcapture %}"),
        Good("<?php if ($n <5) { echo '&pears;'; } ?><p>Pears</p>"),
        Good('<p>Pears &amp; apples &copy; AT&T 3 &lt; 5</p><a href="?a=1&copy=2">Pears</a>'),
        Good("<!-- Pears --><!--[if IE]><p>Pears</p><![endif]--><p>Apples</p><svg><![CDATA[Pears]]></svg>"),
    ),
)
