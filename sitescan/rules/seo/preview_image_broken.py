from attrs import evolve

from sitescan.model.site_answers import Preview
from sitescan.rules.authoring import (
    CONVENTION,
    SITE,
    Answer,
    Bad,
    Exchange,
    Finding,
    Findings,
    Good,
    Headers,
    Problem,
    Rule,
    Severity,
    SiteAnswers,
    Verdict,
)
from sitescan.standards.file_types import essence


def check(site: SiteAnswers) -> Findings:
    """Report a preview image that can't be loaded or that is an HTML page."""
    if site.preview is None:
        return
    answer = site.preview.answer
    kind = essence(answer.headers.get("content-type"))
    if answer.verdict is Verdict.BROKEN:
        yield Finding(url=answer.url, reason=answer.reason)
    elif answer.status == 200 and kind == "text/html" and not site.preview.width:
        yield Finding(url=answer.url, reason="it is a page, not an image")


def _site(answer: Answer, width: int = 0) -> SiteAnswers:
    return evolve(SITE, preview=Preview(answer=answer, width=width, height=width))


_URL = "https://example.com/pears.jpg"
_PAGE = Headers((("Content-Type", "text/html; charset=utf-8"),))

RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    share=CONVENTION,
    title="Preview image can't be loaded",
    passed="Preview image can be loaded",
    applies=lambda site: site.preview is not None,
    needs=lambda site: site.preview is not None and site.preview.answer.verdict is Verdict.OK,
    description=(
        "The page's preview image can't be loaded: {url} ({reason}). Links to the page show no image in apps and "
        "social networks."
    ),
    recommendation="Correct the URL of the preview image.",
    how_to_fix=(
        'For example: <meta property="og:image" content="https://example.com/pears.jpg">, with a URL that returns the '
        "image itself."
    ),
    sources=("https://ogp.me/#structured", "https://developers.facebook.com/docs/sharing/webmasters/images/"),
    examples=(
        Bad(evidence=_site(Answer(url=_URL, status=404))),
        Bad(evidence=_site(Answer(url=_URL, problem=Problem.NAME))),
        Bad(evidence=_site(Answer(url=_URL, status=200, headers=_PAGE))),
        Good(evidence=_site(Answer(url=_URL, status=200))),
        Good(evidence=_site(Answer(url=_URL, status=200, headers=_PAGE), 1200)),
        Good(evidence=_site(Answer(url=_URL, status=403))),
        Good(
            evidence=SiteAnswers(
                exchange=Exchange(requested="https://a.example/", url="https://a.example/", status=200)
            )
        ),
    ),
)
