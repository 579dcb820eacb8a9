"""Loading screens, which cover a page until a script removes them: people see and read what is below them."""

import re
from itertools import islice

from bs4.element import Tag

from sitescan.document.css.computed_style import Style
from sitescan.document.tree import attr, elements, text
from sitescan.standards.lazy_pattern import lazy_pattern

#: Parts of the ids and classes of loading screens; "lazyload" is none of them.
_NAME = lazy_pattern(r"(?<!lazy)(?<!lazy[-_])(?:load(?:er|ing)|preload)|spinner|splash", re.IGNORECASE)
#: Elements that are used or looked at.
_CONTENT = frozenset("a button canvas embed form iframe input main nav object select textarea video".split())
#: The most elements and letters of a loading screen.
_MOST_ELEMENTS, _MOST_LETTERS = 40, 40


def is_loading_screen(tag: Tag, style: Style) -> bool:
    """Return whether a box fills the window, is named like a loading screen, and has no content."""
    if style.get("position") != "fixed" or not (style.number("z-index", 0.0) or 0.0) > 0:
        return False
    axes = (("left", "right", "width", style.screen.width), ("top", "bottom", "height", style.screen.height))
    if not all(_fills(style, *axis) for axis in axes):
        return False
    inside = [tag, *islice(elements(tag), _MOST_ELEMENTS)]
    names = (attr(element, name, "") for element in inside for name in ("id", "class"))
    if len(inside) > _MOST_ELEMENTS or not any(map(_NAME.search, names)):
        return False
    return not any(element.name in _CONTENT for element in inside) and len(text(tag)) <= _MOST_LETTERS


def _fills(style: Style, start: str, end: str, size: str, viewport: float) -> bool:
    """Return whether a box reaches from one edge of the viewport to the opposite one."""
    length = style.pixels(size, viewport)
    if length is not None:
        return length >= viewport and any(style.get(side) in ("", "auto", "0", "0px") for side in (start, end))
    return style.get(size) in ("", "auto") and all(style.pixels(side, viewport) == 0 for side in (start, end))
