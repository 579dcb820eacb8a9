"""How high the content of a box is at least: a line for each block of text that certainly stands below another."""

from collections.abc import Iterable, Sequence
from types import MappingProxyType

from attrs import define
from bs4.element import PageElement, Tag

from sitescan.document.css.cascade import Styles
from sitescan.document.css.computed_style import Style
from sitescan.document.tree import ancestors, children

#: Boxes whose children stand below each other, https://www.w3.org/TR/css-display-3/#flow-layout.
_STACKED = frozenset({"block", "list-item", "flow-root"})
#: A letter is hardly narrower than this on average, in em.
_NARROW = 0.3
PRESERVED = frozenset({"pre", "pre-wrap", "pre-line", "break-spaces"})
#: The margins of browsers before and after a block, in em: https://html.spec.whatwg.org/multipage/rendering.html#flow-content-3
_OWN_MARGINS = MappingProxyType(
    {"h1": 0.67, "h2": 0.83, "h3": 1.0, "h4": 1.33, "h5": 1.67, "h6": 2.33, "p": 1.0, "pre": 1.0}
)
#: What sets lines beside each other.
_TURNED = ("columns", "column-count", "column-width", "writing-mode")


@define(eq=False)
class _Lines:
    """
    The lines of one block.

    :ivar count: how many there are at least.
    :ivar height: the height of the lowest of them, px.
    :ivar letters: the width of all letters, were none wider than the narrowest, px.
    :ivar waiting: line breaks behind the last text.
    """

    block: Tag
    count: int
    height: float
    letters: float = 0.0
    waiting: int = 0


def least_height(box: Tag, shown: Iterable[PageElement], styles: Styles, width: float | None = None) -> float:
    """
    The height in pixels that a box's content certainly has: its lines, and the margins between paragraphs in it.

    :param shown: the texts in it that are shown, and its ``br`` elements, in document order.
    :param width: its width, px: texts that are longer take several lines, unless letters are uncommonly narrow.
    """
    found: dict[int, _Lines] = {}
    for node in shown:
        parent = node.parent
        block = _block(parent, box, styles) if parent is not None else None
        if block is None or parent is None:
            continue
        if isinstance(node, Tag):
            if id(block) in found:
                found[id(block)].waiting += 1
            continue
        style = styles.of(parent)
        breaks = str(node).strip().count("\n") if style.get("white-space") in PRESERVED else 0
        lines = found.setdefault(id(block), _Lines(block, 1, line_height(style)))
        lines.count += lines.waiting + breaks
        lines.height = min(lines.height, line_height(style))
        lines.letters += len(str(node).strip()) * _NARROW * (style.font_size or 0.0)
        lines.waiting = 0
    stacked = list(found.values())
    counts = [max(lines.count, int(lines.letters / width) if width else 0) for lines in stacked]
    return sum(count * lines.height for count, lines in zip(counts, stacked, strict=True)) + _margins(
        box, stacked, styles
    )


def _block(tag: Tag, box: Tag, styles: Styles) -> Tag | None:
    """The block whose lines a text stands on; ``None`` where something in between may stand beside another."""
    block: Tag | None = None
    for one in (tag, *ancestors(tag)):
        style = styles.of(one)
        if style.display in _STACKED:
            block = block or one
        elif one is box or style.display not in ("inline", "contents") or block is not None:
            return None
        if any(style.get(name) not in ("", "auto", "horizontal-tb") for name in _TURNED):
            return None
        if one is box:
            return block
        if style.get("float") not in ("", "none") or style.get("position") not in ("", "static", "relative"):
            return None
    return None


def line_height(style: Style) -> float:
    """The least height of a line: that of its letters, or less where the page says so."""
    size = style.font_size or 0.0
    written = style.get("line-height")
    if written in ("", "normal"):
        return size
    pixels = style.pixels("line-height", size)
    height = pixels if pixels is not None else size * (style.number("line-height", 1.0) or 0.0)
    return max(0.0, min(size, height))


def _margins(box: Tag, stacked: Sequence[_Lines], styles: Styles) -> float:
    """The margins before the first paragraph in a box and between its paragraphs; none where any is negative."""
    own = {id(child) for child in children(box)}
    total, above = 0.0, 0.0
    for lines in stacked:
        if id(lines.block) not in own:
            above = 0.0
            continue
        top, bottom = (margin(lines.block, styles.of(lines.block), side) for side in ("top", "bottom"))
        if top < 0 or bottom < 0:
            return 0.0
        total += max(top, above)
        above = bottom
    return total


def margin(block: Tag, style: Style, side: str) -> float:
    """A margin of a block, px: what the page says, or else what browsers do; 0 where it cannot be told."""
    if style.get(f"margin-{side}") == "":
        return _OWN_MARGINS.get(block.name, 0.0) * (style.font_size or 0.0)
    return style.pixels(f"margin-{side}") or 0.0
