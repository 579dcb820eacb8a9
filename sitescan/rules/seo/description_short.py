"""Meta description is too short."""

from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.document.language.text_measure import length_in_words, width
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule

_SHORTEST = 50


def check(document: Document) -> Iterator[Finding]:
    """Report a meta description that is narrower than 50 average letters, unless it only repeats the title."""
    described = " ".join((document.meta("description") or "").split())
    repeated = described.casefold() == document.title.casefold()
    if described and not repeated and width(described) < _SHORTEST:
        yield Finding(document.metas("description")[0], length=length_in_words(described))


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Meta description is too short",
    passed="Meta description is long enough",
    applies=lambda document: (
        " ".join((document.meta("description") or "").split()).casefold() not in ("", document.title.casefold())
    ),
    description=(
        "The meta description has {length}. Search results have room for about 150 characters, and search engines "
        "often replace a very short description with text from the page."
    ),
    recommendation="Extend the description to one or two sentences about this page.",
    how_to_fix=(
        'Say what visitors find here: <meta name="description" content="Twelve pear trees that stay under three '
        'meters, with planting distance, harvest time and price.">'
    ),
    sources=("https://developers.google.com/search/docs/appearance/snippet",),
    examples=(
        Bad('<meta name="description" content="About pears.">'),
        Good(f'<meta name="description" content="{"All about pears. " * 5}">'),
        Good(f'<meta name="description" content="{"梨の木の育て方を" * 4}">'),
        Good('<meta name="description" content="">'),
        Good('<title>About pears.</title><meta name="description" content="About pears.">'),
    ),
)
