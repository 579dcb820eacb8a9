import re

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

#: The equivalent keyboard handlers of each mouse handler.
_PAIRS = {
    "onmouseover": ("onfocus", "onfocusin"),
    "onmouseenter": ("onfocus", "onfocusin"),
    "onmousedown": ("onclick", "onkeydown", "onkeypress", "onfocus"),
    "onmouseup": ("onclick", "onkeyup", "onkeydown", "onfocus"),
    "ondblclick": ("onclick", "onkeydown", "onkeypress"),
}
#: Handlers that only change the look of the element, measure, or stop the event.
_LOOKS = lazy_pattern(
    r"\bthis\.(?:style|src|className|classList|bgColor|filters)\b|preventDefault|stopPropagation|return\s+(?:false|true)"
    r"|track|analytics|gtag|status\s*=|prefetch|preload|instantclick|swapimage|rollover|hover",
    re.IGNORECASE,
)


def check(document: Document) -> Findings:
    """Report exposed elements with a mouse handler but no equivalent keyboard handler."""
    for element in document.having(*_PAIRS):
        given = [name for name in _PAIRS if name in element.attrs]
        if element.namespace != HTML or element.name in ("body", "html"):
            continue
        missing = [name for name in given if not any(equivalent in element.attrs for equivalent in _PAIRS[name])]
        handler = attr(element, missing[0], "") if missing else ""
        if handler.strip() and not _LOOKS.search(handler) and document.accessible.exposed(element):
            added = {_PAIRS[missing[0]][0]: handler}
            # An element that can't receive the focus gets no keyboard event either.
            focusable = document.accessible.focusable(element)
            right = changed(element, "…", **added) if focusable else None
            yield Finding(element, detail=missing[0], change=right)


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    share=0,
    title="Event handlers work with the mouse only",
    passed="Mouse event handlers have keyboard equivalents",
    subjects=tuple(f"[{name}]" for name in _PAIRS),
    scope="tag",
    description=(
        "{count:# element responds|# elements respond} to the mouse but {count:has|have} no handler that does the same "
        "for the keyboard. Keyboard users may miss what {count:it shows or does|they show or do} (possible failure of "
        "WCAG 2.2, 2.1.1 Keyboard, level A). It costs no points."
    ),
    recommendation="Use a link or button, with onfocus next to onmouseover, and onclick instead of onmousedown.",
    how_to_fix='For example: <a href="/pears" onmouseover="show(1)" onfocus="show(1)">Pears</a>',
    sources=(
        "https://www.w3.org/WAI/WCAG22/Techniques/client-side-script/SCR2",
        "https://www.w3.org/WAI/WCAG22/Understanding/keyboard",
    ),
    examples=(
        Bad('<a href="/" onmouseover="show(1)">Pears</a>'),
        Bad('<button ondblclick="go()">Pears</button>'),
        Bad('<p onmouseover="show(1)">Pears</p>'),
        Good('<a href="/" onmouseover="show(1)" onfocus="show(1)">Pears</a>'),
        Good('<a href="/" onmouseover="this.style.color = \'red\'">Pears</a>'),
        Good('<button onmousedown="go()" onclick="go()">Pears</button>'),
        Good('<a href="/" onmouseover="show(1)" hidden>Pears</a>'),
        Good('<a href="/" onmouseover="">Pears</a>'),
    ),
)
