from bs4.element import Tag

from sitescan.document.accessibility.focus_handlers import sends_focus_to
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, changed


def check(document: Document) -> Findings:
    """Report tabbable elements whose handlers move the focus to each other."""
    for tag in document.having("onblur", "onfocusout"):
        if document.accessible.tabbable(tag) and _is_passed_back(document, tag):
            yield Finding(tag, change=changed(tag, onblur=None, onfocusout=None))


def _is_passed_back(document: Document, tag: Tag) -> bool:
    """Return whether two elements move the focus to each other whenever one of them loses it."""
    other = sends_focus_to(tag, document.by_id)
    return other is not None and sends_focus_to(other, document.by_id) is tag and document.accessible.focusable(other)


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="Elements pass the focus back and forth",
    passed="Inline handlers let the focus move on",
    subjects=("[onblur]", "[onfocusout]"),
    description=(
        "{count:# element sends|# elements send} the focus to another element whenever {count:it loses|they lose} it, "
        "and that element sends it back. Keyboard users can't move on with the Tab key (WCAG 2.2, 2.1.2 No Keyboard "
        "Trap, level A)."
    ),
    recommendation="Let the Tab key move the focus away from both elements.",
    how_to_fix="Remove the onblur handlers. To keep the focus in a dialog, use <dialog> and its showModal() method.",
    sources=(
        "https://www.w3.org/WAI/WCAG22/Understanding/no-keyboard-trap",
        "https://www.w3.org/WAI/standards-guidelines/act/rules/a1b64e/",
    ),
    covers=("act:a1b64e",),
    examples=(
        Bad(
            '<button onblur="setTimeout(() => this.nextElementSibling.focus(), 9)">A</button>'
            '<button onblur="setTimeout(() => this.previousElementSibling.focus(), 9)">B</button>'
        ),
        Bad(
            '<input id="a" onblur="document.getElementById(\'b\').focus()">'
            '<input id="b" onblur="document.querySelector(\'#a\').focus()">'
        ),
        Good('<input id="a" onblur="document.getElementById(\'b\').focus()"><input id="b">'),
        Good("<input onblur=\"document.getElementById('gone').focus()\">"),
        Good('<input onblur="this.nextElementSibling.focus()">'),
        Good('<input onblur="check(this)"><input onfocusout="check(this)">'),
    ),
)
