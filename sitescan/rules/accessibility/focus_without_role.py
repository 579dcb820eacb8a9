"""Focusable elements have no role."""

from collections.abc import Iterable

from bs4.element import Tag

from sitescan.document.accessibility.accessibility_tree import Accessible
from sitescan.document.accessibility.aria_in_html import allowed_roles
from sitescan.document.accessibility.exposure import tabindex
from sitescan.document.accessibility.focus_handlers import listens_to_nothing
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, attr, changed

_MOST_INSIDE = 40
#: Elements that may be focusable by mistake, and roles that say nothing about what the focus is for.
_ELEMENTS = frozenset("a abbr b div em form i label li ol p section small span strong ul".split())
_IDLE = frozenset({"", "emphasis", "generic", "list", "listitem", "paragraph", "strong"})
_SCROLLS = frozenset({"auto", "scroll"})


def check(document: Document) -> Findings:
    """Report elements focusable by tabindex that have no role."""
    accessible = document.accessible
    linked = {attr(link, "href", "").strip() for link in document.all("a")} - {"#"}
    for element in document.having("tabindex"):
        if (tabindex(element) or 0) < 0 or not accessible.tabbable(element):
            continue
        style = document.styles.of(element)
        scrolls = _SCROLLS & {style.get("overflow-x"), style.get("overflow-y")}
        if scrolls or not document.styled or attr(element, "contenteditable") is not None:
            continue
        role = accessible.role(element)
        # The name of a form is no reason for the focus.
        idle = role in _IDLE or (element.name == "form" and "role" not in element.attrs)
        if idle and element.name in _ELEMENTS and _without_aria(element.attrs):
            # Targets of links of the page need the focus from the link, not from the Tab key.
            is_linked = f"#{attr(element, 'id', '')}" in linked
            if not is_linked and _may_be_button(element, accessible):
                yield Finding(element, change=changed(element, "…", role="button"))
            else:
                # Without the focus, an element that listens to keys would be for the mouse alone.
                is_idle = listens_to_nothing(document)
                yield Finding(element, change=changed(element, "…", tabindex="-1") if is_idle else None)


def _may_be_button(element: Tag, accessible: Accessible) -> bool:
    """Return whether an element may be a button, would have a name as such, and contains no control."""
    allowed = allowed_roles(element, accessible)
    if allowed is not None and "button" not in allowed:
        return False
    inside = element.find_all(True, limit=_MOST_INSIDE)
    controls = any(accessible.tabbable(descendant) for descendant in inside)
    return bool(accessible.content(element)) and len(inside) < _MOST_INSIDE and not controls


def _without_aria(attributes: Iterable[str]) -> bool:
    """Return whether an element has no ARIA attributes, which could give it a meaning."""
    return not any(name.startswith("aria-") for name in attributes)


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Focusable elements have no role that says why",
    passed="Focusable elements have a role that says why",
    subjects=("[tabindex]",),
    needs=lambda document: document.styled,
    in_frames=True,
    description=(
        "{count:# element can receive focus, but is|# elements can receive focus, but are} only text, a list or a box. "
        "Screen readers stop there but can't say what it is for (best practice for WCAG 2.2, 4.1.2 Name, Role, Value, "
        "level A)."
    ),
    recommendation="Use a button or a link, or give the element a role that matches what it does.",
    how_to_fix='Write <button type="button">Open</button> instead of <div tabindex="0">Open</div>.',
    sources=("https://www.w3.org/WAI/WCAG22/Understanding/name-role-value",),
    covers=("axe:focus-order-semantics",),
    examples=(
        Bad('<div tabindex="0">Open</div>'),
        Bad('<span tabindex="0" onclick="go()">Open</span>'),
        Bad('<a tabindex="0">Open</a>'),
        Bad('<ul tabindex="0"><li>Pears</li></ul>'),
        Bad('<form tabindex="0"><input aria-label="City"></form>'),
        Good('<a href="/" tabindex="0">Open</a>'),
        Good('<ul role="listbox" tabindex="0"><li role="option">Pears</li></ul>'),
        Good("<button>Open</button>"),
        Good('<div role="button" tabindex="0">Open</div>'),
        Good('<div tabindex="-1">Open</div>'),
        Good('<div tabindex="0" style="overflow: auto">Pears</div>'),
    ),
)
