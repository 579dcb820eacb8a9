"""Attributes that a start tag sets more than once; browsers keep the first value."""

import re
from collections.abc import Iterator
from html import unescape

from attrs import frozen
from bs4.element import Tag

from sitescan.document.document import Document
from sitescan.document.parse_error import Kind
from sitescan.document.parse_errors import parse_errors
from sitescan.document.tree import attr
from sitescan.model.outline import Place

#: The maximum length of a name, and of a value with its quotes.
_NAME, _VALUE = 100, 1000
_BETWEEN_NAMES = re.compile(r"[\s\"'<>/=]")
_VALUE_AFTER = re.compile(r"\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s>]*))")


@frozen
class RepeatedAttribute:
    """
    An attribute that is set again.

    :ivar element: the element that the tag begins.
    :ivar first: the value that browsers keep.
    :ivar second: the value that browsers ignore.
    """

    place: Place
    element: Tag
    name: str
    first: str
    second: str

    @property
    def differs(self) -> bool:
        """Whether the values differ in more than white space."""
        return self.first.split() != self.second.split()


def repeated_attributes(document: Document) -> Iterator[RepeatedAttribute]:
    """Yield the repeated attributes of the page, in the order of the source."""
    errors = parse_errors(document)
    for error in errors.of(Kind.ATTRIBUTE_REPEATED):
        before, after = errors.around(error, _NAME, _VALUE)
        name = _BETWEEN_NAMES.split(before)[-1].lower()
        if name and error.element is not None:
            value = _VALUE_AFTER.match(after)
            second = next((group for group in value.groups() if group is not None), "") if value else ""
            first = attr(error.element, name, "")
            yield RepeatedAttribute(errors.place(error), error.element, name, first, unescape(second))
