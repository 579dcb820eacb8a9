"""
The numbers of colors in the spaces of CSS, https://www.w3.org/TR/css-color-4/#color-conversion-code.

Coordinates are lists of three numbers; those of sRGB go from 0 to 1. Angles are in degrees, and what CSS writes from 0
to 100 (lightness and chroma of ``lab()``, the parts of ``hsl()`` and ``hwb()``) is so here.
"""

from collections.abc import Callable, Mapping, Sequence
from math import atan2, cos, degrees, hypot, radians, sin
from types import MappingProxyType

_Matrix = tuple[tuple[float, float, float], ...]

_LMS: _Matrix = (
    (0.4122214708, 0.5363325363, 0.0514459929),
    (0.2119034982, 0.6806995451, 0.1073969566),
    (0.0883024619, 0.2817188376, 0.6299787005),
)
_LAB: _Matrix = (
    (0.2104542553, 0.7936177850, -0.0040720468),
    (1.9779984951, -2.4285922050, 0.4505937099),
    (0.0259040371, 0.7827717662, -0.8086757660),
)
_D50_TO_D65: _Matrix = (
    (0.9554734527, -0.0230985369, 0.0632593086),
    (-0.0283697069, 1.0099954580, 0.0210413989),
    (0.0123140016, -0.0205076964, 1.3303659366),
)
_SRGB_TO_XYZ: _Matrix = (
    (0.4123907993, 0.3575843394, 0.1804807884),
    (0.2126390059, 0.7151686788, 0.0721923154),
    (0.0193308187, 0.1191947798, 0.9505321522),
)
_P3_TO_XYZ: _Matrix = (
    (0.4865709486, 0.2656676932, 0.1982172852),
    (0.2289745641, 0.6917385218, 0.0792869141),
    (0.0, 0.0451133819, 1.0439443689),
)
_A98_TO_XYZ: _Matrix = (
    (0.5766690429, 0.1855582379, 0.1882286462),
    (0.2973449753, 0.6273635663, 0.0752914585),
    (0.0270313614, 0.0706888525, 0.9913375368),
)
_REC2020_TO_XYZ: _Matrix = (
    (0.6369580483, 0.1446169036, 0.1688809752),
    (0.2627002120, 0.6779980715, 0.0593017165),
    (0.0, 0.0280726930, 1.0609850577),
)
_PROPHOTO_TO_XYZ_D50: _Matrix = (
    (0.7977666449, 0.1351812974, 0.0313477341),
    (0.2880748288, 0.7118352342, 0.0000899369),
    (0.0, 0.0, 0.8251046025),
)
#: Daylight of 5000 K, and the bend of CIE Lab's curve.
_WHITE_D50 = (0.9642956764, 1.0, 0.8251046025)
_EPSILON, _KAPPA = 216 / 24389, 24389 / 27


def linear(part: float) -> float:
    """A part of an sRGB color as an amount of light."""
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)


def _gamma(part: float) -> float:
    return part * 12.92 if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055


def _times(matrix: Sequence[Sequence[float]], parts: Sequence[float]) -> list[float]:
    return [sum(a * b for a, b in zip(row, parts, strict=True)) for row in matrix]


def _inverse(matrix: _Matrix) -> _Matrix:
    (a, b, c), (d, e, f), (g, h, i) = matrix
    minors = (
        (e * i - f * h, c * h - b * i, b * f - c * e),
        (f * g - d * i, a * i - c * g, c * d - a * f),
        (d * h - e * g, b * g - a * h, a * e - b * d),
    )
    determinant = a * minors[0][0] + b * minors[1][0] + c * minors[2][0]
    return tuple((one / determinant, two / determinant, three / determinant) for one, two, three in minors)


_FROM_LAB, _FROM_LMS = _inverse(_LAB), _inverse(_LMS)
_D65_TO_D50, _XYZ_TO_SRGB = _inverse(_D50_TO_D65), _inverse(_SRGB_TO_XYZ)

_Convert = Callable[[Sequence[float]], list[float]]


def _signed(curve: Callable[[float], float]) -> Callable[[float], float]:
    """A curve for negative amounts as well: colors out of the gamut have them."""
    return lambda part: curve(part) if part >= 0 else -curve(-part)


def _linear(parts: Sequence[float]) -> list[float]:
    return [_signed(linear)(part) for part in parts]


def _from_linear(parts: Sequence[float]) -> list[float]:
    return [_signed(_gamma)(part) for part in parts]


def _xyz(parts: Sequence[float]) -> list[float]:
    return _times(_SRGB_TO_XYZ, _linear(parts))


def _from_xyz(xyz: Sequence[float]) -> list[float]:
    return _from_linear(_times(_XYZ_TO_SRGB, xyz))


def _xyz_d50(parts: Sequence[float]) -> list[float]:
    return _times(_D65_TO_D50, _xyz(parts))


def _from_xyz_d50(xyz: Sequence[float]) -> list[float]:
    return _from_xyz(_times(_D50_TO_D65, xyz))


def _root(part: float) -> float:
    return _signed(lambda value: float(value ** (1 / 3)))(part)


def _oklab(parts: Sequence[float]) -> list[float]:
    """https://bottosson.github.io/posts/oklab/."""
    return _times(_LAB, [_root(part) for part in _times(_LMS, _linear(parts))])


def _from_oklab(parts: Sequence[float]) -> list[float]:
    return _from_linear(_times(_FROM_LMS, [part**3 for part in _times(_FROM_LAB, parts)]))


def _lab(parts: Sequence[float]) -> list[float]:
    scaled = (part / white for part, white in zip(_xyz_d50(parts), _WHITE_D50, strict=True))
    x, y, z = (_root(part) if part > _EPSILON else (_KAPPA * part + 16) / 116 for part in scaled)
    return [116 * y - 16, 500 * (x - y), 200 * (y - z)]


def _from_lab(parts: Sequence[float]) -> list[float]:
    lightness, a, b = parts
    y = (lightness + 16) / 116
    curved = (y + a / 500, y, y - b / 200)
    scaled = (part**3 if part**3 > _EPSILON else (116 * part - 16) / _KAPPA for part in curved)
    return _from_xyz_d50([part * white for part, white in zip(scaled, _WHITE_D50, strict=True)])


def _polar(into: _Convert, out: _Convert) -> tuple[_Convert, _Convert]:
    """A space of two opposite hues as one of chroma and hue."""

    def coordinates(parts: Sequence[float]) -> list[float]:
        lightness, a, b = into(parts)
        return [lightness, hypot(a, b), degrees(atan2(b, a)) % 360]

    def back(parts: Sequence[float]) -> list[float]:
        lightness, chroma, hue = parts
        return out([lightness, chroma * cos(radians(hue)), chroma * sin(radians(hue))])

    return coordinates, back


def _hue(parts: Sequence[float]) -> float:
    most, least = max(parts), min(parts)
    span = most - least
    if span < 1e-9:
        return 0.0
    red, green, blue = parts
    if most == red:
        return 60 * ((green - blue) / span % 6)
    return 60 * ((blue - red) / span + 2) if most == green else 60 * ((red - green) / span + 4)


def _hsl(parts: Sequence[float]) -> list[float]:
    most, least = max(parts), min(parts)
    lightness = (most + least) / 2
    room = 1 - abs(2 * lightness - 1)
    return [_hue(parts), 100 * (most - least) / room if room > 1e-9 else 0.0, 100 * lightness]


def _from_hsl(parts: Sequence[float]) -> list[float]:
    hue, saturation, lightness = parts[0] % 360, parts[1] / 100, parts[2] / 100
    reach = saturation * min(lightness, 1 - lightness)
    steps = ((number + hue / 30) % 12 for number in (0, 8, 4))
    return [lightness - reach * max(-1.0, min(step - 3, 9 - step, 1.0)) for step in steps]


def _hwb(parts: Sequence[float]) -> list[float]:
    return [_hue(parts), 100 * min(parts), 100 * (1 - max(parts))]


def _from_hwb(parts: Sequence[float]) -> list[float]:
    white, black = parts[1] / 100, parts[2] / 100
    if white + black >= 1:
        return [white / (white + black)] * 3
    return [part * (1 - white - black) + white for part in _from_hsl([parts[0], 100.0, 50.0])]


def _rgb(
    matrix: _Matrix, decode: Callable[[float], float], encode: Callable[[float], float]
) -> tuple[_Convert, _Convert]:
    """A space of red, green and blue with primaries and a curve of its own."""
    inverse = _inverse(matrix)

    def coordinates(parts: Sequence[float]) -> list[float]:
        return [_signed(encode)(part) for part in _times(inverse, _xyz(parts))]

    def back(parts: Sequence[float]) -> list[float]:
        return _from_xyz(_times(matrix, [_signed(decode)(part) for part in parts]))

    return coordinates, back


def _prophoto(parts: Sequence[float]) -> list[float]:
    amounts = _times(_inverse(_PROPHOTO_TO_XYZ_D50), _xyz_d50(parts))
    return [_signed(lambda part: part ** (1 / 1.8) if part >= 1 / 512 else 16 * part)(part) for part in amounts]


def _from_prophoto(parts: Sequence[float]) -> list[float]:
    amounts = [_signed(lambda part: part**1.8 if part > 16 / 512 else part / 16)(part) for part in parts]
    return _from_xyz_d50(_times(_PROPHOTO_TO_XYZ_D50, amounts))


_ALPHA, _BETA = 1.09929682680944, 0.018053968510807

#: For each space: from sRGB to it, and back.
SPACES: Mapping[str, tuple[_Convert, _Convert]] = MappingProxyType(
    {
        "srgb": (list, list),
        "srgb-linear": (_linear, _from_linear),
        "display-p3": _rgb(_P3_TO_XYZ, linear, _gamma),
        "display-p3-linear": _rgb(_P3_TO_XYZ, float, float),
        "a98-rgb": _rgb(_A98_TO_XYZ, lambda part: part ** (563 / 256), lambda part: part ** (256 / 563)),
        "rec2020": _rgb(
            _REC2020_TO_XYZ,
            lambda part: part / 4.5 if part < _BETA * 4.5 else ((part + _ALPHA - 1) / _ALPHA) ** (1 / 0.45),
            lambda part: 4.5 * part if part < _BETA else _ALPHA * part**0.45 - (_ALPHA - 1),
        ),
        "prophoto-rgb": (_prophoto, _from_prophoto),
        "xyz": (_xyz, _from_xyz),
        "xyz-d65": (_xyz, _from_xyz),
        "xyz-d50": (_xyz_d50, _from_xyz_d50),
        "oklab": (_oklab, _from_oklab),
        "lab": (_lab, _from_lab),
        "oklch": _polar(_oklab, _from_oklab),
        "lch": _polar(_lab, _from_lab),
        "hsl": (_hsl, _from_hsl),
        "hwb": (_hwb, _from_hwb),
    }
)

#: Where the hue stands among the coordinates of the spaces that have one.
HUES: Mapping[str, int] = MappingProxyType({"hsl": 0, "hwb": 0, "lch": 2, "oklch": 2})
_GRAY = {"hsl": 0.01, "lch": 0.02, "oklch": 4e-4}


def has_hue(space: str, parts: Sequence[float]) -> bool:
    """Whether the hue of a color means anything in a space: grays have none."""
    return parts[1] + parts[2] < 99.99 if space == "hwb" else parts[1] > _GRAY[space]
