"""The spaces at the sides of boxes, where stylesheets or the user agent style sheet tell them in pixels."""

from collections.abc import Mapping
from itertools import islice
from types import MappingProxyType

from bs4.element import Tag

from sitescan.document.css.computed_style import Style
from sitescan.document.tree import ancestors

_LISTS = frozenset("dir dl menu ol ul".split())
#: Other elements to which browsers give no margins and paddings but those below.
_WITHOUT = frozenset(
    "a abbr article aside b body dd div dt em footer header html i li main nav p section small span strong u".split()
)
_KNOWN = _LISTS | _WITHOUT
USER_AGENT_SPACES: Mapping[tuple[str, str], float] = MappingProxyType(
    {
        **{(name, side): 40.0 for name in ("blockquote", "figure") for side in ("margin-left", "margin-right")},
        **{("body", f"margin-{side}"): 8.0 for side in ("left", "right", "top", "bottom")},
        **{(name, "padding-left"): 40.0 for name in _LISTS - {"dl"}},
        ("dd", "margin-left"): 40.0,
    }
)
"""
Margins and paddings of the user agent style sheet in pixels, by element and property; without those that depend on the
font.

https://html.spec.whatwg.org/multipage/rendering.html
"""

#: The number of elements around a list in which another one is searched.
_DEEPEST = 40
_NO_BORDER = frozenset({"", "none", "hidden"})
_VERTICAL = frozenset({"margin-top", "margin-bottom"})


def space(tag: Tag, style: Style, side: str) -> float | None:
    """
    Return the sum of margin, border and padding at a side of a box in pixels; ``None`` if it isn't known.

    :param side: ``left``, ``right``, ``top`` or ``bottom``.
    """
    margin, inside = _size(tag, style, f"margin-{side}"), inner_space(tag, style, side)
    return None if margin is None or inside is None else margin + inside


def inner_space(tag: Tag, style: Style, side: str) -> float | None:
    """Return the sum of border and padding at a side of a box in pixels; ``None`` if it isn't known."""
    padding = _size(tag, style, f"padding-{side}")
    border = 0.0 if style.get(f"border-{side}-style") in _NO_BORDER else style.pixels(f"border-{side}-width")
    return None if padding is None or border is None else border + padding


def _size(tag: Tag, style: Style, name: str) -> float | None:
    return style.pixels(name) if style.get(name) else _default(tag, name)


def _default(tag: Tag, name: str) -> float | None:
    """Return a margin or padding of the user agent style sheet in pixels; ``None`` if it isn't known here."""
    if tag.name in _LISTS and name in _VERTICAL:
        return 0.0 if any(around.name in _LISTS for around in islice(ancestors(tag), _DEEPEST)) else None
    if (tag.name == "p" and name in _VERTICAL) or tag.name not in _KNOWN:
        return None
    return USER_AGENT_SPACES.get((tag.name, name), 0.0)
