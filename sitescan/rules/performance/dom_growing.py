"""Page has many elements."""

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
    check=check,
    severity=Severity.INFO,
    title="Page has many elements",
    passed="Page has at most 1,500 elements",
    applies=lambda document: len(document.elements) <= _MANY,
    description=(
        "The page has {number} elements. Each one costs memory, and time whenever the page is styled or laid "
        "out. Pages of half this size are common, and from 3,000 elements phones respond slowly."
    ),
    recommendation="Show long lists in parts, and remove wrapper elements that do nothing.",
    how_to_fix=(
        "Show the first part of a long list and load the rest on demand, with pagination or list "
        "virtualization. If everything must stay in the page, content-visibility: auto in CSS skips the "
        "layout of off-screen parts."
    ),
    sources=(
        "https://developer.chrome.com/docs/lighthouse/performance/dom-growing",
        "https://web.dev/articles/dom-size-and-interactivity",
    ),
    covers=("lighthouse:dom-size",),
    examples=(Bad("<p>Pear" * 1600), Good("<p>Pear" * 1000), Good("<p>Pear" * 3001)),
)
