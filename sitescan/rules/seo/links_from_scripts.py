"""Scripts write links of the page."""

from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.document.loading.app_shell import app_shell
from sitescan.document.tree import attr
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule

_SHELL = '<div id="root"></div><script src="/app.js"></script>'


def check(document: Document) -> Iterator[Finding]:
    """Report each link to a web page that only the rendered page has, unless scripts write the whole page."""
    if not document.is_rendered or app_shell(document.source) is not None:
        return
    sent = {document.source.resolve(attr(link, "href", "")) for link in document.source.all("a", "area")}
    for link in document.all("a", "area"):
        url = document.resolve(attr(link, "href", "")) if "href" in link.attrs else None
        if url is not None and url.startswith(("http://", "https://")) and url not in sent:
            yield Finding(link)


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    share=0,
    title="Scripts write links of the page",
    passed="Links are in the HTML that is sent",
    subjects=("script",),
    applies=lambda document: document.all("a", "area"),
    needs=lambda document: document.is_rendered and app_shell(document.source) is None,
    description=(
        "{count:1 link is|# links are} not in the HTML that was sent. Google finds them after it has run the scripts, "
        "which may take days; crawlers that don't run scripts never find them."
    ),
    recommendation="Send links to pages that should be found in the HTML.",
    how_to_fix=(
        "Render the navigation and lists of pages on the server or when you build the site. Or name the pages that "
        "should be found in a sitemap."
    ),
    sources=("https://developers.google.com/search/docs/crawling-indexing/javascript/javascript-seo-basics",),
    examples=(
        Bad('<p>Pears<a href="/a">A</a>', rendered='<p>Pears<a href="/a">A</a><a href="/b">B</a>'),
        Good(
            '<a href="/a">A</a>', rendered='<a href="https://example.com/a">A</a><a>B</a><a href="mailto:x@y.z">C</a>'
        ),
        Good(_SHELL, rendered='<a href="/b">B</a>'),
        Good('<a href="/a">A</a>'),
    ),
)
