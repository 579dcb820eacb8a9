"""
What is below the edge of the window in a fixed box that does not scroll, as long menus are without their script.

https://www.w3.org/TR/css-position-3/#fixed-pos: nobody gets to see it, but in a higher window. A layout is not made:
all that comes before a text is taken to stand above it.
"""

from math import inf

from bs4.element import Tag

from sitescan.document.css.cascade import Styles
from sitescan.document.css.computed_style import Style, of_style
from sitescan.document.css.least_height import line_height
from sitescan.document.css.lengths import whole_number
from sitescan.document.tree import attr, has_own_words

_WINDOW = 800.0
#: The height of a line, where its letters are one high.
_LINE = 1.5
#: Pixels that a picture takes at most which says how wide it is, but not how high.
_PICTURE = 150.0
_PICTURES = frozenset("canvas iframe img svg video".split())
_SIZES = ("height", *(f"{kind}-{end}" for kind in ("margin", "padding") for end in ("top", "bottom")))


class BelowWindow:
    """What may be there; told in document order."""

    def __init__(self, styles: Styles) -> None:
        self._styles = styles
        # By the ids of the elements in them, and how far down each is filled, px.
        self._fixed: dict[int, Tag] = {}
        self._filled: dict[int, float] = {}

    def looks_at(self, box: Tag) -> bool:
        """Whether what is in a box may be there."""
        return id(box) in self._fixed

    def has(self, element: Tag, style: Style, parent: Tag) -> bool:
        """Whether an element may be below the window."""
        fixed = element if _is_pane(style) else self._fixed.get(id(parent)) if self._fixed else None
        if fixed is None or (fixed is element and _scrolls(style)):
            return False
        if not _scrolls(style):
            self._fixed[id(element)] = fixed
        filled = self._filled.get(id(fixed), 0.0)
        self._filled[id(fixed)] = filled + _taken(element, style)
        return filled > _WINDOW


def _taken(element: Tag, style: Style) -> float:
    """The height that an element adds to what comes before it, px."""
    if element.name in _PICTURES:
        high, wide = (style.pixels(name) or whole_number(attr(element, name, "")) for name in ("height", "width"))
        return high or (_PICTURE if wide else inf)
    line = _LINE * line_height(style) if has_own_words(element) else 0.0
    return line if style.display == "inline" else line + sum(max(0.0, style.pixels(name) or 0.0) for name in _SIZES)


@of_style
def _is_pane(style: Style) -> bool:
    """Whether a box stays in the window, from its top to its bottom."""
    if style.get("position") != "fixed" or style.get("top") in ("", "auto"):
        return False
    return style.get("bottom") not in ("", "auto") or (style.pixels("height", _WINDOW) or 0.0) >= _WINDOW / 2


@of_style
def _scrolls(style: Style) -> bool:
    """Whether what is too high for a box can be scrolled to, be it by a script."""
    return style.get("overflow-y") not in ("", "visible", "clip")
