"""Animations that change the colors or the position of elements, so that the style rules do not say what is seen."""

import re
from collections.abc import Iterable
from collections.abc import Set as AbstractSet

from sitescan.document.css.computed_style import Style
from sitescan.standards.css.stylesheet_items import Keyframes
from sitescan.standards.lazy_pattern import lazy_pattern

_COLORS = lazy_pattern(
    r"(?<![\w-])(?:color|background(?:-color|-image)?|opacity|filter|visibility|-webkit-text-fill-color"
    r"|clip-path)\s{0,9}:",
    re.IGNORECASE,
)
#: The last keyframe of an animation, the declarations in it that move a box, and values that do not move one.
_LAST = lazy_pattern(r"(?<![\w.])(?:to|100%)\s{0,9}(?:,[^{}]{0,99})?\{([^{}]{0,2000})", re.IGNORECASE)
#: Declarations of a last keyframe by which everything is seen as it would be without the animation.
_PLAIN = lazy_pattern(
    r"(?<![\w-])(?:opacity\s{0,9}:\s{0,9}(?:1|1\.0|100%)|visibility\s{0,9}:\s{0,9}visible"
    r"|filter\s{0,9}:\s{0,9}none|clip-path\s{0,9}:\s{0,9}none)\s{0,9}(?:;|$)",
    re.IGNORECASE,
)
_MOVES = lazy_pattern(
    r"(?<![\w-])(?:transform|translate|rotate|scale|left|right|top|bottom|inset|margin(?:-[a-z]{1,9})?)\s{0,9}:([^;{}]{0,200})",
    re.IGNORECASE,
)
_IN_PLACE = lazy_pattern(r"scale(?:3d|[xyz])?\([\s1,.0%]{0,40}\)", re.IGNORECASE)
_SOMEWHERE = lazy_pattern(r"[1-9]|var\(", re.IGNORECASE)
_LONGEST = 20_000
#: Values with which an animation runs on or keeps its last keyframe; other animations leave the element unchanged.
_LASTING = ("forwards", "both", "infinite")
#: Values with which the last keyframe isn't what an animation ends with, or it doesn't end.
_NOT_ENDING = frozenset({"infinite", "alternate", "alternate-reverse", "paused", "reverse"})
_ANIMATIONS = (
    *("animation", "animation-name", "animation-fill-mode", "animation-iteration-count"),
    *("animation-direction", "animation-play-state"),
)
_ANIMATING = frozenset(_ANIMATIONS)


def recoloring(keyframes: Iterable[Keyframes]) -> frozenset[str]:
    """Return the names of the keyframes that change colors or opacity."""
    return frozenset(frames.name for frames in keyframes if _COLORS.search(frames.body[:_LONGEST]))


def revealing(keyframes: Iterable[Keyframes]) -> frozenset[str]:
    """Return the names of the keyframes that end with everything as it would be without the animation, as fades do."""
    return frozenset(frames.name for frames in keyframes if _ends_plainly(frames.body[:_LONGEST]))


def moving(keyframes: Iterable[Keyframes]) -> frozenset[str]:
    """Return the names of the keyframes that end with the box moved."""
    return frozenset(frames.name for frames in keyframes if _ends_elsewhere(frames.body[:_LONGEST]))


def is_animated(style: Style, names: AbstractSet[str], revealing: AbstractSet[str] = frozenset()) -> bool:
    """
    Return whether one of these animations changes an element and does not change it back.

    :param revealing: the animations after which an element that is opaque itself is as it would be without them.
    """
    if not names or not style.declares_any(_ANIMATING):
        return False
    words = " ".join(style.get(name) or "" for name in _ANIMATIONS).replace(",", " ").split()
    changing = {word for word in words if word in names}
    if style.number("opacity", 1.0) == 1 and style.get("filter") in ("", "none") and _NOT_ENDING.isdisjoint(words):
        changing -= revealing
    return bool(changing) and any(word in _LASTING for word in words)


def _ends_plainly(frames: str) -> bool:
    return not any(_COLORS.search(_PLAIN.sub("", frame)) for frame in _LAST.findall(frames))


def _ends_elsewhere(frames: str) -> bool:
    values = (value for frame in _LAST.findall(frames) for value in _MOVES.findall(frame))
    return any(_SOMEWHERE.search(_IN_PLACE.sub("", value)) for value in values)
