from sitescan.document.accessibility.accessibility_tree import UNKNOWN
from sitescan.document.accessibility.aria_roles import ROLES
from sitescan.document.accessibility.roles import written_role
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity

#: The role of the item that may contain a group of nested items, by the role of the nested items.
_NESTING = {"treeitem": "treeitem", "menuitem": "menuitem", "menuitemcheckbox": "menuitem", "menuitemradio": "menuitem"}


def check(document: Document) -> Findings:
    """Report exposed elements with an explicit role outside its required context."""
    accessible = document.accessible
    for element in filter(accessible.exposed, document.having("role")):
        role = written_role(element)
        if role is None or not ROLES[role].inside or role == accessible.implicit_role(element):
            continue
        around = accessible.context(element)
        if around != UNKNOWN and around not in ROLES[role].inside and around != _NESTING.get(role, role + " "):
            needed = " or ".join(sorted(ROLES[role].inside - {"directory"}))
            yield Finding(element, detail=f"{role} outside {needed}")


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="Elements are outside the parent their ARIA role requires",
    passed="Elements are inside the parent their ARIA role requires",
    subjects=("[role]",),
    in_frames=True,
    description=(
        "{count:# element has|# elements have} a role that only works inside a certain parent, such as a tab inside a "
        'tab list, but {count:is|are} somewhere else. Screen readers can\'t announce a position such as "2 of 5", or '
        "they ignore the role (WCAG 2.2, 1.3.1 Info and Relationships, level A)."
    ),
    recommendation="Put the element in a container with the required role, or remove the element's role.",
    how_to_fix=(
        'For example: <div role="tablist"><button role="tab">Details</button></div>, or <div role="list"><div '
        'role="listitem">Pears</div></div>. Elements between the two must have no role, role="none" or role="group".'
    ),
    sources=(
        "https://www.w3.org/TR/wai-aria-1.2/#scope",
        "https://www.w3.org/WAI/standards-guidelines/act/rules/ff89c9/",
    ),
    covers=(
        "act:ff89c9",
        "axe:aria-required-parent",
        "lighthouse:aria-required-parent",
    ),
    examples=(
        Bad('<div role="listitem">Pears</div>'),
        Bad('<div role="tab">Details</div>'),
        Bad('<div role="list"><div aria-live="polite"><div role="listitem">Pears</div></div></div>'),
        Bad('<div role="list"><nav><div role="listitem">Pears</div></nav></div>'),
        Good('<div role="list"><div role="listitem">Pears</div></div>'),
        Good('<ul><div role="listitem">Pears</div></ul>'),
        Good('<div role="list"><div><div role="none"><div role="listitem">Pears</div></div></div></div>'),
        Good('<div role="list" aria-owns="a"></div><div id="a" role="listitem">Pears</div>'),
        Good('<div role="menu"><div role="group"><div role="menuitem">Open</div></div></div>'),
        Good('<div role="tree"><div role="treeitem">A<div role="group"><div role="treeitem">B</div></div></div></div>'),
        Good('<ul><li role="listitem">Pears</ul>'),
        Good('<pear-tabs><p role="tab">Sorts</p></pear-tabs><script src="/tabs.js"></script>'),
        Bad('<pear-tabs><p role="tab">Sorts</p></pear-tabs>'),
    ),
)
