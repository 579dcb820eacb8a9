from sitescan.rules.authoring import Bad, Findings, Good, Problem, ResourceAnswers, Rule, Severity, loading
from sitescan.rules.broken_files import broken_files


def check(answers: ResourceAnswers) -> Findings:
    """Report frames whose page can't be loaded."""
    yield from broken_files(answers, "frame")


RULE = Rule(
    check=check,
    since="1.1.0",
    severity=Severity.WARNING,
    title="Embedded maps, videos or other frames can't be loaded",
    passed="Embedded frames load",
    applies=lambda answers: answers.names("frame"),
    description=(
        "{count:# frame|# frames} of this page can't be loaded. Visitors see an empty box or an error where the map, "
        "the video or the form should be."
    ),
    recommendation="Correct the address of the frame, or remove it.",
    how_to_fix=(
        "Open the address in a browser. If the service has a new address, copy its code for embedding again. If it is "
        "gone, remove the element and link to what replaces it."
    ),
    sources=("https://html.spec.whatwg.org/multipage/iframe-embed-object.html#the-iframe-element",),
    examples=(
        Bad(evidence=loading("frame", "https://gone.example.net/", status=None, problem=Problem.NAME)),
        Bad(evidence=loading("frame", "map.html", status=404)),
        Good(evidence=loading("frame", "map.html")),
        Good(evidence=loading("frame", "map.html", status=429)),
        Good(evidence=loading("image", "a.png", status=404)),
    ),
)
