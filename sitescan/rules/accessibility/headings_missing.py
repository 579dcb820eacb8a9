"""Page has no headings."""

from collections.abc import Iterator

from bs4.element import Tag

from sitescan.document.document import Document
from sitescan.document.layout.off_screen import is_off_screen
from sitescan.document.tree import ancestors, elements
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule

_ENOUGH_WORDS = 20


def check(document: Document) -> Iterator[Finding]:
    """Report a page with a navigation and some text but no visible heading outside the navigation."""
    accessible = document.accessible
    if any(_may_introduce_content(document, tag) for tag in accessible.of_role("heading")):
        return
    menus = [
        menu
        for menu in accessible.having("navigation")
        if any("href" in tag.attrs for tag in elements(menu))
        and not any(accessible.role(around) == "navigation" for around in ancestors(menu))
    ]
    in_menus = sum(len(accessible.content(menu).split()) for menu in menus)
    if menus and document.words - in_menus >= _ENOUGH_WORDS:
        yield Finding(document.body)


def _may_introduce_content(document: Document, heading: Tag) -> bool:
    """Return whether a heading may introduce content: it is not certainly hidden, off screen or in a navigation."""
    accessible = document.accessible
    if accessible.hidden(heading) or accessible.nameless(heading):
        return False
    boxes = (heading, *ancestors(heading))
    if document.styled and any(is_off_screen(document.styles.of(box)) for box in boxes):
        return False
    return not any(accessible.role(box) == "navigation" for box in boxes)


_TEXT = "<p>In this garden we grow pears of forty kinds, from the small early ones to those that keep until the spring."

RULE = Rule(
    id="accessibility/headings-missing",
    reads=Document,
    check=check,
    severity=Severity.INFO,
    title="Page has no headings",
    description=(
        "The page has a navigation and text, but no visible heading outside the navigation. Most people who use a "
        "screen reader move by headings to get past the menus to the content (best practice for WCAG 2.2, 2.4.1 Bypass "
        "Blocks, level A)."
    ),
    recommendation="Start the main content with an h1, and each section with a heading.",
    how_to_fix=(
        "For example: <nav>...</nav> <main><h1>Growing pears</h1> <p>...</p> <h2>In the spring</h2> <p>...</p></main>"
    ),
    sources=(
        "https://www.w3.org/WAI/WCAG22/Techniques/html/H69",
        "https://www.w3.org/WAI/standards-guidelines/act/rules/047fe0/",
    ),
    covers=("act:047fe0", "axe:page-has-heading-one"),
    examples=(
        Bad('<nav><a href="/">Start</a></nav>' + _TEXT),
        Bad('<div role="navigation"><a href="/">Start</a></div><p><b>Our garden</b>' + _TEXT),
        Good('<nav><a href="/">Start</a></nav><h1>Our garden</h1>' + _TEXT),
        Good('<nav><a href="/">Start</a></nav><p role="heading" aria-level="2">Our garden</p>' + _TEXT),
        Bad('<nav><h2>Chapters</h2><a href="/">Start</a></nav> <p>Welcome to our garden.</p> ' + _TEXT),
        Bad('<nav><a href="/">Start</a></nav><h1 hidden>Our garden</h1>' + _TEXT),
        Bad('<nav><a href="/">Start</a></nav><h1 style="position: absolute; top: -999px">Our garden</h1>' + _TEXT),
        Good(_TEXT),
        Good('<nav><a href="/">Start</a></nav><p>Pears'),
    ),
)
