from sitescan.document.change import renamed
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity

#: Attributes that do not affect the movement.
_KEPT = {"id", "class", "style", "title", "lang"}


def check(document: Document) -> Findings:
    """Report exposed marquee and blink elements."""
    for element in document.all("blink", "marquee"):
        if document.accessible.exposed(element):
            yield Finding(element, change=renamed(element, "span", without=tuple(element.attrs.keys() - _KEPT)))


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="Text moves or blinks",
    passed="Text is free of blink and marquee elements",
    scope="tag",
    description=(
        "{count:# element makes|# elements make} text move or blink, and visitors can't stop it. People who read "
        "slowly can't read it, and others are distracted from the text around it (WCAG 2.2, 2.2.2 Pause, Stop, Hide, "
        "level A)."
    ),
    recommendation="Replace marquee and blink with text that doesn't move.",
    how_to_fix=(
        "Write <p>Open on Sunday</p> instead of <marquee>Open on Sunday</marquee>. If the text must move, use a CSS "
        "animation with a pause button, and respect prefers-reduced-motion."
    ),
    sources=("https://www.w3.org/WAI/WCAG22/Understanding/pause-stop-hide",),
    covers=(
        "axe:blink",
        "axe:marquee",
    ),
    examples=(
        Bad("<marquee>Open on Sunday</marquee>"),
        Bad("<blink>New</blink>"),
        Good("<p>Open on Sunday</p>"),
        Good("<marquee hidden>Open</marquee>"),
    ),
)
