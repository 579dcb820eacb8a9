"""Videos have no captions track."""

from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.document.fixed_markup import fixed_markup
from sitescan.document.tree import attr, elements
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule


def check(document: Document) -> Iterator[Finding]:
    """Report exposed videos with a source and without a track of captions, silent ones left out."""
    for video in document.all("video"):
        if not document.accessible.exposed(video) or "muted" in video.attrs:
            continue
        inside = list(elements(video))
        source = "src" in video.attrs or any(tag.name == "source" for tag in inside)
        tracks = (attr(tag, "kind", "subtitles").lower() for tag in inside if tag.name == "track")
        if source and not any(kind in ("captions", "subtitles") for kind in tracks):
            track = '<track kind="captions" src="(the captions).vtt">'
            yield Finding(video, fixed_markup=fixed_markup(video, f"…{track}"))


RULE = Rule(
    id="accessibility/video-captions",
    reads=Document,
    check=check,
    severity=Severity.INFO,
    share=0,
    title="Videos have no captions track",
    description=(
        "{count:# video has|# videos have} no captions track. People who can't hear miss what is said, unless the "
        "video is silent or the captions are part of the image (possible failure of WCAG 2.2, 1.2.2 Captions "
        "(Prerecorded), level A). It costs no points."
    ),
    recommendation="Add a captions track to each video with speech.",
    how_to_fix=(
        'For example: <video src="tour.mp4" controls><track kind="captions" '
        'src="tour.en.vtt" srclang="en" label="English"></video>'
    ),
    sources=("https://www.w3.org/WAI/WCAG22/Understanding/captions-prerecorded",),
    covers=(
        "axe:video-caption",
        "lighthouse:video-caption",
    ),
    examples=(
        Bad('<video src="tour.mp4" controls></video>'),
        Good('<video src="tour.mp4"><track kind="captions" src="tour.vtt"></video>'),
        Good('<video src="tour.mp4" muted autoplay loop></video>'),
        Good("<video></video>"),
        Good('<video hidden src="tour.mp4"></video>'),
        Good('<video src="tour.mp4"><track src="tour.vtt"></video>'),
    ),
)
