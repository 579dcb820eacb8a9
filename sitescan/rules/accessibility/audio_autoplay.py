"""Audio plays automatically."""

from collections.abc import Iterator

from sitescan.document.accessibility.autoplay import endless, starting
from sitescan.document.document import Document
from sitescan.document.fixed_markup import fixed_markup
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule


def check(document: Document) -> Iterator[Finding]:
    """Report sounds that start by themselves; those that nothing can stop have their own rule."""
    for audio in starting(document):
        if not endless(document, audio):
            yield Finding(audio, fixed_markup=fixed_markup(audio, "…", autoplay=None, controls=""))


RULE = Rule(
    id="accessibility/audio-autoplay",
    reads=Document,
    check=check,
    severity=Severity.INFO,
    share=0,
    title="Audio plays automatically",
    description=(
        "{count:# audio element plays|# audio elements play} automatically and {count:shows|show} no controls. If the "
        "sound lasts longer than 3 seconds and the page has no button to stop it, it talks over screen readers "
        "(possible failure of WCAG 2.2, 1.4.2 Audio Control, level A). It costs no points."
    ),
    recommendation="Let visitors start the sound themselves, or show controls.",
    how_to_fix='Use controls instead of autoplay: <audio src="sea.mp3" controls></audio>',
    sources=("https://www.w3.org/WAI/WCAG22/Understanding/audio-control",),
    covers=("axe:no-autoplay-audio",),
    examples=(
        Bad('<audio src="sea.mp3" autoplay></audio>'),
        Bad('<audio autoplay><source src="sea.mp3"></audio>'),
        Bad('<audio src="sea.mp3" autoplay loop></audio><script src="player.js"></script>'),
        Good('<audio src="sea.mp3" autoplay loop></audio>'),
        Good('<audio src="sea.mp3" controls></audio>'),
        Good('<audio src="sea.mp3" autoplay controls></audio>'),
        Good('<audio src="sea.mp3" autoplay muted></audio>'),
        Good('<video src="sea.mp4" autoplay></video>'),
        Good("<audio autoplay></audio>"),
    ),
)
