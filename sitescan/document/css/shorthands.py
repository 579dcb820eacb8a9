"""Shorthand properties and their longhands, https://www.w3.org/TR/css-cascade-5/#shorthand."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

import tinycss2

from sitescan.document.css.colors import is_color
from sitescan.document.css.logical_properties import LOGICAL_SHORTHANDS
from sitescan.document.css.validity import SIZES, WIDE, is_size

SIDES = ("top", "right", "bottom", "left")
BORDER = ("width", "style", "color")


#: The longhands of each shorthand.
SHORTHANDS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "background": (
            *("background-color", "background-image", "background-clip"),
            *("background-size", "background-repeat"),
        ),
        "-webkit-background-clip": ("background-clip",),
        "font": ("font-style", "font-weight", "font-size", "line-height", "font-family"),
        "overflow": ("overflow-x", "overflow-y"),
        "outline": ("outline-width", "outline-style", "outline-color"),
        "text-decoration": ("text-decoration-line",),
        "inset": SIDES,
        "margin": tuple(f"margin-{side}" for side in SIDES),
        "padding": tuple(f"padding-{side}" for side in SIDES),
        **{f"border-{side}": tuple(f"border-{side}-{part}" for part in BORDER) for side in SIDES},
        **{f"border-{part}": tuple(f"border-{side}-{part}" for side in SIDES) for part in BORDER},
        "border": tuple(f"border-{side}-{part}" for side in SIDES for part in BORDER),
        **LOGICAL_SHORTHANDS,
    }
)

_STYLES = frozenset("none hidden dotted dashed solid double groove ridge inset outset auto".split())
_WIDTHS = frozenset({"thin", "medium", "thick"})


def expand_shorthand(name: str, text: str) -> list[tuple[str, str]]:
    """Return the longhands of a shorthand with their values; none if the value of the shorthand is not valid."""
    if text.lower() in WIDE:
        return [(longhand, text.lower()) for longhand in SHORTHANDS[name]]
    tokens = tinycss2.parse_component_value_list(text, skip_comments=True)
    words = [tinycss2.serialize([token]) for token in tokens if token.type != "whitespace"]
    if not words:
        return []
    if name == "background":
        return _background(words)
    if name == "font":
        return _font(words)
    if name == "text-decoration":
        lines = [word.lower() for word in words if word.lower() in ("underline", "overline", "line-through", "blink")]
        return [("text-decoration-line", " ".join(lines) or "none")]
    if name in _REPEATED:
        return _repeated(SHORTHANDS[name], words)
    return _line(SHORTHANDS[name], words)


def _repeated(longhands: Sequence[str], words: Sequence[str]) -> list[tuple[str, str]]:
    if len(words) > len(longhands):
        return []
    filled = {1: (0, 0, 0, 0), 2: (0, 1, 0, 1), 3: (0, 1, 2, 1), 4: (0, 1, 2, 3)}[len(words)]
    return [(longhand, words[place]) for longhand, place in zip(longhands, filled, strict=False)]


#: The first characters of numbers.
_NUMERIC = tuple("0123456789.+-")


def _line(longhands: Sequence[str], words: Sequence[str]) -> list[tuple[str, str]]:
    """Expand ``border`` or ``outline``: a width, a style and a color in any order."""
    found = {"width": "medium", "style": "none", "color": "currentcolor"}
    for word in words:
        lowered = word.lower()
        if lowered in _STYLES:
            found["style"] = lowered
        elif lowered in _WIDTHS or lowered.startswith(_NUMERIC) or lowered.startswith(_CALCULATED):
            found["width"] = lowered
        elif is_color(word) or lowered == "invert":
            found["color"] = word
        else:
            return []
    return [(longhand, found[longhand.rpartition("-")[2]]) for longhand in longhands]


def _background(words: Sequence[str]) -> list[tuple[str, str]]:
    """Expand ``background``, https://www.w3.org/TR/css-backgrounds-3/#background."""
    color, clip, has_slash = "transparent", "border-box", False
    lists: dict[str, list[str]] = {"image": [], "size": [], "repeat": []}
    for word in words:
        part = _background_part(word, has_slash=has_slash)
        match part:
            case "":
                return []
            case ",":
                color, has_slash = "transparent", False
            case "/":
                has_slash = True
            case "clip":
                clip = word.lower()
            case "color":
                color = word
            case "image":
                lists[part].append(word)
            case "size" | "repeat":
                lists[part].append(word.lower())
    return [
        ("background-color", color),
        ("background-image", ", ".join(lists["image"]) or "none"),
        ("background-clip", clip),
        ("background-size", " ".join(lists["size"]) or "auto"),
        ("background-repeat", " ".join(lists["repeat"]) or "repeat"),
    ]


def _background_part(word: str, *, has_slash: bool) -> str:
    """
    Return which part of a background a word is; empty if it is none.

    :param has_slash: whether a slash comes before the word, so that it may be a size.
    """
    lowered = word.lower()
    if lowered in (",", "/"):
        return lowered
    if "gradient(" in lowered or lowered.startswith(_IMAGES):
        return "image"
    if lowered in _REPEATS:
        return "repeat"
    is_length = lowered.startswith((*_NUMERIC, *_CALCULATED))
    if has_slash and (is_length or lowered in _SIZES):
        return "size"
    if lowered in _CLIPS:
        return "clip"
    if is_length or lowered in _PLACING:
        return "position"
    return "color" if is_color(word) else ""


_REPEATED = frozenset(
    {"overflow", "inset", "margin", "padding", "-webkit-background-clip", *(f"border-{part}" for part in BORDER)}
    | {name for name, longhands in LOGICAL_SHORTHANDS.items() if len(longhands) == len(("start", "end"))}
)
_REPEATS = frozenset("repeat no-repeat repeat-x repeat-y space round".split())
_SIZES = frozenset({"auto", "cover", "contain"})
_CALCULATED = ("calc(", "min(", "max(", "clamp(")
_IMAGES = ("url(", "image(", "image-set(", "-webkit-", "cross-fade(", "element(", "paint(")
_CLIPS = frozenset({"text", "padding-box", "content-box"})
_PLACING = frozenset("none left right top bottom center scroll fixed local border-box cover contain auto".split())
_SYSTEM_FONTS = frozenset({"caption", "icon", "menu", "message-box", "small-caption", "status-bar"})


def _font(words: Sequence[str]) -> list[tuple[str, str]]:
    """Expand ``font``, https://www.w3.org/TR/css-fonts-4/#font-prop."""
    found = dict.fromkeys(SHORTHANDS["font"], "normal")
    if words[0].lower() in _SYSTEM_FONTS:
        return [*found.items(), ("font-size", "13.3333px"), ("font-family", "system-ui")]
    for at, word in enumerate(words):
        lowered = word.lower()
        if lowered in SIZES or (is_size(lowered) and not lowered.isdigit()) or "(" in lowered or lowered == "0":
            rest = list(words[at + 1 :])
            if rest[:1] == ["/"]:
                found["line-height"] = rest[1] if len(rest) > 1 else "normal"
                rest = rest[2:]
            if not rest:
                return []
            found["font-size"] = lowered
            found["font-family"] = " ".join(rest)
            return list(found.items())
        if lowered in ("italic", "oblique"):
            found["font-style"] = lowered
        elif lowered in ("bold", "bolder", "lighter") or lowered.isdigit():
            found["font-weight"] = lowered
    return []
