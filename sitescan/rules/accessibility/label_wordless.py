"""Form fields whose label has no words."""

from collections.abc import Iterator

from sitescan.document.accessibility.aria_roles import FIELDS
from sitescan.document.document import Document
from sitescan.document.fixed_markup import UNCHANGED, fixed_markup
from sitescan.document.language.placeholders import only_punctuation
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule


def check(document: Document) -> Iterator[Finding]:
    """Report exposed fields named by dots, stars and the like alone."""
    accessible = document.accessible
    for field in accessible.exposed_elements:
        role = accessible.role(field)
        if role in FIELDS or (field.name in ("input", "select", "textarea") and role != "button"):
            name = accessible.name(field)
            if only_punctuation(name):
                yield Finding(
                    field,
                    detail=name,
                    fixed_markup=fixed_markup(field, UNCHANGED, aria_label="(what to enter)", aria_labelledby=None),
                )


RULE = Rule(
    id="accessibility/label-wordless",
    reads=Document,
    check=check,
    severity=Severity.WARNING,
    title="Labels without words",
    description=(
        "{count:The label of # form field is|The labels of # form fields are} nothing but signs such as * or an "
        "ellipsis. Nobody who hears {count:it|them} knows what to enter (WCAG 2.2, 2.4.6 Headings and Labels, level "
        "AA)."
    ),
    recommendation="Say in each label what is to be entered.",
    how_to_fix='<label>Name <abbr title="required">*</abbr> <input name="name"></label>',
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
