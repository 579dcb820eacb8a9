from sitescan.document.indexing.suggested_title import suggested_title
from sitescan.document.language.placeholders import has_placeholder_title, has_vague_title
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity


def check(document: Document) -> Findings:
    """Report a default title of an editor or framework, and one that any site could have."""
    if has_placeholder_title(document) or has_vague_title(document):
        yield Finding(document.titles[0], title=document.title, tag=suggested_title(document))


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="Page title is a placeholder",
    passed="Page title is more than a placeholder",
    applies=lambda document: document.title,
    description=(
        'The title "{title}" is a file name, the default of a tool, or a word that any site could have. Search engines '
        "show it as the headline of the result, and it says nothing about the page."
    ),
    recommendation="Replace the placeholder with a title that names the page's content.",
    how_to_fix=(
        "Edit the <title> in the page's template (index.html in many frameworks), or set it for each page: {tag}"
    ),
    sources=("https://developers.google.com/search/docs/appearance/title-link",),
    examples=(
        Bad("<title>React App</title>"),
        Bad("<title> Untitled  Document </title>"),
        Good("<title>How to write a React app</title>"),
        Bad("<title>spk12.html</title>", url="https://example.com/reports/spk12.html?print=1"),
        Bad("<title>Unbenanntes Dokument</title>"),
        Good("<title>wp-config.php</title>", url="https://example.com/docs/config/"),
        Good("<title>example.com</title>"),
        Good("<title>Index</title><h2>Index</h2><p>Apples, pears"),
        Good("<title></title>"),
        Bad("<title>Home</title><h1>Pear trees</h1>"),
        Bad("<title>Startseite</title>"),
        Good("<title>Home | Pear trees for small gardens</title>"),
        Good("<title>Home economics</title>"),
    ),
)
