from sitescan.document.tree import ids_around, ids_inside
from sitescan.rules.authoring import (
    HTML,
    Bad,
    Document,
    Finding,
    Findings,
    Good,
    Rule,
    Severity,
    attr,
    changed,
    lazy_pattern,
)

#: Elements that handle clicks on their descendants or forward them.
_NOT_CONTROLS = frozenset("body html label form fieldset canvas iframe video audio option area dialog".split())
#: Roles that do not make an element a control; other roles have a rule of their own.
_STATIC = frozenset({"generic", "", "img", "paragraph", "listitem", "cell", "row", "heading", "none"})
_KEYS = frozenset({"onkeydown", "onkeyup", "onkeypress", "onfocus"})
#: A handler that only stops the event.
_STOPS_EVENT = lazy_pattern(
    r"\s*(?:(?:(?:window\.)?(?:event|e)\.(?:stopPropagation|preventDefault)\(\)|return\s(?:false|true));?\s*|;\s*)?"
)
_LONGEST = 300


def check(document: Document) -> Findings:
    """Report exposed elements with a click handler that neither are focusable nor contain or belong to a control."""
    accessible = document.accessible
    handling = document.having("onclick")
    if not handling:
        return
    in_controls, containing_focusable = _controls(document)
    for element in handling:
        if element.namespace != HTML or element.name in _NOT_CONTROLS or accessible.role_is_unknown(element):
            continue
        if (
            accessible.takes_focus(element)
            or any(key in element.attrs for key in _KEYS)
            or not accessible.exposed(element)
        ):
            continue
        if (
            _only_stops_event(attr(element, "onclick", ""))
            or id(element.parent) in in_controls
            or id(element) in containing_focusable
        ):
            continue
        if accessible.role(element) in _STATIC:
            yield Finding(element, change=changed(element, "…", role="button", tabindex="0"))


def _only_stops_event(handler: str) -> bool:
    return len(handler) <= _LONGEST and _STOPS_EVENT.fullmatch(handler) is not None


def _controls(document: Document) -> tuple[set[int], set[int]]:
    """Return the ids of controls with their descendants, which receive clicks by keyboard, and of their ancestors."""
    focusable = document.accessible.focus_takers
    controls = [*focusable, *document.all("label", "summary")]
    return ids_inside(controls, document.elements), ids_around(focusable)


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="Clickable elements can't be used with the keyboard",
    passed="Elements with onclick work with the keyboard",
    subjects=("[onclick]",),
    in_frames=True,
    description=(
        "{count:# element has|# elements have} a click handler but no role, and can't receive keyboard focus. Keyboard "
        "users can't reach {count:it|them}, and screen readers don't announce {count:it|them} as clickable (WCAG 2.2, "
        "2.1.1 Keyboard and 4.1.2 Name, Role, Value, level A)."
    ),
    recommendation="Use a button for an action and a link for a destination.",
    how_to_fix=(
        'Write <button type="button" onclick="openMenu()">Menu</button> instead of <div '
        'onclick="openMenu()">Menu</div>. A button can be focused and reacts to Enter and Space without extra script.'
    ),
    sources=(
        "https://www.w3.org/WAI/WCAG22/Understanding/keyboard",
        "https://www.w3.org/WAI/WCAG22/Techniques/failures/F59",
    ),
    examples=(
        Bad('<div onclick="go()">Open</div>'),
        Bad('<a onclick="go()">Open</a>'),
        Bad('<img src="a.png" alt="Open" onclick="go()">'),
        Good('<button onclick="go()">Open</button>'),
        Good('<a href="/" onclick="go()">Open</a>'),
        Good('<a href="/"><span onclick="go()">Open</span></a>'),
        Good('<div onclick="go()"><a href="/">Open</a></div>'),
        Good('<div onclick="go()" tabindex="0" onkeydown="go()">Open</div>'),
        Good('<div onclick="event.stopPropagation()">Open</div>'),
        Good('<div onclick="go()" hidden>Open</div>'),
        Good('<body onclick="count()">Open'),
        Good('<label onclick="go()">Name <input></label>'),
        Good('<pear-button onclick="buy()">Buy</pear-button><script src="/buttons.js"></script>'),
    ),
)
