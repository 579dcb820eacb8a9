"""
Conversions between sRGB and the color spaces of CSS, https://www.w3.org/TR/css-color-4/#color-conversion-code.

Coordinates are lists of three numbers. Those of sRGB are from 0 to 1, hues are in degrees, and the other coordinates of
``hsl()``, ``hwb()``, ``lab()`` and ``lch()`` have the range in which CSS writes them, mostly from 0 to 100.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Any

_Convert = Callable[[Sequence[float]], list[float]]

#: The spaces whose coordinates coloraide and CSS write in the same range, by their names in CSS.
_SAME_RANGE = (
    *("srgb-linear", "display-p3", "display-p3-linear", "a98-rgb", "prophoto-rgb", "xyz-d65", "xyz-d50"),
    *("oklab", "lab", "oklch", "lch"),
)
#: The position of the hue among the coordinates of the spaces that have one.
HUES: Mapping[str, int] = MappingProxyType({"hsl": 0, "hwb": 0, "lch": 2, "oklch": 2})
#: The least saturation or chroma of colors whose hue is meaningful.
_LEAST_CHROMA = MappingProxyType({"hsl": 0.01, "lch": 0.02, "oklch": 4e-4})


@cache
def _color() -> Any:
    """
    Return the class of coloraide's colors with one more space.

    Chromium converts ``rec2020`` by the curve of ITU-R BT.2020.
    """
    # An eighth of the start of a process, and most pages have no color that needs it.
    from coloraide import Color  # noqa: PLC0415
    from coloraide.spaces.rec2020_oetf import Rec2020OETF  # noqa: PLC0415

    class WithRec2020(Color):
        pass

    WithRec2020.register(Rec2020OETF())
    return WithRec2020


def _conversions(space: str, percent: float = 1.0) -> tuple[_Convert, _Convert]:
    """
    Return the functions that convert coordinates of sRGB to a space and back.

    :param percent: the number that coloraide's 1 is in CSS, for the second and third coordinate.
    """
    scales = (1.0, percent, percent)

    def from_srgb(coordinates: Sequence[float]) -> list[float]:
        converted = _color()("srgb", list(coordinates)).convert(space).coords(nans=False)
        return [number * scale for number, scale in zip(converted, scales, strict=True)]

    def to_srgb(coordinates: Sequence[float]) -> list[float]:
        scaled = [number / scale for number, scale in zip(coordinates, scales, strict=True)]
        converted: list[float] = _color()(space, scaled).convert("srgb").coords(nans=False)
        return converted

    return from_srgb, to_srgb


#: For each space, the conversions from sRGB and to sRGB.
SPACES: Mapping[str, tuple[_Convert, _Convert]] = MappingProxyType(
    {
        "srgb": (list, list),
        **{name: _conversions(name) for name in _SAME_RANGE},
        "xyz": _conversions("xyz-d65"),
        "rec2020": _conversions("rec2020-oetf"),
        "hsl": _conversions("hsl", 100.0),
        "hwb": _conversions("hwb", 100.0),
    }
)


def linear(part: float) -> float:
    """Return the linear light of a part of an sRGB color."""
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)


def has_hue(space: str, coordinates: Sequence[float]) -> bool:
    """Return whether the hue of a color is meaningful in a space, as that of a gray is not."""
    if space == "hwb":
        return coordinates[1] + coordinates[2] < 99.99
    return coordinates[1] > _LEAST_CHROMA[space]
