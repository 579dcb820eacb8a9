"""Lengths and numbers, including ``calc()`` and similar functions: https://www.w3.org/TR/css-values-4/."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from math import inf
from types import MappingProxyType
from typing import Any, NamedTuple

import tinycss2

from sitescan.document.css.viewport_size import HEIGHT, WIDTH

_ABSOLUTE: Mapping[str, float] = MappingProxyType(
    {"px": 1.0, "pt": 4 / 3, "pc": 16.0, "in": 96.0, "cm": 96 / 2.54, "mm": 9.6 / 2.54, "q": 2.4 / 2.54}
)
_DEEPEST = 16


class Relative(NamedTuple):
    """
    The lengths in pixels that relative units refer to.

    The class is a tuple, as it is created, hashed and compared for each length.

    :ivar em: the font size of the element.
    :ivar rem: the font size of the root.
    :ivar percent: the length that 100% stands for; ``None`` if it depends on layout.
    :ivar width: the width of the viewport.
    :ivar height: the height of the viewport.
    """

    em: float
    rem: float
    percent: float | None
    width: float = WIDTH
    height: float = HEIGHT

    def unit(self, unit: str) -> float | None:
        """Return a unit in pixels; ``None`` if it is not known."""
        if unit in _ABSOLUTE:
            return _ABSOLUTE[unit]
        width, height = self.width / 100, self.height / 100
        return {
            "em": self.em,
            "rem": self.rem,
            "ex": self.em / 2,
            "ch": self.em / 2,
            "vw": width,
            "svw": width,
            "lvw": width,
            "dvw": width,
            "vi": width,
            "vh": height,
            "svh": height,
            "lvh": height,
            "dvh": height,
            "vb": height,
            "vmin": min(width, height),
            "vmax": max(width, height),
        }.get(unit)


@lru_cache(maxsize=4096)
def length(text: str, relative: Relative) -> float | None:
    """Return the length that a text denotes, in pixels; ``None`` if it denotes none or depends on layout."""
    if len(text) > 500:
        return None
    tokens = [
        token for token in tinycss2.parse_component_value_list(text, skip_comments=True) if token.type != "whitespace"
    ]
    if len(tokens) != 1:
        return None
    value = _value(tokens[0], relative, 0)
    return value if value is not None and (tokens[0].type != "number" or value == 0) else None


@lru_cache(maxsize=256)
def number(text: str) -> float | None:
    """Return the number that a text denotes, also by ``calc()``; ``None`` if it denotes none."""
    tokens = tinycss2.parse_component_value_list(text[:500], skip_comments=True)
    if len(tokens) != 1 or tokens[0].type not in ("number", "percentage", "function"):
        return None
    return _value(tokens[0], Relative(0.0, 0.0, 1.0), 0)


def whole_number(written: str) -> float:
    """Return the number that up to five digits denote; 0 if the text is anything else."""
    digits = written.strip()
    return float(digits) if digits.isascii() and digits.isdigit() and len(digits) < 6 else 0.0


def _value(token: Any, relative: Relative, depth: int) -> float | None:
    if depth > _DEEPEST:
        return None
    if token.type == "number":
        return float(token.value)
    if token.type == "percentage":
        return None if relative.percent is None else float(token.value) / 100 * relative.percent
    if token.type == "dimension":
        scale = relative.unit(token.lower_unit)
        return None if scale is None else float(token.value) * scale
    if token.type == "() block":
        return _sum(token.content, relative, depth + 1)
    if token.type == "function":
        return _function(token, relative, depth + 1)
    return None


_FUNCTIONS: Mapping[str, Callable[[Sequence[float]], float]] = MappingProxyType(
    {
        "calc": lambda values: values[0],
        "-webkit-calc": lambda values: values[0],
        "min": min,
        "max": max,
        "clamp": lambda values: max(values[0], min(values[1], values[2])) if len(values) == 3 else inf,
    }
)


def _function(token: Any, relative: Relative, depth: int) -> float | None:
    combine = _FUNCTIONS.get(token.lower_name)
    parts: list[list[Any]] = [[]]
    for argument in token.arguments:
        if argument == ",":
            parts.append([])
        else:
            parts[-1].append(argument)
    found = [_sum(part, relative, depth) for part in parts]
    values = [value for value in found if value is not None]
    if combine is None or len(values) != len(found):
        return None
    result = combine(values)
    return result if abs(result) != inf else None


def _sum(tokens: Sequence[Any], relative: Relative, depth: int) -> float | None:
    """Return the value of a sum of products; ``None`` if it is not known."""
    parts = [token for token in tokens if token.type not in ("whitespace", "comment")]
    total, product, sign = 0.0, None, 1.0
    operation = ""
    for part in parts:
        if part.type == "literal" and part.value in "+-*/" and product is not None and not operation:
            operation = part.value
            continue
        value = _value(part, relative, depth)
        if value is None or (product is not None and not operation):
            return None
        if operation == "*":
            product = (product or 0.0) * value
        elif operation == "/":
            if value == 0:
                return None
            product = (product or 0.0) / value
        else:
            total += sign * (product or 0.0)
            sign, product = (-1.0 if operation == "-" else 1.0), value
        operation = ""
    return None if product is None or operation else total + sign * product
