"""The page has many elements."""

from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule

_MANY = 1500
_VERY_MANY = 3000


def check(document: Document) -> Iterator[Finding]:
    """Report 1,500 to 3,000 elements; more have their own rule."""
    number = len(document.elements)
    if _MANY < number <= _VERY_MANY:
        yield Finding(number=f"{number:,}")


RULE = Rule(
    id="performance/dom-growing",
    reads=Document,
    check=check,
    severity=Severity.INFO,
    title="Many elements",
    description=(
        "The page consists of {number} elements. Each costs memory and time whenever the page is laid out or styled; "
        "pages of half the size are common, and from 3,000 elements on phones react late."
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
        "https://developer.chrome.com/docs/lighthouse/performance/dom-growing",
        "https://web.dev/articles/dom-size-and-interactivity",
    ),
    covers=("lighthouse:dom-size",),
    examples=(Bad("<p>Pear" * 1600), Good("<p>Pear" * 1000), Good("<p>Pear" * 3001)),
)
