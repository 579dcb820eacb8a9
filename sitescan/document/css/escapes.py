"""Escapes in names of CSS, https://www.w3.org/TR/css-syntax-3/#consume-escaped-code-point."""

import re

_ESCAPE = re.compile(r"\\(?:([0-9a-fA-F]{1,6})[ \n\t]?|([^\n])|\Z)")
_LAST = 0x10FFFF
_REPLACEMENT = "\ufffd"


def unescape(name: str) -> str:
    """A name without its escapes."""
    return _ESCAPE.sub(_character, name) if "\\" in name else name


def _character(escape: re.Match[str]) -> str:
    if escape[2]:
        return escape[2]
    code = int(escape[1], 16) if escape[1] else 0
    return chr(code) if 0 < code <= _LAST else _REPLACEMENT
