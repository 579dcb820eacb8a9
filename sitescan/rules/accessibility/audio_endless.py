"""Audio loops and can't be stopped."""

from collections.abc import Iterator

from sitescan.model.media_answers import MediaAnswers
from sitescan.model.report import Severity
from sitescan.rules.example_pages import sea
from sitescan.rules.rule import Bad, Finding, Good, Rule


def check(answers: MediaAnswers) -> Iterator[Finding]:
    """Report looping audio that plays automatically and that neither controls nor scripts can stop."""
    for playback in answers.playbacks:
        if playback.unstoppable and playback.element.loop and playback.sound_seconds:
            yield Finding(playback.element, fixed_markup=playback.element.fixed_autoplay)


_SEA = sea()
_FAINT = sea(audio=None)
_SILENT = sea(audio=False)


RULE = Rule(
    check=check,
    severity=Severity.ERROR,
    title="Audio loops and can't be stopped",
    passed="Looping audio can be stopped",
    subjects=("audio", "video"),
    description=(
        "{count:# audio or video element plays|# audio or video elements play} sound automatically in a loop, and "
        "nothing on the page stops {count:it|them}. The sound talks over screen readers, so people who depend on one "
        "can't use the page (WCAG 2.2, 1.4.2 Audio Control, level A)."
    ),
    recommendation="Let visitors start the sound themselves, or show controls.",
    how_to_fix=(
        'Use controls instead of autoplay: <audio src="sea.mp3" loop controls></audio>\n'
        'If the sound isn\'t needed, mute it: <video src="sea.mp4" autoplay loop muted></video>'
    ),
    sources=(
        "https://www.w3.org/WAI/WCAG22/Understanding/audio-control",
        "https://www.w3.org/WAI/standards-guidelines/act/rules/80f0bf/",
    ),
    covers=("act:4c31df", "act:80f0bf", "act:aaa1bf"),
    examples=(
        Bad('<audio src="sea.mp4" autoplay loop></audio>', media=_SEA),
        Bad(
            '<audio autoplay loop><source src="sea.mp4"></audio><script type="application/ld+json">{}</script>',
            media=_SEA,
        ),
        Bad('<video src="sea.mp4" autoplay loop></video>', media=_SEA),
        Good('<audio src="sea.mp4" autoplay></audio>', media=_SEA),
        Good('<audio src="sea.mp4" autoplay loop controls></audio>', media=_SEA),
        Good('<audio src="sea.mp4" autoplay loop muted></audio>', media=_SEA),
        Good(
            '<audio id="sea" src="sea.mp4" autoplay loop></audio><button onclick="sea.pause()">Stop</button>',
            media=_SEA,
        ),
        Good('<audio src="sea.mp4" autoplay loop></audio><script src="player.js"></script>', media=_SEA),
        Good('<audio src="sea.mp4" autoplay loop></audio>'),
        Good('<video src="sea.mp4" autoplay loop></video>', media=_SILENT),
        Good('<video src="sea.mp4" autoplay loop></video>', media=_FAINT),
        Good("<audio autoplay loop></audio>", media=_SEA),
    ),
)
