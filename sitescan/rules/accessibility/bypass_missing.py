"""Nothing helps to skip the navigation."""

from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.document.tree import attr
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule

_MANY = 12
_LANDMARKS = ("banner", "complementary", "contentinfo", "main", "navigation", "region", "search")


def check(document: Document) -> Iterator[Finding]:
    """Report pages of many links without landmarks, headings and links to parts of the page."""
    accessible = document.accessible
    links = [link for link in document.all("a") if attr(link, "href", "").strip()]
    if len(links) < _MANY or any(attr(link, "href", "").strip()[:1] == "#" for link in links):
        return
    if any(not accessible.hidden(one) for one in document.all("h1", "h2", "h3", "h4", "h5", "h6", "main", "nav")):
        return
    if not list(accessible.having("heading", *_LANDMARKS)):
        yield Finding(document.body)


_LINKS = '<a href="/a">Pears</a> ' * 12

RULE = Rule(
    id="accessibility/bypass-missing",
    reads=Document,
    check=check,
    severity=Severity.WARNING,
    title="No way to skip repeated content",
    description=(
        "The page has neither headings nor landmarks nor a link to its main content. People who use a "
        "keyboard or a screen reader must go through every link on every page (WCAG 2.2, 2.4.1 Bypass "
        "Blocks, level A)."
    ),
    recommendation="Mark the main content by a main element and give the page headings.",
    how_to_fix=('<a href="#main">Skip to content</a> <nav>...</nav> <main id="main"><h1>Pears</h1>...</main>'),
    sources=(
        "https://www.w3.org/WAI/WCAG22/Understanding/bypass-blocks",
        "https://www.w3.org/WAI/standards-guidelines/act/rules/cf77f2/",
    ),
    covers=("act:cf77f2", "axe:bypass", "lighthouse:bypass"),
    examples=(
        Bad("<body>" + _LINKS + "<p>Text"),
        Good("<body>" + _LINKS + "<h1>Text</h1>"),
        Good("<body>" + _LINKS + "<main>Text</main>"),
        Good('<body><a href="#c">Skip</a>' + _LINKS + "<p id=c>Text"),
        Good("<p>Text"),
    ),
)
