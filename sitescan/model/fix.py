"""Fixes as data: edits of the bytes of a page that remove a fault."""

from msgspec import Struct


class Position(Struct, frozen=True, kw_only=True, gc=False):
    """
    A position in the source of a page.

    :ivar offset: the number of bytes before it, including a byte order mark.
    :ivar line: the line, from 1.
    :ivar column: the column in characters, from 1.
    :ivar byte_column: the column in bytes, from 1.
    """

    offset: int
    line: int
    column: int
    byte_column: int


class Edit(Struct, frozen=True, kw_only=True, gc=False):
    """The replacement of a range of the source; an insertion replaces an empty range."""

    start: Position
    end: Position
    replacement: str


class Fix(Struct, frozen=True, kw_only=True, gc=False):
    """
    The edits that remove one occurrence of a fault. They belong together.

    :ivar edits: in the order of the source, without overlap.
    :ivar safe: whether the edits state nothing that the page does not already say, so that no person has to decide.
    :ivar unfinished: whether it contains a placeholder, which a person has to replace.
    :ivar encoding: the encoding of the page, a label that Python knows.
    :ivar start: the offset in bytes from which no other fix may be applied at the same time.
    :ivar end: the offset in bytes up to which no other fix may be applied at the same time.
    """

    edits: tuple[Edit, ...]
    safe: bool
    unfinished: bool
    encoding: str
    start: int
    end: int

    @property
    def is_utf_8(self) -> bool:
        """Whether programs that read the page as UTF-8 find its edits where they are."""
        return self.encoding in ("ascii", "utf-8")
