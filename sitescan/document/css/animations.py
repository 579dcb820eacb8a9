"""Animations that change the colors of a page: what is seen then is not what the style rules say."""

import re
from collections.abc import Iterable

_KEYFRAMES = re.compile(r"@(?:-webkit-)?keyframes\s{1,9}[\"']?([\w-]{1,200})[\"']?\s{0,9}\{", re.IGNORECASE)
_COLORS = re.compile(
    r"(?<![\w-])(?:color|background(?:-color|-image)?|opacity|filter|visibility|-webkit-text-fill-color"
    r"|clip-path)\s{0,9}:",
    re.IGNORECASE,
)
_LONGEST = 20_000


def recoloring(texts: Iterable[str]) -> frozenset[str]:
    """The names of the keyframes that change colors, opacity or places."""
    found: set[str] = set()
    for text in texts:
        if "keyframes" not in text:
            continue
        for match in _KEYFRAMES.finditer(text):
            if _COLORS.search(_block(text, match.end())):
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
