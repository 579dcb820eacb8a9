"""Between offsets in a text and its lines and columns."""

from bisect import bisect_right


class LineIndex:
    """The lines of one text: line numbers from 1, columns from 0, offsets from 0."""

    def __init__(self, text: str) -> None:
        self._starts = [0]
        at = text.find("\n")
        while at >= 0:
            self._starts.append(at + 1)
            at = text.find("\n", at + 1)

    def offset(self, line: int, column: int) -> int:
        """The offset of a position."""
        return self._starts[line - 1] + column

    def position(self, offset: int) -> tuple[int, int]:
        """The line and column of an offset."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1]
