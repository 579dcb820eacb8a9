"""Conversion between offsets in a text and line and column numbers."""

from bisect import bisect_right
from itertools import accumulate, count
from operator import add


class LineIndex:
    """The line starts of a text. Lines count from 1, columns and offsets from 0."""

    def __init__(self, text: str) -> None:
        before = accumulate(map(len, text.split("\n")[:-1]), initial=0)
        # The line break that ends each line before this one counts as a character.
        self._starts: list[int] = list(map(add, before, count()))

    def offset(self, line: int, column: int) -> int:
        """Return the offset of a position."""
        return self._starts[line - 1] + column

    def position(self, offset: int) -> tuple[int, int]:
        """Return the line and column of an offset."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1]
