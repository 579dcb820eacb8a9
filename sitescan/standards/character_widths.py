"""The width of characters in columns, the same on each Python, whose Unicode tables differ."""

from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache

from sitescan.standards.data_files import data_of

_TABLE = data_of("character_widths")
_ZERO: Sequence[Sequence[int]] = _TABLE["zero"]
_WIDE: Sequence[Sequence[int]] = _TABLE["wide"]
_FIRST_ZERO = [first for first, _ in _ZERO]
_FIRST_WIDE = [first for first, _ in _WIDE]


@lru_cache(maxsize=1024)
def columns(character: str) -> int:
    """
    Return the number of columns of a character: 0 for combining marks and format characters, 2 for wide characters.

    https://www.unicode.org/reports/tr11/
    """
    code = ord(character)
    if _is_within(code, _ZERO, _FIRST_ZERO):
        return 0
    return 2 if _is_within(code, _WIDE, _FIRST_WIDE) else 1


def _is_within(code: int, ranges: Sequence[Sequence[int]], firsts: Sequence[int]) -> bool:
    at = bisect_right(firsts, code) - 1
    return at >= 0 and code <= ranges[at][1]
