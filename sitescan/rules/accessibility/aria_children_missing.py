from sitescan.document.accessibility.aria_roles import ROLES
from sitescan.document.accessibility.roles import written_role
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, attr

#: Roles of nested containers that a container may show: the submenu of an item whose parent has no role is beside it.
#: https://www.w3.org/WAI/ARIA/apg/patterns/menubar/examples/menubar-navigation/
_NESTED = {"menu": {"menu"}, "menubar": {"menu"}}


def check(document: Document) -> Findings:
    """Report exposed elements with an explicit role that own none of the required elements, or own others."""
    accessible = document.accessible
    for element in filter(accessible.exposed, document.having("role")):
        role = written_role(element)
        if role is None or not ROLES[role].owns or attr(element, "aria-busy", "").lower() == "true":
            continue
        owned = accessible.owned(element, ROLES[role].owns)
        allowed = ROLES[role].owns | _NESTED.get(role, set())
        wrong = next((found for found in owned or () if found not in allowed), None)
        if wrong is not None:
            yield Finding(element, detail=f"{role} contains {wrong}")
        elif owned == [] and accessible.content(element):
            needed = " or ".join(sorted(ROLES[role].owns))
            yield Finding(element, detail=f"{role} without {needed}")


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="Elements lack the children their ARIA role requires",
    passed="Elements have the children their ARIA role requires",
    subjects=("[role]",),
    in_frames=True,
    description=(
        "{count:# element has|# elements have} a role that requires certain children, such as list items in a list, "
        "but {count:contains|contain} other elements or none of these. Screen readers announce a list, menu or table "
        "that doesn't work as one (WCAG 2.2, 1.3.1 Info and Relationships, level A)."
    ),
    recommendation="Give the children the roles that the container requires, or remove the container's role.",
    how_to_fix=(
        'For example: <div role="list"><div role="listitem">Pears</div></div>, or <div role="tablist"><button '
        'role="tab">Details</button></div>. HTML elements often have the right roles already: <ul><li>Pears</li></ul>.'
    ),
    sources=(
        "https://www.w3.org/TR/wai-aria-1.2/#mustContain",
        "https://www.w3.org/WAI/standards-guidelines/act/rules/bc4a75/",
    ),
    covers=(
        "act:bc4a75",
        "axe:aria-required-children",
        "lighthouse:aria-required-children",
    ),
    examples=(
        Bad('<div role="list"><span>Pears</span></div>'),
        Bad('<div role="list"><div role="listitem">Pears</div><a href="/">More</a></div>'),
        Bad('<ul role="tablist"><li><a href="#a">A</a></li></ul>'),
        Bad('<div role="menu"><div role="menuitem">A</div><div tabindex="0"><b>More</b></div></div>'),
        Good('<div role="menu"><div tabindex="0"><div role="menuitem">A</div></div><div tabindex="0"></div></div>'),
        Bad(
            '<div role="menu"><div role="group"><div role="menuitem">A</div><div role="group"><div '
            'role="treeitem">B</div></div></div></div>'
        ),
        Good('<div role="list"><div role="listitem">Pears</div></div>'),
        Bad('<div role="feed"><div>Pears are ripe</div></div>'),
        Bad('<div role="feed"><article>Pears are ripe</article><p>No more news</p></div>'),
        Good('<div role="feed"><div><article>Pears are ripe</article></div></div>'),
        Good('<div role="feed" aria-busy="true"><div>Loading</div></div>'),
        Good('<div role="feed"></div>'),
        Good('<div role="list"></div>'),
        Good('<div role="list" aria-owns="a"></div><div id="a" role="listitem">Pears</div>'),
        Good('<table role="grid"><tr><td>Pears</table>'),
        Good('<ul role="tablist"><li role="presentation"><a role="tab" href="#a">A</a></li></ul>'),
        Good('<div role="menu"><div role="group"><div role="menuitem">A</div></div><div role="separator"></div></div>'),
        Good('<div role="listbox" aria-busy="true">Loading</div>'),
        Good(
            '<ul role="menubar"><li role="none"><a role="menuitem" href="/">Fruit</a><ul role="menu">'
            '<li role="menuitem">Pears</li></ul></li></ul>'
        ),
        Good('<div role="tablist"><pear-tab>Sorts</pear-tab></div><script src="/tabs.js"></script>'),
    ),
)
