from sitescan.model.media_answers import MediaAnswers
from sitescan.rules.authoring import Bad, Finding, Findings, Good, Rule, Severity
from sitescan.rules.example_pages import sea


def check(answers: MediaAnswers) -> Findings:
    """Report videos with sound but without captions, on the page or in the file."""
    for playback in answers.playbacks:
        if playback.element.uncaptioned and playback.file.audio and not playback.file.captions:
            yield Finding(playback.element, fixed_markup=playback.element.fixed_captions)


_SEA = sea()
_CAPTIONED = sea(captions=True)
_SILENT = sea(audio=False)


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    share=0,
    title="Videos have no captions track",
    passed="Videos with sound have captions",
    subjects=("video",),
    description=(
        "{count:# video has|# videos have} sound but no captions track. People who can't hear miss what is said, "
        "unless nothing is said or the captions are part of the image (possible failure of WCAG 2.2, 1.2.2 Captions "
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
        Bad('<video src="sea.mp4" controls></video>', media=_SEA),
        Good('<video src="sea.mp4"><track kind="captions" src="sea.vtt"></video>', media=_SEA),
        Good('<video src="sea.mp4"><track src="sea.vtt"></video>', media=_SEA),
        Good('<video src="sea.mp4" muted autoplay loop></video>', media=_SEA),
        Good('<video hidden src="sea.mp4"></video>', media=_SEA),
        Good('<audio src="sea.mp4" controls></audio>', media=_SEA),
        Good('<video src="sea.mp4" controls></video>', media=_SILENT),
        Good('<video src="sea.mp4" controls></video>', media=_CAPTIONED),
        Good('<video src="sea.mp4" controls></video>'),
        Good("<video></video>", media=_SEA),
    ),
)
