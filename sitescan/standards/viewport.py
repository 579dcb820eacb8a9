"""The content of a viewport meta tag, read as Chromium reads it."""

import re
from collections.abc import Mapping

#: Characters that end a name or value; a semicolon is part of them.
#: https://drafts.csswg.org/css-viewport/#parsing-algorithm
_SEPARATORS = " \t\n\r=,"
_NUMBER = re.compile(r"[+-]?(?:[0-9]{1,20}(?:\.[0-9]{0,20})?|\.[0-9]{1,20})")
_LONGEST = 1000


def parse_viewport(content: str) -> Mapping[str, str]:
    """The settings by name, lower case; of a name that is repeated the last value counts."""
    text = content[:_LONGEST].lower()
    settings: dict[str, str] = {}
    at = 0
    while at < len(text):
        at = _skip(text, at, _SEPARATORS)
        begin = at
        at = _until(text, at, _SEPARATORS)
        name = text[begin:at]
        at = _until(text, at, "=,")
        at = _skip(text, at, _SEPARATORS.replace(",", ""))
        begin = at
        at = _until(text, at, _SEPARATORS)
        if name:
            settings[name] = text[begin:at]
    return settings


def fits_the_screen(settings: Mapping[str, str]) -> bool:
    """Whether these settings let a phone lay the page out by its own width or by a scale."""
    scale = _NUMBER.match(settings.get("initial-scale", ""))
    return settings.get("width") == "device-width" or (scale is not None and float(scale[0]) > 0)


def _skip(text: str, at: int, characters: str) -> int:
    while at < len(text) and text[at] in characters:
        at += 1
    return at


def _until(text: str, at: int, characters: str) -> int:
    while at < len(text) and text[at] not in characters:
        at += 1
    return at
