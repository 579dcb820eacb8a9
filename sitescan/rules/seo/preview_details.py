from sitescan.document.loading.social_cards import PREVIEW_IMAGES
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, lazy_pattern, shorten
from sitescan.standards.urls import lower_path

_LOCALE = lazy_pattern(r"[a-z]{2,3}_[A-Z]{2}")
_TITLE, _DESCRIPTION = 70, 200


def check(document: Document) -> Findings:
    """Report details that a social preview lacks or truncates, if the page has tags for previews."""
    title = document.meta("twitter:title") or document.meta("og:title") or ""
    if not title:
        return
    described = document.meta("twitter:description") or document.meta("og:description") or ""
    image = next(filter(None, map(document.meta, PREVIEW_IMAGES)), "")
    locale = document.meta("og:locale")
    if image and not any(document.meta(name) for name in ("og:image:alt", "twitter:image:alt")):
        yield Finding(detail="no og:image:alt, which describes the image to people who can't see it")
    if lower_path(image).endswith(".svg"):
        yield Finding(detail="an SVG image, which most apps don't show")
    if locale and not _LOCALE.fullmatch(locale):
        yield Finding(detail=f"og:locale {shorten(locale)} instead of a code such as en_US")
    if len(title) > _TITLE:
        yield Finding(detail=f"a title of {len(title):,} characters (X cuts it off at {_TITLE})")
    if len(described) > _DESCRIPTION:
        yield Finding(detail=f"a description of {len(described):,} characters (X cuts it off at {_DESCRIPTION})")


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    share=0,
    title="Social previews could be improved",
    passed="Social previews have all details",
    applies=lambda document: document.meta("twitter:title") or document.meta("og:title"),
    description="The preview of this page in apps and social networks could be improved in {count:# way|# ways}.",
    recommendation="Complete the preview where it matters to you.",
    how_to_fix=(
        "For example:\n"
        '<meta property="og:image:alt" content="A pear tree in blossom against a wall">\n'
        '<meta property="og:locale" content="en_US">'
    ),
    sources=(
        "https://ogp.me/#optional",
        "https://developer.x.com/en/docs/x-for-websites/cards/overview/markup",
    ),
    examples=(
        Bad(
            '<meta property="og:title" content="Pears"><meta name="description" content="Pears">'
            '<meta property="og:locale" content="en-US">'
        ),
        Bad(
            '<meta property="og:title" content="Pears"><meta name="description" content="Pears">'
            '<meta property="og:image" content="https://example.com/pears.svg#b">'
        ),
        Bad(f'<meta property="og:title" content="{"梨" * 71}"><meta name="description" content="Pears">'),
        Good(f'<meta property="og:title" content="{"梨" * 70}"><meta name="description" content="Pears">'),
        Good(
            '<meta property="og:title" content="Pears"><meta property="og:description" content="About pears">'
            '<meta property="og:image" content="https://example.com/pears.jpg">'
            '<meta property="og:image:alt" content="Pears"><meta property="og:locale" content="de_AT">'
        ),
        Good('<meta property="og:title" content="Pears">'),
        Good("<title>Pears</title>"),
    ),
)
