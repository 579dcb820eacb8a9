"""The page has very many elements."""

from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule

_MANY = 3000


def check(document: Document) -> Iterator[Finding]:
    """Report more than 3,000 elements."""
    number = len(document.elements)
    if number > _MANY:
        yield Finding(number=f"{number:,}")


RULE = Rule(
    id="performance/dom-size",
    reads=Document,
    check=check,
    severity=Severity.WARNING,
    title="Very many elements",
    description=(
        "The page consists of {number} elements. Each costs memory and time whenever the page is laid out or styled; "
        "above 3,000, phones scroll and react late."
    ),
    recommendation="Show long lists in parts, and drop wrapper elements that do nothing.",
    how_to_fix=(
        "Show the first part of a long list and load more on demand (pages, or a list that keeps only what is "
        "visible in "
        "the document). Where all must stay, content-visibility: auto in the CSS of the parts spares the layout of "
        "what "
        "is out of sight."
    ),
    sources=(
        "https://developer.chrome.com/docs/lighthouse/performance/dom-size",
        "https://web.dev/articles/dom-size-and-interactivity",
    ),
    covers=("lighthouse:dom-size",),
    examples=(Bad("<p>Pear" * 3001), Good("<p>Pear" * 1000), Good("<p>Pear")),
)
