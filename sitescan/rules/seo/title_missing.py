from sitescan.document.indexing.suggested_title import suggested_title, titled
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity


def check(document: Document) -> Findings:
    """Report a document without text in its title."""
    if not document.title:
        place, state = (document.titles[0], "is empty") if document.titles else (document.head, "is missing")
        yield Finding(place, state=state, tag=suggested_title(document), change=titled(document))


RULE = Rule(
    check=check,
    severity=Severity.ERROR,
    title="Page is missing a title",
    passed="Page has a title",
    description=(
        "The title of the page {state}. Search engines show the title as the headline of the result, and "
        "browsers show it in tabs, bookmarks and the history. Without a title, they make one up."
    ),
    recommendation="Give the page a title that names its content.",
    how_to_fix="Put one title element in the head: {tag}",
    shows_change=False,
    sources=("https://developers.google.com/search/docs/appearance/title-link",),
    covers=("lighthouse:document-title",),
    examples=(
        Bad("<head></head><p>Pears"),
        Bad("<title> </title>"),
        Bad("<svg><title>Icon</title></svg>"),
        Good("<title>Pears</title>"),
    ),
)
