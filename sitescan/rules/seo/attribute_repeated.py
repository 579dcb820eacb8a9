"""Attributes are repeated on one element, with the same value."""

from collections.abc import Iterator
from itertools import groupby

from sitescan.document.change import Change
from sitescan.document.document import SourceDocument
from sitescan.document.repeated_attributes import repeated_attributes
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule


def check(document: SourceDocument) -> Iterator[Finding]:
    """Report repeated attributes with equal values; the change of an element is about all of them."""
    equal = (repeated for repeated in repeated_attributes(document) if not repeated.differs)
    for _, group in groupby(equal, lambda repeated: id(repeated.element)):
        listed = list(group)
        kept = {repeated.name: repeated.first for repeated in listed}
        change = Change(tag=listed[0].element, attributes=kept, safe=True)
        for repeated in listed:
            yield Finding(repeated.place, detail=f"{repeated.name} is there twice").fixed_by(change)


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    share=0,
    title="Attributes are repeated with the same value",
    passed="Each attribute is set once",
    applies=lambda document: not any(repeated.differs for repeated in repeated_attributes(document)),
    description=(
        "{count:# attribute is|# attributes are} set twice on the same tag. Both values are equal, so nothing is lost "
        "today. Someone who changes only the second one will wonder why nothing happens: browsers ignore it."
    ),
    recommendation="Set each attribute once.",
    how_to_fix='Write <p class="card"> instead of <p class="card" class="card">.',
    sources=("https://html.spec.whatwg.org/multipage/parsing.html#parse-error-duplicate-attribute",),
    examples=(
        Bad('<p class="card" class="card">Pears</p>'),
        Good('<p class="card">Pears</p>'),
        Good('<p class="card" class="wide">Pears</p>'),
    ),
)
