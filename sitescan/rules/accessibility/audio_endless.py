"""Audio loops and can't be stopped."""

from collections.abc import Iterator

from sitescan.document.accessibility.autoplay import endless, starting
from sitescan.document.document import Document
from sitescan.document.fixed_markup import fixed_markup
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule


def check(document: Document) -> Iterator[Finding]:
    """Report sounds that repeat what plays by itself where no controls and no script can stop them."""
    for audio in starting(document):
        if endless(document, audio):
            yield Finding(audio, fixed_markup=fixed_markup(audio, "…", autoplay=None, controls=""))


RULE = Rule(
    id="accessibility/audio-endless",
    reads=Document,
    check=check,
    severity=Severity.ERROR,
    title="Audio loops and can't be stopped",
    description=(
        "{count:# audio element plays|# audio elements play} automatically in a loop, and nothing on the page stops "
        "{count:it|them}. The sound talks over screen readers, so people who depend on one can't use the page (WCAG "
        "2.2, 1.4.2 Audio Control, level A)."
    ),
    recommendation="Let visitors start the sound themselves, or show controls.",
    how_to_fix='Use controls instead of autoplay: <audio src="sea.mp3" loop controls></audio>',
    sources=(
        "https://www.w3.org/WAI/WCAG22/Understanding/audio-control",
        "https://www.w3.org/WAI/standards-guidelines/act/rules/80f0bf/",
    ),
    covers=("act:4c31df", "act:80f0bf", "act:aaa1bf"),
    examples=(
        Bad('<audio src="sea.mp3" autoplay loop></audio>'),
        Bad('<audio autoplay loop><source src="sea.mp3"></audio><script type="application/ld+json">{}</script>'),
        Good('<audio src="sea.mp3" autoplay></audio>'),
        Good('<audio src="sea.mp3" autoplay loop controls></audio>'),
        Good('<audio src="sea.mp3" autoplay loop muted></audio>'),
        Good('<audio id="sea" src="sea.mp3" autoplay loop></audio><button onclick="sea.pause()">Stop</button>'),
        Good('<audio src="sea.mp3" autoplay loop></audio><script src="player.js"></script>'),
        Good("<audio autoplay loop></audio>"),
        Good('<video src="sea.mp4" autoplay loop></video>'),
    ),
)
