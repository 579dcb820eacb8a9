"""
Screens that lie over a page until it has loaded.

A script takes them away, as nobody could use the page else: what people see and read is what is under them.
"""

import re
from itertools import islice

from bs4.element import Tag

from sitescan.document.css.computed_style import Style
from sitescan.document.tree import attr, elements, text

#: What pages call them; what loads late ("lazyload") is named alike, and stays.
_NAMED = re.compile(r"(?<!lazy)(?<!lazy[-_])(?:load(?:er|ing)|preload)|spinner|splash", re.IGNORECASE)
#: What somebody may want to use or look at.
_USED = frozenset("a button canvas embed form iframe input main nav object select textarea video".split())
_MOST, _LETTERS = 40, 40
_WINDOW = (("left", "right", "width", 1280.0), ("top", "bottom", "height", 800.0))


def is_loading_screen(tag: Tag, style: Style) -> bool:
    """Whether a box fills the window, calls itself by such a name, and has nothing in it to read or to use."""
    if style.get("position") != "fixed" or not (style.number("z-index", 0.0) or 0.0) > 0:
        return False
    if not all(_fills(style, *axis) for axis in _WINDOW):
        return False
    inside = [tag, *islice(elements(tag), _MOST)]
    if len(inside) > _MOST or not any(_NAMED.search(attr(one, name, "")) for one in inside for name in ("id", "class")):
        return False
    return not any(one.name in _USED for one in inside) and len(text(tag)) <= _LETTERS


def _fills(style: Style, start: str, end: str, size: str, window: float) -> bool:
    """Whether a box reaches from one edge of the window to the other."""
    length = style.pixels(size, window)
    if length is not None:
        return length >= window and any(style.get(side) in ("", "auto", "0", "0px") for side in (start, end))
    return style.get(size) in ("", "auto") and all(style.pixels(side, window) == 0 for side in (start, end))
