"""By how much a box is moved where nothing but a translation is done to it, https://www.w3.org/TR/css-transforms-2/."""

from collections.abc import Sequence
from math import isnan, nan

import tinycss2

from sitescan.document.css.computed_style import Style

_FUNCTIONS = frozenset({"translate", "translatex", "translatey", "translate3d", "translatez"})
_LONGEST = 200
_UNITS = {"px": 1.0, "rem": 16.0, "vw": 12.8, "dvw": 12.8, "vh": 8.0, "dvh": 8.0}

_CHANGING = ("rotate", "scale", "zoom", "animation", "animation-name")

#: Times the size of the box, and pixels; not numbers where they cannot be told without more.
Amount = tuple[float, float]
#: To the right, and down.
Move = tuple[Amount, Amount]
_STILL, _UNKNOWN = (0.0, 0.0), (nan, nan)


def translations(style: Style) -> Sequence[Move] | None:
    """
    The translations of a box; ``None`` where something else is done to it as well.

    https://www.w3.org/TR/css-transforms-2/#individual-transforms
    """
    written = [style.get(name) or "none" for name in ("transform", "translate")]
    if any(len(one) > _LONGEST for one in written):
        return None
    moves: list[Move] = []
    for token in tinycss2.parse_component_value_list(written[0], skip_comments=True):
        if token.type == "function" and token.lower_name in _FUNCTIONS:
            amounts = [
                _amount(one, style) for one in token.arguments if one.type not in ("whitespace", "comment", "literal")
            ]
            first = amounts[0] if amounts else _STILL
            second = amounts[1] if len(amounts) > 1 else _STILL
            turned = {"translatey": (_STILL, first), "translatex": (first, _STILL), "translatez": (_STILL, _STILL)}
            moves.append(turned.get(token.lower_name, (first, second)))
        elif token.type != "whitespace" and getattr(token, "lower_value", "") != "none":
            return None
    parts = tinycss2.parse_component_value_list(written[1], skip_comments=True)
    amounts = [_amount(one, style) for one in parts if one.type not in ("whitespace", "comment", "ident")]
    if amounts:
        moves.append((amounts[0], amounts[1] if len(amounts) > 1 else _STILL))
    return moves


def is_moved_by_own_size(style: Style) -> bool:
    """Whether a box is moved by its whole width or height, or more."""
    sizes = style.pixels("width"), style.pixels("height")
    return any(
        abs(share) >= 1 or (size is not None and 0 < size <= abs(pixels))
        for move in translations(style) or ()
        for (share, pixels), size in zip(move, sizes, strict=True)
    )


def moved_across(style: Style) -> Amount | None:
    """By how much a box is moved to the right; ``None`` where that cannot be told, or something else is done to it."""
    moves = translations(style)
    if moves is None or any((style.get(name) or "none") != "none" for name in _CHANGING):
        return None
    if style.get("writing-mode") not in ("", "horizontal-tb"):
        return None
    share, pixels = (sum(across[part] for across, _ in moves) for part in (0, 1))
    return None if isnan(share + pixels) else (share, pixels)


def _amount(token: tinycss2.ast.Node, style: Style) -> Amount:
    if token.type == "percentage":
        return token.value / 100, 0.0
    if token.type == "dimension" and token.lower_unit in _UNITS:
        return 0.0, token.value * _UNITS[token.lower_unit]
    if token.type == "dimension" and token.lower_unit == "em":
        return 0.0, token.value * (style.font_size or nan)
    return _STILL if token.type == "number" else _UNKNOWN
