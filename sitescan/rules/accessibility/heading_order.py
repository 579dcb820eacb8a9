"""Heading levels are skipped."""

from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.document.mended import retagged
from sitescan.document.roles import level
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule


def check(document: Document) -> Iterator[Finding]:
    """Report exposed headings more than one level below the one before."""
    accessible = document.accessible
    above: int | None = None
    for heading in accessible.having("heading"):
        depth = level(heading) or 2
        if above is not None and depth > above + 1:
            yield Finding(
                heading,
                detail=f"level {depth} after level {above}",
                mended=retagged(f"h{above + 1}", accessible.name(heading)),
            )
        above = depth


RULE = Rule(
    id="accessibility/heading-order",
    reads=Document,
    check=check,
    severity=Severity.INFO,
    title="Skipped heading levels",
    description=(
        "{count:# heading skips|# headings skip} a level. People who move by headings take a gap for a "
        "part that they missed (best practice for WCAG 2.2, 1.3.1 Info and Relationships, level A)."
    ),
    recommendation="Go down one heading level at a time.",
    how_to_fix="Put an h3 below an h2, not an h4. Choose the level by structure and the size by CSS.",
    sources=("https://www.w3.org/WAI/tutorials/page-structure/headings/",),
    covers=(
        "axe:heading-order",
        "lighthouse:heading-order",
    ),
    examples=(
        Bad("<h1>Fruit</h1><h3>Pears</h3>"),
        Bad('<h2>Fruit</h2><div role="heading" aria-level="5">Pears</div>'),
        Good("<h1>Fruit</h1><h2>Pears</h2><h3>Green</h3><h2>Apples</h2>"),
        Good("<h2>News</h2><h1>Fruit</h1>"),
        Good("<h3>Fruit</h3>"),
        Good("<h1>Fruit</h1><div hidden><h3>Pears</h3></div>"),
    ),
)
