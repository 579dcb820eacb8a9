"""Fixes as data: edits of the bytes of a page that remove a fault."""

from typing import Annotated, ClassVar

from msgspec import Meta, Struct


class Position(Struct, frozen=True, kw_only=True, gc=False, array_like=True):
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


class Edit(Struct, frozen=True, kw_only=True, gc=False, array_like=True):
    """The replacement of a range of the source; an insertion replaces an empty range."""

    start: Position
    end: Position
    replacement: str


class Fix(Struct, frozen=True, kw_only=True, gc=False, array_like=True):
    """
    The edits that remove one occurrence of a fault. They belong together.

    :ivar edits: in the order of the source, without overlap.
    :ivar safe: whether the edits state nothing that the page does not already say, and visitors notice no difference,
        so that no person has to decide.
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


class Moved(Struct, frozen=True, kw_only=True, gc=False, tag="moved"):
    """
    The change to the new address of what a page names, as the network has shown it.

    :ivar url: the absolute URL without fragment that elements of the page name.
    :ivar to: the absolute URL that they should name.
    :ivar elements: the names of these elements.
    """

    safe: ClassVar[bool] = True

    url: str
    to: str
    elements: tuple[str, ...]


class Sized(Struct, frozen=True, kw_only=True, gc=False, tag="sized"):
    """
    The change to the size of the file of an ``img`` element, as the network has shown it.

    :ivar line: the line of the element.
    :ivar column: the column of the element.
    :ivar url: the absolute URL of the file without fragment.
    """

    safe: ClassVar[bool] = True

    line: int
    column: int
    url: str
    width: int
    height: int


class Patches(Struct, frozen=True, kw_only=True):
    """
    The unified diffs of the safe fixes of a page.

    :ivar by_rule: the diff of the fixes of each rule, by rule id.
    :ivar whole: the diff of all fixes that can be applied together; empty if there is none.
    :ivar changes: the number of fixes in it.
    """

    by_rule: dict[str, str] = {}
    whole: str = ""
    changes: Annotated[int, Meta(ge=0, le=100_000)] = 0
