from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, attr, changed

_DOT = frozenset({"0", "1", "0px", "1px"})


def check(document: Document) -> Findings:
    """Report exposed embed elements that have a source but no name."""
    accessible = document.accessible
    for embed in document.all("embed"):
        if not attr(embed, "src", "").strip() or not accessible.exposed(embed) or accessible.role(embed) == "none":
            continue
        dot = attr(embed, "width", "") in _DOT or attr(embed, "height", "") in _DOT
        if not dot and accessible.nameless(embed):
            yield Finding(embed, change=changed(embed, title="(what it shows)"))


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="Embedded content has no accessible name",
    passed="Embedded content has an accessible name",
    subjects=("embed",),
    scope="tag",
    description=(
        "{count:# embed element has|# embed elements have} no title or aria-label. People who use a screen reader find "
        "embedded content but don't learn what it is (WCAG 2.2, 1.1.1 Non-text Content and 4.1.2 Name, Role, Value, "
        "level A)."
    ),
    recommendation="Give each embed element a title that says what it shows.",
    how_to_fix='For example: <embed src="map.pdf" type="application/pdf" title="Map of the garden">',
    sources=(
        "https://www.w3.org/WAI/WCAG22/Understanding/non-text-content",
        "https://www.w3.org/TR/html-aam-1.0/#accessible-name-and-description-computation",
    ),
    examples=(
        Bad('<embed src="map.pdf">'),
        Bad('<embed src="map.pdf" title=" ">'),
        Good('<embed src="map.pdf" title="Map">'),
        Good('<embed src="map.pdf" aria-label="Map">'),
        Good("<embed>"),
        Good('<embed src="sound.mid" width="0" height="0">'),
        Good('<embed src="map.pdf" style="display: none">'),
    ),
)
