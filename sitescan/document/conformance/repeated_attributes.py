"""Attributes that a start tag sets more than once; browsers keep the first value."""

from collections.abc import Iterator

from attrs import frozen
from bs4.element import Tag

from sitescan.document.conformance.parse_error import Kind
from sitescan.document.conformance.parse_errors import parse_errors
from sitescan.document.document import Document
from sitescan.model.outline import Place


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
    for error in {error.at: error for error in errors.of(Kind.ATTRIBUTE_REPEATED)}.values():
        tag = errors.start_tag(error)
        if tag is None or error.element is None:
            continue
        first: dict[str, str] = {}
        for attribute in tag.attributes:
            if attribute.name in first:
                name, kept = attribute.name, first[attribute.name]
                yield RepeatedAttribute(errors.place(error), error.element, name, kept, attribute.value)
            first.setdefault(attribute.name, attribute.value)
