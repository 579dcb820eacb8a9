"""
How wide the content of a box is at most, as far as the boxes around it decide that and not what is in them.

https://www.w3.org/TR/CSS22/visudet.html#Computing_widths_and_margins. A box that floats, stands in a row or a cell, or
is placed freely grows with its content, unless it has a width of its own.
"""

from bs4.element import Tag

from sitescan.document.css.cascade import Styles
from sitescan.document.css.computed_style import Style
from sitescan.document.css.placement import is_turned
from sitescan.document.tree import ancestors

_WINDOW = 1280.0
_BLOCKS = frozenset({"block", "list-item", "flow-root", "flex", "grid"})
_FLOWING = frozenset({"block", "list-item", "flow-root", "inline-block", "table-cell"})


class AvailableWidths:
    """The widths of a page's boxes, each worked out when it is asked for."""

    def __init__(self, styles: Styles) -> None:
        self._styles = styles
        self._known: dict[int, float | None] = {}

    def of(self, tag: Tag) -> float | None:
        """The width of what is in a box at most, px; ``None`` where it may grow with its content."""
        waiting: list[Tag] = []
        for one in (tag, *ancestors(tag)):
            if id(one) in self._known:
                break
            waiting.append(one)
        for one in reversed(waiting):
            self._known[id(one)] = self._worked_out(one, self._styles.of(one))
        return self._known[id(tag)]

    def _worked_out(self, tag: Tag, style: Style) -> float | None:
        if tag.parent is None or tag.parent.parent is None:
            return None if is_turned(style) else _WINDOW
        around = self._known[id(tag.parent)]
        if is_turned(style):
            return None
        written, limit, least = (style.pixels(name, around) for name in ("width", "max-width", "min-width"))
        if least is None and style.get("min-width") not in ("", "auto", "0"):
            return None
        if written is None and style.get("width") in ("", "auto"):
            written = self._filling(tag, style, around)
        elif self._is_in_row(tag):
            # It may grow, or its basis be another.
            written = None
        known = [size for size in (written, limit) if size is not None]
        return max(min(known), least or 0.0) if known else None

    def _filling(self, tag: Tag, style: Style, around: float | None) -> float | None:
        """The width of a box that fills the one around it, between its margins and paddings."""
        outer = self._styles.of(tag.parent).display if tag.parent is not None else None
        placed = style.get("float") not in ("", "none") or style.get("position") not in ("static", "relative")
        if around is None or placed or style.display not in _BLOCKS or outer not in _FLOWING:
            return None
        width = around
        for name in ("margin-left", "margin-right", "padding-left", "padding-right"):
            if style.get(name) not in ("", "auto"):
                pixels = style.pixels(name, around)
                if pixels is None:
                    return None
                width -= pixels
        return max(0.0, width)

    def _is_in_row(self, tag: Tag) -> bool:
        outer = self._styles.of(tag.parent).display if tag.parent is not None else ""
        return (outer or "").removeprefix("inline-") in ("flex", "grid", "table-row", "table-row-group", "table")
