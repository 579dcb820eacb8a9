"""Lines and rows of tables that are not broken and are certainly wider than their box, whatever the font."""

from itertools import chain, islice
from math import inf

from bs4.element import Tag

from sitescan.document.css.computed_style import Style
from sitescan.document.document import Document
from sitescan.document.layout.display import (
    is_absolutely_positioned,
    is_block_container,
    is_block_level,
    is_floating,
    is_inline,
    is_multi_column,
)
from sitescan.document.layout.horizontal_ranges import horizontal_ranges
from sitescan.document.layout.shown_elements import shown_elements
from sitescan.document.layout.text_size import least_letter, preserves_breaks, wraps
from sitescan.document.layout.transforms import is_transformed
from sitescan.document.tree import TextNode, ancestors, children, descendants

#: How many rows of a table are measured.
_MOST_ROWS = 40
_WIDTHS = ("width", "max-width")
#: The styles of a block in the flow that takes the width of the box around it and clips nothing.
_PLAIN = {
    "display": "block",
    "position": "static",
    "float": "none",
    "width": "auto",
    "max-width": "none",
    "overflow-x": "visible",
    "overflow-y": "visible",
}


def most_room(document: Document, box: Tag) -> float | None:
    """Return the width in pixels of the content of a box at most; ``None`` if a long line may widen the box."""
    styles, ranges = document.styles, horizontal_ranges(document)
    room, boxes = ranges.content(box), (box, *ancestors(box))
    minimums = [_min_width(styles.of(tag)) for tag in boxes if tag.parent is not None]
    for tag in boxes:
        content, style = ranges.content(tag), styles.of(tag)
        if content is None or room is None:
            return None
        if content.exact:
            return max(room.width, *minimums)
        if is_absolutely_positioned(style) or (style.display or "table").startswith("table"):
            return None
        if not _has_width(style, content.width) and (is_floating(style) or not _is_block(style)):
            return None
    return None


def _min_width(style: Style) -> float:
    """Return ``min-width`` in pixels, without what is a share of the box around it; infinite if it isn't known."""
    if style.get("min-width") in ("", "auto"):
        return 0.0
    pixels = style.pixels("min-width", 0.0)
    return inf if pixels is None else pixels


def _has_width(style: Style, room: float) -> bool:
    return any(style.get(name) not in ("", "auto", "none") and style.pixels(name, room) is not None for name in _WIDTHS)


def _is_block(style: Style) -> bool:
    """Return whether a box is a block that is as wide as the block around it."""
    return is_block_level(style) and style.parent is not None and is_block_container(style.parent)


def least_row_width(document: Document, box: Tag) -> float:
    """
    Return the least width in pixels of the widest row of a table in a box whose cells don't break their lines.

    :return: 0 if the box doesn't begin with a table, or the table has a layout that its cells don't widen.
    """
    styles, shown = document.styles, shown_elements(document)
    table = next(children(box), None)
    if table is None or id(table) not in shown or styles.of(table).display != "table":
        return 0.0
    if styles.of(table).get("table-layout") not in ("", "auto"):
        return 0.0
    groups = (table, *children(table))
    rows = (tag for group in groups for tag in children(group) if styles.of(tag).display == "table-row")
    return max((_least_cells(document, row) for row in islice(rows, _MOST_ROWS)), default=0.0)


def _least_cells(document: Document, row: Tag) -> float:
    """Return the least width of the cells of a row that grow with their content, with their paddings."""
    styles, shown = document.styles, shown_elements(document)
    cells = [
        cell
        for cell in children(row)
        if id(cell) in shown
        and styles.of(cell).display == "table-cell"
        and styles.of(cell).get("max-width") in ("", "none")
    ]
    paddings = (styles.of(cell).pixels(f"padding-{side}") or 0.0 for cell in cells for side in ("left", "right"))
    return sum(paddings) + sum(least_line_width(document, cell) for cell in cells)


def least_line_width(document: Document, box: Tag) -> float:
    """
    Return the least width in pixels of the longest line in a box that doesn't break its lines.

    :return: 0 if lines may be broken, or if the box contains anything but text and inline elements.
    """
    styles, shown = document.styles, shown_elements(document)
    box = _with_lines(document, box)
    texts: list[str] = []
    inner: list[Style] = []
    for node in descendants(box):
        if isinstance(node, Tag):
            if node.name == "br":
                texts.append("\n")
            elif id(node) in shown:
                inner.append(styles.of(node))
        elif type(node) is TextNode and id(node.parent) in shown:
            texts.append(node)
    around = styles.of(box)
    if wraps(around) or not all(map(_is_in_line, inner)):
        return 0.0
    text = "".join(texts)
    keeps_breaks = any(map(preserves_breaks, (around, *inner)))
    lines = text.split("\n") if keeps_breaks else (" ".join(text.split()),)
    # Other characters may have no width.
    longest = max(sum(map(str.isascii, line.rstrip())) for line in lines)
    return longest * min(least_letter(style) * (style.font_size or 0.0) for style in chain((around,), inner))


def _with_lines(document: Document, box: Tag) -> Tag:
    """Return the box that contains the lines of a box: itself, or a block that is all that it contains."""
    while True:
        inner = [node for node in box.contents if not isinstance(node, str) or not node.isspace()]
        if len(inner) != 1 or not isinstance(inner[0], Tag) or not _is_plain_block(document.styles.of(inner[0])):
            return box
        box = inner[0]


def _is_plain_block(style: Style) -> bool:
    """Return whether the lines of a block begin in the box around it, and widen or overflow that box."""
    is_plain = all((style.get(name) or value) == value for name, value in _PLAIN.items())
    margin = style.pixels("margin-left") if style.get("margin-left") else 0.0
    return is_plain and margin is not None and margin >= 0 and not (is_transformed(style) or is_multi_column(style))


def _is_in_line(style: Style) -> bool:
    """Return whether an element is a part of a line that isn't broken."""
    return is_inline(style) and not wraps(style) and not is_absolutely_positioned(style) and not is_floating(style)
