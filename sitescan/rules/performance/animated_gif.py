from sitescan.model.file_facts import Picture
from sitescan.rules.authoring import Bad, Finding, Findings, Good, ResourceAnswers, Rule, Severity, loading

_LARGE = 100 * 1024


def check(answers: ResourceAnswers) -> Findings:
    """Report animated GIFs of more than 100 KiB."""
    for resource, answer, picture in answers.with_pictures():
        if picture.format == "GIF" and picture.animated and answer.size is not None and answer.size > _LARGE:
            yield Finding(resource, detail=f"{answer.size:,} bytes")


def _image(size: int | None, picture: Picture) -> ResourceAnswers:
    return loading("image", "a.gif", size=size, picture=picture)


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Large animated GIFs",
    passed="Animated GIFs are small",
    applies=lambda answers: any(picture.format == "GIF" for _, _, picture in answers.with_pictures()),
    needs=lambda answers: answers.pictured and answers.sized("image"),
    description=(
        "{count:# animation of more than 100 KiB is|# animations of more than 100 KiB are} sent as GIF, which "
        "stores each frame as a separate image. The same animation as a video needs about a fifth of the bytes."
    ),
    recommendation="Convert large animations to video.",
    how_to_fix=(
        "ffmpeg -i pear.gif -movflags +faststart -pix_fmt yuv420p pear.mp4\n"
        '<video autoplay loop muted playsinline width="400" height="300"><source '
        'src="pear.mp4" type="video/mp4"></video>\n'
        "People who are sensitive to motion need a way to stop it: add controls, or omit autoplay."
    ),
    sources=("https://developer.chrome.com/docs/lighthouse/performance/efficient-animated-content",),
    covers=("lighthouse:efficient-animated-content",),
    examples=(
        Bad(evidence=_image(300_000, Picture(format="GIF", width=9, height=9, animated=True))),
        Good(evidence=_image(300_000, Picture(format="GIF", width=9, height=9))),
        Good(evidence=_image(30_000, Picture(format="GIF", width=9, height=9, animated=True))),
        Good(evidence=_image(None, Picture(format="GIF", width=9, height=9, animated=True))),
        Good(evidence=_image(300_000, Picture(format="WebP", width=9, height=9, animated=True))),
    ),
)
