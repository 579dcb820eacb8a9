from bs4.element import Tag

from sitescan.document.accessibility.roles import input_type
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, attr, changed, safe

#: The states that HTML attributes set, and the elements that have these attributes.
#: https://www.w3.org/TR/html-aria/#docconformance-attr
_NATIVE = {
    "disabled": frozenset({"button", "fieldset", "input", "optgroup", "option", "select", "textarea"}),
    "readonly": frozenset({"input", "textarea"}),
    "required": frozenset({"input", "select", "textarea"}),
}
_OPENING = ("popovertarget", "commandfor")


def check(document: Document) -> Findings:
    """
    Report ARIA states that contradict, or in the case of "mixed" replace, the native state of a form control.

    Browsers say whether the popover that a button controls is open:
    https://w3c.github.io/html-aam/#att-popovertarget
    """
    for control in document.having("aria-expanded"):
        by = next((name for name in _OPENING if name in control.attrs), "")
        if by and control.name in ("button", "input") and _opens_popover(document, control, by):
            fixed = safe(changed(control, aria_expanded=None))
            yield Finding(control, detail=f"aria-expanded beside {by}", change=fixed)
    for control in document.having("aria-checked", *(f"aria-{name}" for name in _NATIVE)):
        for name in ("checked", *_NATIVE):
            stated = attr(control, f"aria-{name}", "").strip().lower()
            if name == "checked" and document.is_rendered and stated != "mixed":
                # Scripts check a control by a property, which the document doesn't contain.
                continue
            if _is_contradicted(control, name, stated) and not document.accessible.hidden(control):
                fixed = safe(changed(control, **{f"aria-{name}": None}))
                yield Finding(control, detail=f"aria-{name}={stated}", change=fixed)


def _opens_popover(document: Document, control: Tag, name: str) -> bool:
    """Return whether a control opens or closes a popover of the page, whose state browsers report."""
    target = next(iter(document.ids_of(control).get(attr(control, name, ""), ())), None)
    by_command = name == "commandfor" and not attr(control, "command", "").strip().lower().endswith("-popover")
    exposed = not document.accessible.hidden(control)
    return target is not None and "popover" in target.attrs and not by_command and exposed


def _is_contradicted(control: Tag, name: str, stated: str) -> bool:
    if name != "checked":
        return stated == "false" and name in control.attrs and control.name in _NATIVE[name]
    if control.name != "input" or input_type(control) not in ("checkbox", "radio"):
        return False
    return stated == "mixed" or (stated in ("true", "false") and (stated == "true") is not ("checked" in control.attrs))


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="ARIA states contradict the state of form controls",
    passed="ARIA states match the state of form controls",
    subjects=("[aria-checked]", "[aria-expanded]", *(f"[aria-{name}]" for name in _NATIVE)),
    needs=lambda document: not (document.is_rendered and document.having("aria-checked")),
    scope="tag",
    description=(
        "{count:# form control has an ARIA state|# form controls have ARIA states} that {count:its|their} HTML state "
        "contradicts or overrides. Some browsers use the attribute and others ignore it, so people may hear the wrong "
        "state (WCAG 2.2, 4.1.2 Name, Role, Value, level A)."
    ),
    recommendation="Remove the ARIA state, because browsers report the state of form controls themselves.",
    how_to_fix=(
        'A native checkbox reports its state without ARIA: <input type="checkbox" checked>. For a mixed state, set the '
        "property indeterminate in a script."
    ),
    sources=("https://www.w3.org/TR/html-aria/#docconformance-attr",),
    covers=("axe:aria-conditional-attr",),
    examples=(
        Bad('<input type="checkbox" aria-checked="true">'),
        Bad('<input type="radio" checked aria-checked="false">'),
        Good('<input type="checkbox" checked>'),
        Good('<input type="checkbox" checked aria-checked="true">'),
        Good('<div role="checkbox" aria-checked="true">A</div>'),
        Bad('<input type="checkbox" aria-checked="mixed">'),
        Bad('<button disabled aria-disabled="false">Save</button>'),
        Bad('<input required aria-required="false">'),
        Bad('<button popovertarget="a" aria-expanded="false">Open</button><div id="a" popover>Pears</div>'),
        Bad('<button commandfor="a" command="show-popover" aria-expanded="false">Open</button><p id="a" popover>Pears'),
        Good('<button commandfor="a" command="show-modal" aria-expanded="false">Open</button><dialog id="a"></dialog>'),
        Good('<button popovertarget="b" aria-expanded="false">Open</button><div id="a" popover>Pears</div>'),
        Good('<button popovertarget="a">Open</button><div id="a" popover>Pears</div>'),
        Good('<button aria-disabled="true">Save</button>'),
        Good('<input required aria-required="true">'),
    ),
)
