from sitescan.document.conformance.ignored_tags import elements_by_position
from sitescan.document.conformance.parse_error import Kind
from sitescan.document.conformance.parse_errors import parse_errors
from sitescan.rules.authoring import Bad, Finding, Findings, Good, Rule, Severity, SourceDocument


def check(document: SourceDocument) -> Findings:
    """Report links that begin before the end tag of another link."""
    errors = parse_errors(document)
    for error in errors.of(Kind.LINK_NESTED):
        outer = elements_by_position(document).get(error.other) if error.other is not None else None
        if outer is not None and "href" in outer.attrs:
            yield Finding(errors.place(error), detail=f"inside the link of line {error.other_line}")


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="Links are inside other links",
    passed="Links are outside of other links",
    needs=lambda document: document.tokenizer_errors is not None,
    scope="tag",
    description=(
        "{count:# link begins|# links begin} inside another link. Browsers end the outer link there, so the rest "
        "of its content leads nowhere. Visitors who click it, and people who use a screen reader, don't get the outer "
        "link address."
    ),
    recommendation="End each link before the next one begins.",
    how_to_fix=(
        "Put the links side by side. To make a whole card clickable, stretch the link of its heading over it. CSS: "
        '.card {{ position: relative }} .card h3 a::after {{ content: ""; position: absolute; inset: 0 }}'
    ),
    sources=(
        "https://html.spec.whatwg.org/multipage/text-level-semantics.html#the-a-element",
        "https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inbody",
    ),
    examples=(
        Bad('<a href="/pears">Pears from <a href="/trees">trees</a> of ours</a>'),
        Good('<a href="/pears">Pears</a> from <a href="/trees">trees</a>'),
        Good('<a name="pears">Pears from <a href="/trees">trees</a></a>'),
        Good('<a href="/pears"><table><tr><td><a href="/trees">Trees</a></td></tr></table></a>'),
    ),
)
