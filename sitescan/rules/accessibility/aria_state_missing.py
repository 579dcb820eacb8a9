from bs4.element import Tag

from sitescan.document.accessibility.aria import INITIAL
from sitescan.document.accessibility.aria_roles import ROLES
from sitescan.document.accessibility.roles import input_type, written_role
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, attr, changed

#: Elements with native states in HTML.
_NATIVE = frozenset({"h1", "h2", "h3", "h4", "h5", "h6", "meter", "option", "progress", "select"})


def check(document: Document) -> Findings:
    """Report exposed elements with an explicit role that lack a required state."""
    for element in filter(document.accessible.exposed, document.having("role")):
        role = written_role(element)
        if role is None or element.name in _NATIVE or role == document.accessible.implicit_role(element):
            continue
        native = element.name == "input" and input_type(element) in ("checkbox", "number", "radio", "range")
        missing = sorted(name for name in _required(document, element, role) if not attr(element, name, "").strip())
        if missing and not native:
            added = {name: INITIAL.get(name, "true") for name in missing}
            yield Finding(
                element,
                detail=f"{role} needs {' and '.join(missing)}",
                change=changed(element, "…", **added),
            )


def _required(document: Document, element: Tag, role: str) -> set[str]:
    required = set(ROLES[role].requires)
    if role == "separator" and document.accessible.takes_focus(element):
        required.add("aria-valuenow")
    open_list = attr(element, "aria-expanded", "").strip().lower() == "true"
    if role == "combobox" and open_list and "aria-owns" not in element.attrs:
        required.add("aria-controls")
    return required


RULE = Rule(
    check=check,
    severity=Severity.ERROR,
    title="Elements lack ARIA attributes their role requires",
    passed="Elements have the ARIA attributes their role requires",
    subjects=("[role]",),
    scope="tag",
    description=(
        "{count:# element has|# elements have} a role without an ARIA attribute that the role requires. A screen "
        "reader may announce a checkbox, for example, but not whether it is checked (WCAG 2.2, 4.1.2 Name, Role, "
        "Value, level A)."
    ),
    recommendation="Add the required attributes and keep them up to date, or use an HTML element that needs none.",
    how_to_fix=(
        'For example: <span role="checkbox" aria-checked="false" tabindex="0">, <input role="combobox" '
        'aria-expanded="false">, <div role="heading" aria-level="2"> or <div role="slider" aria-valuenow="5">. An HTML '
        'element is simpler: <input type="checkbox">.'
    ),
    sources=(
        "https://www.w3.org/TR/wai-aria-1.2/#requiredState",
        "https://www.w3.org/WAI/standards-guidelines/act/rules/4e8ab6/",
    ),
    covers=(
        "act:4e8ab6",
        "axe:aria-required-attr",
        "lighthouse:aria-required-attr",
    ),
    examples=(
        Bad('<div role="switch" tabindex="0">Wifi</div>'),
        Bad('<input role="combobox" aria-label="City">'),
        Bad('<div role="heading">Pears</div>'),
        Bad('<div role="checkbox" aria-checked="" tabindex="0">Yes</div>'),
        Bad('<div role="separator" tabindex="0"></div>'),
        Good('<div role="switch" aria-checked="true" tabindex="0">Wifi</div>'),
        Good('<input type="checkbox" role="switch" aria-label="Wifi">'),
        Good('<h2 role="heading">Pears</h2>'),
        Good('<div role="option">Pear</div>'),
        Good('<hr role="separator">'),
        Good('<div role="checkbox" hidden></div>'),
        Good('<input role="combobox" aria-expanded="false" aria-label="City">'),
    ),
)
