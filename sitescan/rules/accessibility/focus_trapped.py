from sitescan.document.accessibility.focus_handlers import cancels_keys, takes_focus_back
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, changed


def check(document: Document) -> Findings:
    """Report tabbable elements whose handlers never release the focus."""
    for tag in document.having("onblur", "onfocusout", "onkeydown"):
        if (takes_focus_back(tag) or cancels_keys(tag)) and document.accessible.tabbable(tag):
            yield Finding(tag, change=changed(tag, onblur=None, onfocusout=None, onkeydown=None))


RULE = Rule(
    check=check,
    severity=Severity.ERROR,
    title="Keyboard focus is trapped",
    passed="Inline handlers let the focus leave",
    subjects=("[onblur]", "[onfocusout]", "[onkeydown]"),
    description=(
        "{count:# element traps|# elements trap} the keyboard focus: an event handler takes the focus back or cancels "
        "the Tab key. Keyboard users can't get to the rest of the page (WCAG 2.2, 2.1.2 No Keyboard Trap, level A)."
    ),
    recommendation="Let the Tab key move the focus away from every element.",
    how_to_fix=(
        "Remove the handler. Check the input when the form is submitted, and show the message next to the field. If "
        "nobody may edit a field, make it readonly. A handler for one key must not cancel the others."
    ),
    sources=(
        "https://www.w3.org/WAI/WCAG22/Understanding/no-keyboard-trap",
        "https://www.w3.org/WAI/WCAG22/Techniques/failures/F10",
        "https://www.w3.org/WAI/standards-guidelines/act/rules/80af7b/",
    ),
    covers=("act:80af7b", "act:a1b64e", "act:ebe86a"),
    examples=(
        Bad('<input onblur="this.focus()">'),
        Bad('<a href="/" onblur="setTimeout(() => this.focus(), 50)">Pears</a>'),
        Bad('<input onkeydown="return false;">'),
        Bad('<input onkeydown="event.preventDefault()">'),
        Good('<input onblur="if (!this.value) this.focus()">'),
        Good('<input onblur="setTimeout(function () { this.focus() }, 50)">'),
        Good('<input onblur="this.nextElementSibling.focus()">'),
        Good('<input onkeydown="return onlyDigits(event)">'),
        Good("<input onkeydown=\"if (event.key == 'Enter') return false\">"),
        Good('<input onkeypress="return false">'),
        Good('<input hidden onblur="this.focus()"><p onblur="this.focus()">'),
    ),
)
