"""Dialogs have no accessible name."""

from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.document.fixed_markup import fixed_markup
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule


def check(document: Document) -> Iterator[Finding]:
    """Report exposed dialogs, by role, without a name."""
    for dialog in document.accessible.unnamed("alertdialog", "dialog"):
        yield Finding(dialog, fixed_markup=fixed_markup(dialog, "…", aria_label="(what it is about)"))


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Dialogs have no accessible name",
    passed="Dialogs have an accessible name",
    applies=lambda document: document.accessible.of_role("dialog") or document.accessible.of_role("alertdialog"),
    description=(
        "{count:# dialog has|# dialogs have} no accessible name. When a dialog opens, screen readers announce its "
        'name; without one, people hear only "dialog" (best practice for WCAG 2.2, 4.1.2 Name, Role, Value, level A).'
    ),
    recommendation="Name each dialog with aria-labelledby, pointing to its heading, or with aria-label.",
    how_to_fix='For example: <div role="dialog" aria-labelledby="title"><h2 id="title">Your cart</h2>...</div>',
    sources=("https://www.w3.org/WAI/ARIA/apg/patterns/dialog-modal/",),
    covers=(
        "axe:aria-dialog-name",
        "lighthouse:aria-dialog-name",
    ),
    examples=(
        Bad('<div role="dialog"><h2>Your cart</h2></div>'),
        Good('<div role="dialog" aria-label="Your cart"></div>'),
        Good('<div role="dialog" aria-labelledby="t"><h2 id="t">Your cart</h2></div>'),
        Good('<div role="dialog" hidden></div>'),
        Good("<dialog>closed</dialog>"),
    ),
)
