from sitescan.document.links.script_effects import parts_may_come
from sitescan.document.tree import children
from sitescan.rules.authoring import HTML, Bad, Document, Finding, Findings, Good, Rule, Severity, changed


def check(document: Document) -> Findings:
    """Report exposed ``details`` elements without a ``summary`` child, unless scripts may add one."""
    for tag in document.all("details"):
        if tag.namespace != HTML or any(child.name == "summary" for child in children(tag)):
            continue
        if not parts_may_come(document) and document.accessible.exposed(tag) and not document.in_noscript(tag):
            yield Finding(tag, change=changed(tag, "<summary>(what this opens)</summary>…"))


RULE = Rule(
    check=check,
    since="1.1.0",
    severity=Severity.INFO,
    title="Disclosures have no summary",
    passed="Disclosures have a summary",
    subjects=("details",),
    needs=lambda document: not parts_may_come(document) or len(document.all("summary")) >= len(document.all("details")),
    scope="element",
    description=(
        "{count:# details element has|# details elements have} no summary of {count:its|their} own. Browsers show the "
        'word "Details" in the language of the browser, so nobody knows what the control opens '
        "(best practice for WCAG 2.2, 2.4.6 Headings and Labels, level AA)."
    ),
    recommendation="Begin each details element with a summary that says what it opens.",
    how_to_fix=(
        "For example: <details><summary>Opening hours</summary>Monday</details>. A summary in another element inside "
        "of details doesn't count."
    ),
    sources=("https://html.spec.whatwg.org/multipage/interactive-elements.html#the-details-element",),
    examples=(
        Bad("<details><p>Monday</p></details>"),
        Bad("<details><div><summary>Opening hours</summary></div>Monday</details>"),
        Good("<details><summary>Opening hours</summary>Monday</details>"),
        Good("<details><p>Monday</p><summary>Opening hours</summary></details>"),
        Good('<details>Monday</details><script src="/details.js"></script>'),
        Good("<details hidden>Monday</details>"),
    ),
)
