"""Scripts write headings of the page."""

from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.document.loading.app_shell import app_shell
from sitescan.document.source_location import shorten
from sitescan.document.tree import text
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule

_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
_SHELL = '<div id="root"></div><script src="/app.js"></script>'


def check(document: Document) -> Iterator[Finding]:
    """Report each heading that only the rendered page has, unless scripts write the whole page."""
    if not document.is_rendered or app_shell(document.source) is not None:
        return
    sent = {text(heading) for heading in document.source.all(*_HEADINGS)}
    for heading in document.all(*_HEADINGS):
        if (written := text(heading)) and written not in sent:
            yield Finding(heading, detail=f"“{shorten(written)}”")


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    share=0,
    title="Scripts write headings of the page",
    passed="Headings are in the HTML that is sent",
    subjects=("script",),
    needs=lambda document: document.is_rendered and app_shell(document.source) is None,
    description=(
        "{count:1 heading is|# headings are} not in the HTML that was sent. Crawlers and assistants that don't run "
        "scripts don't know what these parts of the page are about."
    ),
    recommendation="Send headings of important content in the HTML.",
    how_to_fix=(
        "Render these parts on the server or when you build the site. Parts for visitors only can stay as they are."
    ),
    sources=("https://developers.google.com/search/docs/crawling-indexing/javascript/javascript-seo-basics",),
    examples=(
        Bad("<h1>Pears</h1><p>Pears are sweet.", rendered="<h1>Pears</h1><p>Pears are sweet.<h2>Offers</h2>"),
        Good("<h1>Pears</h1><h2>Offers</h2>", rendered="<h1>Pears</h1><h2> Offers</h2><h3></h3>"),
        Good(_SHELL, rendered="<h1>Pears</h1>"),
        Good("<h1>Pears</h1>"),
    ),
)
