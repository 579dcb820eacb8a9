"""The declarations that are read from a page's CSS, and the shorthands that are taken apart."""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import tinycss2
from attrs import frozen

from sitescan.document.css.colors import is_color

_SIDES = ("top", "right", "bottom", "left")
_BORDER = ("width", "style", "color")

#: The longhands of each shorthand that is read.
SHORTHANDS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "background": ("background-color", "background-image", "background-clip"),
        "font": ("font-style", "font-weight", "font-size", "line-height", "font-family"),
        "overflow": ("overflow-x", "overflow-y"),
        "outline": ("outline-width", "outline-style", "outline-color"),
        "text-decoration": ("text-decoration-line",),
        "inset": _SIDES,
        **{f"border-{side}": tuple(f"border-{side}-{part}" for part in _BORDER) for side in _SIDES},
        **{f"border-{part}": tuple(f"border-{side}-{part}" for side in _SIDES) for part in _BORDER},
        "border": tuple(f"border-{side}-{part}" for side in _SIDES for part in _BORDER),
    }
)

INHERITED = frozenset(
    "color visibility font-size font-weight font-style font-family line-height letter-spacing word-spacing "
    "text-transform white-space text-shadow text-align cursor -webkit-text-fill-color text-indent color-scheme".split()
)

INITIAL: Mapping[str, str] = MappingProxyType(
    {
        "background-clip": "border-box",
        "background-color": "transparent",
        "color": "canvastext",
        "display": "inline",
        "filter": "none",
        "font-size": "medium",
        "font-weight": "normal",
        "mix-blend-mode": "normal",
        "opacity": "1",
        "outline-style": "none",
        "outline-width": "medium",
        "overflow-x": "visible",
        "overflow-y": "visible",
        "position": "static",
        "text-decoration-line": "none",
        "transform": "none",
        "visibility": "visible",
        "white-space": "normal",
        **{f"border-{side}-{part}": "medium" if part == "width" else "none" for side in _SIDES for part in _BORDER[:2]},
    }
)

#: Properties that nobody reads are not kept: that is most of what stylesheets say.
KEPT = (
    INHERITED
    | frozenset(INITIAL)
    | frozenset(name for longhands in SHORTHANDS.values() for name in longhands)
    | frozenset(SHORTHANDS)
    | frozenset(
        "all background-image backdrop-filter box-shadow clip clip-path content content-visibility float height "
        "mask mask-image -webkit-mask-image max-height max-width min-height min-width rotate scale text-overflow "
        "translate width z-index".split()
    )
)

_STYLES = frozenset("none hidden dotted dashed solid double groove ridge inset outset auto".split())
_WIDTHS = frozenset({"thin", "medium", "thick"})
_WIDE = frozenset({"inherit", "initial", "unset", "revert", "revert-layer"})


@frozen(slots=True)
class Pending:
    """The value of a longhand whose shorthand holds ``var()``: it is known once the variables are."""

    shorthand: str
    text: str


Value = str | Pending


@frozen(slots=True)
class Declaration:
    """A property, its value as text, and whether it is important."""

    name: str
    value: Value
    important: bool


def declarations(parsed: Sequence[Any]) -> Iterator[Declaration]:
    """The declarations that are kept of a block, longhands and custom properties alone."""
    for one in parsed:
        if one.type != "declaration":
            continue
        name = one.name if one.name.startswith("--") else one.lower_name
        if name.startswith("--"):
            yield Declaration(name, tinycss2.serialize(one.value).strip(), one.important)
        elif name in KEPT:
            text = _text(one.value)
            for longhand, value in expand(name, text):
                yield Declaration(longhand, value, one.important)


def _text(tokens: Sequence[Any]) -> str:
    if len(tokens) == 1 and tokens[0].type == "ident":
        return str(tokens[0].value)
    return str(tinycss2.serialize([token for token in tokens if token.type != "comment"]).strip())


def expand(name: str, text: str) -> Iterator[tuple[str, Value]]:
    """A declaration as declarations of longhands; nothing where its value is not valid."""
    if name not in SHORTHANDS:
        if text and (name not in _CHECKED or _CHECKED[name](text)):
            yield name, text
        return
    if "var(" in text.lower():
        pending = Pending(name, text)
        yield from ((longhand, pending) for longhand in SHORTHANDS[name])
        return
    yield from taken_apart(name, text)


def taken_apart(name: str, text: str) -> list[tuple[str, str]]:
    """The longhands of a shorthand without variables; none where its value is not valid."""
    if text.lower() in _WIDE:
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
    if name in ("overflow", "inset") or name in (f"border-{part}" for part in _BORDER):
        return _repeated(SHORTHANDS[name], words)
    return _line(SHORTHANDS[name], words)


def _repeated(longhands: Sequence[str], words: Sequence[str]) -> list[tuple[str, str]]:
    if len(words) > len(longhands):
        return []
    filled = {1: (0, 0, 0, 0), 2: (0, 1, 0, 1), 3: (0, 1, 2, 1), 4: (0, 1, 2, 3)}[len(words)]
    return [(longhand, words[place]) for longhand, place in zip(longhands, filled, strict=False)]


def _line(longhands: Sequence[str], words: Sequence[str]) -> list[tuple[str, str]]:
    """``border`` and ``outline``: width, style and color in any order."""
    found = {"width": "medium", "style": "none", "color": "currentcolor"}
    for word in words:
        lowered = word.lower()
        if lowered in _STYLES:
            found["style"] = lowered
        elif lowered in _WIDTHS or lowered[0] in "0123456789.+-" or lowered.startswith(_CALCULATED):
            found["width"] = lowered
        elif is_color(word) or lowered == "invert":
            found["color"] = word
        else:
            return []
    return [(longhand, found[longhand.rpartition("-")[2]]) for longhand in longhands]


def _background(words: Sequence[str]) -> list[tuple[str, str]]:
    """https://www.w3.org/TR/css-backgrounds-3/#background."""
    color, image, clip = "transparent", "none", "border-box"
    for word in words:
        lowered = word.lower()
        if lowered == ",":
            color = "transparent"
        elif "gradient(" in lowered or lowered.startswith(_IMAGES):
            image = word
        elif lowered in _PLACING or lowered[0] in "0123456789.+-/" or lowered.startswith(_CALCULATED):
            clip = lowered if lowered in ("text", "padding-box", "content-box") else clip
        elif is_color(word):
            color = word
        else:
            return []
    return [("background-color", color), ("background-image", image), ("background-clip", clip)]


_CALCULATED = ("calc(", "min(", "max(", "clamp(")
_IMAGES = ("url(", "image(", "image-set(", "-webkit-", "cross-fade(", "element(", "paint(")
_PLACING = frozenset(
    "none left right top bottom center repeat no-repeat repeat-x repeat-y space round scroll fixed local border-box "
    "padding-box content-box text cover contain auto".split()
)
_SYSTEM_FONTS = frozenset({"caption", "icon", "menu", "message-box", "small-caption", "status-bar"})
_SIZES = frozenset("xx-small x-small small medium large x-large xx-large xxx-large smaller larger".split())


def _font(words: Sequence[str]) -> list[tuple[str, str]]:
    """https://www.w3.org/TR/css-fonts-4/#font-prop."""
    found = dict.fromkeys(SHORTHANDS["font"], "normal")
    if words[0].lower() in _SYSTEM_FONTS:
        return [*found.items(), ("font-size", "13.3333px"), ("font-family", "system-ui")]
    for at, word in enumerate(words):
        lowered = word.lower()
        if lowered in _SIZES or (_is_size(lowered) and not lowered.isdigit()) or "(" in lowered or lowered == "0":
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


def _is_size(word: str) -> bool:
    return word[0] in "0123456789.+"


def _size_valid(text: str) -> bool:
    lowered = text.lower()
    if lowered in _SIZES or lowered in _WIDE or "(" in lowered or lowered == "math":
        return True
    return _is_size(lowered) and (lowered[-1] == "%" or lowered[-1].isalpha() or float_or_none(lowered) == 0)


def float_or_none(text: str) -> float | None:
    """A number from its text, or ``None`` where it is none."""
    try:
        return float(text)
    except ValueError:
        return None


def _color_valid(text: str) -> bool:
    return "(" in text or text.lower() in _WIDE or is_color(text)


def _weight_valid(text: str) -> bool:
    lowered = text.lower()
    number = float_or_none(lowered)
    known = lowered in _WIDE or lowered in ("normal", "bold", "bolder", "lighter") or "(" in lowered
    return known or (number is not None and 1 <= number <= 1000)


def _visibility_valid(text: str) -> bool:
    return text.lower() in _WIDE or text.lower() in ("visible", "hidden", "collapse") or "(" in text


def _display_valid(text: str) -> bool:
    lowered = text.lower()
    return "(" in text or (not lowered.startswith(("-moz-", "-ms-")) and set(lowered.split()) <= _DISPLAYS)


_DISPLAYS = _WIDE | frozenset(
    "none block inline flow-root inline-block contents flex inline-flex grid inline-grid table inline-table "
    "table-row table-cell table-row-group table-header-group table-footer-group table-column table-column-group "
    "table-caption list-item flow ruby ruby-text ruby-base math run-in -webkit-box -webkit-inline-box -webkit-flex "
    "-webkit-inline-flex block-ruby ruby-base-container ruby-text-container".split()
) - {"run-in", "ruby-base", "ruby-base-container", "ruby-text-container"}

#: A value that is not valid leaves what was declared before; these are the properties where pages rely on it.
_CHECKED = MappingProxyType(
    {
        "color": _color_valid,
        "background-color": _color_valid,
        "display": _display_valid,
        "font-size": _size_valid,
        "font-weight": _weight_valid,
        "visibility": _visibility_valid,
    }
)
