from attrs import evolve

from sitescan.model.site_answers import Preview
from sitescan.rules.authoring import SITE, Answer, Bad, Finding, Findings, Good, Headers, Rule, Severity, SiteAnswers
from sitescan.rules.texts import fill

_URL = "https://example.com/pears.jpg"
#: The sizes in pixels below which Facebook and others show a thumbnail next to the text, and no image.
_LEAST = (600, 315)
_NONE = (200, 200)
#: The limit of X in bytes; that of Facebook is 8 MB.
_MOST = 5_000_000


def check(site: SiteAnswers) -> Findings:
    """Report a preview image of less than 600 by 315 pixels, or of more than 5 MB according to its server."""
    preview = site.preview
    if preview is None:
        return
    size = preview.answer.size or 0
    # SVG has no size in pixels, and another rule reports that apps don't show it.
    drawn = preview.width and preview.height and "svg" not in preview.answer.headers.content_type
    if drawn and (preview.width < _LEAST[0] or preview.height < _LEAST[1]):
        tiny = preview.width < _NONE[0] or preview.height < _NONE[1]
        shown = "may not show it at all" if tiny else "show it as a small thumbnail"
        found = f"{preview.width} by {preview.height} pixels"
        yield Finding(url=preview.answer.url, found=found, effect=f"Apps and social networks {shown}.")
    elif preview.answer.status == 200 and size > _MOST:
        yield Finding(url=preview.answer.url, found=fill("{size:size} in size", {"size": size}), effect=_HEAVY)


_HEAVY = "X accepts only images of less than 5 MB, and other apps don't wait for images that load slowly."


def _site(
    width: int, height: int, kind: str = "image/jpeg", *, size: int | None = None, status: int = 200
) -> SiteAnswers:
    answer = Answer(url=_URL, status=status, headers=Headers((("Content-Type", kind),)), size=size)
    return evolve(SITE, preview=Preview(answer=answer, width=width, height=height))


RULE = Rule(
    check=check,
    since="1.1.0",
    former_ids=("seo/preview-image-large", "seo/preview-image-small"),
    severity=Severity.INFO,
    title="Preview image is too small or too large",
    passed="Preview image has a suitable size",
    applies=lambda site: site.preview is not None,
    needs=lambda site: site.preview is not None and site.preview.answer.size is not None,
    description="The page's preview image, {url}, is {found}. {effect} Shared links look worse.",
    recommendation="Use a preview image of 1200 by 630 pixels and a few hundred KB.",
    how_to_fix=(
        "For example:\n"
        '<meta property="og:image" content="https://example.com/pears-1200x630.jpg">\n'
        '<meta property="og:image:width" content="1200">\n'
        '<meta property="og:image:height" content="630">'
    ),
    sources=(
        "https://developers.facebook.com/docs/sharing/webmasters/images/",
        "https://developer.x.com/en/docs/x-for-websites/cards/overview/summary-card-with-large-image",
    ),
    examples=(
        Bad(evidence=_site(120, 60)),
        Bad(evidence=_site(500, 500)),
        Good(evidence=_site(512, 512, "image/svg+xml")),
        Good(evidence=_site(1200, 630)),
        Good(evidence=_site(600, 315)),
        Good(evidence=_site(0, 0)),
        Bad(evidence=_site(1200, 630, size=5_000_001)),
        Good(evidence=_site(1200, 630, size=5_000_000)),
        Good(evidence=_site(1200, 630, size=9_000_000, status=404)),
    ),
)
