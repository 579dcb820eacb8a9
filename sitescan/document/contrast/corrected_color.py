"""Colors that have enough contrast to a background."""

from bisect import bisect_left
from collections.abc import Callable
from functools import lru_cache, partial

from sitescan.document.contrast.backdrop import Backdrop
from sitescan.document.css.colors import BLACK, WHITE, Color, contrast

#: The percentages of a mixture with black or white.
_STEPS = range(101)
#: How many times less the background has to change than the text, if its change is to be advised.
_LESS = 4


@lru_cache(maxsize=256)
def corrected_color(start: Color, backdrop: Backdrop, least: float) -> str:
    """
    Return the CSS of the nearest text color with enough contrast, at the opacity of the text.

    The color is mixed with black or white.

    :param start: the present color.
    :param least: the contrast that is enough.
    """
    faded = _nearest(start, backdrop.background, least, backdrop.displayed if backdrop.scale < 1 else _unchanged)
    if faded is not None:
        return f"color: {faded.hex}"
    opaque = _nearest(start, backdrop.background, least, _unchanged)
    return f"color: {opaque.hex} with an opacity of 1" if opaque is not None else "a different background color"


@lru_cache(maxsize=256)
def corrected_background(foreground: Color, background: Color, least: float) -> str:
    """
    Return the CSS of the nearest background color with enough contrast, or an empty string.

    It is empty unless the background has to change far less than the color of the text, which is the case for white
    text on a color of middle lightness.
    """
    corrected = _nearest(background, foreground, least, _unchanged)
    text = _nearest(foreground, background, least, _unchanged)
    if corrected is None or (text is not None and _LESS * _change(background, corrected) > _change(foreground, text)):
        return ""
    return f"background-color: {corrected.hex}"


def _change(before: Color, after: Color) -> float:
    return max(abs(after.red - before.red), abs(after.green - before.green), abs(after.blue - before.blue))


def _nearest(start: Color, other: Color, least: float, seen: Callable[[Color], Color]) -> Color | None:
    """
    Return the nearest color with enough contrast to another, or ``None`` if neither black nor white has enough.

    :param seen: returns how a color is displayed.
    """

    def is_enough(end: Color, step: int) -> bool:
        return contrast(seen(_mixed(start, end, step)), other) >= least + 0.05

    steps = {end: _first(partial(is_enough, end)) for end in (BLACK, WHITE)}
    end = min(steps, key=steps.__getitem__)
    return _mixed(start, end, steps[end]) if steps[end] in _STEPS else None


def _first(is_enough: Callable[[int], bool]) -> int:
    """Return the first step with enough contrast, by bisection; a step out of range if there is none."""
    # Once a step lacks contrast, later steps approach the background's lightness or move away from it: those with
    # enough contrast come last.
    return 1 if is_enough(1) else bisect_left(_STEPS, True, lo=1, key=is_enough)


def _mixed(start: Color, end: Color, step: int) -> Color:
    return end.with_opacity(step / 100).over(start)


def _unchanged(color: Color) -> Color:
    return color
