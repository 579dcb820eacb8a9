"""List items outside of lists."""

from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.document.mended import mended
from sitescan.document.roles import written_role
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule

#: Roles of a list whose items keep their meaning, or that take it away from them as well.
_LISTS = frozenset({"directory", "group", "list", "listbox", "menu", "menubar", "none", "tablist", "toolbar", "tree"})


def check(document: Document) -> Iterator[Finding]:
    """Report exposed li elements whose parent is no list."""
    accessible = document.accessible
    for item in document.all("li"):
        parent = item.parent
        if parent is None or written_role(item) is not None or not accessible.exposed(item):
            continue
        around = written_role(parent)
        if (around or "list") not in _LISTS or (around is None and parent.name not in ("menu", "ol", "ul")):
            yield Finding(item, mended=f"<ul>{mended(item, '…')}</ul>")


RULE = Rule(
    id="accessibility/list-item-orphan",
    reads=Document,
    check=check,
    severity=Severity.WARNING,
    title="List items outside a list",
    description=(
        "{count:# li element is|# li elements are} not inside a list. Screen readers then tell neither "
        "that there is a list nor how long it is (WCAG 2.2, 1.3.1 Info and Relationships, level A)."
    ),
    recommendation="Put li elements directly into ul or ol.",
    how_to_fix="<ul><li>Pears</li><li>Apples</li></ul>",
    sources=("https://html.spec.whatwg.org/multipage/grouping-content.html#the-li-element",),
    covers=(
        "axe:listitem",
        "lighthouse:listitem",
    ),
    examples=(
        Bad("<div><li>Pears</li></div>"),
        Bad('<ul role="navigation"><li>Pears</ul>'),
        Good("<ul><li>Pears</ul>"),
        Good('<div role="list"><li>Pears</li></div>'),
        Good('<div><li role="menuitem">Open</li></div>'),
        Good('<ul role="menu"><li>Pears</ul>'),
        Good("<div hidden><li>Pears</li></div>"),
    ),
)
