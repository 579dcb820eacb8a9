"""
Elements of a fragment: a part of a page, such as a template, a component or a response that a script inserts.

A fragment doesn't show what is around it, and a template doesn't show what its marks write.
"""

import re
from collections.abc import Iterator
from typing import Literal

from attrs import frozen
from bs4.element import Tag

from sitescan.document.data_bindings import DataBindings
from sitescan.document.element_markup import VOID
from sitescan.document.parsing.line_index import LineIndex
from sitescan.document.parsing.start_tag import StartTag, read_end_tag, read_start_tag
from sitescan.document.template_marks import TemplateMarks
from sitescan.document.tree import written_elements
from sitescan.model.outline import Place
from sitescan.standards.lazy_pattern import lazy_pattern

Scope = Literal["page", "element", "tag"]
"""The part of the source that a fault depends on: the page, an element with its content, or a start tag."""

#: A tag that only a whole page has.
_OF_A_PAGE = lazy_pattern(r"<(?:!doctype|html|head|body)\b", re.IGNORECASE)

#: The maximum length of an element whose end tag is looked for, in characters.
_LONGEST = 20_000

#: What the source doesn't show: interpolations, directives such as Blade's ``@if (...)``, and components, whose names
#: have a capital letter, a hyphen, a colon or a dot.
_WRITTEN_LATER = lazy_pattern(r"[{}]|\[\[|\[\(|<[%?]|@\w+\s{0,9}\(|@(?:else|end)|<(?:[A-Z]|slot\b|[a-z]\w{0,60}[-.:])")

#: Elements that show a file, and the attributes that name it.
_EMBEDDED, _SOURCES = frozenset({"embed", "iframe", "img"}), frozenset({"src", "srcdoc", "srcset"})

#: Attributes that refer to other elements, which may be outside of the fragment.
_REFERENCES = frozenset(
    "aria-activedescendant aria-controls aria-describedby aria-details aria-errormessage aria-flowto aria-labelledby "
    "aria-owns for headers list".split()
)


def is_whole_page(text: str) -> bool:
    """Return whether a source is that of a page, by its tags, and not that of a fragment."""
    return _OF_A_PAGE.search(text) is not None


@frozen
class FragmentElements:
    """
    Which faults of a fragment's elements are certain.

    :ivar text: the source.
    """

    text: str
    lines: LineIndex
    marks: TemplateMarks
    bindings: DataBindings

    def shows(self, at: object, place: Place | None, scope: Scope) -> bool:
        """
        Return whether the source shows all of what a fault depends on.

        Elements are certain only if nothing else may fill or name them: scripts fill empty ones, and refer to elements
        by their ids, as labels do.

        :param at: the element, or its place.
        """
        if scope == "page" or place is None or not place.line:
            return False
        start = read_start_tag(self.text, self.lines.offset(place.line, place.column - 1))
        if start is None or (start.name in _EMBEDDED and _SOURCES.isdisjoint(start.values)):
            return False
        by_content = scope == "element" and start.name not in VOID
        end = self._end(start) if by_content else start.end
        return (
            end is not None
            and not self.marks.touch(start.start, end)
            and not _WRITTEN_LATER.search(self.text, start.start, end)
            and _REFERENCES.isdisjoint(start.values)
            and not (by_content and "id" in start.values)
            and not any(id(tag) in self.bindings.written for tag in _read(at, by_content=by_content))
        )

    def _end(self, start: StartTag) -> int | None:
        """Return the offset after the end tag of an element; ``None`` if it has none, or has no content."""
        found = read_end_tag(self.text, start, _LONGEST)
        if found is None or not self.text[start.end : found[0].start()].strip():
            return None
        return found[0].end()


def _read(at: object, *, by_content: bool) -> Iterator[Tag]:
    """Yield the elements that a fault depends on."""
    if isinstance(at, Tag):
        yield at
        if by_content:
            yield from written_elements(at)
