"""Transforms of boxes, https://www.w3.org/TR/css-transforms-2/."""

import re
from collections.abc import Sequence
from math import isnan, nan

import tinycss2
from attrs import frozen

from sitescan.document.css.computed_style import Style, cached_by_style
from sitescan.standards.lazy_pattern import lazy_pattern

#: A box that is scaled to less than this is too small to be read.
_LEAST_SCALE = 0.2
#: A box that is scaled to more than this is painted over its neighbors.
_MOST_SCALE = 1.2
_SCALE = lazy_pattern(r"scale(?:3d|[xyz])?\(([^()]*)", re.IGNORECASE)
_MOVES = lazy_pattern(r"translate|matrix|rotate|skew|perspective", re.IGNORECASE)
#: Functions that leave a box where it is.
_IDENTITY = lazy_pattern(
    r"(?:translate(?:3d|[xyz])?|matrix)\([\s0,pxem%]*\)|matrix\(1, ?0, ?0, ?1, ?0, ?0\)", re.IGNORECASE
)
#: The distance of the viewer, which changes nothing in the plane of the page.
_PERSPECTIVE = lazy_pattern(r"perspective\([^()]*\)", re.IGNORECASE)
_MOVED = frozenset({"transform", "translate"})
#: The number of numbers of a matrix, of which the last two move the box.
_OF_MATRIX = 6
#: Properties besides ``transform`` and ``translate`` that move or resize a box without laying it out again.
_OTHER_TRANSFORMS = ("rotate", "scale", "zoom", "animation", "animation-name")
_LONGEST = 200


@frozen
class Shift:
    """
    A distance along one axis. Both numbers are ``nan`` where the distance is not known.

    :ivar share: a multiple of the size of the box along the axis.
    :ivar pixels: a number of pixels, in addition.
    """

    share: float
    pixels: float

    def __add__(self, other: "Shift") -> "Shift":
        return Shift(self.share + other.share, self.pixels + other.pixels)

    @property
    def is_known(self) -> bool:
        """True if the distance is known."""
        return not isnan(self.share + self.pixels)


_NO_SHIFT, _UNKNOWN = Shift(0.0, 0.0), Shift(nan, nan)


@cached_by_style
def is_transformed(style: Style) -> bool:
    """Return whether a box may be painted elsewhere or in another size than it is laid out, or has vertical text."""
    if any((style.get(name) or "none") not in ("none", "0", "0px") for name in ("translate", "rotate", "scale")):
        return True
    if _effect(style.get("transform") or "?"):
        return True
    vertical = style.get("writing-mode") not in ("", "horizontal-tb")
    return vertical or style.get("zoom") not in ("", "1", "normal", "100%")


def is_moved_by_transform(style: Style) -> bool:
    """Return whether a transform moves a box, or scales it so that it covers its neighbors."""
    if _MOVES.search(_effect(style.get("transform") or "")) or any(scale > _MOST_SCALE for scale in _scales(style)):
        return True
    return any((style.get(name) or "none") not in ("none", "0", "0px", "0deg", "") for name in ("translate", "rotate"))


def is_scaled_to_nothing(style: Style) -> bool:
    """Return whether a box is scaled too small to be read."""
    return any(abs(scale) < _LEAST_SCALE for scale in _scales(style))


@cached_by_style
def translation(style: Style) -> tuple[Shift, Shift] | None:
    """
    Return how far ``transform`` and ``translate`` move a box to the right and down.

    :return: ``None`` if they do something else than to move the box.
    """
    transform, translate = (style.get(name) or "none" for name in ("transform", "translate"))
    if max(len(transform), len(translate)) > _LONGEST:
        return None
    across, down = _NO_SHIFT, _NO_SHIFT
    for token in tinycss2.parse_component_value_list(transform, skip_comments=True):
        shifts = _function_shifts(token, style) if token.type == "function" else None
        if shifts is not None:
            across, down = across + shifts[0], down + shifts[1]
        elif token.type != "whitespace" and getattr(token, "lower_value", "") != "none":
            return None
    shifts = _shifts(tinycss2.parse_component_value_list(translate, skip_comments=True), style)
    return across + shifts[0], down + shifts[1]


def farthest_translation(style: Style) -> tuple[float, float]:
    """
    Return by how many pixels a box is moved to the right and down, as far as that is known.

    Other functions of the transform, which may turn the direction, are ignored, and so are shares of the box's size.
    """
    across = down = 0.0
    if not style.declares_any(_MOVED):
        return across, down
    for name in _MOVED:
        written = style.get(name) or ""
        tokens = tinycss2.parse_component_value_list(written[:_LONGEST], skip_comments=True)
        functions = [token for token in tokens if token.type == "function"] if name == "transform" else ()
        found = [_shifts(tokens, style)] if name == "translate" else [_function_shifts(one, style) for one in functions]
        for shifts in found:
            if shifts is not None:
                across += shifts[0].pixels if shifts[0].is_known else 0.0
                down += shifts[1].pixels if shifts[1].is_known else 0.0
    return across, down


def translation_across(style: Style) -> Shift | None:
    """Return how far a box is moved to the right, where nothing else is done to it; ``None`` otherwise."""
    return _translation_along(style, 0)


def translation_down(style: Style) -> Shift | None:
    """Return how far a box is moved down, where it is made no larger and nothing else is done; ``None`` otherwise."""
    return _NO_SHIFT if _is_shrunk(style) else _translation_along(style, 1)


def _translation_along(style: Style, axis: int) -> Shift | None:
    moves = translation(style)
    if moves is None or any((style.get(name) or "none") != "none" for name in _OTHER_TRANSFORMS):
        return None
    if style.get("writing-mode") not in ("", "horizontal-tb") or not moves[axis].is_known:
        return None
    return moves[axis]


def _is_shrunk(style: Style) -> bool:
    """Return whether scaling makes a box smaller, and nothing else is done to it."""
    transform = style.get("transform") or "?"
    if _MOVES.search(_effect(transform)) or not _SCALE.search(transform):
        return False
    is_alone = all((style.get(name) or "none") == "none" for name in ("translate", *_OTHER_TRANSFORMS))
    scales = _scales(style)
    return is_alone and bool(scales) and all(abs(scale) <= 1 for scale in scales)


def _effect(transform: str) -> str:
    """Return the functions of a transform that do something."""
    found = _IDENTITY.sub("", transform).strip()
    return "" if found == "none" or not _PERSPECTIVE.sub("", found).strip() else found


def _scales(style: Style) -> Sequence[float]:
    """Return the factors by which a box is scaled, as far as they are known."""
    found: list[float] = []
    for factors in (*_SCALE.findall(style.get("transform") or ""), style.get("scale") or ""):
        try:
            # 50% is 50e-2.
            found.extend([float(factor.replace("%", "e-2")) for factor in factors.replace(",", " ").split()])
        except ValueError:
            continue
    return found


def _function_shifts(function: tinycss2.ast.FunctionBlock, style: Style) -> tuple[Shift, Shift] | None:
    """Return how far a function of a transform moves a box; ``None`` if it does something else."""
    match function.lower_name:
        case "translatex":
            return _shifts(function.arguments, style)[0], _NO_SHIFT
        case "translatey":
            return _NO_SHIFT, _shifts(function.arguments, style)[0]
        case "translatez":
            return _NO_SHIFT, _NO_SHIFT
        case "translate" | "translate3d":
            return _shifts(function.arguments, style)
        case "matrix":
            numbers = [token.value for token in function.arguments if token.type == "number"]
            is_move = len(numbers) == _OF_MATRIX and numbers[:4] == [1, 0, 0, 1]
            return (Shift(0.0, numbers[4]), Shift(0.0, numbers[5])) if is_move else None
        case _:
            return None


def _shifts(tokens: Sequence[tinycss2.ast.Node], style: Style) -> tuple[Shift, Shift]:
    """Return the first two lengths of a list of tokens."""
    found = [
        _shift(token, style) for token in tokens if token.type not in ("whitespace", "comment", "literal", "ident")
    ]
    first, second, *_ = *found, _NO_SHIFT, _NO_SHIFT
    return first, second


def _shift(token: tinycss2.ast.Node, style: Style) -> Shift:
    if token.type == "percentage":
        return Shift(token.value / 100, 0.0)
    if token.type == "number":
        return _NO_SHIFT
    pixels = style.to_pixels(token.serialize()) if token.type in ("dimension", "function") else None
    return _UNKNOWN if pixels is None else Shift(0.0, pixels)
