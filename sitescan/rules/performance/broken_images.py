from sitescan.rules.authoring import Bad, Findings, Good, Problem, ResourceAnswers, Rule, Severity, loading
from sitescan.rules.broken_files import broken_files


def check(answers: ResourceAnswers) -> Findings:
    """Report images, fonts and media that cannot be loaded, except icons, which do not affect the page."""
    yield from broken_files(answers, "image", "font", "media")


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="Images or media can't be loaded",
    passed="Images and media load",
    description=(
        "{count:# image, font or media file|# images, fonts or media files} of this page can't be loaded. Visitors see "
        "a gap, a broken image or a fallback font instead."
    ),
    recommendation="Correct the address, restore the file or remove the element.",
    how_to_fix=(
        "Open the address in a browser. If the file has moved, change src. If it is permanently gone, remove the "
        "element. Check uppercase and lowercase: most servers treat Pear.jpg and pear.jpg as different files."
    ),
    sources=(
        "https://www.rfc-editor.org/rfc/rfc9110#section-15.5",
        "https://html.spec.whatwg.org/multipage/images.html",
    ),
    covers=("lighthouse:errors-in-console", "webhint:no-broken-links"),
    examples=(
        Bad(evidence=loading("image", "a.png", status=404)),
        Good(evidence=loading("frame", "https://gone.example.net/", status=None, problem=Problem.NAME)),
        Bad(evidence=loading("image", "a.png", status=None, problem=Problem.TYPE)),
        Good(evidence=loading("image", "a.png")),
        Good(evidence=loading("image", "a.png", status=429)),
        Good(evidence=loading("script", "a.js", status=404)),
        Good(evidence=loading("icon", "favicon.ico", status=404)),
    ),
)
