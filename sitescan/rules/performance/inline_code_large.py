from sitescan.document.tree import own_text
from sitescan.rules.authoring import Bad, Finding, Findings, Good, Rule, Severity, SourceDocument

_LARGE = 100_000


def check(document: SourceDocument) -> Findings:
    """Report more than 100 KB in script and style elements, including data blocks."""
    total = sum(len(own_text(tag)) for tag in document.all("script", "style"))
    if total > _LARGE:
        yield Finding(bytes=total)


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Large inline scripts and styles",
    passed="Inline scripts and styles are small",
    subjects=("script", "style"),
    description=(
        "The page contains {bytes:size} of inline scripts, data and styles. Browsers can't cache these "
        "separately, so visitors download them again with every page view."
    ),
    recommendation="Move large scripts and styles into files, and send only the data that the page needs.",
    how_to_fix=(
        'Use <script src="/app.3f9a.js" defer></script> and <link rel="stylesheet" href="/app.3f9a.css">, sent '
        "with Cache-Control: public, max-age=31536000, immutable.\n"
        "If your framework writes its state into the page (such as __NEXT_DATA__), select only the fields that "
        "the page shows."
    ),
    sources=("https://developer.mozilla.org/en-US/docs/Learn_web_development/Extensions/Performance/JavaScript",),
    examples=(
        Bad("<script>" + "pear();" * 20_000 + "</script>"),
        Good("<script>" + "pear();" * 1000 + "</script>"),
        Good("<p>" + "pear " * 30_000),
    ),
)
