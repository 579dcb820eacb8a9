"""Shadows of letters, https://www.w3.org/TR/css-text-decor-3/#text-shadow-property."""

from collections.abc import Sequence

from attrs import evolve

from sitescan.document.contrast.backdrop import Backdrop
from sitescan.document.css.backgrounds import color_words, pixel_lengths, shadow_layers
from sitescan.document.css.colors import BLACK, Color, color
from sitescan.document.css.computed_style import Style, cached_by_style

#: The largest offset and blur in pixels of a shadow that nobody sees.
_OFFSET, _BLUR = 1.0, 0.5


@cached_by_style
def is_slight(style: Style) -> bool:
    """Return whether letters have no shadow, or a sharp one of a pixel, which does not change their contrast."""
    if style.get("text-shadow") in ("", "none"):
        return True
    layers = _layers(style)
    lengths = pixel_lengths(layers[0])
    return (
        len(layers) == 1
        and 2 <= len(lengths) <= 3
        and len(layers[0]) - len(lengths) <= 1
        and all(abs(size) <= _OFFSET for size in lengths[:2])
        and all(size < _BLUR for size in lengths[2:])
    )


@cached_by_style
def _layers(style: Style) -> Sequence[Sequence[str]]:
    return tuple(shadow_layers(style.get("text-shadow") or ""))


def shadowed_backgrounds(style: Style, backdrop: Backdrop) -> Sequence[Color]:
    """
    Return the darkest and the lightest color that the shadows of letters can make of the background.

    However far a shadow is blurred, each point of it is between its color and the color below. Any of several shadows
    can be as dense as all of them together.

    :return: nothing where the color of a shadow is not known.
    """
    shadows: list[Color] = []
    transparency = 1.0
    for words in _layers(style):
        names = color_words(words)
        shadow = color(names[0], style.color or BLACK, dark=style.dark) if names else style.color
        if shadow is None or len(names) > 1 or not 2 <= len(words) - len(names) <= 3:
            return ()
        shadows.append(shadow)
        transparency *= 1 - shadow.alpha
    opacity = 1 - transparency
    seen = [backdrop.background, *(backdrop.displayed(evolve(shadow, alpha=opacity)) for shadow in shadows)]
    parts = list(zip(*((one.red, one.green, one.blue) for one in seen), strict=True))
    return [Color(*map(extreme, parts)) for extreme in (min, max)]
