from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, changed

_ROLES = ("meter", "progressbar", "tab", "tooltip", "treeitem")


def check(document: Document) -> Findings:
    """Report exposed elements of these roles without a name."""
    accessible = document.accessible
    for widget in accessible.unnamed(*_ROLES):
        fixed = changed(widget, "…", aria_label="(what it is)")
        yield Finding(widget, detail=accessible.role(widget), change=fixed)


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="Widgets have no accessible name",
    passed="Widgets have an accessible name",
    applies=lambda document: any(map(document.accessible.of_role, _ROLES)),
    in_frames=True,
    description=(
        "{count:# progress bar, meter, tab, tooltip or tree item has|# progress bars, meters, tabs, tooltips or tree "
        "items have} no accessible name. Screen readers announce the kind of element, but not what {count:it is|they "
        "are} about (WCAG 2.2, 1.1.1 Non-text Content and 4.1.2 Name, Role, Value, level A)."
    ),
    recommendation="Name each one with text, aria-label or aria-labelledby.",
    how_to_fix=(
        'For example: <progress aria-label="Upload" value="40" max="100"></progress> or <div role="tab">Details</div>'
    ),
    sources=(
        "https://www.w3.org/WAI/WCAG22/Understanding/name-role-value",
        "https://www.w3.org/TR/wai-aria-1.2/#namecalculation",
    ),
    covers=(
        "axe:aria-meter-name",
        "axe:aria-progressbar-name",
        "axe:aria-tab-name",
        "axe:aria-tooltip-name",
        "axe:aria-treeitem-name",
        "axe:button-name",
        "axe:link-name",
    ),
    examples=(
        Bad('<progress value="40" max="100"></progress>'),
        Bad('<div role="meter" aria-valuenow="3"></div>'),
        Bad('<div role="tablist"><div role="tab"></div></div>'),
        Good('<progress aria-label="Upload" value="40" max="100"></progress>'),
        Good('<label>Upload <progress value="4"></progress></label>'),
        Good('<div role="tablist"><div role="tab">Details</div></div>'),
        Good('<div role="tooltip" hidden></div>'),
    ),
)
