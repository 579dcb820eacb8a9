"""The page says nothing to those who preview it."""

from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule

_NAMES = (
    "og:title",
    "og:type",
    "og:image",
    "og:url",
    "og:description",
    "og:site_name",
    "twitter:card",
    "twitter:title",
)


def check(document: Document) -> Iterator[Finding]:
    """Report a page without any Open Graph or Twitter property."""
    if not any(document.metas(name) for name in _NAMES):
        yield Finding()


RULE = Rule(
    id="seo/open-graph-missing",
    reads=Document,
    check=check,
    severity=Severity.INFO,
    title="No preview for shared links",
    description=(
        "The page has no Open Graph tags. When somebody shares it in a chat or social network, the preview is guessed "
        "from the page and mostly has no picture."
    ),
    recommendation="Describe the page's preview with Open Graph tags.",
    how_to_fix=(
        "Put these into the head:\n"
        '<meta property="og:title" content="Pear trees for small gardens">\n'
        '<meta property="og:type" content="website">\n'
        '<meta property="og:url" content="https://example.com/pears">\n'
        '<meta property="og:image" content="https://example.com/pears.jpg">'
    ),
    sources=("https://ogp.me/",),
    examples=(
        Bad("<title>Pears</title>"),
        Good('<meta property="og:title" content="Pears">'),
        Good('<meta name="og:image" content="https://example.com/pears.jpg">'),
        Good('<meta name="twitter:card" content="summary">'),
    ),
)
