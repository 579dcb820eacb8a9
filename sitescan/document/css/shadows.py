"""The shadows of boxes and letters, https://www.w3.org/TR/css-backgrounds-3/#box-shadow and css-text-decor-3."""

import re
from collections.abc import Iterator, Sequence

import tinycss2
from attrs import evolve

from sitescan.document.css.backdrop import Backdrop
from sitescan.document.css.colors import BLACK, Color, color
from sitescan.document.css.computed_style import Style, of_style

_LENGTH = re.compile(r"[-+]?[.0-9]")
_PIXELS = re.compile(r"([-+]?(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+))(?:px)?", re.IGNORECASE)
#: Pixels by which a shadow is moved, and of its blur, that nobody sees.
_NEAR, _SHARP = 1.0, 0.5
#: Pixels of a shadow that no box is as large as.
_WHOLE = 999.0


def shadows(written: str) -> Iterator[Sequence[str]]:
    """The words of each shadow of a list."""
    words: list[str] = []
    for token in tinycss2.parse_component_value_list(written, skip_comments=True):
        if token == ",":  # noqa: S105 - a token of CSS
            yield words
            words = []
        elif token.type != "whitespace":
            words.append(token.serialize())
    yield words


@of_style
def flood(style: Style) -> Color | None:
    """The color that a shadow inside a box lays over all of it, as in tables of Bootstrap; ``None`` without one."""
    written = style.get("box-shadow") or ""
    cast = list(shadows(written)) if "inset" in written.lower() else []
    if len(cast) != 1:
        return None
    words = [word for word in cast[0] if word.lower() != "inset"]
    lengths = [float(found[1]) for word in words if (found := _PIXELS.fullmatch(word))]
    named = [word for word in words if not _LENGTH.match(word)]
    if len(lengths) != 4 or len(lengths) + len(named) != len(words) or any(lengths[:3]) or lengths[3] < _WHOLE:
        return None
    if not named:
        return style.color
    return color(named[0], style.color or BLACK, dark=style.dark) if len(named) == 1 else None


@of_style
def is_slight(style: Style) -> bool:
    """Whether letters have no shadow, or one of a pixel that is hardly blurred: that does not set them off."""
    if style.get("text-shadow") in ("", "none"):
        return True
    cast = _cast(style)
    lengths = [float(found[1]) for word in cast[0] if (found := _PIXELS.fullmatch(word))]
    return (
        len(cast) == 1
        and 2 <= len(lengths) <= 3
        and len(cast[0]) - len(lengths) <= 1
        and all(abs(size) <= _NEAR for size in lengths[:2])
        and all(size < _SHARP for size in lengths[2:])
    )


@of_style
def _cast(style: Style) -> Sequence[Sequence[str]]:
    """The shadows of letters; one without words where they cannot be told."""
    return tuple(shadows(style.get("text-shadow") or ""))


def shaded(style: Style, backdrop: Backdrop) -> Sequence[Color]:
    """
    The darkest and the lightest color that the shadows of letters can make of what is behind them.

    However far a shadow is blurred, a point of it lies between its color and what it is drawn on. Of several, each can
    be as dense as all of them together.

    :return: nothing where a shadow's color cannot be told.
    """
    cast: list[Color] = []
    left = 1.0
    for words in _cast(style):
        named = [word for word in words if not _LENGTH.match(word)]
        tone = color(named[0], style.color or BLACK, dark=style.dark) if named else style.color
        if tone is None or len(named) > 1 or not 2 <= len(words) - len(named) <= 3:
            return ()
        cast.append(tone)
        left *= 1 - tone.alpha
    seen = [backdrop.background, *(backdrop.seen(evolve(tone, alpha=1 - left)) for tone in cast)]
    parts = list(zip(*((one.red, one.green, one.blue) for one in seen), strict=True))
    return [Color(*map(extreme, parts)) for extreme in (min, max)]
