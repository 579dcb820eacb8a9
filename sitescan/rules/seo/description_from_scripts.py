"""Scripts change the page's meta description."""

from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.document.source_location import shorten
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule


def check(document: Document) -> Iterator[Finding]:
    """Report a rendered description that differs from the one that was sent."""
    sent, shown = document.source.meta("description"), document.meta("description")
    if shown and shown != sent:
        was = f"another one: “{shorten(sent)}”" if sent else "none"
        yield Finding(document.metas("description")[0], sent=was, shown=shorten(shown))


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    share=0,
    title="Scripts change the meta description",
    passed="Scripts keep the meta description",
    subjects=("script",),
    applies=lambda document: document.meta("description"),
    needs=lambda document: document.is_rendered,
    description=(
        "After its scripts have run, the page has the description “{shown}”; the HTML that was sent has {sent}. Link "
        "previews and crawlers that don't run scripts use what was sent. Google uses the rendered one."
    ),
    recommendation="Send the final description in the HTML.",
    how_to_fix='Set it where the HTML is made: <meta name="description" content="{shown}">',
    sources=("https://developers.google.com/search/docs/crawling-indexing/javascript/javascript-seo-basics",),
    examples=(
        Bad(
            '<meta name="description" content="Pears">',
            rendered='<meta name="description" content="How to grow pears in your garden">',
        ),
        Bad("<p>Pears", rendered='<meta name="description" content="How to grow pears"><p>Pears'),
        Good('<meta name="description" content="Pears">', rendered='<meta name="description" content=" Pears ">'),
        Good('<meta name="description" content="Pears">', rendered="<p>Pears"),
        Good('<meta name="description" content="Pears">'),
    ),
)
