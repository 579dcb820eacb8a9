"""An element, a comment or a link without an end contains what follows it."""

from sitescan.document.conformance.parse_error import Kind
from sitescan.document.conformance.parse_errors import is_swallowing, parse_errors
from sitescan.rules.authoring import CONVENTION, Bad, Finding, Findings, Good, Rule, Severity, SourceDocument


def check(document: SourceDocument) -> Findings:
    """Report unclosed elements and comments that change what the content after them is."""
    errors = parse_errors(document)
    for error in errors.of(Kind.UNCLOSED):
        if is_swallowing(error):
            yield Finding(errors.place(error), detail=f"has no </{error.name}>")
    for error in errors.of(Kind.COMMENT):
        if error.name == "eof-in-comment":
            yield Finding(errors.place(error), detail="has no -->")


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    share=CONVENTION,
    title="Content is swallowed by an unclosed tag",
    passed="Content is safe from unclosed tags",
    needs=lambda document: document.tokenizer_errors is not None,
    description=(
        "{count:# link, button, script, style, field or comment has|# links, buttons, scripts, styles, fields or "
        "comments have} no end, so the content after {count:it|them} becomes part of {count:it|them}. Visitors don't "
        "see that content, or clicks on it do something unexpected."
    ),
    recommendation="Add the missing end.",
    how_to_fix=(
        "Add the end tag right after the text of the link or the button, and right after the code of a script or "
        "style. A comment ends with -->. <script src> and <textarea> need an end tag even if they are empty."
    ),
    sources=(
        "https://html.spec.whatwg.org/multipage/syntax.html#optional-tags",
        "https://html.spec.whatwg.org/multipage/parsing.html#parse-error-eof-in-comment",
    ),
    examples=(
        Bad("<textarea><p>Pears</p>"),
        Bad('<p><a href="/pears">Pears</p><p>Apples</p>'),
        Bad("<p><button>Buy<p>Apples</p>"),
        Bad('<script src="/a.js"/><p>Pears</p>'),
        Bad("<p>Pears</p><!-- Apples"),
        Good('<textarea></textarea><p><a href="/pears">Pears</a></p>'),
        Good('<p><a name="pears">Pears</p>'),
        Good("<div><p>Pears"),
    ),
)
