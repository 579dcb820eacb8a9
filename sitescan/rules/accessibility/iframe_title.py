from sitescan.document.accessibility.exposure import tabindex
from sitescan.document.accessibility.iframes import perceivable_frames
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, changed


def check(document: Document) -> Findings:
    """Report exposed tabbable frames without a name; tracking pixels are left out."""
    accessible = document.accessible
    for frame in perceivable_frames(document):
        if "role" in frame.attrs or (tabindex(frame) or 0) < 0:
            continue
        if accessible.nameless(frame):
            yield Finding(frame, change=changed(frame, title="(what it shows)"))


RULE = Rule(
    check=check,
    severity=Severity.ERROR,
    title="Frames have no title",
    passed="Frames have an accessible name",
    subjects=("frame", "iframe"),
    scope="tag",
    description=(
        "{count:# frame has|# frames have} no title. Screen readers announce a frame, but people have to enter it to "
        "find out what it contains (WCAG 2.2, 4.1.2 Name, Role, Value, level A)."
    ),
    recommendation="Give each iframe a title that describes its content.",
    how_to_fix=(
        'For example: <iframe src="/map" title="Map of our shops"></iframe>. If nobody should enter the frame, hide '
        'it: <iframe hidden> or style="display: none".'
    ),
    sources=(
        "https://www.w3.org/WAI/WCAG22/Understanding/name-role-value",
        "https://www.w3.org/WAI/standards-guidelines/act/rules/cae760/",
    ),
    covers=(
        "act:cae760",
        "axe:frame-title",
        "lighthouse:frame-title",
    ),
    examples=(
        Bad('<iframe src="/map"></iframe>'),
        Bad('<iframe src="/map" title=" "></iframe>'),
        Good('<iframe src="/map" title="Map of our shops"></iframe>'),
        Good('<iframe src="/map" aria-label="Map"></iframe>'),
        Good('<iframe src="/count" style="display:none"></iframe>'),
        Good('<iframe src="/map" tabindex="-1"></iframe>'),
        Good('<iframe src="/count" width="1" height="1"></iframe>'),
        Good('<p><noscript><iframe src="/count"></iframe></noscript>'),
    ),
)
