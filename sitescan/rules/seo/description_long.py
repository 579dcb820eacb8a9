"""The meta description is longer than a result shows."""

from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.document.measure import width
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule

_LONGEST = 200


def check(document: Document) -> Iterator[Finding]:
    """Report a description over two hundred columns."""
    described = " ".join((document.meta("description") or "").split())
    columns = width(described)
    if columns > _LONGEST:
        yield Finding(document.metas("description")[0], columns=columns, characters=len(described))


RULE = Rule(
    id="seo/description-long",
    reads=Document,
    check=check,
    severity=Severity.INFO,
    title="Very long meta description",
    description=(
        "The meta description takes {columns} columns ({characters} characters; East Asian ones are two columns wide). "
        "Results show about 150 and cut off the rest in mid sentence."
    ),
    recommendation="Say what matters in the first 150 characters of the description.",
    how_to_fix=(
        'Shorten it to one or two sentences: <meta name="description" content="What a visitor finds on this page, '
        'in about 150 characters.">. There is no penalty for a long description; only its end is not seen.'
    ),
    sources=("https://developers.google.com/search/docs/appearance/snippet",),
    examples=(
        Bad(f'<meta name="description" content="{"All about pears. " * 20}">'),
        Bad(f'<meta name="description" content="{"梨" * 120}">'),
        Good(f'<meta name="description" content="{"All about pears. " * 9}">'),
        Good("<p>Pears"),
    ),
)
