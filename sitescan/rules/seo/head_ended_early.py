"""Content in the head ends it."""

from sitescan.document.conformance.parse_error import Kind
from sitescan.document.conformance.parse_errors import parse_errors
from sitescan.rules.authoring import Bad, Finding, Findings, Good, Rule, Severity, SourceDocument


def check(document: SourceDocument) -> Findings:
    """Report the first content in the head, if tags of the head follow it."""
    errors = parse_errors(document)
    for error in errors.of(Kind.HEAD_ENDED):
        place = errors.place(error)
        content = "a text" if error.name == "text" else f"<{error.name}>"
        yield Finding(place, what=content, line=error.other_line)


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    share=0,
    title="Content in the head ends it early",
    passed="Head contains only what belongs there",
    needs=lambda document: document.tokenizer_errors is not None,
    description=(
        "The head contains {what}, which belongs into the body. Browsers end the head there, and put all that follows "
        "into the body. Search engines ignore canonical links, descriptions and language versions in the body."
    ),
    recommendation="Move the content into the body.",
    how_to_fix="Move {what} after the <body> tag, so that everything up to line {line} stays in the head.",
    sources=(
        "https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inhead",
        "https://developers.google.com/search/docs/crawling-indexing/valid-page-metadata",
    ),
    examples=(
        Bad("<head><title>Pears</title><div></div></head><body><p>Pears</p></body>"),
        Bad("<head><title>Pears</title>Apples<meta name=a></head><body><p>Pears</p></body>"),
        Bad('<head><title>Pears</title><img src="a.png" alt=""><body><p>Pears</p></body>'),
        Good("<head><title>Pears</title><script></script></head><body><p>Pears</p></body>"),
        Good("<title>Pears</title><p>Pears</p></body></html>"),
        Good("<title>Pears</title></head><body><p>Pears</p></body></html>"),
    ),
)
