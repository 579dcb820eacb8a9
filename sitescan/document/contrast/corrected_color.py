"""Colors that have enough contrast to a background."""

from bisect import bisect_left
from collections.abc import Callable
from functools import lru_cache

from sitescan.document.contrast.backdrop import Backdrop
from sitescan.document.css.colors import BLACK, WHITE, Color, contrast

#: The steps of a mixture with black or white, as many as the values of a part of a color.
_STEPS = range(256)


@lru_cache(maxsize=256)
def corrected_colors(text: Color, backdrop: Backdrop, least: float, *, has_background: bool = False) -> str:
    """
    Return the CSS of the nearest color with enough contrast, so that light text stays light, and dark text dark.

    The color of the text is mixed with white or black, away from that of the background. Where that isn't enough, the
    background is changed in the other direction, and only then does light text become dark, or dark text light.

    :param text: the present color of the text.
    :param least: the contrast that is enough.
    :param has_background: whether the element that has the text also sets the background.
    """
    background = backdrop.background
    away, towards = (WHITE, BLACK) if text.luminance > background.luminance else (BLACK, WHITE)
    changed = _text(text, backdrop, least, away)
    if not changed and has_background:
        other = _nearest(background, towards, lambda color: contrast(text, color) >= least)
        changed = f"background-color: {other.hex}" if other is not None else ""
    return changed or _text(text, backdrop, least, towards) or "a different background color"


def _text(text: Color, backdrop: Backdrop, least: float, end: Color) -> str:
    """Return the CSS of a text color between two colors with enough contrast, or an empty string if there is none."""
    background = backdrop.background
    if backdrop.scale < 1:
        faded = _nearest(text, end, lambda color: contrast(backdrop.displayed(color), background) >= least)
        if faded is not None:
            return f"color: {faded.hex}"
    opaque = _nearest(text, end, lambda color: contrast(color, background) >= least)
    if opaque is None:
        return ""
    return f"color: {opaque.hex} with an opacity of 1" if backdrop.scale < 1 else f"color: {opaque.hex}"


def _nearest(start: Color, end: Color, is_enough: Callable[[Color], bool]) -> Color | None:
    """
    Return the color nearest to one on the way to another that is enough, or ``None`` if the end isn't.

    The colors that are enough come last: on the way, the contrast grows, or falls before it grows.
    """

    def mixed(step: int) -> Color:
        color = end.with_opacity(step / 255).over(start)
        # Colors are written in whole numbers up to 255.
        red, green, blue = (int(part * 255 + 0.5) / 255 for part in (color.red, color.green, color.blue))
        return Color(red, green, blue)

    # Once a step lacks contrast, later steps approach the background's lightness or move away from it.
    step = 1 if is_enough(mixed(1)) else bisect_left(_STEPS, True, lo=1, key=lambda step: is_enough(mixed(step)))
    return mixed(step) if step in _STEPS else None
