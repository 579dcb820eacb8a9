from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, changed


def check(document: Document) -> Findings:
    """Report exposed menu items without a name."""
    for item in document.accessible.unnamed("menuitem"):
        yield Finding(item, change=changed(item, "…", aria_label="(what it does)"))


RULE = Rule(
    check=check,
    severity=Severity.ERROR,
    title="Menu items have no accessible name",
    passed="Menu items have an accessible name",
    applies=lambda document: document.accessible.of_role("menuitem"),
    in_frames=True,
    description=(
        "{count:# menu item has|# menu items have} no text that assistive technology can announce. People who use a "
        "screen reader don't know what {count:it does|they do} (WCAG 2.2, 4.1.2 Name, Role, Value, level A)."
    ),
    recommendation="Give each menu item text or an aria-label.",
    how_to_fix='For example: <button role="menuitem" aria-label="New file"><img src="file.svg" alt=""></button>',
    sources=(
        "https://www.w3.org/WAI/WCAG22/Understanding/name-role-value",
        "https://www.w3.org/WAI/standards-guidelines/act/rules/m6b1q3/",
    ),
    covers=(
        "act:m6b1q3",
        "axe:aria-command-name",
    ),
    examples=(
        Bad('<div role="menu"><button role="menuitem"><img src="file.svg" alt=""></button></div>'),
        Good('<div role="menu"><button role="menuitem">New file</button></div>'),
        Good('<div role="menu"><button role="menuitem" title="New file"></button></div>'),
        Good('<div role="menu" hidden><button role="menuitem"></button></div>'),
    ),
)
