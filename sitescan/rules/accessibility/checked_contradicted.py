"""Checkboxes have a conflicting aria-checked value."""

from collections.abc import Iterator

from sitescan.document.accessibility.roles import input_type
from sitescan.document.change import safe
from sitescan.document.document import Document
from sitescan.document.fixed_markup import fixed_markup
from sitescan.document.tree import attr
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule


def check(document: Document) -> Iterator[Finding]:
    """Report native checkboxes and radio buttons whose ``aria-checked`` contradicts their state."""
    for box in document.all("input"):
        stated = attr(box, "aria-checked", "").strip().lower()
        if input_type(box) not in ("checkbox", "radio") or stated not in ("true", "false"):
            continue
        if (stated == "true") is not ("checked" in box.attrs) and not document.accessible.hidden(box):
            yield Finding(box, detail=f"aria-checked={stated}", fixed_markup=safe(fixed_markup(box, aria_checked=None)))


RULE = Rule(
    id="accessibility/checked-contradicted",
    reads=Document,
    check=check,
    severity=Severity.WARNING,
    title="Checkboxes have a conflicting aria-checked value",
    description=(
        "{count:# checkbox or radio button has|# checkboxes or radio buttons have} an aria-checked value that differs "
        "from the visible state. Some browsers use the attribute and others ignore it, so people may hear the wrong "
        "state (WCAG 2.2, 4.1.2 Name, Role, Value, level A)."
    ),
    recommendation="Remove aria-checked from native checkboxes and radio buttons.",
    how_to_fix='A native checkbox reports its state without ARIA: <input type="checkbox" checked>',
    sources=("https://www.w3.org/TR/html-aria/#att-checked",),
    covers=("axe:aria-conditional-attr",),
    examples=(
        Bad('<input type="checkbox" aria-checked="true">'),
        Bad('<input type="radio" checked aria-checked="false">'),
        Good('<input type="checkbox" checked>'),
        Good('<input type="checkbox" checked aria-checked="true">'),
        Good('<div role="checkbox" aria-checked="true">A</div>'),
        Good('<input type="checkbox" aria-checked="mixed">'),
    ),
)
