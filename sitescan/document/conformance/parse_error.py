"""A parse error, and the kinds of them."""

from enum import Enum

from attrs import field, frozen
from bs4.element import Tag


class Kind(Enum):
    """The kind of a parse error. One rule reports each."""

    ATTRIBUTE_REPEATED = "attribute-repeated"
    ATTRIBUTE_SYNTAX = "attribute-syntax"
    CHARACTER = "character"
    COMMENT = "comment"
    CONTENT_AFTER_BODY = "content-after-body"
    END_TAG_ATTRIBUTES = "end-tag-attributes"
    END_TAG_STRAY = "end-tag-stray"
    FORM_NESTED = "form-nested"
    HEAD_ENDED = "head-ended"
    LESS_THAN = "less-than"
    LINK_NESTED = "link-nested"
    OVERLAP = "overlap"
    PARAGRAPH_ENDED = "paragraph-ended"
    REFERENCE = "reference"
    SELF_CLOSING = "self-closing"
    START_TAG_IGNORED = "start-tag-ignored"
    TABLE_CONTENT = "table-content"
    UNCLOSED = "unclosed"


#: Line, from 1, and column, from 0.
Position = tuple[int, int]


@frozen
class ParseError:
    """
    A difference between what a page contains and what browsers read.

    :ivar at: the position of the tag or text.
    :ivar name: the name of the tag, ``text``, or the standard's code of an error of the tokenizer.
    :ivar other: the position of another tag that takes part, such as the end tag of an overlapping element.
    :ivar cause: the name of the element that ended this one: the parent of an unclosed element or what follows a
        paragraph. Of an overlapping element, the name of its end tag. Of a stray end tag, the element that it ends.
    :ivar exact: the position of an error within its tag.
    :ivar element: the element whose start tag is at the position.
    """

    kind: Kind
    at: Position
    name: str
    other: Position | None = None
    cause: str = ""
    exact: Position = (0, 0)
    element: Tag | None = field(default=None, eq=False)

    @property
    def other_line(self) -> int:
        """The line of the other tag, or 0."""
        return self.other[0] if self.other is not None else 0
