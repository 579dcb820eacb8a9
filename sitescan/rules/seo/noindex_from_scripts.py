"""Scripts remove the directive that excludes the page from search results."""

from sitescan.charging import NOT_SHOWN
from sitescan.document.indexing.robots_meta import exclusions, for_all
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity


def check(document: Document) -> Findings:
    """Report each excluding directive that was sent, if the rendered page has none."""
    sent = exclusions(document.source)
    if document.is_rendered and for_all(sent) and not for_all(exclusions(document)):
        for directive in sent:
            yield Finding(directive.tag, said=f"{directive.written} in the {directive.source}")


RULE = Rule(
    check=check,
    severity=Severity.ERROR,
    share=NOT_SHOWN,
    title="Scripts remove noindex, which comes too late",
    passed="Scripts leave noindex as it was sent",
    subjects=("script",),
    needs=lambda document: document.is_rendered,
    description=(
        "The HTML that was sent asks search engines not to show the page: {said}. Scripts remove that, but Google may "
        "not run the scripts of a page that has it, so nobody finds the page by searching."
    ),
    recommendation="Don't send the directive if people should find the page.",
    how_to_fix="Delete noindex or none where the HTML is made, and let scripts add it to the pages that need it.",
    sources=("https://developers.google.com/search/docs/crawling-indexing/javascript/javascript-seo-basics",),
    examples=(
        Bad('<meta name="robots" content="noindex">', rendered='<meta name="robots" content="index">'),
        Bad('<meta name="robots" content="none">', rendered="<title>Pears</title>"),
        Good('<meta name="robots" content="noindex">', rendered='<meta name="robots" content="noindex">'),
        Good("<title>Pears</title>", rendered='<meta name="robots" content="noindex">'),
        Good('<meta name="robots" content="noindex">'),
    ),
)
