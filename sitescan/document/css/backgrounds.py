"""Painted backgrounds of boxes: colors, images and inset shadows, https://www.w3.org/TR/css-backgrounds-3/."""

import re
from collections.abc import Iterator, Sequence

import tinycss2

from sitescan.document.css.colors import BLACK, Color, color
from sitescan.document.css.computed_style import Style, cached_by_style
from sitescan.standards.lazy_pattern import lazy_pattern

_NUMBER = lazy_pattern(r"[-+]?[.0-9]")
_PIXELS = lazy_pattern(r"([-+]?(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+))(?:px)?", re.IGNORECASE)
#: The spread in pixels of an inset shadow that fills boxes of any size.
_FILLING = 999.0


@cached_by_style
def paints_background(style: Style) -> bool:
    """Return whether a box paints, or may paint, a background or an inset shadow that fills the box."""
    background = style.background
    if background is None or background.alpha > 0 or style.get("background-image") not in ("", "none"):
        return True
    fill = filling_shadow(style)
    return fill is not None and fill.alpha > 0


@cached_by_style
def filling_shadow(style: Style) -> Color | None:
    """Return the color of an inset shadow that fills the box, as tables of Bootstrap have it; ``None`` without one."""
    written = style.get("box-shadow") or ""
    layers = list(shadow_layers(written)) if "inset" in written.lower() else []
    if len(layers) != 1:
        return None
    words = [word for word in layers[0] if word.lower() != "inset"]
    lengths, names = pixel_lengths(words), color_words(words)
    if len(lengths) != 4 or len(lengths) + len(names) != len(words) or any(lengths[:3]) or lengths[3] < _FILLING:
        return None
    if not names:
        return style.color
    return color(names[0], style.color or BLACK, dark=style.dark) if len(names) == 1 else None


def shadow_layers(written: str) -> Iterator[Sequence[str]]:
    """Return the words of each shadow of a ``box-shadow`` or ``text-shadow``."""
    words: list[str] = []
    for token in tinycss2.parse_component_value_list(written, skip_comments=True):
        if token == ",":  # noqa: S105 - a token of CSS
            yield words
            words = []
        elif token.type != "whitespace":
            words.append(token.serialize())
    yield words


def pixel_lengths(words: Sequence[str]) -> list[float]:
    """Return the lengths among the words of a shadow that are written in pixels."""
    return [float(found[1]) for word in words if (found := _PIXELS.fullmatch(word))]


def color_words(words: Sequence[str]) -> list[str]:
    """Return the words of a shadow that are no lengths."""
    return [word for word in words if not _NUMBER.match(word)]
