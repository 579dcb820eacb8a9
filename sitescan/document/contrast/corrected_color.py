"""Colors that have enough contrast to a background."""

from bisect import bisect_left
from collections.abc import Callable
from functools import lru_cache, partial

from sitescan.document.contrast.backdrop import Backdrop
from sitescan.document.css.colors import BLACK, WHITE, Color, contrast

#: The percentages of a mixture with black or white.
_STEPS = range(101)


@lru_cache(maxsize=256)
def corrected_color(start: Color, backdrop: Backdrop, least: float) -> str:
    """
    Return the CSS of the nearest text color with enough contrast, at the opacity of the text.

    The color is mixed with black or white.

    :param start: the present color.
    :param least: the contrast that is enough.
    """
    faded = _nearest(start, backdrop, least, backdrop.displayed if backdrop.scale < 1 else _unchanged)
    if faded is not None:
        return f"color: {faded.hex}"
    opaque = _nearest(start, backdrop, least, _unchanged)
    return f"color: {opaque.hex} with an opacity of 1" if opaque is not None else "a different background color"


def _nearest(start: Color, backdrop: Backdrop, least: float, seen: Callable[[Color], Color]) -> Color | None:
    """Return the nearest displayed color with enough contrast, or ``None`` if neither black nor white has enough."""
    background = backdrop.background

    def is_enough(end: Color, step: int) -> bool:
        return contrast(seen(_mixed(start, end, step)), background) >= least + 0.05

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
