"""The least width of lines that are not broken, whatever the font."""

from itertools import chain

from bs4.element import Tag

from sitescan.document.css.computed_style import Style
from sitescan.document.document import Document
from sitescan.document.layout.display import is_absolutely_positioned, is_floating, is_inline
from sitescan.document.layout.shown_elements import shown_elements
from sitescan.document.layout.text_size import least_letter, preserves_breaks, wraps
from sitescan.document.tree import TextNode, descendants


def least_line_width(document: Document, box: Tag) -> float:
    """
    Return the least width in pixels of the longest line in a box that doesn't break its lines.

    :return: 0 if lines may be broken, or if the box contains anything but text and inline elements.
    """
    styles, shown = document.styles, shown_elements(document)
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


def _is_in_line(style: Style) -> bool:
    """Return whether an element is a part of a line that isn't broken."""
    return is_inline(style) and not wraps(style) and not is_absolutely_positioned(style) and not is_floating(style)
