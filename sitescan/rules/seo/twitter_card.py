"""The page does not say how large its preview on X is to be."""

from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.document.source_location import shorten
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule

_CARDS = frozenset({"summary", "summary_large_image", "app", "player"})


def check(document: Document) -> Iterator[Finding]:
    """Report a page with a picture for previews but without a card, or with one that does not exist."""
    card = document.meta("twitter:card")
    if card is None and document.meta("og:image"):
        yield Finding(seen="no twitter:card tag")
    elif card is not None and card.lower() not in _CARDS:
        seen = f'the unknown card "{shorten(card)}"' if card else "a twitter:card tag without content"
        yield Finding(document.metas("twitter:card")[0], seen=seen)


RULE = Rule(
    id="seo/twitter-card",
    reads=Document,
    check=check,
    severity=Severity.INFO,
    title="Missing or unknown Twitter card",
    description=(
        "The page has {seen}, so X (Twitter) and programs that follow it show a small preview or none, even where "
        "there is a picture."
    ),
    recommendation="Choose a card for previews.",
    how_to_fix='<meta name="twitter:card" content="summary_large_image"> (or summary for a small picture)',
    sources=("https://developer.x.com/en/docs/x-for-websites/cards/overview/markup",),
    examples=(
        Bad('<meta property="og:image" content="https://example.com/pears.jpg">'),
        Bad('<meta name="twitter:card" content="large">'),
        Good('<meta name="twitter:card" content="summary_large_image">'),
        Good('<meta property="twitter:card" content="Summary">'),
        Good("<title>Pears</title>"),
    ),
)
