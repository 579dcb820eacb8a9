from bs4.element import Tag

from sitescan.document.accessibility.iframes import perceivable_frames
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, attr, changed


def check(document: Document) -> Findings:
    """Report frames with the same name as a frame with another URL."""
    accessible = document.accessible
    found: dict[str, list[Tag]] = {}
    addresses: dict[str, set[str | None]] = {}
    for frame in perceivable_frames(document):
        name = accessible.name(frame).lower()
        if name:
            found.setdefault(name, []).append(frame)
            source = attr(frame, "src", "")
            addresses.setdefault(name, set()).add(document.resolve(source) if source else attr(frame, "srcdoc", ""))
    for name, frames in found.items():
        if len(addresses[name]) > 1:
            yield from (Finding(frame, change=changed(frame, title="(what this one shows)")) for frame in frames)


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    share=0,
    title="Frames with different content have the same title",
    passed="Frames with different content have different titles",
    subjects=("frame", "iframe"),
    description=(
        "{count:# frame has|# frames have} the same title as a frame that shows something else. In a screen reader's "
        "list of frames, people can't tell which is which (possible failure of WCAG 2.2, 4.1.2 Name, Role, Value, "
        "level A). It costs no points."
    ),
    recommendation="Give each frame a title that says what it shows.",
    how_to_fix=(
        'For example: <iframe src="/map" title="Map of the shop"></iframe> <iframe '
        'src="/hours" title="Opening hours"></iframe>'
    ),
    sources=("https://www.w3.org/WAI/WCAG22/Understanding/name-role-value",),
    covers=("axe:frame-title-unique",),
    examples=(
        Bad('<iframe src="/a" title="Pears"></iframe><iframe src="/b" title="pears"></iframe>'),
        Good('<iframe src="/a" title="Pears"></iframe><iframe src="/b" title="Apples"></iframe>'),
        Good('<iframe src="/a" title="Pears"></iframe><iframe src="/a" title="Pears"></iframe>'),
        Good('<iframe src="/a"></iframe><iframe src="/b"></iframe>'),
    ),
)
