"""Scripts change the page's canonical URL."""

from sitescan.document.indexing.canonical import Relation, canonicals
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity

_NONE = "the HTML that was sent names none"


def check(document: Document) -> Findings:
    """Report a rendered canonical URL that differs from the one that was sent, and one that scripts add."""
    shown, sent = _first(document), _first(document.source)
    if shown is None or shown.tag is None or shown.url is None:
        return
    if sent is None:
        yield Finding(shown.tag, shown=shown.url, sent=_NONE)
    elif sent.url != shown.url:
        yield Finding(shown.tag, shown=shown.url, sent=f"the HTML that was sent names {sent.url}").of_severity(
            Severity.WARNING
        )


def _first(document: Document) -> Relation | None:
    return next((relation for relation in canonicals(document) if relation.url), None)


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    severities=(Severity.INFO, Severity.WARNING),
    title="Scripts change the canonical URL",
    passed="Scripts keep the canonical URL",
    subjects=("script",),
    applies=canonicals,
    needs=lambda document: document.is_rendered,
    description=(
        "After its scripts have run, the page names the canonical URL {shown}; {sent}. Search engines read both, and "
        "if they contradict each other, either may be used."
    ),
    recommendation="Send the final canonical URL in the HTML, and don't change it by scripts.",
    how_to_fix=(
        'Set it where the HTML is made: <link rel="canonical" href="{shown}">. If that isn\'t possible, remove the one '
        "in the HTML, so that there is only the one that scripts add."
    ),
    sources=("https://developers.google.com/search/docs/crawling-indexing/javascript/javascript-seo-basics",),
    examples=(
        Bad(
            '<link rel="canonical" href="https://example.com/">',
            rendered='<link rel="canonical" href="https://example.com/pears">',
        ),
        Bad("<title>Pears</title>", rendered='<link rel="canonical" href="https://example.com/pears">'),
        Good('<link rel="canonical" href="/">', rendered='<link rel="canonical" href="https://example.com/">'),
        Good('<link rel="canonical" href="https://example.com/">', rendered="<title>Pears</title>"),
        Good('<link rel="canonical" href="https://example.com/">'),
    ),
)
