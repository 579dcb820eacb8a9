from collections.abc import Iterator, Sequence
from itertools import islice, pairwise

from bs4.element import NavigableString, PageElement, Tag

from sitescan.document.tree import after
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, attr

_MANY = 12
#: The number of links of a menu, and the maximum numbers of words and of nodes between two of them.
_MENU_LINKS, _FEW_WORDS, _MOST_BETWEEN = 8, 3, 60
_LANDMARKS = ("banner", "complementary", "contentinfo", "main", "navigation", "region", "search")


def check(document: Document) -> Findings:
    """Report pages with many links but without landmarks, headings and links to parts of the page."""
    accessible = document.accessible
    links = [link for link in document.all("a") if attr(link, "href", "").strip()]
    if len(links) < _MANY or any(attr(link, "href", "").strip()[:1] == "#" for link in links):
        return
    if any(
        not accessible.hidden(element) for element in document.all("h1", "h2", "h3", "h4", "h5", "h6", "main", "nav")
    ):
        return
    if not list(accessible.having("heading", *_LANDMARKS)) and _has_menu(links):
        yield Finding(document.body)


def _has_menu(links: Sequence[Tag]) -> bool:
    """Return whether there are many consecutive links with hardly a word between them."""
    length = 1
    for before, link in pairwise(links):
        between = 0
        for node in islice(_between(before, link), _MOST_BETWEEN):
            between += len(node.split()) if isinstance(node, NavigableString) else 0
        length = length + 1 if between <= _FEW_WORDS else 1
        if length >= _MENU_LINKS:
            return True
    return False


def _between(start: Tag, end: Tag) -> Iterator[PageElement]:
    """Iterate over the nodes between two elements."""
    node = after(start)
    while node is not None and node is not end:
        yield node
        node = node.next_element


_LINKS = '<a href="/a">Pears</a> ' * 12

RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="Page has no heading, landmark or skip link",
    passed="Visitors can skip long menus",
    subjects=("a",),
    description=(
        "The page has no headings, no landmarks and no link to its main content. People who use a keyboard or a screen "
        "reader have to go through every link on every page (WCAG 2.2, 2.4.1 Bypass Blocks, level A)."
    ),
    recommendation="Mark up the main content with a main element, and add headings to the page.",
    how_to_fix=(
        'For example: <a href="#main">Skip to content</a> <nav>...</nav> <main id="main"><h1>Pears</h1>...</main>'
    ),
    sources=(
        "https://www.w3.org/WAI/WCAG22/Understanding/bypass-blocks",
        "https://www.w3.org/WAI/standards-guidelines/act/rules/cf77f2/",
    ),
    covers=("act:cf77f2", "axe:bypass", "lighthouse:bypass"),
    examples=(
        Good("<p>" + 'We grow <a href="/a">pears</a> in rows of many trees. ' * 12),
        Bad("<body>" + _LINKS + "<p>Text"),
        Good("<body>" + _LINKS + "<h1>Text</h1>"),
        Good("<body>" + _LINKS + "<main>Text</main>"),
        Good('<body><a href="#c">Skip</a>' + _LINKS + "<p id=c>Text"),
        Good("<p>Text"),
    ),
)
