"""Scripts change the page's title."""

from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule

_SENT = "<!doctype html><title>Pears</title><p>Pears"


def check(document: Document) -> Iterator[Finding]:
    """Report a rendered title that differs from the one that was sent."""
    sent = document.source.title
    if document.title and document.title != sent:
        yield Finding(document.titles[0], sent=f"“{sent}”" if sent else "none", shown=document.title)


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    share=0,
    title="Scripts change the page title",
    passed="Scripts keep the page title",
    subjects=("script",),
    applies=lambda document: document.title,
    needs=lambda document: document.is_rendered,
    description=(
        "After its scripts have run, the page has the title “{shown}”; the title that was sent is {sent}. Link "
        "previews and crawlers that don't run scripts show the one that was sent. Google uses the rendered one."
    ),
    recommendation="Send the final title in the HTML.",
    how_to_fix="Set the title where the HTML is made: <title>{shown}</title>",
    sources=("https://developers.google.com/search/docs/crawling-indexing/javascript/javascript-seo-basics",),
    examples=(
        Bad(_SENT, rendered="<!doctype html><title>Pears: 3 new</title><p>Pears"),
        Bad("<!doctype html><p>Pears", rendered="<!doctype html><title>Pears</title><p>Pears"),
        Good(_SENT, rendered="<!doctype html><title> Pears </title><p>Pears, apples"),
        Good(_SENT, rendered="<!doctype html><p>Pears"),
        Good(_SENT),
    ),
)
