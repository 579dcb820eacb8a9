"""Lists contain elements or text outside of list items."""

from itertools import islice

from bs4.element import PageElement, Tag

from sitescan.document.element_markup import escaped, whole
from sitescan.document.tree import TextNode, children
from sitescan.rules.authoring import (
    Bad,
    Document,
    Finding,
    Findings,
    Good,
    Rule,
    Severity,
    changed,
    elements,
    lazy_pattern,
)

_LETTER = lazy_pattern(r"[^\W_]")
_ALLOWED = frozenset({"li", "script", "slot", "style", "template"})


def check(document: Document) -> Findings:
    """Report exposed lists with words, or an exposed child, outside their items."""
    accessible = document.accessible
    for element in document.all("dir", "menu", "ol", "ul"):
        if accessible.role(element) != "list" or not accessible.exposed(element):
            continue
        misplaced = _misplaced(element, document)
        if misplaced:
            right = changed(element, _items(element, document))
            yield Finding(element, detail=f"contains {misplaced}", change=right)


def _misplaced(element: Tag, document: Document) -> str:
    """Return ``text``, or the name of the first child that is no item, or an empty string."""
    if any(_has_words(node) for node in element.contents):
        return "text"
    exposed = filter(document.accessible.exposed, children(element))
    return next((child.name for child in exposed if not _is_item(child, document)), "")


def _is_item(child: Tag, document: Document) -> bool:
    accessible = document.accessible
    return child.name in _ALLOWED or accessible.role(child) == "listitem" or accessible.role_is_unknown(child)


def _has_words(node: PageElement) -> bool:
    """Return whether a node is a text with a letter or digit."""
    return type(node) is TextNode and _LETTER.search(node) is not None


def _items(element: Tag, document: Document) -> str:
    """Return the content of a list with each child that is no item inside an ``li``."""
    if len(list(islice(elements(element), _MOST))) == _MOST:
        return " " * _TOO_LONG
    shown = []
    for child in element.contents:
        if isinstance(child, Tag):
            shown.append(whole(child) if _is_item(child, document) else f"<li>{whole(child)}</li>")
        elif _has_words(child):
            shown.append(f"<li>{escaped(' '.join(str(child).split()))}</li>")
    return "".join(shown)


#: The maximum number of elements in the fixed markup of a list, and a length of markup that is never shown.
_MOST, _TOO_LONG = 30, 2000

RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="Lists contain content outside of list items",
    passed="Lists contain only list items",
    subjects=("dir", "menu", "ol", "ul"),
    scope="element",
    description=(
        "{count:# list directly contains|# lists directly contain} elements or text outside of list items. Screen "
        "readers announce the number of items, and skip or miscount everything else (WCAG 2.2, 1.3.1 Info and "
        "Relationships, level A)."
    ),
    recommendation="Put only li elements directly inside ul and ol.",
    how_to_fix="Write <ul><li><div>Pears</div></li></ul> instead of <ul><div><li>Pears</li></div></ul>.",
    sources=(
        "https://html.spec.whatwg.org/multipage/grouping-content.html#the-ul-element",
        "https://www.w3.org/WAI/standards-guidelines/act/rules/bc4a75/",
    ),
    covers=(
        "act:bc4a75",
        "axe:list",
        "lighthouse:list",
    ),
    examples=(
        Bad("<ul><div>Pears</div></ul>"),
        Bad('<ol><a href="/">Pears</a></ol>'),
        Bad("<ul><li>Pears</li> and <li>apples</li></ul>"),
        Good("<ul><li>Pears</ul>"),
        Good("<ul><!-- pears --><li>Pears</li> | <li>Apples</li></ul>"),
        Good("<ul><li>Pears</li><script></script><template></template></ul>"),
        Good('<ul><div role="listitem">Pears</div></ul>'),
        Good('<ul role="tablist"><button role="tab">A</button></ul>'),
        Good("<ul hidden><div>Pears</div></ul>"),
        Good("<ul></ul>"),
        Good('<ul><pear-item>Conference</pear-item></ul><script src="/items.js"></script>'),
        Bad("<ul><pear-item>Conference</pear-item></ul>"),
    ),
)
