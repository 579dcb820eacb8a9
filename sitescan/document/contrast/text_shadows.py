"""Shadows of letters, https://www.w3.org/TR/css-text-decor-3/#text-shadow-property."""

from collections.abc import Sequence

from attrs import evolve, frozen

from sitescan.document.contrast.backdrop import Backdrop
from sitescan.document.css.backgrounds import color_words, pixel_lengths, shadow_layers
from sitescan.document.css.colors import BLACK, Color, color
from sitescan.document.css.computed_style import Style, cached_by_style

#: The largest offset and blur in pixels of a shadow that nobody sees.
_OFFSET, _BLUR = 1.0, 0.5


@frozen
class TextShadow:
    """
    The shadows of a text.

    :ivar written: the value of ``text-shadow``.
    :ivar color: the color of shadows without one; ``None`` if it isn't known.
    :ivar dark: whether system colors are dark.
    """

    written: str
    color: Color | None
    dark: bool = False

    def is_slight(self) -> bool:
        """Return whether letters have no shadow, or a sharp one of a pixel, which does not change their contrast."""
        if self.written in ("", "none"):
            return True
        layers = tuple(shadow_layers(self.written))
        lengths = pixel_lengths(layers[0])
        return (
            len(layers) == 1
            and 2 <= len(lengths) <= 3
            and len(layers[0]) - len(lengths) <= 1
            and all(abs(size) <= _OFFSET for size in lengths[:2])
            and all(size < _BLUR for size in lengths[2:])
        )

    def backgrounds(self, backdrop: Backdrop) -> Sequence[Color]:
        """
        Return the darkest and the lightest color that the shadows can make of the background.

        However far a shadow is blurred, each point of it is between its color and the color below. Any of several
        shadows can be as dense as all of them together.

        :return: nothing where the color of a shadow is not known.
        """
        shadows: list[Color] = []
        transparency = 1.0
        for words in shadow_layers(self.written):
            names = color_words(words)
            shadow = color(names[0], self.color or BLACK, dark=self.dark) if names else self.color
            if shadow is None or len(names) > 1 or not 2 <= len(words) - len(names) <= 3:
                return ()
            shadows.append(shadow)
            transparency *= 1 - shadow.alpha
        opacity = 1 - transparency
        seen = [backdrop.background, *(backdrop.displayed(evolve(shadow, alpha=opacity)) for shadow in shadows)]
        parts = list(zip(*((shade.red, shade.green, shade.blue) for shade in seen), strict=True))
        return [Color(*map(extreme, parts)) for extreme in (min, max)]


@cached_by_style
def shadow_of(style: Style) -> TextShadow:
    """Return the shadows of texts of a style."""
    return TextShadow(style.get("text-shadow") or "", style.color, dark=style.dark)
