"""Colors: every way in which CSS writes them, and what they look like over each other."""

from collections.abc import Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Any

import tinycss2
import tinycss2.color5
from attrs import frozen

from sitescan.document.css.color_spaces import SPACES, from_xyz, from_xyz_d50, gamma, linear

_DEEPEST = 8


@frozen(slots=True)
class Color:
    """A color in sRGB: red, green, blue and opacity from 0 to 1."""

    red: float
    green: float
    blue: float
    alpha: float = 1.0

    def over(self, below: "Color") -> "Color":
        """
        What is seen where this color lies over another one.

        https://www.w3.org/TR/compositing-1/#simplealphacompositing
        """
        alpha = self.alpha + below.alpha * (1 - self.alpha)
        if alpha == 0:
            return TRANSPARENT

        def mixed(one: float, other: float) -> float:
            return (one * self.alpha + other * below.alpha * (1 - self.alpha)) / alpha

        return Color(mixed(self.red, below.red), mixed(self.green, below.green), mixed(self.blue, below.blue), alpha)

    def faded(self, opacity: float) -> "Color":
        """The color with an opacity upon it."""
        return Color(self.red, self.green, self.blue, self.alpha * opacity)

    @property
    def luminance(self) -> float:
        """https://www.w3.org/TR/WCAG22/#dfn-relative-luminance; opacity is not looked at."""
        return 0.2126 * linear(self.red) + 0.7152 * linear(self.green) + 0.0722 * linear(self.blue)

    @property
    def hex(self) -> str:
        """As ``#rrggbb``."""
        return "#" + "".join(f"{round(part * 255):02x}" for part in (self.red, self.green, self.blue))


def contrast(one: Color, other: Color) -> float:
    """The contrast of two opaque colors, https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio."""
    lighter, darker = sorted((one.luminance, other.luminance), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


TRANSPARENT = Color(0, 0, 0, 0)
WHITE = Color(1, 1, 1)
BLACK = Color(0, 0, 0)

#: The colors of Chromium's controls and links on a light page.
#: https://www.w3.org/TR/css-color-4/#css-system-colors
_SYSTEM = MappingProxyType(
    {
        "accentcolor": (0, 117, 255),
        "accentcolortext": (255, 255, 255),
        "activetext": (255, 0, 0),
        "buttonborder": (0, 0, 0),
        "buttonface": (239, 239, 239),
        "buttontext": (0, 0, 0),
        "canvas": (255, 255, 255),
        "canvastext": (0, 0, 0),
        "field": (255, 255, 255),
        "fieldtext": (0, 0, 0),
        "graytext": (109, 109, 109),
        "highlight": (25, 103, 210),
        "highlighttext": (255, 255, 255),
        "linktext": (0, 0, 238),
        "mark": (255, 255, 0),
        "marktext": (0, 0, 0),
        "-webkit-link": (0, 0, 238),
        "-webkit-text": (0, 0, 0),
        "text": (0, 0, 0),
        "windowtext": (0, 0, 0),
        "window": (255, 255, 255),
        "infobackground": (255, 255, 255),
        "infotext": (0, 0, 0),
        "visitedtext": (85, 26, 139),
    }
)


def gradient(text: str, current: Color) -> list[Color] | None:
    """The colors of one gradient; ``None`` where the text is something else, or a color is not understood."""
    tokens = [
        token
        for token in tinycss2.parse_component_value_list(text[:2000], skip_comments=True)
        if token.type != "whitespace"
    ]
    if len(tokens) != 1 or tokens[0].type != "function" or not tokens[0].lower_name.endswith("gradient"):
        return None
    found: list[Color] = []
    for number, part in enumerate(_arguments(tokens[0])):
        colors = [one for one in (_of(token, current, 0) for token in part) if one is not None]
        if not colors and number:
            return None
        found.extend(colors)
    return found or None


def is_color(text: str) -> bool:
    """Whether a text is a color, ``currentcolor`` and colors that depend on other values among them."""
    return text.lower() in ("currentcolor", "inherit") or color(text, BLACK) is not None or _function(text)


def _function(text: str) -> bool:
    name = text.lower().partition("(")[0]
    return "(" in text and name in (
        "rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix light-dark contrast-color var env attr if".split()
    )


@lru_cache(maxsize=4096)
def color(text: str, current: Color) -> Color | None:
    """
    A color from its text; ``None`` where it is none, or is not understood.

    :param current: what ``currentcolor`` is.
    """
    if len(text) > 1000:
        return None
    tokens = [
        token for token in tinycss2.parse_component_value_list(text, skip_comments=True) if token.type != "whitespace"
    ]
    return _of(tokens[0], current, 0) if len(tokens) == 1 else None


def _of(token: Any, current: Color, depth: int) -> Color | None:
    if depth > _DEEPEST:
        return None
    if token.type == "ident":
        word = token.lower_value
        if word == "currentcolor":
            return current
        if word == "transparent":
            return TRANSPARENT
        if word in _SYSTEM:
            red, green, blue = _SYSTEM[word]
            return Color(red / 255, green / 255, blue / 255)
    if token.type == "function":
        if token.lower_name == "color-mix":
            return _mixed(_arguments(token), current, depth + 1)
        if token.lower_name == "light-dark":
            parts = _arguments(token)
            return _of(parts[0][0], current, depth + 1) if len(parts) == 2 and len(parts[0]) == 1 else None
    return _plain(token)


def _plain(token: Any) -> Color | None:
    """What tinycss2 reads: names, hexadecimal, the functions of CSS Color 4."""
    if token.type not in ("ident", "hash", "function"):
        return None
    try:
        read = tinycss2.color5.parse_color(token, color_schemes="light")
        if read is None or isinstance(read, str):
            return None
        parts = _in_srgb(read)
    except (NotImplementedError, ValueError, TypeError, ArithmeticError, IndexError, AttributeError):
        return None
    red, green, blue, alpha = (min(1.0, max(0.0, part or 0.0)) for part in (*parts, read.alpha))
    return Color(red, green, blue, alpha)


def _in_srgb(read: Any) -> Sequence[float]:
    """Coordinates of any color space in sRGB; what is out of its gamut is clipped by the caller."""
    if read.space in ("srgb", "hsl", "hwb"):
        return tuple(read.to("srgb").coordinates)
    if read.space in ("lab", "lch", "xyz-d50"):
        return from_xyz_d50(read.to("xyz-d50").coordinates)
    if read.space == "srgb-linear":
        return gamma([part or 0.0 for part in read.coordinates])
    return from_xyz(read.to("xyz-d65").coordinates)


def _arguments(token: Any) -> list[list[Any]]:
    parts: list[list[Any]] = [[]]
    for argument in token.arguments:
        if argument == ",":
            parts.append([])
        elif argument.type not in ("whitespace", "comment"):
            parts[-1].append(argument)
    return parts


def _mixed(parts: Sequence[Sequence[Any]], current: Color, depth: int) -> Color | None:
    """https://www.w3.org/TR/css-color-5/#color-mix, in spaces without a hue."""
    if len(parts) != 3 or [token.type for token in parts[0]] != ["ident", "ident"]:
        return None
    space = parts[0][1].lower_value
    colors: list[Color] = []
    shares: list[float | None] = []
    for part in parts[1:]:
        percentages = [token for token in part if token.type == "percentage"]
        others = [token for token in part if token.type != "percentage"]
        found = _of(others[0], current, depth) if len(others) == 1 else None
        if found is None or len(percentages) > 1:
            return None
        colors.append(found)
        shares.append(percentages[0].value / 100 if percentages else None)
    first, scale = _shares(shares)
    if first is None:
        return None
    mixed = _interpolated(colors[0], colors[1], first, space)
    return mixed.faded(scale) if mixed is not None else None


def _shares(shares: Sequence[float | None]) -> tuple[float | None, float]:
    """The part of the first color, and what is left of the opacity."""
    one, other = shares
    if one is None and other is None:
        return 0.5, 1.0
    if one is None:
        return 1 - (other or 0.0), 1.0
    if other is None:
        return one, 1.0
    total = one + other
    return (None, 1.0) if total <= 0 else (one / total, min(1.0, total))


def _interpolated(one: Color, other: Color, share: float, space: str) -> Color | None:
    if space not in SPACES:
        if one.alpha == 0 or other.alpha == 0 or one == other:
            # Mixing with nothing keeps the color whatever the space.
            kept = other if one.alpha == 0 else one
            return Color(kept.red, kept.green, kept.blue, one.alpha * share + other.alpha * (1 - share))
        return None
    into, out = SPACES[space]
    alpha = one.alpha * share + other.alpha * (1 - share)
    if alpha == 0:
        return TRANSPARENT
    first, second = (into([mixed.red, mixed.green, mixed.blue]) for mixed in (one, other))
    parts = [
        (a * one.alpha * share + b * other.alpha * (1 - share)) / alpha for a, b in zip(first, second, strict=True)
    ]
    red, green, blue = (min(1.0, max(0.0, part)) for part in out(parts))
    return Color(red, green, blue, alpha)
