"""Content that scrolls cannot be scrolled with the keyboard."""

from collections.abc import Iterator

from bs4.element import NavigableString, PreformattedString, Tag

from sitescan.document.css.style import Style
from sitescan.document.document import Document
from sitescan.document.exposure import takes_focus
from sitescan.document.mended import mended
from sitescan.document.tree import descendants
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule

#: A letter is hardly narrower than this on average, in em; a line hardly lower.
_NARROW = 0.3
_LOW = 1.0
_SCROLLS = frozenset({"auto", "scroll"})
_LOOKED_AT = 5000
_WIDEST = 1280.0


def check(document: Document) -> Iterator[Finding]:
    """Report boxes of a known size whose content is certainly larger, with nothing in them to focus."""
    if not document.styles.complete:
        return
    left = 200_000
    for element in document.elements:
        style = document.styles.of(element)
        across, down = style.get("overflow-x"), style.get("overflow-y")
        if across not in _SCROLLS and down not in _SCROLLS:
            continue
        if left <= 0 or takes_focus(element) or element.name in ("body", "html", "textarea", "select"):
            continue
        if document.accessible.state(element).visible is not True:
            continue
        content = _content(document, element)
        left -= _LOOKED_AT if content is None else content.nodes
        if content is not None and _larger(style, content):
            yield Finding(
                element, mended=mended(element, "…", tabindex="0", role="region", aria_label="(what it shows)")
            )


class _Content:
    """What is inside a box: letters, their smallest size, and the width of images in a row."""

    def __init__(self) -> None:
        self.nodes = 0
        self.letters = 0
        self.size = 1000.0
        self.images = 0.0


def _content(document: Document, box: Tag) -> _Content | None:
    """The content; ``None`` where something in it takes the focus or cannot be told."""
    found = _Content()
    for node in descendants(box):
        found.nodes += 1
        if found.nodes > _LOOKED_AT:
            return None
        if isinstance(node, Tag):
            if takes_focus(node) or node.name in ("embed", "object"):
                return None
            if node.name == "img":
                found.images += document.styles.of(node).pixels("width") or 0.0
        elif isinstance(node, NavigableString) and not isinstance(node, PreformattedString) and node.strip():
            parent = node.parent
            if parent is None or document.accessible.state(parent).visible is not True:
                continue
            style = document.styles.of(parent)
            if style.get("position") in ("absolute", "fixed") or not style.font_size:
                return None
            found.letters += len(node.split()) + sum(map(len, node.split()))
            found.size = min(found.size, style.font_size)
    return found


def _larger(style: Style, content: _Content) -> bool:
    """Whether content is certainly larger than its box."""
    width = style.pixels("width") or style.pixels("max-width")
    height = style.pixels("height") or style.pixels("max-height")
    size = min(content.size, 100.0)
    if width and style.get("white-space") in ("nowrap", "pre"):
        return content.images > width or content.letters * size * _NARROW > width * 1.5
    if not height or height < size or style.get("overflow-y") not in (*_SCROLLS, "visible"):
        return False
    lines = content.letters * size * _NARROW / (width or _WIDEST)
    return lines * size * _LOW > height * 1.2


RULE = Rule(
    id="accessibility/scrollable-unreachable",
    reads=Document,
    check=check,
    severity=Severity.WARNING,
    title="Scrolling area out of reach of the keyboard",
    description=(
        "{count:# area scrolls|# areas scroll}, and there is nothing in {count:it|them} that the keyboard could focus. "
        "People who do not use a mouse cannot read what is out of sight, Safari's users at least (WCAG 2.2, 2.1.1 "
        "Keyboard, level A)."
    ),
    recommendation="Give the scrolling element tabindex=0, a role and a name.",
    how_to_fix='<div class="scrolls" tabindex="0" role="region" aria-label="Terms of use">...</div>',
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
            "<style>div { width: 200px; overflow-x: scroll; white-space: nowrap } img { width: 90px }</style>"
            '<div><img src="a.png" alt="A"><img src="b.png" alt="B"><img src="c.png" alt="C"></div>'
        ),
        Good(f'<div tabindex="0" style="height: 100px; overflow: auto">{"Green pears are sweet. " * 60}</div>'),
        Good(f'<div style="height: 100px; overflow: auto"><a href="/">{"Pears are sweet. " * 80}</a></div>'),
        Good(f'<div style="height: 100px">{"Green pears are sweet. " * 60}</div>'),
        Good('<div style="height: 100px; overflow: auto">Green pears</div>'),
        Good(f'<div style="overflow: auto">{"Green pears are sweet. " * 60}</div>'),
    ),
)
