"""Scrollable areas can't be reached with the keyboard."""

from collections.abc import Iterator
from itertools import islice

from bs4.element import PageElement, Tag

from sitescan.document.accessibility.aria_roles import ROLES
from sitescan.document.accessibility.exposure import tabindex, takes_focus
from sitescan.document.css.available_width import AvailableWidths
from sitescan.document.css.computed_style import Style, of_style
from sitescan.document.css.least_height import least_height
from sitescan.document.document import Document
from sitescan.document.fixed_markup import fixed_markup
from sitescan.document.loading.web_fonts import declared_families
from sitescan.document.tree import TextNode, ancestors, descendants
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule

#: A letter is hardly narrower than this on average, in em; a line hardly lower.
_NARROW = 0.3
_FIXED = 0.5
#: Fonts with letters of one width, which pages bring with them; that width, in em.
_PITCHED = frozenset(
    f"{name} mono" for name in ("dejavu sans", "fira", "ibm plex", "jetbrains", "noto sans", "pt", "roboto")
) | {"fira code", "source code pro"}
_PITCH = 0.6
_LOW = 1.0
_LARGEST = 100.0
_DEEPEST = 20
#: By how much an estimate must be larger than a box.
_DOUBT = 1.2
_UNBROKEN = frozenset({"nowrap", "pre"})
_SCROLLS = frozenset({"auto", "scroll"})
#: Boxes that ``overflow`` does not apply to.
_INLINE = frozenset({"inline", "contents"})
_LOOKED_AT = 5000
_WIDEST = 1280.0


def check(document: Document) -> Iterator[Finding]:
    """Report boxes of a known size whose content is certainly larger, with nothing in them to focus."""
    if not document.styles.complete:
        return
    left = 200_000
    widths = AvailableWidths(document.styles)
    for element in document.styles.where(_scrolls):
        style = document.styles.of(element)
        if left <= 0 or _takes_tab(element) or element.name in ("body", "html", "textarea", "select"):
            continue
        if document.accessible.state(element).visible is not True:
            continue
        content = _content(document, element)
        left -= _LOOKED_AT if content is None else content.nodes
        if content is not None and (
            _wider(style, content, widths.of(element)) or _larger(style, content) or _higher(document, element, content)
        ):
            yield Finding(element, fixed_markup=_fixed(document, element))


def _scrolls(style: Style) -> bool:
    return style.get("overflow-x") in _SCROLLS or style.get("overflow-y") in _SCROLLS


def _fixed(document: Document, element: Tag) -> str:
    """The element as one that can be focused; a list or another element with a role that may be named keeps it."""
    role = document.accessible.role(element)
    if role in ROLES and not ROLES[role].nameless:
        return fixed_markup(element, "…", tabindex="0", aria_label="(what it shows)")
    return fixed_markup(element, "…", tabindex="0", role="region", aria_label="(what it shows)")


def _takes_tab(tag: Tag) -> bool:
    return takes_focus(tag) and (tabindex(tag) or 0) >= 0


class _Content:
    """
    What is inside a box.

    :ivar nodes: how many nodes were looked at.
    :ivar letters: how many letters are shown.
    :ivar size: the size of the smallest of them, px.
    :ivar widest: the width that the longest line has at least that must not be broken, px.
    :ivar shown: the texts and line breaks that are shown.
    :ivar cut_off: by its ``id()``, whether what an element holds stays in another box: across, and downwards.
    """

    def __init__(self) -> None:
        self.shown: list[PageElement] = []
        self.cut_off: dict[int, tuple[bool, bool]] = {}
        self.nodes = 0
        self.letters = 0
        self.size = 1000.0
        self.widest = 0.0
        self._line = 0.0
        self._block: Tag | None = None

    def put(self, width: float, block: Tag | None) -> None:
        """Put something on the line, or on the first line of another block."""
        if block is None or block is not self._block:
            self.end_line()
        self._block = block
        self._line += width
        self.widest = max(self.widest, self._line)

    def space(self, width: float) -> None:
        """Put spaces on the line, which are seen only where something comes after them."""
        self._line += width

    def end_line(self) -> None:
        """Begin another line."""
        self._line = 0.0


def _content(document: Document, box: Tag) -> _Content | None:
    """The content; ``None`` where something in it takes the focus or cannot be told."""
    found = _Content()
    for node in descendants(box):
        found.nodes += 1
        if found.nodes > _LOOKED_AT:
            return None
        if isinstance(node, Tag):
            if _takes_tab(node) or node.name in ("embed", "object"):
                return None
            _place(found, node, document, box)
        elif type(node) is TextNode:
            parent = node.parent
            if parent is None or document.accessible.state(parent).visible is not True:
                continue
            style = document.styles.of(parent)
            if node.strip() and (style.get("position") in ("absolute", "fixed") or not style.font_size):
                return None
            across, down = _cut_off(found, document, parent, box)
            if down or (across and style.get("white-space") in _UNBROKEN):
                continue
            if node.strip():
                found.shown.append(node)
            _write(found, node, style, _letter(document, style), _block(document, parent))
    return found


def _cut_off(found: _Content, document: Document, tag: Tag, box: Tag) -> tuple[bool, bool]:
    """
    Whether another box, which scrolls or hides what is too wide or too high for it, keeps in what an element holds.

    https://www.w3.org/TR/css-overflow-3/#scrollable: that makes the boxes around it no larger.
    """
    path: list[Tag] = []
    one: Tag | None = tag
    while one is not None and one is not box and id(one) not in found.cut_off:
        path.append(one)
        one = one.parent
    across, down = found.cut_off.get(id(one), (False, False))
    for inner in reversed(path):
        style = document.styles.of(inner)
        if style.display not in _INLINE:
            sized = any(style.get(name) not in ("", "auto", "none") for name in ("height", "max-height"))
            across = across or style.get("overflow-x") != "visible"
            down = down or (sized and style.get("overflow-y") != "visible")
        found.cut_off[id(inner)] = across, down
    return across, down


def _place(found: _Content, tag: Tag, document: Document, box: Tag) -> None:
    """Put an image on the line, or end it."""
    if tag.name == "br":
        found.shown.append(tag)
        found.end_line()
    elif tag.name == "img" and tag.parent is not None and document.accessible.state(tag).visible:
        style = document.styles.of(tag)
        in_line = style.get("white-space") in _UNBROKEN and style.display in ("inline", "inline-block")
        if in_line and not any(_cut_off(found, document, tag.parent, box)):
            found.put(style.pixels("width") or 0.0, _block(document, tag.parent))


def _block(document: Document, tag: Tag) -> Tag | None:
    """The box whose lines an element's content stands on; ``None`` where it is nested too deeply to be looked for."""
    around = (tag, *islice(ancestors(tag), _DEEPEST))
    return next((one for one in around if document.styles.of(one).display not in ("inline", "contents")), None)


def _letter(document: Document, style: Style) -> float:
    """The width of a letter at least, in em."""
    if "-" in (style.get("letter-spacing") or ""):
        return 0.0
    first, last = _first_and_last_family(style)
    if first in _PITCHED and first in declared_families(document):
        return _PITCH
    return _FIXED if last == "monospace" else _NARROW


@of_style
def _first_and_last_family(style: Style) -> tuple[str, str]:
    families = (style.get("font-family") or "").split(",")
    first, last = (name.strip(" \"'").lower() for name in (families[0], families[-1]))
    return first, last


def _write(found: _Content, text: str, style: Style, em: float, block: Tag | None) -> None:
    """
    Put a text on the lines of a box.

    :param em: the width of a letter.
    """
    found.letters += len(text.split()) + sum(map(len, text.split()))
    size = min(style.font_size or 0.0, _LARGEST)
    if text.strip():
        found.size = min(found.size, size)
    letter = size * em
    if style.get("white-space") == "nowrap":
        found.put(len(" ".join(text.split())) * letter, block)
    elif style.get("white-space") == "pre":
        for number, line in enumerate(text.split("\n")):
            if number:
                found.end_line()
            if line.strip():
                found.put(len(line.rstrip()) * letter, block)
            found.space((len(line) - len(line.rstrip())) * letter)
    else:
        found.end_line()


def _wider(style: Style, content: _Content, width: float | None) -> bool:
    """Whether a line is certainly wider than a box, whose content has this width at most."""
    return style.get("overflow-x") in (*_SCROLLS, "visible") and width is not None and content.widest > width


def _larger(style: Style, content: _Content) -> bool:
    """Whether content is certainly larger than its box."""
    width = style.pixels("width") or style.pixels("max-width")
    height = style.pixels("height") or style.pixels("max-height")
    if not height or height < content.size or style.get("overflow-y") not in (*_SCROLLS, "visible"):
        return False
    lines = content.letters * content.size * _NARROW / (width or _WIDEST)
    return lines * content.size * _LOW > height * _DOUBT


def _higher(document: Document, box: Tag, content: _Content) -> bool:
    """Whether the lines that certainly stand below each other are higher than their box."""
    style = document.styles.of(box)
    height = style.pixels("height") or style.pixels("max-height")
    if not height or height < content.size or style.get("overflow-y") not in (*_SCROLLS, "visible"):
        return False
    width = style.pixels("width") or style.pixels("max-width") or _WIDEST
    certain = least_height(box, content.shown, document.styles)
    return certain > height + 1 or least_height(box, content.shown, document.styles, width) > height * _DOUBT


_TEXT = "Sweet pears. " * 36
_LINES = "pear = fruit;\n" * 30

_CODE = '<pre style="overflow: auto; font: 16px monospace">' + "pear = <b>fruit</b>; " * 4 + "</pre>"

_FIRA = _CODE.replace("monospace", "Fira Code, monospace")

_LONG = f'<span style="white-space: nowrap">{"Sweet pears, " * 30}</span>'

RULE = Rule(
    id="accessibility/scrollable-unreachable",
    reads=Document,
    check=check,
    severity=Severity.WARNING,
    title="Scrollable areas can't be reached with the keyboard",
    description=(
        "{count:# area scrolls but contains|# areas scroll but contain} nothing that can receive keyboard focus. At "
        "least in Safari, people who don't use a mouse can't scroll to the hidden part and read it (WCAG 2.2, 2.1.1 "
        "Keyboard, level A)."
    ),
    recommendation='Give each scrollable element tabindex="0", a role and a name.',
    how_to_fix='For example: <div class="scrolls" tabindex="0" role="region" aria-label="Terms of use">...</div>',
    sources=(
        "https://www.w3.org/WAI/WCAG22/Understanding/keyboard",
        "https://www.w3.org/WAI/standards-guidelines/act/rules/0ssw9k/",
    ),
    covers=(
        "act:0ssw9k",
        "axe:scrollable-region-focusable",
    ),
    examples=(
        Bad(f'<div style="height: 100px; width: 300px; overflow: auto">{"Green pears are sweet. " * 60}</div>'),
        Bad(
            "<style>div { width: 200px; overflow-x: scroll; white-space: nowrap }"
            "img { width: 90px; display: inline-block }</style>"
            '<div><img src="a.png" alt="A"><img src="b.png" alt="B"><img src="c.png" alt="C"></div>'
        ),
        Bad(f'<pre style="overflow: auto; font-family: monospace">{"pear = fruit; " * 30}</pre>'),
        Bad(f'<div style="width: 300px; padding: 9px"><div>{_CODE}</div></div>'),
        Bad(
            "<style>@font-face { font-family: 'Fira Code'; src: url(/fira.woff2) }</style>"
            f'<div style="width: 500px">{_FIRA}</div>'
        ),
        Good(f'<div style="width: 500px">{_FIRA}</div>'),
        Bad(f'<div style="float: left; width: 400px"><p>Pears</p>{_CODE}</div>'),
        Bad('<ul style="height: 30px; overflow: auto"><li>Pears<li>Apples<li>Plums</ul>'),
        Bad('<div style="height: 80px; overflow: auto"><h1>Pears</h1><p>Sweet.</p></div>'),
        Bad(f'<div style="height: 100px; width: 500px; overflow: auto"><h1>Pears</h1><p>{_TEXT}</p></div>'),
        Bad('<div style="height: 40px; overflow: auto">Pears<p><a href="/" tabindex="-1">Apples</a></div>'),
        Bad('<div style="max-height: 40px; overflow: auto">Pears<br>Apples<br>Plums</div>'),
        Bad('<pre style="max-height: 40px; overflow: auto">Pears\nApples\nPlums\nFigs</pre>'),
        Bad('<p style="max-height: 40px; overflow: auto">Pears<br>Apples<br>Plums</p>'),
        Good(f'<div style="width: 600px; padding: 9px"><div>{_CODE}</div></div>'),
        Good(f'<div style="width: 300px"><div style="float: left">{_CODE}</div></div>'),
        Good(f'<div style="width: 300px; display: flex"><div>{_CODE}</div></div>'),
        Good(f'<table style="width: 300px"><tr><td>{_CODE}</td></tr></table>'),
        Good(f'<div style="width: 300px"><div style="min-width: 600px">{_CODE}</div></div>'),
        Good('<ul style="height: 30px; overflow: auto; display: flex"><li>Pears<li>Apples<li>Plums</ul>'),
        Good('<ul style="height: 30px; overflow: auto; columns: 3"><li>Pears<li>Apples<li>Plums</ul>'),
        Good('<div style="height: 30px; overflow: auto"><style>p { float: left }</style><p>Pears<p>Apples</div>'),
        Good('<div style="height: 40px; overflow: auto; line-height: 0.5">Pears<br>Apples<br>Plums</div>'),
        Good('<ul style="height: 60px; overflow: auto"><li>Pears<li>Apples<li hidden>Plums<li hidden>Figs</ul>'),
        Good(f'<pre style="overflow: auto; font: 16px monospace; width: 400px">{_LINES}</pre>'),
        Good(
            '<div style="overflow: auto; width: 9px; white-space: nowrap"><template><img width="99"></template></div>'
        ),
        Good(f'<ul style="overflow: auto; white-space: nowrap; width: 300px">{"<li>Green pears</li>" * 30}</ul>'),
        Good(f'<div tabindex="0" style="height: 100px; overflow: auto">{"Green pears are sweet. " * 60}</div>'),
        Good(f'<div style="height: 100px; overflow: auto"><a href="/">{"Pears are sweet. " * 80}</a></div>'),
        Bad(f'<div style="height: 30px; overflow: auto"><p style="overflow: hidden">{"Green pears. " * 60}</div>'),
        Good(
            '<ul style="overflow: auto; width: 200px">'
            '<li style="overflow: hidden; text-overflow: ellipsis; white-space: nowrap">'
            f"<b>Sweet</b> {'pears, ' * 30}</ul>"
        ),
        Good(f'<div style="overflow: auto; width: 300px"><div style="overflow: clip">{_LONG}</div></div>'),
        Good(
            '<div style="height: 60px; width: 300px; overflow: auto"><ul style="height: 50px; overflow: hidden">'
            f"{'<li>Green pears</li>' * 30}</ul></div>"
        ),
        Good(f'<div style="height: 100px">{"Green pears are sweet. " * 60}</div>'),
        Good('<div style="height: 100px; overflow: auto">Green pears</div>'),
        Good(f'<div style="overflow: auto">{"Green pears are sweet. " * 60}</div>'),
    ),
)
