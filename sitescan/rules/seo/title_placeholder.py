"""The title is one that a tool or template made up."""

from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.document.language.placeholders import placeholder_title
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule


def check(document: Document) -> Iterator[Finding]:
    """Report a title that says nothing because nobody wrote it."""
    if placeholder_title(document.title, document.url):
        yield Finding(document.titles[0], title=document.title)


RULE = Rule(
    id="seo/title-placeholder",
    reads=Document,
    check=check,
    severity=Severity.WARNING,
    title="Placeholder page title",
    description=(
        'The title "{title}" is the name of the file, or what a tool or template puts in until somebody writes one. '
        "Search engines show it as the headline of the result, and it says nothing about the page."
    ),
    recommendation="Replace the placeholder with a title that names the page's content.",
    how_to_fix=(
        "Edit the <title> in the page's template (index.html in many frameworks), or set it for each page: "
        "<title>What this page is about - Name of the site</title>"
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
        Good("<title></title>"),
    ),
)
