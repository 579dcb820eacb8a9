from sitescan.model.media_answers import MediaAnswers
from sitescan.rules.authoring import Bad, Finding, Findings, Good, Rule, Severity
from sitescan.rules.example_pages import sea
from sitescan.rules.long_sound import LONG


def check(answers: MediaAnswers) -> Findings:
    """Report long or looping audio that plays automatically and that neither controls nor scripts can stop."""
    for playback in answers.playbacks:
        if playback.unstoppable and playback.sound_seconds > LONG:
            detail = "in a loop" if playback.element.loop else f"{playback.sound_seconds:.0f} s"
            yield Finding(playback.element, detail=detail, fixed_markup=playback.element.fixed_autoplay)


_SEA = sea()
_SILENT = sea(audio=False)
_FAINT = sea(audio=None)
_SHORT = sea(seconds=3)
_LIVE = sea(seconds=None)


RULE = Rule(
    check=check,
    former_ids=("accessibility/audio-endless",),
    severity=Severity.ERROR,
    title="Audio plays automatically and can't be stopped",
    passed="Audio can be stopped or ends within 3 seconds",
    subjects=("audio", "video"),
    description=(
        "{count:# audio or video element plays|# audio or video elements play} sound automatically, for more than 3 "
        "seconds or in a loop, and nothing on the page stops {count:it|them}. The sound talks over screen readers, so "
        "people who depend on one can't use the page (WCAG 2.2, 1.4.2 Audio Control, level A)."
    ),
    recommendation="Let visitors start the sound themselves, or show controls.",
    how_to_fix=(
        'Use controls instead of autoplay: <audio src="sea.mp3" controls></audio>\n'
        'If the sound isn\'t needed, mute it: <video src="sea.mp4" autoplay muted></video>'
    ),
    sources=(
        "https://www.w3.org/WAI/WCAG22/Understanding/audio-control",
        "https://www.w3.org/WAI/standards-guidelines/act/rules/80f0bf/",
    ),
    covers=("act:4c31df", "act:80f0bf", "act:aaa1bf"),
    examples=(
        Bad('<audio src="sea.mp4" autoplay></audio>', media=_SEA),
        Bad('<video autoplay><source src="sea.mp4" type="video/mp4"></video>', media=_SEA),
        Bad('<video src="sea.mp4#t=5" autoplay></video>', media=_SEA),
        Bad('<audio src="sea.mp4" autoplay loop></audio>', media=_SHORT),
        Bad(
            '<audio autoplay loop><source src="sea.mp4"></audio><script type="application/ld+json">{}</script>',
            media=_SEA,
        ),
        Good('<video src="sea.mp4#t=8" autoplay></video>', media=_SEA),
        Good('<video src="sea.mp4#t=2,5" autoplay></video>', media=_SEA),
        Good('<audio src="sea.mp4" autoplay></audio>', media=_SHORT),
        Good('<audio src="sea.mp4" autoplay></audio>', media=_LIVE),
        Good('<video src="sea.mp4" autoplay loop></video>', media=_SILENT),
        Good('<video src="sea.mp4" autoplay loop></video>', media=_FAINT),
        Good('<audio src="sea.mp4" autoplay loop></audio>'),
        Good("<audio autoplay loop></audio>", media=_SEA),
        Good('<audio src="sea.mp4" autoplay loop controls></audio>', media=_SEA),
        Good('<audio src="sea.mp4" autoplay loop muted></audio>', media=_SEA),
        Good(
            '<audio id="sea" src="sea.mp4" autoplay loop></audio><button onclick="sea.pause()">Stop</button>',
            media=_SEA,
        ),
        Good('<audio src="sea.mp4" autoplay></audio><script src="player.js"></script>', media=_SEA),
    ),
)
