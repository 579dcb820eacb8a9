"""A page with very many links."""

from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.document.links.hyperlinks import hyperlinks
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule

_MANY = 1000


def check(document: Document) -> Iterator[Finding]:
    """Report a page with more than a thousand links."""
    number = len(hyperlinks(document))
    if number > _MANY:
        yield Finding(number=number)


RULE = Rule(
    id="links/too-many",
    reads=Document,
    check=check,
    severity=Severity.INFO,
    title="Very many links",
    description=(
        "The page has {number:,} links. Nobody finds the right one among so many, people who use the keyboard step "
        "through all of them, and search engines may not follow the last ones."
    ),
    recommendation="Divide the page, or show the links in groups.",
    how_to_fix=(
        "Divide long lists into pages, link to categories instead of every entry, and leave out links that repeat: the "
        "menu and the footer need not both name everything."
    ),
    sources=("https://developers.google.com/search/docs/crawling-indexing/links-crawlable",),
    examples=(
        Bad("<a href=/pears>Pears</a>" * 1001),
        Good("<a href=/pears>Pears</a>" * 1000),
        Good("<a>Pears</a>" * 1001),
    ),
)
