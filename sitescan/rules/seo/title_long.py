"""Page title is too long."""

from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.document.language.text_measure import length_in_words, pixel_width
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule

#: The font size and the width of titles in Google's results on desktops, in pixels.
_FONT_SIZE, _WIDEST = 20, 600


def check(document: Document) -> Iterator[Finding]:
    """Report a title that is wider than a search result."""
    pixels = pixel_width(document.title, _FONT_SIZE)
    if pixels > _WIDEST:
        yield Finding(document.titles[0], pixels=pixels, length=length_in_words(document.title))


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Page title is too long",
    passed="Page title fits in search results",
    applies=lambda document: document.title,
    description=(
        "The title is about {pixels:# pixel|# pixels} wide ({length}). Search results show about 600 pixels and cut "
        "off the rest, so people may not see the end."
    ),
    recommendation="Put what matters first, and keep the title under 600 pixels, or about 60 characters.",
    how_to_fix=(
        "Shorten the title, or put the topic first and the site name last: <title>Pear trees for small gardens - Green "
        "Nursery</title>. There is no penalty for a long title."
    ),
    sources=("https://developers.google.com/search/docs/appearance/title-link",),
    examples=(
        Bad(f"<title>{'Pears and apples ' * 5}</title>"),
        Bad(f"<title>{'梨' * 40}</title>"),
        Bad(f"<title>{'PEAR TREES ' * 5}</title>"),
        Good(f"<title>{'lilli till ' * 9}</title>"),
        Good("<title>Pear trees for small gardens - Green Nursery</title>"),
        Good("<title>Pears" + " " * 100 + "</title>"),
        Good("<p>No title"),
    ),
)
