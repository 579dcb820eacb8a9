"""Preview image file is too large."""

from collections.abc import Iterator

from attrs import evolve

from sitescan.model.answers import Answer
from sitescan.model.report import Severity
from sitescan.model.site_answers import Preview, SiteAnswers
from sitescan.rules.example_pages import SITE
from sitescan.rules.rule import Bad, Finding, Good, Rule

#: The limit of X in bytes; that of Facebook is 8 MB.
_MOST = 5_000_000


def check(site: SiteAnswers) -> Iterator[Finding]:
    """Report a preview image that is larger than 5 MB according to its server."""
    preview = site.preview
    if preview is not None and preview.answer.status == 200 and (preview.answer.size or 0) > _MOST:
        yield Finding(url=preview.answer.url, bytes=preview.answer.size or 0)


def _site(size: int | None, status: int = 200) -> SiteAnswers:
    answer = Answer(url="https://example.com/pears.jpg", status=status, size=size)
    return evolve(SITE, preview=Preview(answer=answer, width=1200, height=630))


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Preview image file is too large",
    passed="Preview image file has a reasonable size",
    applies=lambda site: site.preview is not None,
    needs=lambda site: site.preview is not None and site.preview.answer.size is not None,
    description=(
        "The page's preview image, {url}, has {bytes:size}. X accepts only images of less than 5 MB, and other apps "
        "don't wait for images that load slowly. Shared links then show no image."
    ),
    recommendation="Use a preview image of less than 5 MB, ideally a few hundred KB.",
    how_to_fix=(
        "Save the image at 1200 by 630 pixels as JPEG or WebP, and use that one: "
        '<meta property="og:image" content="https://example.com/pears-1200x630.jpg">'
    ),
    sources=("https://developer.x.com/en/docs/x-for-websites/cards/overview/summary-card-with-large-image",),
    examples=(
        Bad(evidence=_site(5_000_001)),
        Good(evidence=_site(5_000_000)),
        Good(evidence=_site(None)),
        Good(evidence=_site(9_000_000, status=404)),
    ),
)
