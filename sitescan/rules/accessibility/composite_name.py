"""Dialogs, trees, grids, radio groups, tab panels and applications have no accessible name."""

from sitescan.document.element_markup import UNCHANGED
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, changed

#: Roles that require a name from the author and that no other rule asks a name of.
#: https://www.w3.org/TR/wai-aria-1.2/#namecalculation
_ROLES = ("alertdialog", "application", "dialog", "grid", "radiogroup", "tabpanel", "tree", "treegrid")


def check(document: Document) -> Findings:
    """Report exposed elements of these roles without a name."""
    accessible = document.accessible
    for element in accessible.unnamed(*_ROLES):
        fixed = changed(element, UNCHANGED, aria_label="(what it is)")
        yield Finding(element, detail=accessible.role(element), change=fixed)


RULE = Rule(
    check=check,
    former_ids=("accessibility/dialog-name",),
    severity=Severity.INFO,
    title="Dialogs, trees or groups of widgets have no accessible name",
    passed="Dialogs, trees and groups of widgets have names",
    applies=lambda document: any(map(document.accessible.of_role, _ROLES)),
    in_frames=True,
    description=(
        "{count:# element|# elements} with the role dialog, tree, grid, treegrid, radiogroup, tabpanel or application "
        "{count:has|have} no accessible name, which ARIA requires of these roles. Screen readers announce that a "
        "dialog or a tree begins, but not what it is about (best practice for WCAG 2.2, 4.1.2 Name, Role, Value, "
        "level A)."
    ),
    recommendation="Name each one with aria-label, or with aria-labelledby and the id of its heading or tab.",
    how_to_fix=(
        'For example: <div role="tabpanel" aria-labelledby="tab-1"> for the tab <button role="tab" id="tab-1">, or '
        '<ul role="tree" aria-label="Folders">. A dialog can be named by its heading: <div role="dialog" '
        'aria-labelledby="title"><h2 id="title">Your cart</h2>...</div>'
    ),
    sources=(
        "https://www.w3.org/TR/wai-aria-1.2/#namecalculation",
        "https://www.w3.org/WAI/ARIA/apg/practices/names-and-descriptions/",
        "https://www.w3.org/WAI/ARIA/apg/patterns/dialog-modal/",
    ),
    covers=("axe:aria-dialog-name", "lighthouse:aria-dialog-name"),
    examples=(
        Bad('<div role="dialog"><h2>Your cart</h2></div>'),
        Good('<div role="dialog" aria-label="Your cart"></div>'),
        Good('<div role="dialog" aria-labelledby="t"><h2 id="t">Your cart</h2></div>'),
        Good('<div role="dialog" hidden></div><dialog>closed</dialog>'),
        Bad('<ul role="tree"><li role="treeitem">Fruit</li></ul>'),
        Bad('<div role="tabpanel"><p>Pears</p></div>'),
        Bad('<div role="radiogroup"><div role="radio" aria-checked="false" tabindex="0">Small</div></div>'),
        Bad('<table role="grid"><tr><td>Pears</td></tr></table>'),
        Good('<ul role="tree" aria-label="Shop"><li role="treeitem">Fruit</li></ul>'),
        Good('<button role="tab" id="a">Pears</button><div role="tabpanel" aria-labelledby="a">Conference</div>'),
        Good('<fieldset role="radiogroup"><legend>Size</legend><label><input type="radio"> S</label></fieldset>'),
        Good('<table role="grid"><caption>Prices</caption><tr><td>Pears</td></tr></table>'),
        Good('<div role="tabpanel" hidden>Pears</div>'),
        Good("<table><tr><td>Pears</td></tr></table>"),
    ),
)
