"""Focusable elements have no role."""

from collections.abc import Iterable, Iterator

from bs4.element import Tag

from sitescan.document.accessibility.accessibility_tree import Accessible
from sitescan.document.accessibility.exposure import tabindex
from sitescan.document.document import Document
from sitescan.document.fixed_markup import fixed_markup
from sitescan.document.tree import attr
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule

_MOST_INSIDE = 40
_SCROLLS = frozenset({"auto", "scroll"})


def check(document: Document) -> Iterator[Finding]:
    """Report elements focusable by tabindex that have no role."""
    accessible = document.accessible
    for element in document.having("tabindex"):
        if (tabindex(element) or 0) < 0 or not accessible.tabbable(element):
            continue
        style = document.styles.of(element)
        scrolls = _SCROLLS & {style.get("overflow-x"), style.get("overflow-y")}
        if scrolls or not document.styled or attr(element, "contenteditable") is not None:
            continue
        if (
            accessible.role(element) in ("generic", "")
            and element.name in ("div", "span")
            and _without_aria(element.attrs)
        ):
            # Targets of links of the page need the focus from the link, not from the Tab key.
            is_button = not _is_linked(element, document) and _may_be_button(element, accessible)
            changed = {"role": "button"} if is_button else {"tabindex": "-1"}
            yield Finding(element, fixed_markup=fixed_markup(element, "…", **changed))


def _is_linked(element: Tag, document: Document) -> bool:
    """Return whether a link of the page leads to an element; ``#`` alone leads to the top."""
    identifier = attr(element, "id", "")
    return bool(identifier) and any(attr(link, "href", "").strip() == f"#{identifier}" for link in document.all("a"))


def _may_be_button(element: Tag, accessible: Accessible) -> bool:
    """Return whether an element would have a name as a button and contains no control."""
    inside = element.find_all(True, limit=_MOST_INSIDE)
    controls = any(accessible.tabbable(descendant) for descendant in inside)
    return bool(accessible.content(element)) and len(inside) < _MOST_INSIDE and not controls


def _without_aria(attributes: Iterable[str]) -> bool:
    """Return whether an element has no ARIA attributes, which could give it a meaning."""
    return not any(name.startswith("aria-") for name in attributes)


RULE = Rule(
    id="accessibility/focus-without-role",
    reads=Document,
    check=check,
    severity=Severity.INFO,
    title="Focusable elements have no role",
    description=(
        "{count:# div or span can receive focus but has|# div or span elements can receive focus but have} no role. "
        "Screen readers stop there but can't say what it is (best practice for WCAG 2.2, 4.1.2 Name, Role, Value, "
        "level A)."
    ),
    recommendation="Use a button or a link, or give the element a role that matches what it does.",
    how_to_fix='Write <button type="button">Open</button> instead of <div tabindex="0">Open</div>.',
    sources=("https://www.w3.org/WAI/WCAG22/Understanding/name-role-value",),
    covers=("axe:focus-order-semantics",),
    examples=(
        Bad('<div tabindex="0">Open</div>'),
        Bad('<span tabindex="0" onclick="go()">Open</span>'),
        Good("<button>Open</button>"),
        Good('<div role="button" tabindex="0">Open</div>'),
        Good('<div tabindex="-1">Open</div>'),
        Good('<div tabindex="0" style="overflow: auto">Pears</div>'),
    ),
)
