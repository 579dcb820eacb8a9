"""Identifiers of CSS and their escapes, https://www.w3.org/TR/css-syntax-3/#consume-name."""

import re

from sitescan.standards.lazy_pattern import lazy_pattern

#: Patterns of a character of an identifier and of the first one, https://www.w3.org/TR/css-syntax-3/#name-code-point.
#: They are negated sets, as a set that reaches up to the last character takes a hundred times as long to compile.
NAME_CHARACTER = r"[^\x00-,./:-@\[-\^`{-\x7f]"
NAME_START = r"[^\x00-@\[-\^`{-\x7f]"

_ESCAPE = lazy_pattern(r"\\(?:([0-9a-fA-F]{1,6})[ \n\t]?|([^\n])|\Z)")
_LAST = 0x10FFFF
_SURROGATES = range(0xD800, 0xE000)
_REPLACEMENT = "\ufffd"


def unescape(name: str) -> str:
    """Return an identifier, or an unquoted URL, without its escapes."""
    return _ESCAPE.sub(_character, name) if "\\" in name else name


def _character(escape: re.Match[str]) -> str:
    if escape[2]:
        return escape[2]
    code = int(escape[1], 16) if escape[1] else 0
    return chr(code) if 0 < code <= _LAST and code not in _SURROGATES else _REPLACEMENT
