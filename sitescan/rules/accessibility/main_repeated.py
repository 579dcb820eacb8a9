"""Page has more than one main landmark."""

from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule


def check(document: Document) -> Iterator[Finding]:
    """Report each exposed main landmark after the first."""
    for main in list(document.accessible.having("main"))[1:]:
        yield Finding(main)


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Page has more than one main landmark",
    passed="Page has at most one main landmark",
    description=(
        "The page has {count:# additional main landmark|# additional main landmarks}. People who jump to the main "
        "content may end up in the wrong part (best practice for WCAG 2.2, 1.3.1 Info and Relationships, level A)."
    ),
    recommendation="Keep one visible main element.",
    how_to_fix=(
        "Use <section> or <article> for parts inside the one <main>. Hide other main elements with "
        "the hidden attribute."
    ),
    sources=("https://html.spec.whatwg.org/multipage/grouping-content.html#the-main-element",),
    covers=("axe:landmark-no-duplicate-main",),
    examples=(
        Bad("<main>Pears</main><main>Apples</main>"),
        Good("<main>Pears</main>"),
        Good("<main>Pears</main><main hidden>Apples</main>"),
    ),
)
