from sitescan.model.media_answers import MediaAnswers
from sitescan.rules.authoring import Bad, Finding, Findings, Good, Rule, Severity
from sitescan.rules.example_pages import sea
from sitescan.rules.long_sound import LONG


def check(answers: MediaAnswers) -> Findings:
    """Report long audio that plays automatically, except where another rule applies because it can't be stopped."""
    for playback in answers.playbacks:
        if playback.element.autoplay and not playback.unstoppable and playback.sound_seconds > LONG:
            detail = "without a control that has a name" if playback.uncontrolled else ""
            yield Finding(playback.element, detail=detail, fixed_markup=playback.element.fixed_autoplay)


_SEA = sea()
_SILENT = sea(audio=False)
_SHORT = sea(seconds=3)
_VIDEO, _SCRIPT = '<video src="sea.mp4" autoplay></video>', '<script src="player.js"></script>'


RULE = Rule(
    check=check,
    former_ids=("accessibility/audio-control-missing",),
    severity=Severity.INFO,
    share=0,
    title="Audio plays automatically",
    passed="Long audio starts only on request",
    subjects=("audio", "video"),
    applies=lambda answers: not any(played.unstoppable for played in answers.playbacks),
    description=(
        "{count:# audio or video element plays|# audio or video elements play} sound automatically for more than 3 "
        "seconds. The sound talks over screen readers until visitors find out how to stop it. If the page shows no "
        "controls and no button to stop it, nobody can (possible failure of WCAG 2.2, 1.4.2 Audio Control, level A). "
        "It costs no points."
    ),
    recommendation="Let visitors start the sound themselves, or show a control with a name that stops it.",
    how_to_fix='Use controls instead of autoplay: <audio src="sea.mp3" controls></audio>',
    sources=(
        "https://www.w3.org/WAI/WCAG22/Understanding/audio-control",
        "https://www.w3.org/WAI/standards-guidelines/act/rules/4c31df/",
        "https://www.w3.org/WAI/standards-guidelines/act/rules/aaa1bf/",
    ),
    covers=("act:4c31df", "act:80f0bf", "act:aaa1bf", "axe:no-autoplay-audio"),
    examples=(
        Bad('<audio src="sea.mp4" autoplay controls></audio>', media=_SEA),
        Bad('<video src="sea.mp4" autoplay></video><button>Stop</button><script>sea()</script>', media=_SEA),
        Bad('<audio src="sea.mp4" autoplay loop></audio><button>Stop</button><script>sea()</script>', media=_SHORT),
        Bad(f"{_VIDEO}{_SCRIPT}", media=_SEA),
        Bad(f"{_VIDEO}<button></button>{_SCRIPT}", media=_SEA),
        Bad(f"{_VIDEO}<button hidden>Stop</button>{_SCRIPT}", media=_SEA),
        Good('<audio src="sea.mp4" autoplay></audio>', media=_SEA),
        Good('<audio src="sea.mp4" autoplay controls></audio>', media=_SHORT),
        Good('<audio src="sea.mp4#t=2,5" autoplay controls></audio>', media=_SEA),
        Good('<video src="sea.mp4" autoplay controls></video>', media=_SILENT),
        Good('<audio src="sea.mp4" autoplay controls></audio>'),
        Good('<audio src="sea.mp4" controls></audio>', media=_SEA),
        Good(f"{_VIDEO}{_SCRIPT}", media=_SHORT),
    ),
)
