from sitescan.document.accessibility.aria_roles import FIELDS
from sitescan.document.element_markup import UNCHANGED
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, changed


def check(document: Document) -> Findings:
    """Report exposed select elements without a name."""
    accessible = document.accessible
    for select in document.all("select"):
        if accessible.exposed(select) and accessible.role(select) in FIELDS and accessible.nameless(select):
            change = changed(select, UNCHANGED, aria_label="(what to choose)", aria_labelledby=None)
            yield Finding(select, change=change)


RULE = Rule(
    check=check,
    severity=Severity.ERROR,
    title="Select elements have no label",
    passed="Select elements have an accessible name",
    subjects=("select",),
    in_frames=True,
    description=(
        "{count:# select element has|# select elements have} no label. Screen readers announce the selected option, "
        "but not what people are choosing (WCAG 2.2, 4.1.2 Name, Role, Value and 1.3.1 Info and "
        "Relationships, level A)."
    ),
    recommendation="Give each select element a label.",
    how_to_fix=(
        'For example: <label for="country">Country</label> <select id="country">...</select>. If a visible label '
        'isn\'t possible: <select aria-label="Country">.'
    ),
    sources=(
        "https://www.w3.org/WAI/WCAG22/Understanding/name-role-value",
        "https://www.w3.org/WAI/standards-guidelines/act/rules/e086e5/",
    ),
    covers=(
        "act:e086e5",
        "axe:select-name",
        "lighthouse:select-name",
    ),
    examples=(
        Bad("<select><option>England</select>"),
        Bad('<div id="c"></div><select aria-labelledby="c"><option>England</select>'),
        Good("<label>Country <select><option>England</select></label>"),
        Good('<select aria-label="Country"></select>'),
        Good('<select title="Country"></select>'),
        Good("<select hidden></select>"),
        Good('<pear-field label="Kind"><select slot="input"><option>A</select></pear-field>'),
    ),
)
