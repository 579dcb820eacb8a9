from sitescan.document.accessibility.focus_handlers import blurs_itself
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, changed


def check(document: Document) -> Findings:
    """Report tabbable elements that remove the focus from themselves when they get it."""
    for tag in document.having("onfocus", "onfocusin"):
        if blurs_itself(tag) and document.accessible.tabbable(tag):
            yield Finding(tag, change=changed(tag, onfocus=None, onfocusin=None))


RULE = Rule(
    check=check,
    severity=Severity.ERROR,
    title="Elements drop the keyboard focus",
    passed="Inline handlers keep the focus where it is",
    subjects=("[onfocus]", "[onfocusin]"),
    description=(
        "{count:# element gives|# elements give} up the keyboard focus as soon as {count:it receives|they receive} it. "
        "Keyboard users can't see or use {count:it|them}, and often start again at the top of the page (WCAG 2.2, "
        "2.1.1 Keyboard, level A)."
    ),
    recommendation="Remove the handler that blurs the element.",
    how_to_fix=(
        "Remove the onfocus handler. If it is there to hide the outline after a mouse click, use CSS instead, which "
        "keeps the outline for keyboard users: a:focus:not(:focus-visible) {{ outline: none; }}"
    ),
    sources=(
        "https://www.w3.org/WAI/WCAG22/Understanding/keyboard",
        "https://www.w3.org/WAI/WCAG22/Techniques/failures/F55",
    ),
    examples=(
        Bad('<a href="/" onfocus="this.blur()">Pears</a>'),
        Bad('<a href="/" onfocus="if(this.blur)this.blur();">Pears</a>'),
        Good('<a href="/" onfocus="light(this)">Pears</a>'),
        Good('<input onfocus="if (locked) this.blur()">'),
        Good('<input readonly tabindex="-1" onfocus="this.blur()">'),
    ),
)
