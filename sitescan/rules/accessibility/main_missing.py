"""Page has no main landmark."""

from collections.abc import Iterator

from bs4.element import Tag

from sitescan.document.document import Document
from sitescan.document.tree import attr, children, own_text, text
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule

_ENOUGH_WORDS, _FEW_WORDS = 50, 20
#: Landmarks that hold a page's own content.
_PARTS = ("region", "complementary", "form", "search", "article")


def check(document: Document) -> Iterator[Finding]:
    """Report a page of some length, or with a menu before its text, in which nothing is the main content."""
    if document.body is None or document.accessible.of_role("main"):
        return
    if document.words >= _ENOUGH_WORDS or _has_menu_alone(document):
        yield Finding()


def _has_menu_alone(document: Document) -> bool:
    """Whether a short page begins with a list of links, and nothing parts the text after it from them."""
    accessible = document.accessible
    if any(True for _ in accessible.having(*_PARTS)) or not document.styled:
        return False
    for listed in document.all("ul", "ol"):
        items = [child for child in children(listed) if child.name == "li"]
        links = [anchor for item in items for anchor in children(item) if anchor.name == "a"]
        leads = any(attr(link, "href", "#")[:1] != "#" for link in links)
        if len(items) > 1 and len(links) == len(items) and leads and accessible.exposed(listed):
            in_menu = len(text(listed).split())
            return document.words - in_menu >= _FEW_WORDS and all(_is_link_alone(item) for item in items)
    return False


def _is_link_alone(item: Tag) -> bool:
    return len(list(children(item))) == 1 and not own_text(item).strip()


RULE = Rule(
    id="accessibility/main-missing",
    reads=Document,
    check=check,
    severity=Severity.INFO,
    title="Page has no main landmark",
    description=(
        "The page doesn't mark up its main content. People who use a screen reader can't jump straight to it, past the "
        "logo and the menus (best practice for WCAG 2.2, 2.4.1 Bypass Blocks, level A)."
    ),
    recommendation="Wrap the main content of the page in a main element.",
    how_to_fix="For example: <header>...</header> <main>...</main> <footer>...</footer>",
    sources=("https://www.w3.org/WAI/ARIA/apg/patterns/landmarks/examples/main.html",),
    covers=("act:b40fd1", "axe:landmark-one-main"),
    examples=(
        Bad(f'<ol><li><a>Chapter 1</a><li><a href="/2">Chapter 2</a></ol><p>{"pear " * 25}'),
        Good(f'<ol><li><a>Chapter 1</a><li><a href="/2">Chapter 2</a></ol><main>{"pear " * 25}</main>'),
        Good(f'<ol><li><a>Chapter 1</a><li><a href="/2">Chapter 2</a></ol><section aria-label="A">{"pear " * 25}'),
        Good(f'<p>{"pear " * 25}<ul><li>Red <a href="/2">pears</a><li>Green</ul>'),
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
