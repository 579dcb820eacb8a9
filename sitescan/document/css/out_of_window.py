"""
Boxes that stay outside of the window, as menus do until they are opened.

https://www.w3.org/TR/css-position-3/#fixed-pos: what is fixed does not scroll, so nobody gets to see it there.
"""

import tinycss2

from sitescan.document.css.computed_style import Style

_WINDOW = {"left": 1280.0, "right": 1280.0, "top": 800.0, "bottom": 800.0}
_FUNCTIONS = frozenset({"translate", "translatex", "translatey", "translate3d", "translatez"})
_LONGEST = 200
#: Pixels by which a menu is moved that is to be out of sight.
_FAR = 100.0


def is_out_of_window(style: Style) -> bool:
    """Whether a fixed box is placed or moved so far that nothing of it is in the window."""
    return style.get("position") == "fixed" and any(_is_past(style, side) for side in _WINDOW)


def may_be_out_of_window(style: Style) -> bool:
    """Whether a fixed box, however large it is, is placed so far out that nothing may be left of it in the window."""
    return style.get("position") == "fixed" and any((style.pixels(side) or 0.0) <= -_FAR for side in _WINDOW)


def moved_by_own_size(style: Style) -> bool:
    """Whether a box is moved by its whole width or height, or more."""
    return any(abs(share) >= 1 for move in _moves(style) for share, _ in move)


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
    moves = _moves(style)
    sign = 1 if side in ("left", "top") else -1
    shares, pixels = (sum(move[axis][part] for move in moves) for part in (0, 1))
    return sign * shares, sign * pixels


_Move = tuple[tuple[float, float], tuple[float, float]]
_STILL = (0.0, 0.0)


def _moves(style: Style) -> list[_Move]:
    """
    The translations of a box; none where something else is done to it as well.

    https://www.w3.org/TR/css-transforms-2/#individual-transforms
    """
    written = [style.get(name) or "none" for name in ("transform", "translate")]
    if any(len(one) > _LONGEST for one in written):
        return []
    moves: list[_Move] = []
    for token in tinycss2.parse_component_value_list(written[0], skip_comments=True):
        if token.type == "function" and token.lower_name in _FUNCTIONS:
            amounts = [_amount(one) for one in token.arguments if one.type not in ("whitespace", "comment", "literal")]
            first = amounts[0] if amounts else _STILL
            second = amounts[1] if len(amounts) > 1 else _STILL
            turned = {"translatey": (_STILL, first), "translatex": (first, _STILL), "translatez": (_STILL, _STILL)}
            moves.append(turned.get(token.lower_name, (first, second)))
        elif token.type != "whitespace" and getattr(token, "lower_value", "") != "none":
            return []
    parts = tinycss2.parse_component_value_list(written[1], skip_comments=True)
    amounts = [_amount(one) for one in parts if one.type in ("percentage", "dimension", "number")]
    if amounts:
        moves.append((amounts[0], amounts[1] if len(amounts) > 1 else _STILL))
    return moves


def _amount(token: tinycss2.ast.Node) -> tuple[float, float]:
    """Times the size of the box, and pixels; neither where they cannot be told without more."""
    if token.type == "percentage":
        return token.value / 100, 0.0
    if token.type == "dimension" and token.lower_unit in _UNITS:
        return 0.0, token.value * _UNITS[token.lower_unit]
    return 0.0, 0.0


_UNITS = {"px": 1.0, "rem": 16.0, "em": 16.0, "vw": 12.8, "dvw": 12.8, "vh": 8.0, "dvh": 8.0}
