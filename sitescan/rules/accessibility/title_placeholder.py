from sitescan.document.indexing.suggested_title import suggested_title
from sitescan.document.language.placeholders import has_placeholder_title
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity


def check(document: Document) -> Findings:
    """Report a title that is a placeholder or the file name of the page."""
    if has_placeholder_title(document):
        yield Finding(document.titles[0], title=document.title, tag=suggested_title(document))


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="Document title doesn't describe the page",
    passed="Document title is more than a placeholder",
    applies=lambda document: document.title,
    description=(
        'The title "{title}" is a file name or the default of a tool or template. It doesn\'t say what the page is '
        "about. Screen readers announce it first, and it identifies the page among the open tabs (WCAG 2.2, 2.4.2 Page "
        "Titled, level A)."
    ),
    recommendation="Give the page a title that distinguishes it from the other pages of the site.",
    how_to_fix="For example: {tag} instead of <title>{title}</title>",
    sources=(
        "https://www.w3.org/WAI/WCAG22/Understanding/page-titled",
        "https://www.w3.org/WAI/WCAG22/Techniques/failures/F25",
        "https://www.w3.org/WAI/standards-guidelines/act/rules/c4a8a4/",
    ),
    covers=("act:c4a8a4",),
    examples=(
        Bad("<title>Untitled Document</title>"),
        Bad("<title> Vite +  React </title><h1>Vite + React</h1>"),
        Good("<title>Opening hours</title>"),
        Bad("<title>spk12.html</title>", url="https://example.com/reports/spk12.html?print=1"),
        Bad("<title>Unbenanntes Dokument</title>"),
        Good("<title>wp-config.php</title>", url="https://example.com/docs/config/"),
        Good("<title>example.com</title>"),
        Good("<title>Index</title><h2>Index</h2><p>Apples, pears"),
        Good("<title></title>"),
    ),
)
