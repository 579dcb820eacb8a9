from bs4.element import Tag

from sitescan.document.accessibility.aria import ATTRIBUTES, INITIAL, ValueType
from sitescan.document.accessibility.aria_roles import ROLES, AriaRole
from sitescan.document.accessibility.roles import aria_attributes, written_role
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, attr, changed, safe

_FEW = 20


def check(document: Document) -> Findings:
    """Report invalid values of ARIA attributes; ids are not checked, since scripts may create the elements."""
    for element in document.having(*ATTRIBUTES):
        required = ROLES.get(written_role(element) or "", _NONE).requires
        for name, value in aria_attributes(element):
            if not ATTRIBUTES[name].accepts(value):
                detail = f"{name} must be {ATTRIBUTES[name].expected}"
                intended = _intended(name, value)
                default = INITIAL.get(name) if name in required else None
                fixed = changed(element, **{name: intended or default})
                yield Finding(element, detail=detail, change=safe(fixed) if intended else fixed)
            elif (
                name == "aria-checked" and value.strip() == "mixed" and document.accessible.role(element) in _TWO_STATES
            ):
                detail = f"{name} must be true or false on {document.accessible.role(element)}"
                yield Finding(element, detail=detail, change=safe(changed(element, **{name: "false"})))
            elif name == "aria-hidden" and value.strip() == "true" and _is_until_found(element):
                detail = "aria-hidden still hides the content from screen readers after a search has shown it"
                yield Finding(element, detail=detail, change=changed(element, aria_hidden=None))
            elif name in required and _is_dangling(document, element, name, value):
                yield Finding(element, detail=f"{name} refers to an id that is not on the page")
            elif name == "aria-haspopup" and (popup := _other_popup(document, element, value.strip().lower())):
                detail = f"{name} must be {popup}, the role of the element that aria-controls refers to"
                yield Finding(element, detail=detail, change=changed(element, **{name: popup}))


_NONE = AriaRole()
#: Roles on which "mixed" means false: https://www.w3.org/TR/wai-aria-1.2/#aria-checked
_TWO_STATES = frozenset({"menuitemradio", "radio", "switch"})
_YES, _NO = ("yes", "on", "1", "open", "checked", "selected", "pressed"), ("no", "off", "0", "closed")


def _intended(name: str, value: str) -> str | None:
    """Return the intended value if it is evident, or ``None`` for the default."""
    normalized = value.strip().lower()
    yes, no = ("1", "0") if ATTRIBUTES[name].kind in (ValueType.INTEGER, ValueType.NUMBER) else ("true", "false")
    number = "" if normalized.startswith("-") else "".join(filter("0123456789".__contains__, normalized[:_FEW]))
    intended = (
        yes if normalized in _YES else no if normalized in _NO else normalized if ATTRIBUTES[name].words else number
    )
    return intended if intended and ATTRIBUTES[name].accepts(intended) else None


def _is_until_found(element: Tag) -> bool:
    """
    Return whether a search in the page shows an element, https://html.spec.whatwg.org/multipage/interaction.html#attr-hidden.

    ARIA in HTML forbids to hide it with ARIA, https://www.w3.org/TR/html-aria/#att-hidden-until-found.
    """
    return attr(element, "hidden", "").strip().lower() == "until-found"


def _is_dangling(document: Document, element: Tag, name: str, value: str) -> bool:
    """Return whether a required reference has no target; other elements may be created when they are needed."""
    return ATTRIBUTES[name].kind is ValueType.IDS and not any(
        word in document.ids_of(element) for word in value.split()
    )


#: The value of ``aria-haspopup`` for each role of a popup; "true" stands for a menu.
_POPUPS = {"alertdialog": "dialog", **{role: role for role in ("dialog", "grid", "listbox", "menu", "tree")}}


def _other_popup(document: Document, element: Tag, value: str) -> str:
    """Return the kind of popup that an element controls, if it is another one than ``aria-haspopup`` says."""
    controlled = attr(element, "aria-controls", "").split()
    target = next(iter(document.ids_of(element).get(controlled[0], ())), None) if len(controlled) == 1 else None
    popup = _POPUPS.get(document.accessible.role(target), "") if target is not None else ""
    return "" if value == "false" or popup == ("menu" if value == "true" else value) else popup


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="ARIA attributes have invalid values",
    passed="ARIA attributes have valid values",
    subjects=("[aria-*]",),
    scope="tag",
    description=(
        "{count:# ARIA attribute has a value|# ARIA attributes have values} that ARIA doesn't allow. Browsers ignore "
        "{count:it|them}, so assistive technology doesn't get the information you meant to give (WCAG 2.2, 4.1.2 Name, "
        "Role, Value, level A)."
    ),
    recommendation="Give each ARIA attribute a value that ARIA allows.",
    how_to_fix=(
        'Write aria-expanded="true" or "false", not "open". Write aria-live="polite", not "on". Write aria-level="2", '
        'not "h2".'
    ),
    sources=(
        "https://www.w3.org/TR/wai-aria-1.2/#state_prop_def",
        "https://www.w3.org/WAI/standards-guidelines/act/rules/6a7281/",
    ),
    covers=(
        "act:6a7281",
        "axe:aria-valid-attr-value",
        "lighthouse:aria-valid-attr-value",
    ),
    examples=(
        Bad('<div hidden="until-found" aria-hidden="true">Pears</div>'),
        Good('<div hidden="until-found">Pears</div>'),
        Good('<div hidden aria-hidden="true">Pears</div>'),
        Bad('<button aria-expanded="open">Menu</button>'),
        Bad('<div aria-live="on"></div>'),
        Bad('<div role="heading" aria-level="h2">Pears</div>'),
        Bad('<div role="heading" aria-level="0">Pears</div>'),
        Bad('<ul><li aria-posinset="1" aria-setsize="-22">Pears</li></ul>'),
        Bad('<div role="switch" aria-checked="mixed" tabindex="0">Newsletter</div>'),
        Bad('<ul aria-relevant="text always"></ul>'),
        Bad('<div role="scrollbar" aria-controls="nowhere" aria-valuenow="5"></div>'),
        Bad('<button aria-haspopup="true" aria-controls="d">Save</button><dialog id="d">Save as</dialog>'),
        Good('<button aria-haspopup="dialog" aria-controls="d">Save</button><dialog id="d">Save as</dialog>'),
        Good('<button aria-haspopup="true" aria-controls="d">Save</button><div id="d">Save as</div>'),
        Good('<ul><li aria-posinset="1" aria-setsize="-1">Pears</li></ul>'),
        Good('<div role="checkbox" aria-checked="mixed" tabindex="0">All fruit</div>'),
        Good('<button aria-expanded="true">Menu</button>'),
        Good('<button aria-expanded="undefined">Menu</button>'),
        Good('<button aria-expanded="">Menu</button>'),
        Good('<div role="slider" aria-valuenow="0.5"></div>'),
        Good('<a href="/" aria-current="page">Home</a>'),
        Good('<div aria-controls="made-later"></div>'),
    ),
)
