"""A change of a page, of which both the markup in texts and the edits of the source are made."""

import re
from collections.abc import Mapping
from typing import Self

from attrs import evolve, field, frozen
from bs4.element import Tag

#: The placeholders for what only a person knows, in suggested markup.
PLACEHOLDER = re.compile(r"\((?:what|where) (?:it|is|the|this|to) [a-z ]{2,30}\)|\((?:language code|site name)\)")


@frozen(kw_only=True, eq=False)
class Change:
    """
    A change of one element.

    :ivar tag: the element; ``None`` if it is in the header of the response.
    :ivar attributes: new values by attribute name; ``None`` removes the attribute.
    :ivar name: the new name of the element; empty for its own.
    :ivar content: markup that replaces the content of the element; ``None`` keeps it.
    :ivar before: markup to insert before the element.
    :ivar after: markup to insert after it.
    :ivar first: markup to insert as its first content.
    :ivar removed: whether the element is removed with its content.
    :ivar also: the change of another element that belongs to it.
    :ivar safe: whether the change states nothing that the page does not already say. Without it, a person has to check
        the change, because it contains a placeholder, a guess, or changes what visitors get.
    """

    tag: Tag | None
    attributes: Mapping[str, str | None] = field(factory=dict)
    name: str = ""
    content: str | None = None
    before: str = ""
    after: str = ""
    first: str = ""
    removed: bool = False
    also: "Change | None" = None
    safe: bool = False

    @property
    def is_structural(self) -> bool:
        """Whether it changes more than attributes of the element."""
        return bool(self.name or self.before or self.after or self.first or self.removed or self.content is not None)

    @property
    def unfinished(self) -> bool:
        """Whether it contains a placeholder, which a person has to replace."""
        written = (self.before, self.first, self.content or "", *(value or "" for value in self.attributes.values()))
        return any(map(PLACEHOLDER.search, written))


@frozen(kw_only=True)
class TextChange:
    """
    A change of a piece of the source that is no part of an element, such as an end tag without a start tag.

    :ivar at: the offset in the decoded text of the page.
    :ivar written: the text that is there.
    :ivar replacement: the markup in its place.
    :ivar safe: whether browsers make the same page of it.
    """

    at: int
    written: str
    replacement: str = ""
    safe: bool = False


class FixedMarkup(str):
    """
    The markup of an element without its fault, for texts.

    :ivar change: the change that it shows; ``None`` if it can't be made by edits.
    """

    __slots__ = ("change",)

    change: Change | None

    def __new__(cls, markup: str, change: Change | None = None) -> Self:
        """Return markup that knows its change."""
        made = super().__new__(cls, markup)
        made.change = change
        return made


def safe(markup: FixedMarkup) -> FixedMarkup:
    """Return markup whose change needs no person: it states nothing that the page does not already say."""
    return FixedMarkup(markup, evolve(markup.change, safe=True) if markup.change is not None else None)


PageChange = Change | TextChange
"""A change of an element, or of a piece of the source."""
