from sitescan.document.accessibility.roles import written_role
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, changed

#: Roles of a parent that keep the meaning of list items, remove it, or have other owned elements, which
#: accessibility/aria-children-missing judges.
_LISTS = frozenset({"directory", "group", "list", "listbox", "menu", "menubar", "none", "tablist", "toolbar", "tree"})


def check(document: Document) -> Findings:
    """Report exposed li elements whose parent is neither a list nor another container of what they contain."""
    accessible = document.accessible
    for item in document.all("li"):
        parent = item.parent
        if document.shadow_trees.is_at_border(item):
            continue
        if parent is None or written_role(item) is not None or not accessible.exposed(item):
            continue
        if accessible.role_is_unknown(parent):
            continue
        around = written_role(parent)
        if (around or "list") not in _LISTS or (around is None and parent.name not in ("dir", "menu", "ol", "ul")):
            yield Finding(item, fixed_markup=f"<ul>{changed(item, '…').markup}</ul>")


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="List items are not inside a list",
    passed="List items are inside a list",
    subjects=("li",),
    in_frames=True,
    description=(
        "{count:# li element is|# li elements are} not inside a list. Screen readers announce neither the list nor how "
        "many items it has (WCAG 2.2, 1.3.1 Info and Relationships, level A)."
    ),
    recommendation="Put li elements directly inside ul or ol.",
    how_to_fix="For example: <ul><li>Pears</li><li>Apples</li></ul>",
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
        Good("<dir><li>Pears</li></dir><menu><li>Apples</li></menu>"),
        Good('<div><li role="menuitem">Open</li></div>'),
        Good('<ul role="menu"><li><a href="/">Pears</a></ul>'),
        Good('<ul role="toolbar"><li><button>Pears</button></ul>'),
        Good("<div hidden><li>Pears</li></div>"),
        Good('<pear-list><li>Conference</li></pear-list><script src="/list.js"></script>'),
        Bad("<pear-list><li>Conference</li></pear-list>"),
    ),
)
