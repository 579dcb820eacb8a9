from sitescan.document.accessibility.roles import input_type
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, changed


def check(document: Document) -> Findings:
    """Report exposed image buttons without a name."""
    accessible = document.accessible
    for button in document.all("input"):
        if input_type(button) == "image" and accessible.exposed(button) and accessible.nameless(button):
            yield Finding(button, change=changed(button, alt="(what it does)"))


RULE = Rule(
    check=check,
    severity=Severity.ERROR,
    title="Image buttons have no alt text",
    passed="Image buttons have alt text",
    subjects=("input",),
    applies=lambda document: b"image" in document.ascii_source,
    scope="tag",
    description=(
        "{count:# image button has|# image buttons have} no alt text. People who can't see the image don't know what "
        "the button does (WCAG 2.2, 1.1.1 Non-text Content and 4.1.2 Name, Role, Value, level A)."
    ),
    recommendation="Give each image button an alt text that names its action.",
    how_to_fix='For example: <input type="image" src="magnifier.svg" alt="Search">',
    sources=(
        "https://www.w3.org/WAI/WCAG22/Understanding/non-text-content",
        "https://www.w3.org/WAI/standards-guidelines/act/rules/59796f/",
    ),
    covers=(
        "act:59796f",
        "axe:input-image-alt",
        "lighthouse:input-image-alt",
    ),
    examples=(
        Bad('<input type="image" src="go.png">'),
        Bad('<input type="image" src="go.png" alt="">'),
        Bad('<input type="image" src="go.png" aria-labelledby="nothing">'),
        Good('<input type="image" src="go.png" alt="Search">'),
        Good('<input type="image" src="go.png" title="Search">'),
        Good('<input type="image" src="go.png" hidden>'),
        Good('<span id="s">Search</span><input type="image" src="go.png" aria-labelledby="s">'),
    ),
)
