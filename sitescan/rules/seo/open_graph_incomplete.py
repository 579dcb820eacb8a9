"""Open Graph tags are incomplete."""

from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.document.indexing.preview_tags import preview_tags
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule

_REQUIRED = ("og:title", "og:type", "og:image", "og:url")
_IMAGES = ("og:image", "og:image:url", "og:image:secure_url")
_SIGNS = (*_REQUIRED, "og:description", "og:site_name")


def check(document: Document) -> Iterator[Finding]:
    """Report a page that has some Open Graph tags and lacks required ones; the image is optional."""
    missing = [name for name in _REQUIRED if not _filled(document, name)]
    if "og:image" in missing and not any(document.metas(name) for name in _IMAGES):
        missing.remove("og:image")
    if missing and any(document.metas(name) for name in _SIGNS):
        yield Finding(
            missing=" and ".join(filter(None, (", ".join(missing[:-1]), missing[-1]))),
            tags=preview_tags(document, missing),
        )


def _filled(document: Document, name: str) -> bool:
    return any(document.meta(alias) for alias in (_IMAGES if name == "og:image" else (name,)))


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Open Graph tags are incomplete",
    passed="Open Graph tags are complete",
    applies=lambda document: _filled(document, "og:image") and _filled(document, "og:title"),
    description=(
        "The page has Open Graph tags but lacks {missing}. Apps and social networks then guess the preview, or show it "
        "without an image."
    ),
    recommendation="Add the missing Open Graph tags.",
    how_to_fix=("Add these to the head, and replace any that are empty:\n{tags}"),
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
