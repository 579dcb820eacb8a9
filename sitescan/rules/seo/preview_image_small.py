"""Preview image is too small."""

from collections.abc import Iterator

from attrs import evolve

from sitescan.model.answers import Answer
from sitescan.model.report import Severity
from sitescan.model.site_answers import Preview, SiteAnswers
from sitescan.rules.example_pages import SITE
from sitescan.rules.rule import Bad, Finding, Good, Rule
from sitescan.standards.http_headers import Headers

_URL = "https://example.com/pears.jpg"
#: The sizes in pixels below which Facebook and others show a thumbnail next to the text, and no image.
_LEAST = (600, 315)
_NONE = (200, 200)


def check(site: SiteAnswers) -> Iterator[Finding]:
    """Report a preview image of known size that is smaller than 600 by 315 pixels."""
    preview = site.preview
    if preview is None or not preview.width or not preview.height:
        return
    if "svg" in preview.answer.headers.content_type:
        return  # SVG has no size in pixels, and another rule reports that apps don't show it
    if preview.width < _LEAST[0] or preview.height < _LEAST[1]:
        tiny = preview.width < _NONE[0] or preview.height < _NONE[1]
        shown = "may not show it at all" if tiny else "show it as a small thumbnail"
        yield Finding(url=preview.answer.url, width=preview.width, height=preview.height, shown=shown)


def _site(width: int, height: int, kind: str = "image/jpeg") -> SiteAnswers:
    answer = Answer(url=_URL, status=200, headers=Headers((("Content-Type", kind),)))
    return evolve(SITE, preview=Preview(answer=answer, width=width, height=height))


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Preview image is too small",
    passed="Preview image is large enough",
    applies=lambda site: site.preview is not None and "svg" not in site.preview.answer.headers.content_type,
    needs=lambda site: site.preview is not None and site.preview.width and site.preview.height,
    description="The page's preview image, {url}, is {width} by {height} pixels. Apps and social networks {shown}.",
    recommendation="Use a preview image of 1200 by 630 pixels.",
    how_to_fix=(
        "For example:\n"
        '<meta property="og:image" content="https://example.com/pears-1200x630.jpg">\n'
        '<meta property="og:image:width" content="1200">\n'
        '<meta property="og:image:height" content="630">'
    ),
    sources=("https://developers.facebook.com/docs/sharing/webmasters/images/",),
    examples=(
        Bad(evidence=_site(120, 60)),
        Bad(evidence=_site(500, 500)),
        Good(evidence=_site(512, 512, "image/svg+xml")),
        Good(evidence=_site(1200, 630)),
        Good(evidence=_site(600, 315)),
        Good(evidence=_site(0, 0)),
    ),
)
