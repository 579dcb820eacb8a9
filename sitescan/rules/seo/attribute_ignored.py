"""Attributes are set twice on one element, with different values."""

from sitescan.document.conformance.repeated_attributes import repeated_attributes
from sitescan.rules.authoring import CONVENTION, Bad, Finding, Findings, Good, Rule, Severity, SourceDocument, shorten


def check(document: SourceDocument) -> Findings:
    """Report repeated attributes whose second value differs from the first."""
    for repeated in repeated_attributes(document):
        if repeated.differs:
            yield Finding(
                repeated.place,
                detail=f'{repeated.name}="{shorten(repeated.second)}" is ignored',
                name=repeated.name,
                kept=shorten(repeated.first),
                ignored=shorten(repeated.second),
            )


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    share=CONVENTION,
    title="Attributes are set twice with different values",
    passed="Attributes have one value each",
    scope="tag",
    description=(
        "{count:# attribute is|# attributes are} set a second time on the same tag, with another value. Browsers keep "
        "the first value and ignore the second, so a class, an alt text or an address that you wrote is missing."
    ),
    recommendation="Set each attribute once.",
    how_to_fix=(
        'In the first tag, {name}="{kept}" counts and {name}="{ignored}" is ignored. Remove the wrong one. Classes go '
        'into one attribute: class="card wide".'
    ),
    sources=("https://html.spec.whatwg.org/multipage/parsing.html#parse-error-duplicate-attribute",),
    examples=(
        Bad('<p class="card" class="wide">Pears</p>'),
        Bad('<img src="pears.jpg" alt="" alt="Two pears">'),
        Good('<p class="card wide">Pears</p>'),
        Good('<p class="card" class="card">Pears</p>'),
    ),
)
