"""Between offsets in a text and its lines and columns."""

from bisect import bisect_right
from itertools import accumulate, count
from operator import add


class LineIndex:
    """The lines of one text: line numbers from 1, columns from 0, offsets from 0."""

    def __init__(self, text: str) -> None:
        before = accumulate(map(len, text.split("\n")[:-1]), initial=0)
        # Each line break before a line is a character as well.
        self._starts: list[int] = list(map(add, before, count()))

    def offset(self, line: int, column: int) -> int:
        """The offset of a position."""
        return self._starts[line - 1] + column

    def position(self, offset: int) -> tuple[int, int]:
        """The line and column of an offset."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1]
