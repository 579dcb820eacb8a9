from sitescan.document.accessibility.aria_roles import CHOICES
from sitescan.document.element_markup import UNCHANGED
from sitescan.document.language.placeholders import only_punctuation
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, changed


def check(document: Document) -> Findings:
    """Report exposed fields named only by punctuation, such as dots and asterisks."""
    accessible = document.accessible
    for field in accessible.fields:
        role, name = accessible.role(field), accessible.name(field)
        if role != "button" and only_punctuation(name):
            label = "(what it is for)" if role in CHOICES else "(what to enter)"
            fixed = changed(field, UNCHANGED, aria_label=label, aria_labelledby=None)
            yield Finding(field, detail=name, change=fixed)


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="Form labels contain no words",
    passed="Form labels contain words",
    applies=lambda document: document.accessible.fields,
    in_frames=True,
    description=(
        "{count:# form field has a label that is|# form fields have labels that are} only punctuation, such as an "
        "asterisk or an ellipsis. People who use a screen reader don't know what to enter (WCAG 2.2, 2.4.6 Headings "
        "and Labels, level AA)."
    ),
    recommendation="Say in each label what to enter.",
    how_to_fix='For example: <label>Name <abbr title="required">*</abbr> <input name="name"></label>',
    sources=(
        "https://www.w3.org/WAI/WCAG22/Understanding/headings-and-labels",
        "https://www.w3.org/WAI/standards-guidelines/act/rules/cc0f0a/",
    ),
    covers=("act:cc0f0a",),
    examples=(
        Bad('<label for="a">*</label><input id="a">'),
        Bad('<input type="search" aria-label="...">'),
        Bad("<label>: <select><option>Pears</select></label>"),
        Good('<label for="a">Name *</label><input id="a">'),
        Good('<label>% <input type="number"></label><label>@ <input></label><label>+ <input></label>'),
        Good("<input>"),
        Good("<label>名前 <input></label>"),
        Good('<input type="submit" value="...">'),
    ),
)
