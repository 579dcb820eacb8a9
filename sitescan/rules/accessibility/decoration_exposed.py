from sitescan.document.accessibility.roles import written_role
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, attr, changed

#: Elements that have no ARIA role, but that screen readers announce by what they are.
_EMBEDDED = frozenset({"embed", "iframe", "object"})


def check(document: Document) -> Findings:
    """Report exposed elements marked as decoration that are focusable or have a global ARIA attribute."""
    accessible = document.accessible
    for element in filter(accessible.exposed, document.having("role", "alt")):
        empty = element.name == "img" and attr(element, "alt") == "" and "role" not in element.attrs
        if not empty and written_role(element) != "none":
            continue
        # Every frame can have the focus, so only a tabindex shows that this one is meant to have it.
        embedded = element.name in _EMBEDDED and "tabindex" in element.attrs and accessible.tabbable(element)
        if embedded or accessible.role(element) not in ("", "generic", "none"):
            against = [name for name in element.attrs if name == "tabindex" or name.startswith("aria-")]
            changes = dict.fromkeys(against if empty else ["role"])
            yield Finding(element, change=changed(element, **changes))


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Elements marked as decorative are still announced",
    passed="Elements marked as decorative are silent",
    subjects=("[role]", "[alt]"),
    in_frames=True,
    description=(
        '{count:# element is|# elements are} marked as decorative with role="none" or an empty alt, but {count:is|are} '
        "focusable or {count:has|have} ARIA attributes. Browsers then ignore the marking, and screen readers announce "
        "{count:the element|the elements} (best practice for WCAG 2.2, 1.3.1 Info and Relationships, level A)."
    ),
    recommendation=(
        'Either remove role="none" (or the empty alt), or make the element neither focusable nor described by ARIA.'
    ),
    how_to_fix=(
        'Write <nav aria-label="Main"> or <nav role="none">, but not both. Write <img src="line.png" alt=""> without '
        "tabindex and aria-label."
    ),
    sources=(
        "https://www.w3.org/TR/wai-aria-1.2/#conflict_resolution_presentation_none",
        "https://www.w3.org/WAI/standards-guidelines/act/rules/46ca7f/",
    ),
    covers=(
        "act:46ca7f",
        "axe:presentation-role-conflict",
    ),
    examples=(
        Bad('<nav role="presentation" aria-label="Main"><a href="/">Home</a></nav>'),
        Bad('<img src="line.png" alt="" aria-labelledby="x">'),
        Bad('<svg role="none" aria-label="Circle"></svg>'),
        Bad('<object role="none" tabindex="0" data="map.svg"></object>'),
        Good('<iframe role="none" title="Map" src="/map"></iframe>'),
        Good('<nav role="presentation"><a href="/">Home</a></nav>'),
        Good('<img src="line.png" alt="">'),
        Good('<img src="line.png" alt="" aria-hidden="true">'),
        Good('<svg role="none"></svg>'),
    ),
)
