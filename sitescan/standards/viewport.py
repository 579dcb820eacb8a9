"""The content of a viewport meta tag, parsed as Chromium does."""

from collections.abc import Mapping

from sitescan.standards.lazy_pattern import lazy_pattern

#: Delimiters of names and values; a semicolon is not one of them.
#: https://drafts.csswg.org/css-viewport/#parsing-algorithm
_SEPARATORS = " \t\n\r=,"
_NUMBER = lazy_pattern(r"[+-]?(?:[0-9]{1,20}(?:\.[0-9]{0,20})?|\.[0-9]{1,20})")
_LONGEST = 1000


def parse_viewport(content: str) -> Mapping[str, str]:
    """Return the settings by lower-case name; of repeated names, the last value."""
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
    """Return whether the settings make a phone use its own width, or a scale, for the layout."""
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
