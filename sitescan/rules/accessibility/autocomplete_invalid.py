from bs4.element import Tag

from sitescan.document.accessibility.aria_roles import FIELDS
from sitescan.document.accessibility.autofill import switches, valid
from sitescan.document.accessibility.exposure import tabindex
from sitescan.document.accessibility.roles import input_type
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, attr, changed

_NOT_FILLED = frozenset({"button", "checkbox", "file", "hidden", "image", "radio", "reset", "submit"})


def check(document: Document) -> Findings:
    """Report editable fields with an invalid value of ``autocomplete``."""
    accessible = document.accessible
    for field in document.all("input", "select", "textarea"):
        value = attr(field, "autocomplete", "").strip()
        if not value or valid(value) or switches(value) or not accessible.exposed(field):
            continue
        off = accessible.disabled(field) or any(_is_true(field, name) for name in ("disabled", "readonly"))
        off = off or ("readonly" in field.attrs and field.name != "select")
        out = (tabindex(field) or 0) < 0 and "role" in field.attrs and accessible.role(field) not in FIELDS
        if not off and not out and not (field.name == "input" and input_type(field) in _NOT_FILLED):
            yield Finding(field, change=changed(field, autocomplete=_suggested_value(field)))


def _is_true(field: Tag, state: str) -> bool:
    return attr(field, f"aria-{state}", "").strip().lower() == "true"


def _suggested_value(field: Tag) -> str:
    """Return the autocomplete value implied by the field's type or name, or a placeholder."""
    candidates = (attr(field, "type", "").lower(), attr(field, "name", "").lower())
    return next(
        (candidate for candidate in candidates if candidate not in ("", "off", "on") and valid(candidate)),
        "(what to fill in)",
    )


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="Form fields have invalid autocomplete values",
    passed="Autocomplete values are valid",
    subjects=("[autocomplete]",),
    scope="tag",
    description=(
        "{count:# form field has|# form fields have} an autocomplete value that HTML doesn't define. Browsers can't "
        "fill in {count:the field|these fields} or show what {count:it is|they are} for, which makes forms harder for "
        "people who find typing or remembering difficult (WCAG 2.2, 1.3.5 Identify Input Purpose, level AA)."
    ),
    recommendation="Use the autocomplete values that HTML defines.",
    how_to_fix=(
        'For an email address: <input autocomplete="email">. Other values are name, tel, street-address, postal-code '
        "and new-password. Before the value, you can write section-..., shipping or billing, and home or work for "
        'phone numbers and email addresses: autocomplete="shipping work email". To turn '
        'autofill off: autocomplete="off".'
    ),
    sources=(
        "https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#autofill-detail-tokens",
        "https://www.w3.org/WAI/WCAG22/Understanding/identify-input-purpose",
        "https://www.w3.org/WAI/standards-guidelines/act/rules/73f2c2/",
    ),
    covers=(
        "act:73f2c2",
        "axe:autocomplete-valid",
    ),
    examples=(
        Bad('<input autocomplete="e-mail">'),
        Bad('<input autocomplete="work photo">'),
        Bad('<input autocomplete="email shipping">'),
        Bad('<input autocomplete="work">'),
        Bad('<input autocomplete="address-line1 address-line2">'),
        Good('<label>Kind <input autocomplete="xoff"></label><label>Use <input autocomplete="xon"></label>'),
        Good('<input autocomplete="email">'),
        Good('<input autocomplete="section-a shipping work TEL">'),
        Good('<input autocomplete="off">'),
        Good('<input autocomplete="">'),
        Good('<input autocomplete="nonsense" disabled>'),
        Good('<input autocomplete="nonsense" readonly>'),
        Good('<input autocomplete="false">'),
        Bad('<select autocomplete="nonsense" readonly><option>A</option></select>'),
        Good('<input type="hidden" autocomplete="nonsense">'),
        Good('<input autocomplete="username webauthn">'),
        Good('<input autocomplete="nonsense" hidden>'),
        Good('<form autocomplete="on"></form>'),
    ),
)
