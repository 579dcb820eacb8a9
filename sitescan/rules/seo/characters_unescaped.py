"""Characters are not escaped as HTML requires."""

from collections.abc import Iterator

from sitescan.document.document import SourceDocument
from sitescan.document.parse_error import Kind
from sitescan.document.parse_errors import parse_errors
from sitescan.document.template_marks import template_marks
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule


def check(document: SourceDocument) -> Iterator[Finding]:
    """
    Report character references, less-than signs and control characters that HTML doesn't allow.

    Within the marks of a template, they are no characters of the page.
    """
    errors, marks = parse_errors(document), template_marks(document)
    for kind in (Kind.REFERENCE, Kind.LESS_THAN, Kind.CHARACTER):
        for error in errors.of(kind):
            at = document.lines.offset(*error.exact)
            if marks.touch(at - 1, at + 1):
                continue
            finding = Finding(errors.place(error), detail=_detail(kind, error.name, *errors.around(error, 40, 1)))
            yield finding.fixed_by(errors.escaping(error))


def _detail(kind: Kind, code: str, before: str, after: str) -> str:
    if kind is Kind.LESS_THAN:
        return "write &lt; for <"
    if kind is Kind.CHARACTER:
        return f"contains U+{ord(after or before[-1]):04X}"
    written = "&" + before.rpartition("&")[2] + after * (after == ";")
    if code == "unknown-named-character-reference":
        return f"{written} doesn't exist"
    if code == "missing-semicolon-after-character-reference":
        return f"{written} has no semicolon"
    return f"{written} is not allowed"


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    share=0,
    title="Special characters are not escaped correctly",
    passed="Special characters are escaped correctly",
    needs=lambda document: document.tokenizer_errors is not None,
    description=(
        "{count:# special character is|# special characters are} written in a way that HTML doesn't allow: an unknown "
        "character reference, a < that begins no tag, or a control character. Browsers guess: &copy=1 becomes ©=1, and "
        "other references are shown as written."
    ),
    recommendation="Write &lt; for < and &amp; for &, and a semicolon after each character reference.",
    how_to_fix=(
        "Write 3 &lt; 5 instead of 3 < 5, and &copy; instead of &copy 2026. Remove control characters: "
        "they are invisible."
    ),
    sources=(
        "https://html.spec.whatwg.org/multipage/syntax.html#character-references",
        "https://html.spec.whatwg.org/multipage/named-characters.html",
    ),
    examples=(
        Bad("<p>Pears &pears; apples</p>"),
        Bad("<p>&copy 2026</p>"),
        Bad("<p>3 <5</p>"),
        Bad("<p>&#0; &#128;</p>"),
        Bad("<p>Pears \x1b</p>"),
        Bad("<p>{% if n %}3 <5{% endif %}</p>"),
        Good("<p>{% if n < 3 %}Few pears{% endif %} {{ '&pears;' }} <%= '&pears;' %></p>"),
        Good("{% capture code %}for (i = 0; i <9 && ready; i++) eat('&pears;'){% endcapture %}"),
        Good("<?php if ($n <5) { echo '&pears;'; } ?><p>Pears</p>"),
        Good("<p>Pears &amp; apples &copy; AT&T 3 &lt; 5</p>"),
        Good('<a href="?a=1&copy=2">Pears</a>'),
    ),
)
