from bs4.element import Tag

from sitescan.document.accessibility.aria import DEPRECATED_ELSEWHERE
from sitescan.document.accessibility.aria_in_html import prohibits, supporting_role
from sitescan.document.accessibility.roles import aria_attributes
from sitescan.rules.authoring import HTML, Bad, Document, Finding, Findings, Good, Rule, Severity, changed

#: Prefixes of roles whose own specifications still list these attributes.
_OTHER_MODULES = ("doc-", "graphics-")


def check(document: Document) -> Findings:
    """Report deprecated attributes of exposed elements, and those that are deprecated on the element's role."""
    for element in filter(document.accessible.exposed, document.having(*DEPRECATED_ELSEWHERE)):
        role = supporting_role(element, document.accessible)
        for name, value in aria_attributes(element):
            supporting = DEPRECATED_ELSEWHERE.get(name)
            if supporting is None or prohibits(element, name):
                continue
            # The default, "false", says nothing.
            if supporting and (role in supporting or value.strip().lower() == "false" or not _is_known(element, role)):
                continue
            where = f" on {role or element.name}" if supporting else ""
            yield Finding(element, detail=f"{name}{where}", change=changed(element, **{name: None}))


def _is_known(element: Tag, role: str) -> bool:
    """Return whether ARIA itself says what an element supports; the script of a custom element may give it a role."""
    if role:
        return not role.startswith(_OTHER_MODULES)
    return element.namespace == HTML and element.name != "summary" and "-" not in element.name


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Deprecated ARIA attributes are used",
    passed="ARIA attributes are up to date",
    subjects=("[aria-*]",),
    in_frames=True,
    description=(
        "{count:# ARIA attribute is|# ARIA attributes are} deprecated, in general or on elements with such a role. "
        "Assistive technology may ignore {count:it|them} today and may stop supporting {count:it|them} (best practice "
        "for WCAG 2.2, 4.1.2 Name, Role, Value, level A)."
    ),
    recommendation="Remove the attribute, or set it on an element whose role supports it.",
    how_to_fix=(
        "Set aria-disabled, aria-haspopup, aria-invalid and aria-errormessage on the control itself, not on an element "
        'around it: <li><button aria-disabled="true">Save</button></li>. Nothing replaces aria-grabbed and '
        'aria-dropeffect: offer buttons, such as "Move up", in addition to dragging.'
    ),
    sources=(
        "https://www.w3.org/TR/wai-aria-1.2/#global_states",
        "https://www.w3.org/TR/html-aria/#docconformance-deprecated",
    ),
    examples=(
        Bad('<li aria-grabbed="true">Pears</li>'),
        Bad('<ul aria-dropeffect="move"><li>Pears</li></ul>'),
        Bad('<div aria-disabled="true">Off</div>'),
        Bad('<div aria-invalid="true"><input aria-label="City"></div>'),
        Bad('<label aria-disabled="true">City <input disabled></label>'),
        Good('<button aria-disabled="true">Off</button>'),
        Good('<div role="group" aria-disabled="true">Off</div>'),
        Good('<div aria-disabled="false">On</div>'),
        Good('<input type="password" aria-invalid="true" aria-label="Password">'),
        Good('<details><summary aria-haspopup="menu">Pears</summary>Nashi</details>'),
        Good('<my-button aria-disabled="true">Off</my-button>'),
        Good('<div hidden aria-disabled="true">Off</div>'),
    ),
)
