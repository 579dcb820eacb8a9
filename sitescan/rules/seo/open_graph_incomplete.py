"""Open Graph tags that a preview needs are missing."""

from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule

_REQUIRED = ("og:title", "og:type", "og:image", "og:url")
_SIGNS = (*_REQUIRED, "og:description", "og:site_name")


def check(document: Document) -> Iterator[Finding]:
    """Report a page with some Open Graph tags but not the four required ones."""
    missing = [name for name in _REQUIRED if not _filled(document, name)]
    if missing and any(document.metas(name) for name in _SIGNS):
        yield Finding(missing=", ".join(missing))


def _filled(document: Document, name: str) -> bool:
    images = ("og:image:url", "og:image:secure_url") if name == "og:image" else ()
    return any(document.meta(alias) for alias in (name, *images))


RULE = Rule(
    id="seo/open-graph-incomplete",
    reads=Document,
    check=check,
    severity=Severity.INFO,
    title="Incomplete preview for shared links",
    description=(
        "The page has Open Graph tags, but lacks {missing}. Previews in chats and social networks are guessed or have "
        "no picture without them."
    ),
    recommendation="Add the Open Graph tags that are missing.",
    how_to_fix=(
        "The four that the protocol requires:\n"
        '<meta property="og:title" content="Pear trees for small gardens">\n'
        '<meta property="og:type" content="website">\n'
        '<meta property="og:url" content="https://example.com/pears">\n'
        '<meta property="og:image" content="https://example.com/pears.jpg">'
    ),
    sources=("https://ogp.me/#metadata",),
    examples=(
        Bad('<meta property="og:title" content="Pears">'),
        Bad(
            '<meta property="og:title" content="Pears"><meta property="og:type" content="website">'
            '<meta property="og:url" content="https://example.com/"><meta property="og:image" content="">'
        ),
        Good(
            '<meta property="og:title" content="Pears"><meta property="og:type" content="website">'
            '<meta property="og:url" content="https://example.com/">'
            '<meta property="og:image:secure_url" content="https://example.com/pears.jpg">'
        ),
        Good("<title>Pears</title>"),
    ),
)
