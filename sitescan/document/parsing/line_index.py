"""Conversion between offsets in a text and line and column numbers."""

from bisect import bisect_right

from sitescan.standards.lazy_pattern import lazy_pattern

_LINE_BREAK = lazy_pattern("\n")


class LineIndex:
    """The line starts of a text. Lines count from 1, columns and offsets from 0."""

    def __init__(self, text: str) -> None:
        self._starts = [0, *[line_break.end() for line_break in _LINE_BREAK.finditer(text)]]

    def offset(self, line: int, column: int) -> int:
        """Return the offset of a position."""
        return self._starts[line - 1] + column

    def position(self, offset: int) -> tuple[int, int]:
        """Return the line and column of an offset."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1]
