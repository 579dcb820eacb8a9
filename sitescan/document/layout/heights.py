"""
Bounds of the heights of boxes.

At least, each text takes one line and each block starts below the block before it; what is on a line, in a row or in
columns takes no height of its own. At most, everything in a box is one below the other.
"""

from collections.abc import Collection, Mapping, Sequence
from itertools import islice
from math import fsum, inf
from types import MappingProxyType

from bs4.element import Tag

from sitescan.document.css.backgrounds import paints_background
from sitescan.document.css.cascade import Styles
from sitescan.document.css.computed_style import Style
from sitescan.document.document import Document
from sitescan.document.layout.display import (
    clips_content,
    is_absolutely_positioned,
    is_floating,
    is_inline,
    is_multi_column,
    is_row,
    stacks_children,
    wraps_items,
)
from sitescan.document.layout.shown_elements import shown_elements
from sitescan.document.layout.text_size import (
    MOST_LETTER,
    least_line_height,
    most_line_height,
    own_letters,
    preserved_breaks,
)
from sitescan.document.tree import TextNode, attr, children, has_own_words
from sitescan.document.views import view

#: How many levels of boxes, and how many children of each, add to the least height of a box.
_DEEPEST, _MOST_CHILDREN = 12, 40
#: Margins of the user agent style sheet, in em: https://html.spec.whatwg.org/multipage/rendering.html#flow-content-3
_DEFAULT_MARGINS: Mapping[str, float] = MappingProxyType(
    {"h1": 0.67, "h2": 0.83, "h3": 1.0, "h4": 1.33, "h5": 1.67, "h6": 2.33, "p": 1.0, "pre": 1.0}
)
#: Elements to which the user agent style sheet gives margins, and their largest margin in em.
_WITH_MARGINS = frozenset("blockquote dl fieldset figure hr menu ol ul".split()) | frozenset(_DEFAULT_MARGINS)
_MOST_MARGIN = 2.5
_CONTROLS, _CONTROL_HEIGHT = frozenset("button input meter progress select".split()), 2.5
#: Elements with a size of their own, and those whose height depends on their content alone.
_REPLACED = frozenset("canvas embed iframe img object svg video".split())
_UNBOUNDED = frozenset("audio math textarea".split())
_PAINTING = _REPLACED | _UNBOUNDED | (_CONTROLS - {"button", "input"})
#: The height in pixels of a frame without one, https://www.w3.org/TR/CSS22/visudet.html#inline-replaced-height
_FRAME_HEIGHT = 150.0
#: Pixels: what may be left free at the end of a line, and the longest text that is one line whatever its width in em.
_LINE_END = 24.0
_ONE_LINE = 24.0


class Heights:
    """
    The heights of the boxes of a page, each computed when it is asked for.

    :param shown: the ids of the elements that are shown.
    """

    def __init__(self, styles: Styles, shown: Collection[int]) -> None:
        self._styles = styles
        self._shown = shown
        self._least: dict[int, float] = {}
        self._contents: dict[int, float] = {}

    def least(self, tag: Tag, depth: int = 0) -> float:
        """Return the least height of a box, without its borders."""
        if depth > _DEEPEST or id(tag) not in self._shown:
            return 0.0
        if id(tag) not in self._least:
            self._least[id(tag)] = max(0.0, self._least_height(tag, self._styles.of(tag), depth))
        return self._least[id(tag)]

    def least_painted(self, tag: Tag) -> float:
        """Return how far down from the top of a box its content is painted at least, inside of the box or below."""
        clips = clips_content(self._styles.of(tag))
        return self.least(tag) if clips else max(self.least(tag), self.least_content(tag))

    def least_content(self, tag: Tag, depth: int = 0) -> float:
        """Return the least height of the content of a box."""
        if id(tag) not in self._contents:
            self._contents[id(tag)] = self._content_height(tag, self._styles.of(tag), depth)
        return self._contents[id(tag)]

    def least_in_flow(self, tag: Tag, depth: int = 0) -> float:
        """
        Return the least distance by which a box moves the boxes below it down.

        :return: negative where the margins of the box may pull those boxes up.
        """
        style = self._styles.of(tag)
        is_out = is_absolutely_positioned(style) or is_floating(style)
        if is_out or is_inline(style) or style.display in ("none", None):
            return 0.0
        margins = [negative_margin(style, side) for side in ("top", "bottom")]
        return -inf if None in margins else self.least(tag, depth) + sum(margin or 0.0 for margin in margins)

    def _least_height(self, tag: Tag, style: Style, depth: int) -> float:
        least = style.pixels("min-height", 0.0) or 0.0
        if style.get("height") not in ("", "auto"):
            return max(least, style.pixels("height", 0.0) or 0.0)
        padding = sum(style.pixels(f"padding-{side}") or 0.0 for side in ("top", "bottom"))
        height = max(least, self.least_content(tag, depth) + padding)
        limit = style.pixels("max-height")
        return height if style.get("max-height") in ("", "none") else min(height, limit or 0.0)

    def _content_height(self, tag: Tag, style: Style, depth: int) -> float:
        inside = [
            self.least_in_flow(child, depth + 1)
            for child in islice(children(tag), _MOST_CHILDREN)
            if id(child) in self._shown
        ]
        in_columns = is_multi_column(style)
        content = fsum(inside) if stacks_children(style) and not in_columns else max(inside, default=0.0)
        if not has_own_words(tag):
            return content or self._least_line(tag, depth)
        lines = 1 if in_columns else 1 + self._line_breaks(tag, style)
        return max(content, lines * least_line_height(style))

    def _least_line(self, tag: Tag, depth: int) -> float:
        """Return the least height of the line of the first inline child of a box that has words; 0 if none has."""
        if depth > _DEEPEST:
            return 0.0
        inline = filter(self._is_in_line, islice(children(tag), _MOST_CHILDREN))
        return next(filter(None, (self.least_content(child, depth + 1) for child in inline)), 0.0)

    def _is_in_line(self, tag: Tag) -> bool:
        style = self._styles.of(tag)
        is_out = is_absolutely_positioned(style) or is_floating(style)
        return id(tag) in self._shown and style.display == "inline" and not is_out

    def _line_breaks(self, tag: Tag, style: Style) -> int:
        """Return how many line breaks are between an element's own texts."""
        breaks = waiting = 0
        has_text = False
        for node in tag.contents:
            if isinstance(node, Tag):
                waiting += node.name == "br" and id(node) in self._shown
            elif type(node) is TextNode and not node.isspace():
                breaks += waiting if has_text else 0
                waiting, has_text = 0, True
        return breaks + preserved_breaks(tag, style)

    def most(self, tag: Tag, inner: Sequence[Tag], width: float | None) -> float:
        """
        Return an upper bound of the height of a box, without its borders; infinite if there is none.

        :param inner: all elements in the flow of the box, each after the elements around it.
        :param width: the width of the box; ``None`` if it is not known.
        """
        height = self._styles.of(tag).pixels("height")
        contents: dict[int, float] = {id(element): 0.0 for element in (tag, *inner)}
        painting: set[int] = set()
        for element in reversed(inner):
            style, around = self._styles.of(element), element.parent
            if around is None or id(around) not in contents:
                around = tag
            if id(element) in painting or paints(element, self._styles):
                painting.add(id(around))
            content = 0.0 if _keeps_height(style, id(element) in painting) else contents[id(element)]
            total = _most_outer(element, style, width, height, content)
            # Items in a row that is not wrapped are beside each other, all others at most below each other.
            is_beside = is_row(self._styles.of(around)) and not wraps_items(self._styles.of(around))
            contents[id(around)] = max(contents[id(around)], total) if is_beside else contents[id(around)] + total
        style = self._styles.of(tag)
        if _keeps_height(style, id(tag) in painting):
            padding = sum(style.pixels(f"padding-{side}") or 0.0 for side in ("top", "bottom"))
            return inf if height is None else max(height, _min_height(style)) + padding
        return _most_outer(tag, style, width, height, contents[id(tag)])


@view
def heights(document: Document) -> Heights:
    """Return the heights of the boxes of a page."""
    return Heights(document.styles, shown_elements(document))


def paints(tag: Tag, styles: Styles) -> bool:
    """Return whether an element paints more than text, so that it is seen where it overflows a box."""
    return tag.name in _PAINTING or paints_background(styles.of(tag))


def margin(tag: Tag, style: Style, side: str) -> float:
    """Return a margin of a block in pixels, that of the user agent style sheet included; 0 if it is not known."""
    if style.get(f"margin-{side}") == "":
        return _DEFAULT_MARGINS.get(tag.name, 0.0) * (style.font_size or 0.0)
    return style.pixels(f"margin-{side}") or 0.0


def negative_margin(style: Style, side: str) -> float | None:
    """
    Return a margin where it is negative, or else 0; ``None`` if it is not known.

    A positive margin may collapse with others: https://www.w3.org/TR/CSS22/box.html#collapsing-margins.
    """
    if style.get(f"margin-{side}") in ("", "auto"):
        return 0.0
    pixels = style.pixels(f"margin-{side}")
    return None if pixels is None else min(0.0, pixels)


def _keeps_height(style: Style, paints_inside: bool) -> bool:
    """Return whether nothing is painted below the height that is given to a box, if any is."""
    return style.get("height") not in ("", "auto") and (clips_content(style) or not paints_inside)


def _most_outer(tag: Tag, style: Style, width: float | None, height: float | None, content: float) -> float:
    """
    Return an upper bound of the height of an element with its paddings and margins.

    :param width: the width of the box around it; ``None`` if it is not known.
    :param height: the height of that box, of which a percentage is no more; ``None`` if it is not known.
    :param content: the height of the elements in it at most.
    """
    size = style.font_size
    if tag.name in _UNBOUNDED or size is None or style.get("aspect-ratio") not in ("", "auto"):
        return inf
    own = _most_own(tag, style, size, width, height)
    return _most_spacing(tag, style) + max(_min_height(style), own + content)


def _most_own(tag: Tag, style: Style, size: float, width: float | None, height: float | None) -> float:
    """Return an upper bound of the height of a box without the elements in it."""
    if tag.name in _REPLACED:
        return _replaced_height(tag, style) + (0.0 if tag.name == "img" else most_line_height(style))
    if style.get("height") not in ("", "auto"):
        pixels = style.pixels("height", height)
        return inf if pixels is None else pixels
    own = 0.0
    if tag.name in _CONTROLS:
        is_list = "multiple" in tag.attrs or (tag.name == "select" and "size" in tag.attrs)
        own = inf if is_list else _CONTROL_HEIGHT * size
    if tag.name == "br" or has_own_words(tag):
        letters = (own_letters(tag) + 2) * MOST_LETTER * size
        if width is None and letters > _ONE_LINE * size:
            return inf
        wrapped = letters / max(width - _LINE_END, _LINE_END) if width is not None else 0.0
        own += most_line_height(style) * (1 + preserved_breaks(tag, style) + wrapped)
    return own


def _most_spacing(tag: Tag, style: Style) -> float:
    """Return the largest sum of the vertical margins and paddings of a box."""
    names = ("margin-top", "margin-bottom", "padding-top", "padding-bottom")
    return sum(most_space(tag, style, name) for name in names)


def most_space(tag: Tag, style: Style, name: str) -> float:
    """Return a margin or padding of a box in pixels at most, that of the user agent style sheet included."""
    written, pixels = style.get(name), style.pixels(name)
    if written is None or (pixels is None and written not in ("", "auto")):
        return inf
    is_default = written == "" and name.startswith("margin") and tag.name in _WITH_MARGINS
    return _MOST_MARGIN * (style.font_size or inf) if is_default else max(0.0, pixels or 0.0)


def _replaced_height(tag: Tag, style: Style) -> float:
    """Return an upper bound of the height of an image or another replaced element; infinite if there is none."""
    pixels = style.pixels("height") or style.pixels("max-height")
    if pixels:
        return pixels
    has_width = any(style.get(name) not in ("", "auto") for name in ("width", "min-width"))
    if style.get("height") not in ("", "auto") or (style.get("height") and has_width):
        return inf
    written = attr(tag, "height", "").strip()
    if written:
        return float(written) if written.isdecimal() and len(written) < 6 else inf
    return _FRAME_HEIGHT if tag.name == "iframe" else inf


def _min_height(style: Style) -> float:
    """Return ``min-height``; infinite if it is not known."""
    if style.get("min-height") in ("", "auto"):
        return 0.0
    pixels = style.pixels("min-height")
    return inf if pixels is None else pixels
