"""
The numbers of colors in the spaces that CSS mixes them in, https://www.w3.org/TR/css-color-4/#color-conversion-code.

Coordinates are lists of three numbers; those of sRGB go from 0 to 1.
"""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

_LMS = (
    (0.4122214708, 0.5363325363, 0.0514459929),
    (0.2119034982, 0.6806995451, 0.1073969566),
    (0.0883024619, 0.2817188376, 0.6299787005),
)
_LAB = (
    (0.2104542553, 0.7936177850, -0.0040720468),
    (1.9779984951, -2.4285922050, 0.4505937099),
    (0.0259040371, 0.7827717662, -0.8086757660),
)
_FROM_LAB = (
    (1.0, 0.3963377774, 0.2158037573),
    (1.0, -0.1055613458, -0.0638541728),
    (1.0, -0.0894841775, -1.2914855480),
)
_FROM_LMS = (
    (4.0767416621, -3.3077115913, 0.2309699292),
    (-1.2684380046, 2.6097574011, -0.3413193965),
    (-0.0041960863, -0.7034186147, 1.7076147010),
)
_D50_TO_D65 = (
    (0.9554734527, -0.0230985369, 0.0632593086),
    (-0.0283697069, 1.0099954580, 0.0210413989),
    (0.0123140016, -0.0205076964, 1.3303659366),
)
_FROM_XYZ = (
    (3.2409699419, -1.5373831776, -0.4986107603),
    (-0.9692436363, 1.8759675015, 0.0415550574),
    (0.0556300797, -0.2039769589, 1.0569715142),
)


def linear(part: float) -> float:
    """A part of an sRGB color as an amount of light."""
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)


def gamma(parts: Sequence[float]) -> list[float]:
    """Amounts of light as parts of an sRGB color."""
    return [part * 12.92 if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055 for part in parts]


def from_xyz(xyz: Sequence[float]) -> list[float]:
    """An sRGB color from XYZ as daylight (D65) shows it."""
    return gamma(_times(_FROM_XYZ, xyz))


def from_xyz_d50(xyz: Sequence[float]) -> list[float]:
    """An sRGB color from XYZ as print (D50) shows it."""
    return from_xyz(_times(_D50_TO_D65, xyz))


def _linear(parts: Sequence[float]) -> list[float]:
    return [linear(part) for part in parts]


def _oklab(parts: Sequence[float]) -> list[float]:
    """https://bottosson.github.io/posts/oklab/."""
    return _times(_LAB, [part ** (1 / 3) for part in _times(_LMS, _linear(parts))])


def _from_oklab(parts: Sequence[float]) -> list[float]:
    return gamma(_times(_FROM_LMS, [part**3 for part in _times(_FROM_LAB, parts)]))


def _times(matrix: Sequence[Sequence[float]], parts: Sequence[float]) -> list[float]:
    return [sum(a * b for a, b in zip(row, parts, strict=True)) for row in matrix]


_Convert = Callable[[Sequence[float]], list[float]]

#: For each space that colors are mixed in: from sRGB to it, and back.
SPACES: Mapping[str, tuple[_Convert, _Convert]] = MappingProxyType(
    {"srgb": (list, list), "srgb-linear": (_linear, gamma), "oklab": (_oklab, _from_oklab)}
)
