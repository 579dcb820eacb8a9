"""Page title is too short."""

from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.document.language.text_measure import width
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule
from sitescan.standards.urls import split_url

_SHORTEST = 10


def check(document: Document) -> Iterator[Finding]:
    """Report a title narrower than 10 average letters; the title of a home page may be the name of the site."""
    home = split_url(document.url).path in ("", "/")
    if document.title and not home and width(document.title) < _SHORTEST:
        yield Finding(document.titles[0], title=document.title)


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Page title is too short",
    passed="Page title is long enough",
    applies=lambda document: document.title and split_url(document.url).path not in ("", "/"),
    description=(
        'The title "{title}" says little about the page. People choose from a list of results by the title. One that '
        "names the topic is found and clicked more often."
    ),
    recommendation="Name the topic of the page and the site in the title.",
    how_to_fix="Write the topic, then the site: <title>Pear trees for small gardens - Green Nursery</title>",
    sources=("https://developers.google.com/search/docs/appearance/title-link",),
    examples=(
        Bad("<title>Pears</title>", url="https://example.com/shop/pears"),
        Good("<title>Pears</title>", url="https://example.com/"),
        Good("<title>Pear trees for small gardens</title>", url="https://example.com/pears"),
        Good("<title>小さな庭の梨</title>", url="https://example.com/pears"),
        Good("<title></title>", url="https://example.com/pears"),
    ),
)
