"""Meta description is too long."""

from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.document.language.text_measure import length_in_words, width
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule

_LONGEST = 200


def check(document: Document) -> Iterator[Finding]:
    """Report a meta description that is wider than 200 average letters."""
    described = " ".join((document.meta("description") or "").split())
    if width(described) > _LONGEST:
        yield Finding(document.metas("description")[0], length=length_in_words(described))


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Meta description is too long",
    passed="Meta description fits in search results",
    applies=lambda document: document.meta("description"),
    description=(
        "The meta description has {length}. Search results show about 150 characters and cut off the "
        "rest in mid-sentence."
    ),
    recommendation="Say what matters in the first 150 characters of the description.",
    how_to_fix=(
        'Shorten it to one or two sentences: <meta name="description" content="What visitors find on this page, in '
        "about 150 characters.\">. There is no penalty for a long description, but its end isn't shown."
    ),
    sources=("https://developers.google.com/search/docs/appearance/snippet",),
    examples=(
        Bad(f'<meta name="description" content="{"All about pears. " * 20}">'),
        Bad(f'<meta name="description" content="{"梨" * 120}">'),
        Good(f'<meta name="description" content="{"All about pears. " * 9}">'),
        Good("<p>Pears"),
    ),
)
