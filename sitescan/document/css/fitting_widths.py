"""
How wide boxes are at most that are as wide as their content: those that float, or are placed freely.

https://www.w3.org/TR/CSS22/visudet.html#shrink-to-fit-float. A letter is as wide as it is high at most.
"""

import re
from collections.abc import Collection
from math import inf

from bs4.element import Tag

from sitescan.document.css.cascade import Styles
from sitescan.document.css.computed_style import Style
from sitescan.document.css.generated_content import drawn
from sitescan.document.css.placement import is_positioned_freely, is_row, is_turned
from sitescan.document.tree import TextNode, ancestors, attr, children

#: Boxes whose content stands on lines or one below the other, and that add nothing of their own to it.
_FLOWING = frozenset({"block", "list-item", "flow-root", "inline-block", "inline", "contents"})
_STACKED = frozenset({"block", "list-item", "flow-root", "flex"})
_ROWS = frozenset({"flex", "inline-flex"})
#: A length by which an item of a row says how wide it begins.
_LENGTH = re.compile(r"[1-9][0-9.]{0,40}[a-z]|[(]|None", re.IGNORECASE)
_PICTURES = frozenset("audio canvas embed iframe img math object picture svg video".split())
_CONTROLS = frozenset("button input meter progress select textarea".split())
_OWN_PADDING = 40.0
_LISTS = frozenset("blockquote dd dir figure menu ol ul".split())
_DEEPEST = 20


class FittingWidths:
    """
    The widths of a page's boxes, each worked out when it is asked for.

    :param shown: the ``id()`` of each element that is shown.
    """

    def __init__(self, styles: Styles, shown: Collection[int]) -> None:
        self._styles = styles
        self._shown = shown
        self._known: dict[tuple[int, bool], float] = {}

    def of(self, tag: Tag, depth: int = 0, *, broken: bool = False) -> float:
        """
        What a box takes from left to right at most, its margins with it, px; infinite where that cannot be told.

        :param broken: whether its lines are broken wherever they can be.
        """
        if depth > _DEEPEST:
            return inf
        key = (id(tag), broken)
        if key not in self._known:
            self._known[key] = self._worked_out(tag, self._styles.of(tag), depth, broken=broken)
        return self._known[key]

    def _worked_out(self, tag: Tag, style: Style, depth: int, *, broken: bool) -> float:
        if style.font_size is None or is_turned(style) or style.display not in _FLOWING | _ROWS:
            return inf
        if style.display in _ROWS and not self._is_plain_row(tag, style):
            return inf
        edges = self._edges(tag.name, style)
        written, least = style.pixels("width"), style.pixels("min-width")
        if written is None and (style.get("width") not in ("", "auto") or tag.name in _CONTROLS):
            return inf
        if least is None and style.get("min-width") not in ("", "auto", "0"):
            return inf
        if tag.name in _PICTURES:
            number = attr(tag, "width", "")
            width = written or (float(number) if number.isdecimal() and len(number) < 6 else inf)
            width = inf if style.get("width") == "auto" else max(width, least or 0.0)
            return edges + min(width, style.pixels("max-width", self._room(tag)) or inf)
        content = self._content(tag, style, depth, broken=broken or written is not None)
        return edges + max(written or 0.0, least or 0.0, content)

    def _room(self, tag: Tag) -> float | None:
        """The width of what is around an element, where a box there says how wide it is; ``None`` else."""
        for around in ancestors(tag):
            style = self._styles.of(around)
            if style.get("width") not in ("", "auto") or style.display not in _FLOWING - {"inline-block"}:
                return style.pixels("width")
        return None

    def _content(self, tag: Tag, style: Style, depth: int, *, broken: bool) -> float:
        """The width of what is in a box: the widest block, or all that stands on one line."""
        in_row = is_row(style)
        broken = broken and style.get("white-space") not in ("nowrap", "pre")
        line = self._letters(tag, style, broken=broken) + self._generated(tag)
        widest = 0.0
        for child in children(tag):
            inner = self._styles.of(child)
            if line == inf:
                break
            if id(child) not in self._shown or is_positioned_freely(inner):
                continue
            stacked = inner.display in _STACKED and inner.get("float") in ("", "none")
            if not in_row and (broken or stacked):
                widest = max(widest, self.of(child, depth + 1, broken=broken))
            else:
                line += self.of(child, depth + 1, broken=broken)
        return max(line, widest)

    def _is_plain_row(self, tag: Tag, style: Style) -> bool:
        """Whether what is in a row is as wide as it would be on a line, with nothing added between."""
        if any(style.get(name) not in ("", "normal", "0", "0px") for name in ("gap", "column-gap")):
            return False
        items = (self._styles.of(child) for child in children(tag))
        return not any(_LENGTH.search(f"{one.get('flex')} {one.get('flex-basis')}") for one in items)

    def _letters(self, tag: Tag, style: Style, *, broken: bool) -> float:
        """The width of the words directly in an element, or of the longest of them."""
        texts = [" ".join(text.split()) for text in tag.contents if type(text) is TextNode and text.strip()]
        if not texts:
            return 0.0
        if broken:
            letters = max(len(word) for text in texts for word in text.split()) + 2
        else:
            letters = sum(len(text) + 2 for text in texts)
        letter, word, indent = (_added(style, name) for name in ("letter-spacing", "word-spacing", "text-indent"))
        return letters * ((style.font_size or 0.0) + letter + word) + indent

    def _generated(self, tag: Tag) -> float:
        """The width of what stylesheets put before and after the content."""
        total = 0.0
        for name in ("before", "after"):
            found = drawn(self._styles, tag, name)
            if found is None or is_positioned_freely(found[0]):
                continue
            style, letters = found
            if "(" in (style.get("content") or "("):
                return inf
            total += (style.pixels("width") or 0.0) + len(letters) * (style.font_size or inf) + self._edges("", style)
        return total

    def _edges(self, name: str, style: Style) -> float:
        """The margins, borders and paddings at both sides."""
        total = 0.0
        for side in ("left", "right"):
            if style.get(f"border-{side}-style") not in ("", "none", "hidden"):
                total += style.pixels(f"border-{side}-width") or 5.0
            for kind in ("margin", "padding"):
                written = style.get(f"{kind}-{side}")
                if written == "":
                    total += _OWN_PADDING if name in _LISTS else 0.0
                elif written != "auto":
                    pixels = style.pixels(f"{kind}-{side}")
                    total += inf if pixels is None else max(0.0, pixels)
        return total


def _added(style: Style, name: str) -> float:
    """By how many pixels a property makes texts wider."""
    if style.get(name) in ("", "normal"):
        return 0.0
    pixels = style.pixels(name)
    return inf if pixels is None else max(0.0, pixels)
