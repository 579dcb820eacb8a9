"""Colors of CSS, https://www.w3.org/TR/css-color-4/: parsing, compositing and contrast."""

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any

import tinycss2
import tinycss2.color4
from attrs import frozen

from sitescan.document.css.color_functions import Parts, arguments, contrasting, functional, mixed
from sitescan.document.css.color_spaces import linear

_DEEPEST = 8


@frozen(slots=True)
class Color:
    """A color in sRGB. Its red, green and blue parts and its opacity are numbers from 0 to 1."""

    red: float
    green: float
    blue: float
    alpha: float = 1.0

    def over(self, below: "Color") -> "Color":
        """
        Return the color that results from painting this color over another one.

        https://www.w3.org/TR/compositing-1/#simplealphacompositing
        """
        alpha = self.alpha + below.alpha * (1 - self.alpha)
        if alpha == 0:
            return TRANSPARENT

        def mixed(own: float, other: float) -> float:
            return (own * self.alpha + other * below.alpha * (1 - self.alpha)) / alpha

        return Color(mixed(self.red, below.red), mixed(self.green, below.green), mixed(self.blue, below.blue), alpha)

    def with_opacity(self, opacity: float) -> "Color":
        """Return the color with its opacity multiplied by another one."""
        return Color(self.red, self.green, self.blue, self.alpha * opacity)

    @property
    def luminance(self) -> float:
        """The relative luminance, without regard to opacity: https://www.w3.org/TR/WCAG22/#dfn-relative-luminance."""
        return 0.2126 * linear(self.red) + 0.7152 * linear(self.green) + 0.0722 * linear(self.blue)

    @property
    def hex(self) -> str:
        """The color in the notation ``#rrggbb``."""
        red, green, blue = int(self.red * 255 + 0.5), int(self.green * 255 + 0.5), int(self.blue * 255 + 0.5)
        return f"#{red:02x}{green:02x}{blue:02x}"


def contrast(first: Color, second: Color) -> float:
    """Return the contrast ratio of two opaque colors, https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio."""
    lighter, darker = sorted((first.luminance, second.luminance), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


TRANSPARENT = Color(0, 0, 0, 0)
WHITE = Color(1, 1, 1)
BLACK = Color(0, 0, 0)


def _system(colors: str) -> Mapping[str, Color]:
    found: dict[str, Color] = {}
    for line in colors.split(","):
        hexadecimal, *names = line.split()
        red, green, blue = (int(hexadecimal[at : at + 2], 16) / 255 for at in (0, 2, 4))
        found.update({name: Color(red, green, blue) for name in names})
    return MappingProxyType(found)


#: The system colors of Chromium on light and on dark pages.
#: https://www.w3.org/TR/css-color-4/#css-system-colors
_SAME = "0075ff accentcolor, ffffff accentcolortext highlighttext, 808080 graytext inactivecaptiontext, ffff00 mark, "
_LIGHT = _system(
    _SAME + "ff0000 activetext -webkit-activelink, efefef buttonface threedface buttonhighlight buttonshadow, "
    "ffffff canvas field window infobackground menu background appworkspace scrollbar activecaption inactivecaption, "
    "000000 buttonborder buttontext canvastext fieldtext marktext -webkit-text text windowtext infotext menutext "
    "captiontext activeborder inactiveborder windowframe threeddarkshadow threedhighlight threedlightshadow "
    "threedshadow, 0000ee linktext -webkit-link, 551a8b visitedtext, 1967d2 highlight selecteditem, "
    "ffffff selecteditemtext"
)
_DARK = _system(
    _SAME + "ff9e9e activetext -webkit-activelink, 6b6b6b buttonface threedface buttonhighlight buttonshadow, "
    "121212 canvas window infobackground menu background appworkspace scrollbar activecaption inactivecaption, "
    "3b3b3b field selecteditemtext, 000000 marktext, 99c8ff highlight selecteditem, 9e9eff linktext -webkit-link, "
    "d0adf0 visitedtext, ffffff buttonborder buttontext canvastext fieldtext -webkit-text text windowtext infotext "
    "menutext captiontext activeborder inactiveborder windowframe threeddarkshadow threedhighlight "
    "threedlightshadow threedshadow"
)


def gradient(text: str, current: Color, *, dark: bool = False) -> list[Color] | None:
    """Return the colors of a gradient; ``None`` if the text is no single gradient or a color is not known."""
    tokens = [
        token
        for token in tinycss2.parse_component_value_list(text[:2000], skip_comments=True)
        if token.type != "whitespace"
    ]
    if len(tokens) != 1 or tokens[0].type != "function" or not tokens[0].lower_name.endswith("gradient"):
        return None
    found: list[Color] = []
    for number, part in enumerate(arguments(tokens[0])):
        colors = [parsed for parsed in (_of(token, current, dark, 0) for token in part) if parsed is not None]
        if not colors and number:
            return None
        found.extend(colors)
    return found or None


def is_color(text: str) -> bool:
    """Return whether a text is a color, including colors that depend on other values."""
    return text.lower() in ("currentcolor", "inherit") or color(text, BLACK) is not None or _function(text)


def _function(text: str) -> bool:
    name = text.lower().partition("(")[0]
    return "(" in text and name in _FUNCTIONS


_FUNCTIONS = frozenset(
    "rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix light-dark contrast-color env".split()
)


@lru_cache(maxsize=4096)
def color(text: str, current: Color, *, dark: bool = False) -> Color | None:
    """
    Return the color that a text denotes; ``None`` if it denotes none, or one that is not known.

    :param current: the value of ``currentcolor``.
    :param dark: whether the color is used where ``color-scheme`` is dark.
    """
    if len(text) > 1000:
        return None
    tokens = [
        token for token in tinycss2.parse_component_value_list(text, skip_comments=True) if token.type != "whitespace"
    ]
    return _of(tokens[0], current, dark, 0) if len(tokens) == 1 else None


def _of(token: Any, current: Color, dark: bool, depth: int) -> Color | None:
    if depth > _DEEPEST:
        return None
    if token.type == "ident":
        words = {"currentcolor": current, "transparent": TRANSPARENT}
        found = words.get(token.lower_value) or (_DARK if dark else _LIGHT).get(token.lower_value)
        if found is not None:
            return found
    return _called(token, current, dark, depth) if token.type == "function" else _plain(token)


def _called(token: Any, current: Color, dark: bool, depth: int) -> Color | None:
    """Return the color that a function denotes."""

    def read(inner: Any) -> Parts | None:
        found = _of(inner, current, dark, depth + 1)
        return None if found is None else (found.red, found.green, found.blue, found.alpha)

    if token.lower_name == "light-dark":
        parts = arguments(token)
        chosen = parts[dark] if len(parts) == 2 else []
        return _of(chosen[0], current, dark, depth + 1) if len(chosen) == 1 else None
    if token.lower_name == "color-mix":
        made = mixed(token, read)
    elif token.lower_name == "contrast-color":
        made = contrasting(token, read, lambda parts: Color(*parts).luminance)
    else:
        made = functional(token, read)
    return Color(*made) if made is not None else None


def _plain(token: Any) -> Color | None:
    """Return the color that a name or a hexadecimal notation denotes."""
    if token.type not in ("ident", "hash"):
        return None
    read = tinycss2.color4.parse_color(token)
    if read is None or isinstance(read, str):
        return None
    red, green, blue = read.to("srgb").coordinates
    return Color(red, green, blue, read.alpha)
