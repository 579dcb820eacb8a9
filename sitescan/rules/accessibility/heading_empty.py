from sitescan.document.change import without_empty_heading
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity


def check(document: Document) -> Findings:
    """Report exposed headings without a name."""
    for heading in document.accessible.unnamed("heading"):
        if document.accessible.exposure.skips_contents(heading):
            yield Finding(heading, detail="content-visibility: hidden")
        else:
            yield Finding(heading, change=without_empty_heading(heading))


RULE = Rule(
    check=check,
    former_ids=("seo/heading-empty",),
    severity=Severity.WARNING,
    title="Headings have no text",
    passed="Headings have text",
    applies=lambda document: document.accessible.of_role("heading"),
    scope="element",
    description=(
        "{count:# heading has|# headings have} no text. Many people who use a screen reader move from heading to "
        "heading, and hear nothing there (WCAG 2.2, 1.3.1 Info and Relationships, level A)."
    ),
    recommendation="Add text to each heading, or remove the heading element.",
    how_to_fix=(
        "Write the heading as text: <h2>Opening hours</h2>. If the heading is an image, give the image alt text: "
        '<h1><img src="logo.svg" alt="Pear Shop"></h1>. For extra space, use CSS margins.'
    ),
    sources=(
        "https://www.w3.org/WAI/standards-guidelines/act/rules/ffd0e9/",
        "https://www.w3.org/WAI/WCAG22/Understanding/info-and-relationships",
    ),
    covers=(
        "act:ffd0e9",
        "axe:empty-heading",
    ),
    examples=(
        Bad("<h1></h1>"),
        Bad("<h2> <!-- later --> </h2>"),
        Bad('<h1><img src="logo.svg" alt=""></h1>'),
        Bad('<h1><span aria-hidden="true">Pears</span></h1>'),
        Bad('<div role="heading" aria-level="2"></div>'),
        Bad('<h1 style="content-visibility: hidden">Pears</h1>'),
        Good('<h1><span style="content-visibility: hidden">Pears</span></h1>'),
        Good("<h1>Pears</h1>"),
        Good('<h1><img src="logo.svg" alt="Pears"></h1>'),
        Good("<h1 hidden></h1>"),
        Good('<h2 aria-label="Pears"></h2>'),
        Good('<h2 style="visibility: hidden"></h2>'),
        Good('<h2><pear-text></pear-text></h2><script src="/texts.js"></script>'),
    ),
)
