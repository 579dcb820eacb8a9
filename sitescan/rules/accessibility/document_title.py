from sitescan.document.indexing.suggested_title import titled
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity


def check(document: Document) -> Findings:
    """Report a document without a title."""
    if not document.title:
        yield Finding(document.titles[0] if document.titles else None, change=titled(document))


RULE = Rule(
    check=check,
    severity=Severity.ERROR,
    title="Document has no title",
    passed="Document has a title",
    description=(
        "The page has no title. Screen readers announce the title first, and it identifies the page among the open "
        "tabs (WCAG 2.2, 2.4.2 Page Titled, level A)."
    ),
    recommendation="Give the page a title that distinguishes it from the other pages of the site.",
    how_to_fix="For example: <head><title>Opening hours - Pear Shop</title></head>",
    sources=(
        "https://www.w3.org/WAI/WCAG22/Understanding/page-titled",
        "https://www.w3.org/WAI/standards-guidelines/act/rules/2779a5/",
    ),
    covers=(
        "act:2779a5",
        "axe:document-title",
    ),
    examples=(
        Bad("<h1>Pears</h1>"),
        Bad("<title> </title>"),
        Bad("<title></title><body><title>Late</title>"),
        Good("<title>Pears</title>"),
        Good("<body><title>Pears</title>"),
    ),
)
