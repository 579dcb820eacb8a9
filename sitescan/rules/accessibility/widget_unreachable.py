from sitescan.document.accessibility.exposure import tabindex
from sitescan.document.accessibility.roles import written_role
from sitescan.document.tree import ids_around, ids_inside
from sitescan.rules.authoring import HTML, Bad, Document, Finding, Findings, Good, Rule, Severity, attr, changed

#: Roles that are focusable one by one; tabs, options and similar roles share one tab stop.
_ROLES = frozenset("button checkbox combobox link searchbox slider spinbutton switch textbox".split())


def check(document: Document) -> Findings:
    """Report exposed elements with a control's role that neither are nor contain nor are inside a focusable element."""
    accessible = document.accessible
    yield from _unreachable_tabs(document)
    roles = [(element, written_role(element)) for element in document.having("role") if element.namespace == HTML]
    controls = [(element, role) for element, role in roles if role is not None and role in _ROLES]
    if not controls:
        return
    focusable = accessible.focus_takers
    containing_focusable, in_focusable = ids_around(focusable), ids_inside(focusable, document.elements)
    for element, role in controls:
        if id(element) in containing_focusable or id(element) in in_focusable or not accessible.exposed(element):
            continue
        if attr(element, "aria-disabled", "").strip().lower() == "true" or "disabled" in element.attrs:
            continue
        if "-" in element.name or document.bindings.writes(element, "href", "tabindex"):
            continue
        yield Finding(element, detail=role, change=changed(element, "…", tabindex="0"))


def _unreachable_tabs(document: Document) -> Findings:
    """Report lists of tabs that all have a negative tabindex, so that the Tab key stops at none of them."""
    accessible = document.accessible
    tab_lists = list(accessible.having("tablist"))
    if not tab_lists:
        return
    stops = ids_around(taker for taker in accessible.focus_takers if accessible.tabbable(taker))
    skipped = ids_around(tab for tab in accessible.having("tab") if (tabindex(tab) or 0) < 0 and "-" not in tab.name)
    skipped -= document.bindings.holders("tabindex")
    for tabs in tab_lists:
        # A script may set the tabindex of tabs that have none.
        if id(tabs) in skipped and id(tabs) not in stops and not accessible.tabbable(tabs):
            yield Finding(tabs, detail="tablist without a tab stop")


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="Custom controls can't be focused",
    passed="Custom controls can be focused",
    subjects=("[role]",),
    in_frames=True,
    description=(
        "{count:# element has|# elements have} the role of a control but can't receive keyboard focus. Screen readers "
        "announce {count:a control|controls} that keyboard users can't reach (WCAG 2.2, 2.1.1 Keyboard, level A)."
    ),
    recommendation='Use the HTML element for the control, or add tabindex="0" and keyboard handlers.',
    how_to_fix='Write <button type="button">Open</button> instead of <div role="button">Open</div>.',
    sources=(
        "https://www.w3.org/WAI/WCAG22/Understanding/keyboard",
        "https://www.w3.org/WAI/ARIA/apg/practices/keyboard-interface/",
    ),
    examples=(
        Bad('<div role="button">Open</div>'),
        Bad('<span role="checkbox" aria-checked="false">Yes</span>'),
        Bad('<a role="button">Open</a>'),
        Good('<div role="button" tabindex="0">Open</div>'),
        Good('<div role="button" tabindex="-1">Open</div>'),
        Good('<a href="/" role="button">Open</a>'),
        Good('<div role="button" aria-disabled="true">Open</div>'),
        Good('<div role="combobox" aria-expanded="false"><input aria-label="City"></div>'),
        Bad('<div role="tablist"><div role="tab" tabindex="-1">A</div><div role="tab" tabindex="-1">B</div></div>'),
        Good('<div role="tablist"><div role="tab" tabindex="-1">A</div><div role="tab" tabindex="0">B</div></div>'),
        Good('<ul role="tablist"><li role="tab"><a href="#a">A</a></li></ul>'),
        Good('<div role="button" hidden>Open</div>'),
        Good('<my-button role="button">Open</my-button>'),
    ),
)
