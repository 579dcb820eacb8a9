"""Animations that change the colors or the position of elements, so that the style rules do not say what is seen."""

import re
from collections.abc import Callable, Iterable
from collections.abc import Set as AbstractSet

from sitescan.document.css.computed_style import Style

_KEYFRAMES = re.compile(r"@(?:-webkit-)?keyframes\s{1,9}[\"']?([\w-]{1,200})[\"']?\s{0,9}\{", re.IGNORECASE)
_COLORS = re.compile(
    r"(?<![\w-])(?:color|background(?:-color|-image)?|opacity|filter|visibility|-webkit-text-fill-color"
    r"|clip-path)\s{0,9}:",
    re.IGNORECASE,
)
#: The last keyframe of an animation, the declarations in it that move a box, and values that do not move one.
_LAST = re.compile(r"(?<![\w.])(?:to|100%)\s{0,9}\{([^{}]{0,2000})", re.IGNORECASE)
_MOVES = re.compile(
    r"(?<![\w-])(?:transform|translate|rotate|scale|left|right|top|bottom|inset|margin(?:-[a-z]{1,9})?)\s{0,9}:([^;{}]{0,200})",
    re.IGNORECASE,
)
_IN_PLACE = re.compile(r"scale(?:3d|[xyz])?\([\s1,.0%]{0,40}\)", re.IGNORECASE)
_SOMEWHERE = re.compile(r"[1-9]|var\(", re.IGNORECASE)
_LONGEST = 20_000
#: Values with which an animation runs on or keeps its last keyframe; other animations leave the element unchanged.
_LASTING = ("forwards", "both", "infinite")
_ANIMATIONS = ("animation", "animation-name", "animation-fill-mode", "animation-iteration-count")
_ANIMATING = frozenset(_ANIMATIONS)


def recoloring(texts: Iterable[str]) -> frozenset[str]:
    """Return the names of the keyframes that change colors or opacity."""
    return _named(texts, lambda frames: _COLORS.search(frames) is not None)


def moving(texts: Iterable[str]) -> frozenset[str]:
    """Return the names of the keyframes that end with the box moved."""
    return _named(texts, _ends_elsewhere)


def is_animated(style: Style, names: AbstractSet[str]) -> bool:
    """Return whether one of these animations changes an element and does not change it back."""
    if not names or not style.declares_any(_ANIMATING):
        return False
    words = " ".join(style.get(name) or "" for name in _ANIMATIONS).replace(",", " ").split()
    return any(word in _LASTING for word in words) and any(word in names for word in words)


def _ends_elsewhere(frames: str) -> bool:
    values = (value for frame in _LAST.findall(frames) for value in _MOVES.findall(frame))
    return any(_SOMEWHERE.search(_IN_PLACE.sub("", value)) for value in values)


def _named(texts: Iterable[str], matches: Callable[[str], bool]) -> frozenset[str]:
    found: set[str] = set()
    for text in texts:
        if "keyframes" not in text:
            continue
        for match in _KEYFRAMES.finditer(text):
            if matches(_block(text, match.end())):
                found.add(match[1])
    return frozenset(found)


def _block(text: str, start: int) -> str:
    """Return the content of the block that begins at an offset."""
    depth = 1
    for match in re.finditer(r"[{}]", text[start : start + _LONGEST]):
        depth += 1 if match[0] == "{" else -1
        if not depth:
            return text[start : start + match.start()]
    return text[start : start + _LONGEST]
