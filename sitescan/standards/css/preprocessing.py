"""Changes to a text that do not change its tokens, so that patterns and tinycss2 can read it in linear time."""

import re

from sitescan.standards.lazy_pattern import lazy_pattern

#: The tokenizer converts each number to an integer. Python refuses to convert more than 4,300 digits, as that takes
#: quadratic time: https://docs.python.org/3/library/stdtypes.html#integer-string-conversion-length-limitation.
#: A number of more than 300 digits is infinite to a browser.
_LONG = lazy_pattern(r"(?<![0-9])([0-9]{4000})[0-9]+")
#: The length of the pieces of a text that are searched. A number of 4,000 digits fills at least one of them.
_PIECE = 2000

#: Escapes that may be part of ``url(``, and escaped backslashes.
_HIDING = lazy_pattern(r"\\(?:0{0,4}(?:[57][25]|[46][cC])|[uUrRlL\\])")
_ESCAPE = lazy_pattern(r"\\(?:([0-9a-fA-F]{1,6})[ \n\t]?|(\\)(?=([ \n\t])?)|([uUrRlL])|[\s\S])")
_HIDDEN = {0x55: "U", 0x75: "u", 0x52: "R", 0x72: "r", 0x4C: "L", 0x6C: "l"}


def preprocess(text: str) -> str:
    """
    Return the text of a stylesheet with line feeds as its only line breaks, short numbers, and each ``url(`` unescaped.

    https://www.w3.org/TR/css-syntax-3/#input-preprocessing
    """
    text = text.replace("\0", "\ufffd").replace("\r\n", "\n").replace("\r", "\n").replace("\f", "\n")
    return _shorten_long_numbers(_ESCAPE.sub(_without_hiding, text) if _HIDING.search(text) else text)


def _without_hiding(escape: re.Match[str]) -> str:
    if escape[1]:
        return _HIDDEN.get(int(escape[1], 16), escape[0])
    if escape[2]:
        return f"\\00005c{' ' if escape[3] else ''}"
    return escape[4] or escape[0]


def _shorten_long_numbers(text: str) -> str:
    """
    Return a text with each number cut off after 4,000 digits.

    CSS asks for the nearest supported number, https://www.w3.org/TR/css-values-4/#numeric-ranges.
    """
    # This search costs next to nothing; a search of each character takes a seventh of the time of reading a stylesheet.
    if not any(text[at : at + _PIECE].isdecimal() for at in range(0, len(text), _PIECE)):
        return text
    return _LONG.sub(r"\1", text)
