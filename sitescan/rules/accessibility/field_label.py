from sitescan.document.accessibility.aria_roles import CHOICES, FIELDS
from sitescan.document.accessibility.controls import combobox_popups
from sitescan.document.accessibility.later_names import is_named_later
from sitescan.document.accessibility.roles import input_type
from sitescan.document.element_markup import UNCHANGED
from sitescan.document.tree import Nearest, ids_around
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, changed

_NO_ROLE = frozenset({"color", "date", "datetime-local", "file", "month", "password", "time", "week"})


def check(document: Document) -> Findings:
    """Report exposed form fields, by element or role, without a name; select has its own rule."""
    accessible = document.accessible
    # A combobox as in ARIA 1.1 contains the actual field, which then needs the name.
    with_field = ids_around(
        field
        for field in document.all("input")
        if accessible.exposed(field) and accessible.role(field) in ("combobox", "searchbox", "textbox")
    )
    comboboxes = Nearest(lambda tag: accessible.role(tag) == "combobox")
    for field in accessible.fields:
        role = accessible.role(field)
        native = field.name == "input" and not role and input_type(field) in _NO_ROLE
        if (role == "combobox" and id(field) in with_field) or is_named_later(document, field):
            continue
        if role == "listbox" and (id(field) in combobox_popups(document) or comboboxes.around(field) is not None):
            continue
        if (native or role in FIELDS) and field.name not in ("select", "datalist") and accessible.nameless(field):
            label = "(what it is for)" if role in CHOICES else "(what to enter)"
            # A label element would change the row that the field is in.
            yield Finding(field, change=changed(field, UNCHANGED, aria_label=label, aria_labelledby=None))


RULE = Rule(
    check=check,
    severity=Severity.ERROR,
    title="Form fields have no label",
    passed="Form fields have an accessible name",
    applies=lambda document: document.accessible.fields,
    in_frames=True,
    description=(
        "{count:# form field has|# form fields have} no label. People who use a screen reader or voice control can't "
        "tell what to enter. A label also makes a field easier to click (WCAG 2.2, 4.1.2 Name, Role, Value and 1.3.1 "
        "Info and Relationships, level A)."
    ),
    recommendation="Give each field a label element, or an aria-label if a visible label isn't possible.",
    how_to_fix=(
        'Connect label and field by id: <label for="email">Email</label> <input id="email" type="email">. Or put the '
        'field inside the label: <label>Email <input type="email"></label>. Without visible text: '
        '<input type="search" aria-label="Search">.'
    ),
    sources=(
        "https://www.w3.org/WAI/WCAG22/Understanding/labels-or-instructions",
        "https://www.w3.org/WAI/WCAG22/Understanding/name-role-value",
        "https://www.w3.org/WAI/standards-guidelines/act/rules/e086e5/",
    ),
    covers=(
        "act:e086e5",
        "axe:aria-input-field-name",
        "axe:aria-toggle-field-name",
        "axe:button-name",
        "axe:label",
        "axe:label-title-only",
        "lighthouse:label",
    ),
    examples=(
        Bad("<input>"),
        Bad('<input aria-label=" ">'),
        Bad('<label>Date of birth</label><input type="date">'),
        Bad('<div role="textbox" tabindex="0">first name</div>'),
        Bad('<label for="mial">Mail</label><input id="mail" type="email">'),
        Bad('<span role="checkbox" aria-checked="false" tabindex="0"></span>'),
        Bad('<button role="switch" aria-checked="false" title></button>'),
        Good('<button role="switch" aria-checked="false" title></button><script type="module" src="app.js"></script>'),
        Good("<label>Name <input></label>"),
        Good('<div role="combobox" aria-expanded="false"><input role="textbox" aria-label="City"></div>'),
        Bad('<div role="combobox" aria-expanded="false"><input type="hidden"></div>'),
        Good('<div role="combobox" aria-label="City" tabindex="0"><div role="listbox"></div></div>'),
        Good('<input role="combobox" aria-label="City" aria-controls="c"><ul role="listbox" id="c"></ul>'),
        Bad('<div role="combobox" aria-label="City"><input type="checkbox"></div>'),
        Bad('<div role="listbox" tabindex="0"><div role="option">Rome</div></div>'),
        Good('<label for="n">Name</label><input id="n">'),
        Good('<input aria-label="Search">'),
        Good('<input title="Search">'),
        Good('<input placeholder="Search">'),
        Good('<input type="hidden">'),
        Good('<input type="submit">'),
        Good('<span role="checkbox" aria-checked="false" tabindex="0">Yes</span>'),
        Good('<input style="display: none">'),
        Good('<div id="c">City</div><textarea aria-labelledby="c"></textarea>'),
        Good('<p>City</p><input id="c"><script>c.ariaLabelledByElements = [document.querySelector("p")]</script>'),
        Good('<input aria-labelledby="a"><pear-text></pear-text><script src="/texts.js"></script>'),
        Bad('<input aria-labelledby="a"><pear-text></pear-text>'),
        Good('<label for="a"><pear-text></pear-text></label><input id="a"><script src="/texts.js"></script>'),
        Good('<pear-field label="Kind"><input slot="input"></pear-field><script src="/fields.js"></script>'),
        Bad('<p><input slot="input"></p><script src="/fields.js"></script>'),
    ),
)
