from sitescan.document.accessibility.exposure import summary
from sitescan.document.accessibility.roles import written_role
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, changed


def check(document: Document) -> Findings:
    """Report exposed summaries of details elements without a name."""
    accessible = document.accessible
    for details in document.all("details"):
        item = summary(details)
        if item is None or not accessible.exposed(item):
            continue
        if written_role(item) in (None, "none") and accessible.nameless(item):
            yield Finding(item, change=changed(item, "(what is inside)"))


RULE = Rule(
    check=check,
    severity=Severity.ERROR,
    title="Summary elements have no text",
    passed="Summary elements have text",
    subjects=("summary",),
    in_frames=True,
    description=(
        "{count:# summary element has|# summary elements have} no text. A summary is the button that opens its "
        "details, and screen readers can't say what it opens (WCAG 2.2, 4.1.2 Name, Role, Value, level A)."
    ),
    recommendation="Give each summary element text.",
    how_to_fix="For example: <details><summary>Opening hours</summary>...</details>",
    sources=(
        "https://html.spec.whatwg.org/multipage/interactive-elements.html#the-summary-element",
        "https://www.w3.org/WAI/standards-guidelines/act/rules/2t702h/",
    ),
    covers=(
        "act:2t702h",
        "axe:summary-name",
    ),
    examples=(
        Bad("<details><summary></summary>Monday</details>"),
        Bad('<details><summary role="none"></summary>Monday</details>'),
        Good("<details><summary>Opening hours</summary>Monday</details>"),
        Good('<details><summary aria-label="Opening hours"></summary>Monday</details>'),
        Good("<details><div><summary></summary></div></details>"),
        Good("<details hidden><summary></summary></details>"),
    ),
)
