from collections.abc import Sequence

from sitescan.document.indexing.error_pages import is_error_page
from sitescan.document.indexing.preview_tags import preview_tags
from sitescan.rules.authoring import Bad, Document, ElementChange, Finding, Findings, Good, Rule, Severity
from sitescan.rules.texts import listed

_REQUIRED = ("og:title", "og:type", "og:image", "og:url")
_IMAGES = ("og:image", "og:image:url", "og:image:secure_url")
_SIGNS = (*_REQUIRED, "og:description", "og:site_name")
_OTHERS = ("twitter:card", "twitter:title")


def check(document: Document) -> Findings:
    """Report a page that lacks required tags, unless it is an error page or has a Twitter card alone."""
    missing = [name for name in _REQUIRED if not _filled(document, name)]
    if "og:image" in missing and not any(document.metas(name) for name in _IMAGES):
        # The image is optional.
        missing.remove("og:image")
    if not any(document.metas(name) for name in _SIGNS):
        if not is_error_page(document) and not any(document.metas(name) for name in _OTHERS):
            yield _finding(document, "has no Open Graph tags", ("og:title", "og:type", "og:url", "og:description"))
    elif missing:
        yield _finding(document, f"has Open Graph tags but lacks {listed(missing)}", missing)


def _finding(document: Document, state: str, names: Sequence[str]) -> Finding:
    """Return what the page lacks; the change adds what is known, and no tag that would repeat an empty one."""
    known = [name for name in names if name != "og:description" or document.meta("description")]
    has_all = bool(document.title) and not any(map(document.metas, names))
    change = ElementChange(tag=document.head, first=preview_tags(document, known)) if has_all else None
    return Finding(state=state, tags=preview_tags(document, names), change=change)


def _filled(document: Document, name: str) -> bool:
    return any(document.meta(alias) for alias in (_IMAGES if name == "og:image" else (name,)))


RULE = Rule(
    check=check,
    former_ids=("seo/open-graph-missing",),
    severity=Severity.INFO,
    title="Open Graph tags are missing or incomplete",
    passed="Open Graph tags are complete",
    description=(
        "The page {state}. When someone shares it, apps and social networks guess the preview from the page, mostly "
        "without an image."
    ),
    recommendation="Describe the page's preview with Open Graph tags.",
    how_to_fix=(
        "Add these to the head, and replace any that are empty:\n{tags}\n"
        "For a preview image, add og:image with the full URL of an image that is at least 1200 px wide and 630 px high."
    ),
    shows_change=False,
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
        Bad("<title>Pears &amp; plums</title>"),
        Good('<meta name="twitter:card" content="summary">'),
        Good("<title>Page not found</title><h1>Page not found</h1>", status=0),
        Good("<title>Pears</title><h1>Gone</h1>", status=410),
    ),
)
