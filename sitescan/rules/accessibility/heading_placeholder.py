from sitescan.document.language.placeholders import placeholder_heading
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, changed


def check(document: Document) -> Findings:
    """Report exposed headings with placeholder text."""
    for heading in document.accessible.having("heading"):
        name = document.accessible.name(heading)
        if placeholder_heading(name):
            yield Finding(heading, detail=name, change=changed(heading, "(what this section is about)"))


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="Headings contain placeholder text",
    passed="Headings are more than placeholders",
    applies=lambda document: document.accessible.of_role("heading"),
    scope="element",
    description=(
        "{count:# heading still has|# headings still have} the placeholder text of a template. Many people who use a "
        "screen reader navigate by headings, and {count:this one says|these say} nothing about the content (WCAG 2.2, "
        "2.4.6 Headings and Labels, level AA)."
    ),
    recommendation="Describe the section in each heading, or remove the heading.",
    how_to_fix="Write <h2>Opening hours</h2> instead of <h2>Add your heading text here</h2>.",
    sources=(
        "https://www.w3.org/WAI/WCAG22/Understanding/headings-and-labels",
        "https://www.w3.org/WAI/standards-guidelines/act/rules/b49b2e/",
    ),
    covers=("act:b49b2e",),
    examples=(
        Bad('<h2 class="elementor-heading-title">Add Your Heading Text Here</h2>'),
        Bad('<div role="heading" aria-level="2">Lorem ipsum dolor sit amet</div>'),
        Good("<h2>Opening hours</h2>"),
        Good("<h2>What is Lorem Ipsum?</h2>"),
        Good("<h2 hidden>Your title here</h2>"),
    ),
)
