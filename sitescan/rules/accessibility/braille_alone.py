from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, attr, changed


def check(document: Document) -> Findings:
    """Report braille labels without a name, and braille role descriptions without a role description."""
    accessible = document.accessible
    for element in document.having("aria-braillelabel", "aria-brailleroledescription"):
        if not accessible.exposed(element):
            continue
        if attr(element, "aria-braillelabel", "").strip() and accessible.nameless(element):
            yield Finding(element, detail="aria-braillelabel", change=changed(element, "…", aria_label="(what it is)"))
        described = attr(element, "aria-roledescription", "").strip()
        if attr(element, "aria-brailleroledescription", "").strip() and not described:
            right = changed(element, "…", aria_roledescription="(what it is)")
            yield Finding(element, detail="aria-brailleroledescription", change=right)


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="Braille attributes have no spoken equivalent",
    passed="Braille attributes have a spoken equivalent",
    subjects=("[aria-braillelabel]", "[aria-brailleroledescription]"),
    in_frames=True,
    description=(
        "{count:# element has|# elements have} an ARIA text for braille displays but none for speech. People who "
        "listen to the page hear nothing there, or something different from what people read in braille (WCAG 2.2, "
        "4.1.2 Name, Role, Value, level A)."
    ),
    recommendation="Add aria-label or aria-roledescription next to the braille attribute.",
    how_to_fix='For example: <button aria-label="Four stars" aria-braillelabel="****">...</button>',
    sources=("https://w3c.github.io/aria/#aria-braillelabel",),
    covers=("axe:aria-braille-equivalent",),
    examples=(
        Bad('<button aria-braillelabel="****"></button>'),
        Bad('<article aria-brailleroledescription="sld">Pears</article>'),
        Good('<button aria-braillelabel="****">Four stars</button>'),
        Good('<article aria-roledescription="slide" aria-brailleroledescription="sld">Pears</article>'),
    ),
)
