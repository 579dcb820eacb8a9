from sitescan.rules.authoring import (
    HTML,
    Bad,
    Document,
    Finding,
    Findings,
    Good,
    Rule,
    Severity,
    attr,
    changed,
    safe,
    text,
)

_OTHERS = ("aria-label", "aria-labelledby", "title", "placeholder", "alt", "value")


def check(document: Document) -> Findings:
    """Report exposed fields whose labels are all hidden and that have no other name."""
    accessible = document.accessible
    for field in document.all("input", "select", "textarea"):
        labels = accessible.labels.of(field)
        if not labels or field.namespace != HTML or not accessible.exposed(field):
            continue
        if any(attr(field, name, "").strip() for name in _OTHERS) or not all(map(accessible.hidden, labels)):
            continue
        label = text(labels[0])
        if label:
            yield Finding(field, detail=label, change=safe(changed(field, "…", aria_label=label)))


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="Form fields have a hidden label",
    passed="Fields with a hidden label have another name",
    subjects=("label",),
    in_frames=True,
    description=(
        "{count:# form field has|# form fields have} a label that is hidden from everyone (display: none, hidden or "
        "aria-hidden). Visitors don't see it, and most screen readers don't announce it (WCAG 2.2, 3.3.2 Labels or "
        "Instructions, level A)."
    ),
    recommendation="Show the label, or hide it only visually so that screen readers still announce it.",
    how_to_fix=(
        "To hide the label only visually, use a class such as .visually-hidden {{ position: absolute; width: 1px; "
        "height: 1px; overflow: hidden; clip-path: inset(50%); }} instead of display: none."
    ),
    sources=(
        "https://www.w3.org/WAI/WCAG22/Understanding/labels-or-instructions",
        "https://www.w3.org/WAI/tutorials/forms/labels/#hiding-label-text",
    ),
    covers=("axe:label", "axe:select-name"),
    examples=(
        Bad('<label for="a" style="display: none">Name</label><input id="a">'),
        Bad('<label for="a" hidden>Name</label><select id="a"><option>A</select>'),
        Bad('<label for="a" aria-hidden="true">Name</label><textarea id="a"></textarea>'),
        Good('<label for="a">Name</label><input id="a">'),
        Good('<label for="a" hidden>Name</label><input id="a" aria-label="Name">'),
        Good('<label for="a" hidden>Name</label><label for="a">Name</label><input id="a">'),
        Good('<label for="a" hidden>Name</label><input id="a" hidden>'),
        Good('<label for="a" hidden></label><input id="a">'),
    ),
)
