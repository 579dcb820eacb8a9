from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, attr, changed, safe


def check(document: Document) -> Findings:
    """Report a root or body element that ``aria-hidden`` hides."""
    for element in (document.html, document.body):
        if element is not None and attr(element, "aria-hidden", "").strip().lower() == "true":
            yield Finding(element, change=safe(changed(element, aria_hidden=None)))


RULE = Rule(
    check=check,
    severity=Severity.ERROR,
    share=30,
    title="Page is hidden from screen readers",
    passed="Page is open to screen readers",
    in_frames=True,
    description=(
        'The attribute aria-hidden="true" is set on the html or body element, so the whole page is hidden from '
        "assistive technology. For people who use a screen reader, the page is empty (WCAG 2.2, 1.3.1 Info and "
        "Relationships and 4.1.2 Name, Role, Value, level A)."
    ),
    recommendation="Remove aria-hidden from the html and body elements.",
    how_to_fix=(
        "Write <body> without aria-hidden. To hide the page behind an open dialog, open the dialog with showModal(), "
        "or set inert on the rest of the page."
    ),
    sources=("https://www.w3.org/TR/wai-aria-1.2/#aria-hidden",),
    covers=(
        "axe:aria-hidden-body",
        "lighthouse:aria-hidden-body",
    ),
    examples=(
        Bad('<body aria-hidden="true"><main><p>Pears</p></main>'),
        Good('<body><p aria-hidden="true">Pears</p>'),
        Good('<body aria-hidden="false">'),
    ),
)
