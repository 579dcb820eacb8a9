import re

from sitescan.document.css.computed_style import Style
from sitescan.document.css.stylesheet_text import css_texts
from sitescan.document.layout.borders import borders, removes_outline
from sitescan.document.layout.measured_layout import measured_elements
from sitescan.document.scripts.script_elements import is_script, script_file, script_url
from sitescan.document.tree import own_text
from sitescan.model.exchange import Source
from sitescan.model.rendered import FocusTried
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, lazy_pattern

#: Focus styles of other elements: siblings or ancestors.
_OTHER_ELEMENTS = lazy_pattern(
    r":focus-within|:focus(?:-visible)?[^,{]{0,200}(?:[\s>+~][^,{\s]|::?(?:before|after))|:has\([^{]{0,200}:focus",
    re.IGNORECASE,
)
_FOCUS = lazy_pattern(r"focus|keydown|keyup", re.IGNORECASE)
#: Focus handling in third-party scripts; the word alone is in every library.
_HANDLES_FOCUS = lazy_pattern(
    r"addEventListener\(\s{0,9}[\"'](?:focus|keydown|keyup)|\.on\(\s{0,9}[\"'][^\"']{0,60}(?:focus|keydown)|\.onfocus|\.focus\(function"
    r"|\.focus(?:in)?\(\s{0,9}\(?\w{0,60}\)?\s{0,9}=>|what-?input|focus-visible|focus-ring|focus-source",
    re.IGNORECASE,
)
_SHOWN = (
    "color background-color background-image box-shadow text-decoration-line font-weight font-size font-style opacity "
    "transform filter text-shadow clip clip-path visibility content letter-spacing"
).split()


def check(document: Document) -> Findings:
    """Report elements whose focus outline is removed without a replacement: those that were tried, or the others."""
    if not document.styled:
        return iter(())
    tried = document.page.measured.paints.focus
    return _by_styles(document) if tried is None else _unmarked(document, tried)


def _unmarked(document: Document, tried: FocusTried) -> Findings:
    """Yield the elements of a rendered page whose focus has changed nothing that is visible."""
    for number in tried.unmarked:
        element = measured_elements(document).get(number)
        if element is not None:
            yield Finding(element, detail="in a browser, nothing on the screen changes when it gets the focus")


def _by_styles(document: Document) -> Findings:
    """Yield the elements that have no outline and no other style for the focus."""
    written = css_texts(document)
    inline = b"outline" in document.ascii_source
    if not (inline or any(css.content.mentions("outline") for css in written)):
        return
    if any(_OTHER_ELEMENTS.search(css.text) for css in written) or _handled_by_script(document):
        return
    seen: dict[int, bool] = {}
    for element in document.elements:
        if not document.accessible.tabbable(element) or "onfocus" in element.attrs or element.name == "iframe":
            continue
        style = document.styles.of(element)
        if id(style) not in seen or element.attrs.get("style"):
            focused = document.styles.focused(element)
            seen[id(style)] = focused is not None and removes_outline(focused) and not _differ(style, focused)
        if seen[id(style)]:
            yield Finding(element)


def _handled_by_script(document: Document) -> bool:
    """Return whether a script handles the focus, or may do so because it was not read."""
    for script in document.all("script"):
        if _FOCUS.search(own_text(script)):
            return True
        if script_url(document, script) and is_script(script) and not _ignores_focus(script_file(document, script)):
            return True
    return False


def _ignores_focus(script: Source | None) -> bool:
    """Return whether a fetched script does not handle the focus."""
    return script is not None and script.known and not _HANDLES_FOCUS.search(script.body.decode("utf-8", "replace"))


def _differ(style: Style, focused: Style) -> bool:
    if style.color != focused.color or borders(style) != borders(focused):
        return True
    return any(style.get(name) != focused.get(name) for name in _SHOWN)


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="Keyboard focus is not visible",
    passed="Keyboard focus is visible",
    needs=lambda document: (
        document.styled and (tried := document.page.measured.paints.focus) is not None and not tried.untried
    ),
    description=(
        "The stylesheet removes the outline of {count:# focusable element|# focusable elements} and puts nothing in "
        "its place. Keyboard users can't see where they are on the page (WCAG 2.2, 2.4.7 Focus Visible, level AA)."
    ),
    recommendation="Remove outline: none, or give focused elements another visible style.",
    how_to_fix=(
        "Replace a:focus {{ outline: none; }} with :focus-visible {{ outline: 2px solid; outline-offset: 2px; }}. "
        "Browsers then show the outline to keyboard users, but not when someone clicks a button with the mouse."
    ),
    sources=(
        "https://www.w3.org/WAI/WCAG22/Understanding/focus-visible",
        "https://www.w3.org/WAI/standards-guidelines/act/rules/oj04fd/",
    ),
    covers=("act:oj04fd",),
    examples=(
        Bad('<style>a:focus { outline: none }</style><a href="/">Pears</a>'),
        Bad('<style>* { outline: 0 }</style><a href="/">Pears</a>'),
        Bad('<a href="/" style="outline: none">Pears</a>'),
        Good('<a href="/">Pears</a>'),
        Good('<style>a:focus { outline: none; border-bottom: 2px solid }</style><a href="/">Pears</a>'),
        Good('<style>a:focus { outline: none; border-block-end: 2px solid }</style><a href="/">Pears</a>'),
        Good('<style>a:focus { outline: none; box-shadow: 0 0 0 2px blue }</style><a href="/">Pears</a>'),
        Good('<style>a { outline: none } a:focus-visible { outline: 2px solid }</style><a href="/">Pears</a>'),
        Good('<style>a { outline: none } li:focus-within { color: red }</style><li><a href="/">Pears</a></li>'),
        Good('<style>a { outline: none } a:focus + b { color: red }</style><a href="/">Pears</a><b>!</b>'),
        Good('<style>p { outline: none }</style><a href="/">Pears</a>'),
        Good('<link rel="stylesheet" href="/lost.css"><a href="/" style="outline: none">Pears</a>'),
        Good("<style>a { outline: none } a:focus::after { content: '!' }</style><a href=\"/\">Pears</a>"),
        Good('<script src="/lost.js"></script><a href="/" style="outline: none">Pears</a>'),
        Good(
            '<script src="/a.js"></script><a href="/" style="outline: none">Pears</a>',
            scripts=(("https://example.com/a.js", "addEventListener('focusin', e => mark(e.target))"),),
        ),
        Bad(
            '<script src="/a.js"></script><a href="/" style="outline: none">Pears</a>',
            scripts=(("https://example.com/a.js", "document.title = 'Pears'"),),
        ),
        Good('<a href="/" style="outline: none" onfocus="mark(this)">Pears</a>'),
        Bad('<script src="/lost.js"></script><a href="/" id="pears">Pears</a>', tried=(("pears", False),)),
        Good('<a href="/" id="pears" style="outline: none">Pears</a>', tried=(("pears", True),)),
    ),
)
