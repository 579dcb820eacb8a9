"""Audio plays automatically and shows no control."""

from collections.abc import Iterator

from sitescan.model.media_answers import MediaAnswers
from sitescan.model.report import Severity
from sitescan.rules.example_pages import sea
from sitescan.rules.long_sound import LONG
from sitescan.rules.rule import Bad, Finding, Good, Rule


def check(answers: MediaAnswers) -> Iterator[Finding]:
    """Report long audio that plays automatically on pages with scripts but without usable controls."""
    for playback in answers.playbacks:
        if playback.uncontrolled and playback.sound_seconds > LONG:
            yield Finding(playback.element, fixed_markup=playback.element.fixed_autoplay)


_SEA = sea()
_SHORT = sea(seconds=3)
_SILENT = sea(audio=False)
_VIDEO, _SCRIPT = '<video src="sea.mp4" autoplay></video>', '<script src="player.js"></script>'

RULE = Rule(
    check=check,
    severity=Severity.INFO,
    share=0,
    title="Audio plays automatically and shows no control",
    passed="Long audio that starts automatically shows a control",
    subjects=("audio", "video"),
    applies=lambda answers: not any(played.unstoppable for played in answers.playbacks),
    description=(
        "{count:# audio or video element plays|# audio or video elements play} sound automatically for more than 3 "
        "seconds, and the page shows nothing with a name that visitors could stop {count:it|them} with. Unless scripts "
        "add a control, the sound talks over screen readers (possible failure of WCAG 2.2, 1.4.2 Audio Control, level "
        "A). It costs no points."
    ),
    recommendation="Show controls, or a button with a name that stops the sound.",
    how_to_fix='For example: <video id="sea" src="sea.mp4" autoplay controls></video>',
    sources=(
        "https://www.w3.org/WAI/WCAG22/Understanding/audio-control",
        "https://www.w3.org/WAI/standards-guidelines/act/rules/4c31df/",
    ),
    covers=("act:4c31df", "act:80f0bf", "act:aaa1bf"),
    examples=(
        Bad(f"{_VIDEO}{_SCRIPT}", media=_SEA),
        Bad(f"{_VIDEO}<button></button>{_SCRIPT}", media=_SEA),
        Bad(f"{_VIDEO}<button hidden>Stop</button>{_SCRIPT}", media=_SEA),
        Good(f"{_VIDEO}<button>Stop</button>{_SCRIPT}", media=_SEA),
        Good(f"{_VIDEO}<div onclick='stop()'>Stop</div>", media=_SEA),
        Good(f"{_VIDEO}<sea-controls></sea-controls>{_SCRIPT}", media=_SEA),
        Good(f"{_VIDEO.replace('autoplay', 'autoplay controls')}{_SCRIPT}", media=_SEA),
        Good(_VIDEO, media=_SEA),
        Good(f"{_VIDEO}{_SCRIPT}", media=_SHORT),
        Good(f"{_VIDEO}{_SCRIPT}", media=_SILENT),
        Good(f"{_VIDEO}{_SCRIPT}"),
    ),
)
