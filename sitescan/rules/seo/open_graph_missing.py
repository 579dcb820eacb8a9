"""Page has no Open Graph tags."""

from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.document.indexing.error_pages import is_error_page
from sitescan.document.indexing.preview_tags import preview_tags
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
    """Report a page without Open Graph or Twitter properties, unless it is an error page."""
    if not is_error_page(document) and not any(document.metas(name) for name in _NAMES):
        yield Finding(tags=preview_tags(document, ("og:title", "og:type", "og:url", "og:description")))


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Page has no Open Graph tags",
    passed="Page has Open Graph tags",
    applies=lambda document: any(map(document.metas, _NAMES)),
    description=(
        "The page has no Open Graph tags. When someone shares it, apps and social networks guess the preview from the "
        "page, mostly without an image."
    ),
    recommendation="Describe the page's preview with Open Graph tags.",
    how_to_fix=(
        "Add these to the head:\n{tags}\n"
        "For a preview image, add og:image with the full URL of an image that is at least 1200 px wide and 630 px high."
    ),
    sources=("https://ogp.me/",),
    examples=(
        Bad("<title>Pears &amp; plums</title>"),
        Good('<meta property="og:title" content="Pears">'),
        Good('<meta name="og:image" content="https://example.com/pears.jpg">'),
        Good('<meta name="twitter:card" content="summary">'),
        Good("<title>Page not found</title><h1>Page not found</h1>", status=0),
        Good("<title>Pears</title><h1>Gone</h1>", status=410),
    ),
)
