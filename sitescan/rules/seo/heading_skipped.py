"""Heading levels are skipped."""

from collections.abc import Iterator
from itertools import pairwise

from sitescan.document.document import Document
from sitescan.document.language.headings import headings
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule


def check(document: Document) -> Iterator[Finding]:
    """Report a heading that is more than one level below the previous heading."""
    for before, heading in pairwise(headings(document)):
        if heading.level > before.level + 1:
            yield Finding(heading.tag, detail=f"after h{before.level}")


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    # The accessibility rule about heading order costs points.
    share=0,
    title="Heading levels are skipped",
    passed="Heading levels follow each other",
    subjects=("h1", "h2", "h3", "h4", "h5", "h6"),
    description=(
        "{count:# heading skips|# headings skip} a level, such as an h4 right after an h2. The outline of the page "
        "then looks as if a section were missing."
    ),
    recommendation="Put each heading at most one level below the one before it.",
    how_to_fix=(
        'Choose the level by the outline and the size with CSS: <h2>Planting</h2> <h3 class="small">When to plant</h3>'
    ),
    sources=("https://www.w3.org/WAI/tutorials/page-structure/headings/",),
    examples=(
        Bad("<h1>Pears</h1><h3>Planting</h3>"),
        Bad('<h2>Pears</h2><div role="heading" aria-level="5">Planting</div>'),
        Good("<h1>Pears</h1><h2>Planting</h2><h3>When</h3><h2>Harvest</h2>"),
        Good("<h3>News</h3><h1>Pears</h1><h2>Planting</h2>"),
        Good("<h1>Pears</h1><h4 hidden>Planting</h4>"),
    ),
)
