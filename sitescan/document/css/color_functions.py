"""
Color functions: ``rgb()``, ``oklch()`` and similar ones, relative colors, ``color-mix()`` and ``contrast-color()``.

https://www.w3.org/TR/css-color-5/
"""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import tinycss2
from attrs import frozen

from sitescan.document.css.color_spaces import HUES, SPACES, has_hue
from sitescan.document.css.lengths import number

#: The red, green and blue parts and the opacity of a color, from 0 to 1.
Parts = tuple[float, float, float, float]
#: A function that returns the color of a token.
Read = Callable[[Any], Parts | None]

_ANGLES: Mapping[str, float] = MappingProxyType({"deg": 1.0, "grad": 0.9, "rad": 57.29577951308232, "turn": 360.0})


_HUE_METHODS = frozenset({"shorter", "longer", "increasing", "decreasing"})
_CALCULATIONS = frozenset({"calc", "min", "max", "clamp"})


@frozen
class _Function:
    """
    The notation of a color function.

    :ivar space: the color space of its arguments.
    :ivar names: the keywords for the coordinates of the origin color in relative colors, a letter each.
    :ivar percent: the numbers that 100% of each argument means.
    :ivar scale: the factor from the coordinates of the space to the arguments.
    """

    space: str
    names: str
    percent: tuple[float, float, float]
    scale: float = 1.0


_FUNCTIONS: Mapping[str, _Function] = MappingProxyType(
    {
        "rgb": _Function("srgb", "rgb", (255.0, 255.0, 255.0), 255.0),
        "rgba": _Function("srgb", "rgb", (255.0, 255.0, 255.0), 255.0),
        "hsl": _Function("hsl", "hsl", (360.0, 100.0, 100.0)),
        "hsla": _Function("hsl", "hsl", (360.0, 100.0, 100.0)),
        "hwb": _Function("hwb", "hwb", (360.0, 100.0, 100.0)),
        "lab": _Function("lab", "lab", (100.0, 125.0, 125.0)),
        "lch": _Function("lch", "lch", (100.0, 150.0, 360.0)),
        "oklab": _Function("oklab", "lab", (1.0, 0.4, 0.4)),
        "oklch": _Function("oklch", "lch", (1.0, 0.4, 360.0)),
    }
)


def arguments(token: Any) -> list[list[Any]]:
    """Return the comma-separated arguments of a function, without white space."""
    parts: list[list[Any]] = [[]]
    for argument in token.arguments:
        if argument == ",":
            parts.append([])
        elif argument.type not in ("whitespace", "comment"):
            parts[-1].append(argument)
    return parts


def functional(token: Any, read: Read) -> Parts | None:
    """Return the color of a function such as ``oklch(from red l c h / 50%)``; ``None`` if it is not known."""
    listed = arguments(token)
    parts = [part for group in listed for part in group]
    if len(listed) > 1:
        # The legacy syntax has commas between all arguments.
        if any(len(group) != 1 for group in listed):
            return None
        parts = [*(part for group in listed[:3] for part in group), *(("/", *listed[3]) if len(listed) == 4 else ())]
    origin: Parts | None = None
    if parts and _word(parts[0]) == "from":
        origin = read(parts[1]) if len(parts) > 1 else None
        parts = parts[2:]
        if origin is None:
            return None
    function = _FUNCTIONS.get(token.lower_name)
    if token.lower_name == "color" and parts and _word(parts[0]) in SPACES and _word(parts[0]) not in HUES:
        space = _word(parts[0])
        function = _Function(space, "xyz" if space.startswith("xyz") else "rgb", (1.0, 1.0, 1.0))
        parts = parts[1:]
    return _made(function, parts, origin) if function is not None else None


def _made(function: _Function, parts: Sequence[Any], origin: Parts | None) -> Parts | None:
    known: dict[str, float] = {}
    if origin is not None:
        coordinates = SPACES[function.space][0](origin[:3])
        known = {name: part * function.scale for name, part in zip(function.names, coordinates, strict=True)}
        known["alpha"] = origin[3]
    opaque = len(parts) == 3
    if not opaque and not (len(parts) == 5 and parts[3] == "/"):
        return None
    values = [_value(part, whole, known) for part, whole in zip(parts[:3], function.percent, strict=True)]
    alpha = known.get("alpha", 1.0) if opaque else _value(parts[4], 1.0, known)
    if alpha is None or any(value is None for value in values):
        return None
    numbers = [(value or 0.0) / function.scale for value in values]
    try:
        red, green, blue = SPACES[function.space][1](numbers)
    except (ArithmeticError, ValueError):
        return None
    return _clipped(red, green, blue, alpha)


def _value(token: Any, whole: float, known: Mapping[str, float]) -> float | None:
    """Return the value of an argument; 0 for ``none``, and ``None`` if it is not known."""
    if token.type == "number":
        return float(token.value)
    if token.type == "percentage":
        return float(token.value) / 100 * whole
    if token.type == "dimension":
        scale = _ANGLES.get(token.lower_unit)
        return None if scale is None else float(token.value) * scale
    word = _word(token)
    if word:
        return 0.0 if word == "none" else known.get(word)
    if token.type == "function" and token.lower_name in _CALCULATIONS:
        return number(_substituted(token, known))
    return None


def _substituted(token: Any, known: Mapping[str, float]) -> str:
    """Return the text of a calculation with the coordinates of the origin color substituted."""
    inside = "".join(
        f"{known[_word(part)]:.6f}"
        if _word(part) in known
        else _substituted(part, known)
        if part.type in ("function", "() block")
        else tinycss2.serialize([part])
        for part in (token.arguments if token.type == "function" else token.content)
    )
    return f"{token.name if token.type == 'function' else ''}({inside})"


def contrasting(token: Any, read: Read, luminance: Callable[[Parts], float]) -> Parts | None:
    """Return black or white, whichever has the higher contrast with a color: https://www.w3.org/TR/css-color-5/#contrast-color."""
    parts = arguments(token)
    below = read(parts[0][0]) if len(parts) == 1 and len(parts[0]) == 1 else None
    if below is None:
        return None
    light = luminance(below) + 0.05
    return (1.0, 1.0, 1.0, 1.0) if 1.05 / light >= light / 0.05 else (0.0, 0.0, 0.0, 1.0)


def mixed(token: Any, read: Read) -> Parts | None:
    """Return the color of ``color-mix()``, https://www.w3.org/TR/css-color-5/#color-mix."""
    parts = arguments(token)
    space, way = "oklab", "shorter"
    if parts and parts[0] and _word(parts[0][0]) == "in":
        words = [_word(part) for part in parts[0][1:]]
        if not words or (len(words) != 1 and (len(words) != 3 or words[2] != "hue")):
            return None
        space, way = words[0], words[1] if len(words) == 3 else "shorter"
        if way not in _HUE_METHODS or (len(words) == 3 and space not in HUES):
            return None
        parts = parts[1:]
    if len(parts) != 2 or space not in SPACES:
        return None
    colors: list[Parts] = []
    shares: list[float | None] = []
    for part in parts:
        percentages = [token for token in part if _is_share(token)]
        rest = [token for token in part if not _is_share(token)]
        found = read(rest[0]) if len(rest) == 1 else None
        written = [number(tinycss2.serialize([token])) for token in percentages]
        if found is None or len(percentages) > 1 or None in written:
            return None
        colors.append(found)
        shares.append(min(1.0, max(0.0, written[0] or 0.0)) if written else None)
    first, scale = _shares(shares)
    if first is None:
        return None
    red, green, blue, alpha = _interpolated(colors[0], colors[1], first, space, way)
    return _clipped(red, green, blue, alpha * scale)


def _is_share(token: Any) -> bool:
    """Return whether a token is a percentage or a calculation."""
    return token.type == "percentage" or (token.type == "function" and token.lower_name in _CALCULATIONS)


def _shares(shares: Sequence[float | None]) -> tuple[float | None, float]:
    """Return the normalized share of the first color, and the factor of the opacity."""
    first, second = shares
    if first is None and second is None:
        return 0.5, 1.0
    if first is None:
        return 1 - (second or 0.0), 1.0
    if second is None:
        return first, 1.0
    total = first + second
    return (None, 1.0) if total <= 0 else (first / total, min(1.0, total))


def _interpolated(color: Parts, other: Parts, share: float, space: str, way: str) -> Parts:
    """Interpolate two colors, https://www.w3.org/TR/css-color-4/#interpolation."""
    alpha = color[3] * share + other[3] * (1 - share)
    if alpha == 0:
        return (0.0, 0.0, 0.0, 0.0)
    into, out = SPACES[space]
    first, second = into(color[:3]), into(other[:3])
    at = HUES.get(space)
    parts = [(a * color[3] * share + b * other[3] * (1 - share)) / alpha for a, b in zip(first, second, strict=True)]
    if at is not None:
        if not has_hue(space, first) or color[3] == 0:
            parts[at] = second[at]
        elif not has_hue(space, second) or other[3] == 0:
            parts[at] = first[at]
        else:
            parts[at] = first[at] + (1 - share) * _hue_difference(first[at], second[at], way)
    red, green, blue = out(parts)
    return (red, green, blue, alpha)


def _hue_difference(start: float, end: float, way: str) -> float:
    """Return the angle from one hue to another, https://www.w3.org/TR/css-color-4/#hue-interpolation."""
    turn = (end - start) % 360
    if way == "shorter":
        return turn - 360 if turn > 180 else turn
    if way == "longer":
        return turn - 360 if 0 < turn < 180 else turn
    return turn - 360 if way == "decreasing" and turn else turn


def _clipped(red: float, green: float, blue: float, alpha: float) -> Parts:
    inside = [min(1.0, max(0.0, part)) for part in (red, green, blue, alpha)]
    return (inside[0], inside[1], inside[2], inside[3])


def _word(token: Any) -> str:
    return str(token.lower_value) if getattr(token, "type", "") == "ident" else ""
