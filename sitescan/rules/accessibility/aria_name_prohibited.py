import html

from bs4.element import Tag

from sitescan.document.accessibility.aria import DESCRIBING_ROLES, NAMING
from sitescan.document.accessibility.aria_roles import ROLES
from sitescan.document.accessibility.roles import aria_attributes, written_role
from sitescan.document.element_markup import UNCHANGED
from sitescan.document.tree import Nearest
from sitescan.rules.authoring import (
    HTML,
    Bad,
    Document,
    ElementChange,
    Finding,
    Findings,
    Good,
    Rule,
    Severity,
    attr,
    changed,
    text,
)

#: Elements whose implicit role allows a name and is overridden by one that does not.
_OWN_ROLE = frozenset("h1 h2 h3 h4 h5 h6 button ul ol nav main form table".split())
#: Elements that prohibit naming unless they have another role: https://www.w3.org/TR/html-aria/#docconformance. Custom
#: elements do so too where they are generic, but their scripts may give them a role.
_NAMELESS = frozenset("abbr cite figcaption kbd label legend rp rt time var".split())
#: Elements that another rule asks to be without ARIA attributes, and those that may get a role by their name.
_LEFT_OUT = frozenset("br html img section wbr".split())
#: Elements of which a role would break what they do: naming a field, a group or a figure.
_NAMING = frozenset({"figcaption", "label", "legend"})
#: Roles of boxes that say nothing about what they are in.
_TRANSPARENT = frozenset({"", "generic", "none", "presentation"})
#: Controls that get their name from their content, names of elements in it included.
_NAMED_CONTROLS = frozenset(
    "button checkbox gridcell link menuitem menuitemcheckbox menuitemradio option radio switch tab treeitem".split()
)


def check(document: Document) -> Findings:
    """
    Report naming attributes on exposed elements whose role prohibits naming.

    One without a role may name the control that it is in, such as an icon in a button:
    https://www.w3.org/TR/accname-1.2/#comp_name_from_content
    """
    roles = Nearest(lambda tag: document.accessible.role(tag) not in _TRANSPARENT)
    for element in filter(document.accessible.exposed, document.having(*NAMING, *DESCRIBING_ROLES)):
        role = written_role(element) or document.accessible.implicit_role(element)
        bare = element.name in _NAMELESS and element.namespace == HTML and written_role(element) is None
        nameless = bare or (role in ROLES and ROLES[role].nameless)
        if not nameless or element.name in _LEFT_OUT:
            continue
        around = roles.around(element) if written_role(element) is None else None
        if around is not None and document.accessible.role(around) in _NAMED_CONTROLS:
            continue
        prohibited = NAMING if role in ROLES and role != "generic" else NAMING | DESCRIBING_ROLES
        given = [name for name, _ in aria_attributes(element) if name in prohibited]
        if given:
            where = role if role in ROLES and role != "generic" else element.name
            yield Finding(element, detail=f"{given[0]} on {where}", change=_fixed(document, element, given))


def _fixed(document: Document, element: Tag, given: list[str]) -> ElementChange:
    """Return the element with a role that allows its name, or without the name if it can't have such a role."""
    if element.name in _NAMING:
        without = dict.fromkeys(given)
        name = attr(element, "aria-label", "").strip()
        if name and not any(letter.isalnum() for letter in text(element)):
            # It is the only name of what the element names.
            return changed(element, f"{html.escape(name)} …" if element.contents else html.escape(name), **without)
        return changed(element, UNCHANGED, **without)
    better = None if element.name in _OWN_ROLE else "group" if document.accessible.content(element) else "img"
    return changed(element, UNCHANGED, role=better)


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="ARIA names are set on elements that can't have one",
    passed="ARIA names are on elements that can have one",
    subjects=("[aria-*]",),
    scope="tag",
    description=(
        "{count:# element has|# elements have} an ARIA name, such as an aria-label, but {count:is of a kind|are of "
        "kinds} that can't have one. Many screen readers ignore the name, and others announce it instead of the text "
        "(WCAG 2.2, 4.1.2 Name, Role, Value, level A)."
    ),
    recommendation="Give the element a role that allows a name, or put the information in its text.",
    how_to_fix=(
        'Use a role or element that allows a name: <div role="group" aria-label="Size">, <section aria-label="News"> '
        'or <span role="img" aria-label="5 out of 5 stars">. For text that only screen readers announce: <span '
        'class="visually-hidden">now 1 euro</span>.'
    ),
    sources=(
        "https://www.w3.org/TR/wai-aria-1.2/#namefromprohibited",
        "https://www.w3.org/TR/html-aria/#docconformance",
        "https://www.w3.org/WAI/standards-guidelines/act/rules/kb1m8s/",
    ),
    covers=(
        "act:kb1m8s",
        "axe:aria-prohibited-attr",
        "axe:aria-roledescription",
        "lighthouse:aria-prohibited-attr",
    ),
    examples=(
        Bad('<div aria-label="Now 1 euro">1</div>'),
        Bad('<p aria-labelledby="x">Pears</p>'),
        Bad('<h1 role="none" aria-label="Fruit">Pears</h1>'),
        Bad('<a aria-label="Pears" onclick="go()">Shop</a>'),
        Good('<a href="/" aria-label="Pears">Shop</a>'),
        Good('<button><span><i aria-label="Close"></i></span></button>'),
        Good('<div role="tab" tabindex="0"><i aria-label="Pears"></i></div>'),
        Bad('<button><i role="none" aria-label="Close"></i>Close</button>'),
        Bad('<div role="dialog" aria-label="Pears"><i aria-label="Close"></i></div>'),
        Bad('<h2><i aria-label="Pears"></i></h2>'),
        Good('<div role="group" aria-label="Size">S M L</div>'),
        Good('<div aria-label="">Pears</div>'),
        Good('<section aria-label="News">...</section>'),
        Good('<div aria-live="polite">Pears</div>'),
        Bad('<abbr aria-label="World Wide Web">WWW</abbr>'),
        Bad('<label aria-label="Name">N <input name="n"></label>'),
        Bad('<label role="" aria-label="Name">N</label>'),
        Good('<abbr title="World Wide Web">WWW</abbr>'),
        Good('<kbd role="img" aria-label="Control">⌃</kbd>'),
        Bad('<time aria-label="2 hours ago" datetime="PT2H">2 h</time>'),
        Good('<code aria-roledescription="command">ls</code>'),
        Good('<my-card aria-label="Pears"></my-card>'),
    ),
)
