"""Animations that change the colors or places of a page: what is seen then is not what the style rules say."""

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
#: The frame that an animation ends with, what moves a box in it, and moves that leave a box where it is.
_LAST = re.compile(r"(?<![\w.])(?:to|100%)\s{0,9}\{([^{}]{0,2000})", re.IGNORECASE)
_MOVES = re.compile(
    r"(?<![\w-])(?:transform|translate|rotate|scale|left|right|top|bottom|inset|margin(?:-[a-z]{1,9})?)\s{0,9}:([^;{}]{0,200})",
    re.IGNORECASE,
)
_IN_PLACE = re.compile(r"scale(?:3d|[xyz])?\([\s1,.0%]{0,40}\)", re.IGNORECASE)
_SOMEWHERE = re.compile(r"[1-9]|var\(", re.IGNORECASE)
_LONGEST = 20_000
#: What runs on or stays changes what is seen; what ends gives it back.
_LASTING = ("forwards", "both", "infinite")
_ANIMATIONS = ("animation", "animation-name", "animation-fill-mode", "animation-iteration-count")
_ANIMATING = frozenset(_ANIMATIONS)


def recoloring(texts: Iterable[str]) -> frozenset[str]:
    """The names of the keyframes that change colors or opacity."""
    return _named(texts, lambda frames: _COLORS.search(frames) is not None)


def moving(texts: Iterable[str]) -> frozenset[str]:
    """The names of the keyframes that end with a box somewhere else than where its parent puts it."""
    return _named(texts, _ends_elsewhere)


def is_animated(style: Style, names: AbstractSet[str]) -> bool:
    """Whether one of these animations changes an element for good."""
    if not names or not style.says_any(_ANIMATING):
        return False
    words = " ".join(style.get(name) or "" for name in _ANIMATIONS).replace(",", " ").split()
    return any(word in _LASTING for word in words) and any(word in names for word in words)


def _ends_elsewhere(frames: str) -> bool:
    values = (value for frame in _LAST.findall(frames) for value in _MOVES.findall(frame))
    return any(_SOMEWHERE.search(_IN_PLACE.sub("", value)) for value in values)


def _named(texts: Iterable[str], tells: Callable[[str], bool]) -> frozenset[str]:
    found: set[str] = set()
    for text in texts:
        if "keyframes" not in text:
            continue
        for match in _KEYFRAMES.finditer(text):
            if tells(_block(text, match.end())):
                found.add(match[1])
    return frozenset(found)


def _block(text: str, start: int) -> str:
    """What is in the braces that have just been opened."""
    depth = 1
    for match in re.finditer(r"[{}]", text[start : start + _LONGEST]):
        depth += 1 if match[0] == "{" else -1
        if not depth:
            return text[start : start + match.start()]
    return text[start : start + _LONGEST]
