"""ARIA attributes don't match their element's role."""

from collections.abc import Iterator

from bs4.element import Tag

from sitescan.document.accessibility.aria import ATTRIBUTES, GLOBAL
from sitescan.document.accessibility.aria_roles import ROLES
from sitescan.document.document import Document
from sitescan.document.fixed_markup import fixed_markup
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule

#: Elements without a role that HTML lets have the attributes of one.
#: https://www.w3.org/TR/html-aria/#docconformance
_AS = {
    "audio": "application",
    "embed": "application",
    "object": "application",
    "video": "application",
    "summary": "button",
}

#: The ARIA attributes that not every role has.
_OF_SOME_ROLES = frozenset(ATTRIBUTES) - GLOBAL


def check(document: Document) -> Iterator[Finding]:
    """Report ARIA attributes of exposed elements that are neither global nor supported by the role."""
    accessible = document.accessible
    for element in filter(accessible.exposed, document.having(*_OF_SOME_ROLES)):
        for name in element.attrs:
            if name not in _OF_SOME_ROLES:
                continue
            role = accessible.role(element)
            if name not in _supported(element, role) and not (name == "aria-expanded" and _could_expand(role)):
                where = role or element.name
                yield Finding(element, detail=f"{name} on {where}", fixed_markup=fixed_markup(element, **{name: None}))


def _could_expand(role: str) -> bool:
    """Whether ARIA 1.1 had aria-expanded on the role, as it had on sections, lists and landmarks: it does no harm."""
    return role in ROLES and not ROLES[role].nameless and not ROLES[role].leaf


def _supported(element: Tag, role: str) -> frozenset[str]:
    if element.name == "input" and not role:
        role = "textbox"
    role = role or _AS.get(element.name, "")
    return ROLES[role].supports if role in ROLES else frozenset()


RULE = Rule(
    id="accessibility/aria-attribute-not-allowed",
    reads=Document,
    check=check,
    severity=Severity.WARNING,
    title="ARIA attributes don't match their element's role",
    description=(
        "{count:# ARIA attribute is used on an element whose role doesn't support it|# ARIA attributes are used on "
        "elements whose roles don't support them}. Assistive technology ignores {count:the attribute|these attributes} "
        "or announces something that makes no sense (WCAG 2.2, 4.1.2 Name, Role, Value, level A)."
    ),
    recommendation="Remove the attribute, or give the element a role that supports it.",
    how_to_fix=(
        "Use aria-checked on checkboxes and switches, aria-selected on tabs and options, and aria-expanded on buttons "
        'and links: <button aria-expanded="false">Menu</button> instead of <div aria-expanded="false">Menu</div>.'
    ),
    sources=(
        "https://www.w3.org/TR/wai-aria-1.2/#role_definitions",
        "https://www.w3.org/WAI/standards-guidelines/act/rules/5c01ea/",
    ),
    covers=(
        "act:5c01ea",
        "axe:aria-allowed-attr",
        "lighthouse:aria-allowed-attr",
    ),
    examples=(
        Bad('<button aria-sort="">Price</button>'),
        Bad('<audio controls aria-orientation="horizontal"></audio>'),
        Bad('<div aria-expanded="false">Menu</div>'),
        Bad('<a href="/" aria-selected="true">Home</a>'),
        Good('<button aria-expanded="false">Menu</button>'),
        Good('<div role="tab" aria-selected="true">Home</div>'),
        Good('<input type="password" aria-required="true">'),
        Good('<p aria-live="polite" aria-busy="true">News</p>'),
        Good('<div aria-disabled="true">Off</div>'),
        Good('<div hidden aria-checked="true">Off</div>'),
        Good('<table><tr><th aria-sort="ascending">Price</table>'),
    ),
)
