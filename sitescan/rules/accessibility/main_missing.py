"""The page does not mark its main content."""

from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule

_ENOUGH_WORDS = 50


def check(document: Document) -> Iterator[Finding]:
    """Report a page of some length in which nothing, hidden or not, is the main content."""
    if document.words < _ENOUGH_WORDS or document.body is None:
        return
    if not any(document.accessible.role(element) == "main" for element in document.elements):
        yield Finding()


RULE = Rule(
    id="accessibility/main-missing",
    reads=Document,
    check=check,
    severity=Severity.INFO,
    title="No main landmark",
    description=(
        "No element of the page is marked as its main content. People who use a screen reader jump "
        "there with one key, past logo and menus (best practice for WCAG 2.2, 2.4.1 Bypass Blocks, level A)."
    ),
    recommendation="Wrap the main content of the page in a main element.",
    how_to_fix="<header>...</header> <main>...</main> <footer>...</footer>",
    sources=("https://www.w3.org/WAI/ARIA/apg/patterns/landmarks/examples/main.html",),
    covers=("axe:landmark-one-main",),
    examples=(
        Bad(
            "<p>pear pear pear pear pear pear pear pear pear pear pear pear pear pear pear pear pear pear "
            "pear pear pear pear pear pear pear pear pear pear pear pear pear pear pear pear pear pear pear "
            "pear pear pear pear pear pear pear pear pear pear pear pear pear pear pear pear pear pear pear "
            "pear pear pear pear </p>"
        ),
        Good(
            "<main>pear pear pear pear pear pear pear pear pear pear pear pear pear pear pear pear pear "
            "pear pear pear pear pear pear pear pear pear pear pear pear pear pear pear pear pear pear pear "
            "pear pear pear pear pear pear pear pear pear pear pear pear pear pear pear pear pear pear pear "
            "pear pear pear pear pear </main>"
        ),
        Good(
            '<div role="main">pear pear pear pear pear pear pear pear pear pear pear pear pear pear pear '
            "pear pear pear pear pear pear pear pear pear pear pear pear pear pear pear pear pear pear pear "
            "pear pear pear pear pear pear pear pear pear pear pear pear pear pear pear pear pear pear pear "
            "pear pear pear pear pear pear pear </div>"
        ),
        Good("<p>Pears</p>"),
    ),
)
