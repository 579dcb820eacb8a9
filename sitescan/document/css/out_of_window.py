"""
Boxes that stay outside of the window, as menus do until they are opened.

https://www.w3.org/TR/css-position-3/#fixed-pos: what is fixed does not scroll, so nobody gets to see it there.
"""

from sitescan.document.css.computed_style import Style
from sitescan.document.css.translations import translations

_WINDOW = {"left": 1280.0, "right": 1280.0, "top": 800.0, "bottom": 800.0}
#: Pixels by which a menu is moved that is to be out of sight.
_FAR = 100.0


def is_out_of_window(style: Style) -> bool:
    """Whether a fixed box is placed or moved so far that nothing of it is in the window."""
    return style.get("position") == "fixed" and any(_is_past(style, side) for side in _WINDOW)


def may_be_out_of_window(style: Style) -> bool:
    """Whether a fixed box, however large it is, is placed so far out that nothing may be left of it in the window."""
    return style.get("position") == "fixed" and any((style.pixels(side) or 0.0) <= -_FAR for side in _WINDOW)


def _is_past(style: Style, side: str) -> bool:
    """Whether a box that is placed from a side of the window is past that side, or past the one across."""
    window = _WINDOW[side]
    offset = style.pixels(side, window)
    if offset is None:
        return False
    offset += style.pixels(f"margin-{side}") or 0.0
    shares, pixels = _moved_inwards(style, side)
    offset += pixels
    size = style.pixels("width" if side in ("left", "right") else "height", window)
    if offset >= window or offset <= -window:
        return shares == 0
    if size is not None and size > 0 and offset + shares * size <= -size:
        return True
    return offset <= 0 and shares <= -1


def _moved_inwards(style: Style, side: str) -> tuple[float, float]:
    """By how many times its own size, and by how many pixels, a box is moved away from a side of the window."""
    axis = 0 if side in ("left", "right") else 1
    moves = translations(style) or ()
    sign = 1 if side in ("left", "top") else -1
    shares, pixels = (sum(move[axis][part] for move in moves) for part in (0, 1))
    return sign * shares, sign * pixels
