from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity


def check(document: Document) -> Findings:
    """Report fields with more than one exposed label in their name."""
    accessible = document.accessible
    for field in document.all("input", "select", "textarea"):
        labels = [label for label in accessible.labels.of(field) if accessible.exposed(label)]
        if len(labels) > 1 and accessible.exposed(field) and accessible.named(field).source == "label":
            yield Finding(field, detail=f"{len(labels)} labels")


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Form fields have more than one label",
    passed="Form fields have one label each",
    subjects=("label",),
    in_frames=True,
    description=(
        "{count:# field has|# fields have} more than one label element. Some screen readers announce only the first or "
        "the last of them (best practice for WCAG 2.2, 3.3.2 Labels or Instructions, level A)."
    ),
    recommendation="Keep one label for each field, and refer to additional text with aria-describedby.",
    how_to_fix=(
        'For example: <label for="pin">PIN</label> <input id="pin" aria-describedby="hint"> '
        '<span id="hint">4 digits</span>'
    ),
    sources=("https://www.w3.org/WAI/WCAG22/Techniques/html/H44",),
    covers=("axe:form-field-multiple-labels", "lighthouse:form-field-multiple-labels"),
    examples=(
        Bad('<label for="a">PIN</label><label for="a">Four digits</label><input id="a">'),
        Good('<label for="a">PIN</label><input id="a">'),
        Good('<label for="a">PIN</label><label for="a" hidden>PIN</label><input id="a">'),
    ),
)
