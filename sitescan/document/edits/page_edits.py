"""The edits of a page's bytes that make a change of an element, or none where the source leaves a doubt."""

import re
from collections import Counter
from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from functools import cached_property

from attrs import frozen
from bs4.element import PageElement, Tag
from msgspec.structs import replace

from sitescan.document.change import Change, ElementChange, TextChange
from sitescan.document.css.stylesheet_text import css_texts
from sitescan.document.document import Document
from sitescan.document.edits.tag_edits import tag_edits
from sitescan.document.element_markup import VOID
from sitescan.document.parsing.byte_offsets import ByteOffsets
from sitescan.document.parsing.start_tag import StartTag, read_end_tag, read_start_tag
from sitescan.document.parsing.xhtml import is_xml
from sitescan.document.scripts.script_elements import script_text
from sitescan.document.tree import after, attr, source_position, written_elements
from sitescan.model.fix import Edit, Fix, Position
from sitescan.standards.lazy_pattern import lazy_pattern
from sitescan.standards.unified_diff import Replacement
from sitescan.standards.urls import UNKNOWN_HOST

#: The maximum length of an element whose end tag is looked for, in characters.
_LONGEST = 20_000

#: The end of a line, and the indentation of the next one that isn't blank.
_LINE = lazy_pattern(r"([ \t]*)\n(?:[ \t]*\n){0,9}([ \t]{0,99})(?=[^ \t\n])")

#: The attribute in a selector, such as ``a[href$=".pdf"]``, in a generated box, or in a call of a script; and its value
#: if the selector names the whole of it.
_USED = lazy_pattern(
    r"(?:\[|\battr\(|Attribute\()\s{0,9}[\"'`]?([\w-]{1,60})(?:\s{0,9}=\s{0,9}[\"']?([\w-]{1,60})[\"']?\s{0,9}\])?",
    re.IGNORECASE,
)


@frozen
class _Range:
    """The offsets of an element: of its end tag, of the name in it, and after it."""

    content_end: int
    name_start: int
    name_end: int
    end: int


class PageEdits:
    """
    The edits that make changes of a page.

    A change that can't certainly be located has no edits: the page has malformed bytes or has been rendered, several
    elements are made from one tag, the tag has other attributes than the tree, or its end tag is omitted. Nor have
    pages in XML, which a tag without an end, such as ``<meta>``, would break.

    In a template, only attributes and characters that no mark touches can be changed without a person: whether its
    other elements are on the page, and what else is there, is known when it is filled.
    """

    def __init__(self, document: Document) -> None:
        self._document = document
        self._host = document.exchange.host
        self._text = document.decoded.text
        self._lines = document.lines
        self._marks = document.template_marks
        self._tags = Counter(map(source_position, document.elements))
        has_none = document.is_rendered or is_xml(document.page)
        self._bytes = None if has_none else ByteOffsets.of(document.page.body, document.decoded)

    def fix(self, change: Change) -> Fix | None:
        """
        Return the edits that make a change, or ``None`` if they aren't certain.

        What an answer of the network has shown has none until its elements are found
        (:mod:`sitescan.document.edits.answered_changes`).
        """
        if isinstance(change, TextChange):
            return self._text_fix(change)
        if not isinstance(change, ElementChange):
            return None
        fix = self._fix(change)
        if fix is None or change.also is None:
            return fix
        other = self._fix(change.also)
        return _both(fix, other) if other is not None else None

    def _is_safe(self, change: ElementChange | TextChange, start: int, end: int) -> bool:
        """
        Return whether a change of a range of the source is safe.

        A template may not be what it seems, and styles and scripts may depend on an attribute.
        """
        if not change.safe or (isinstance(change, ElementChange) and self._depends_on(change)):
            return False
        if not self._marks:
            return True
        if isinstance(change, TextChange):
            is_local = not change.written.startswith("</")
        else:
            is_local = not (change.is_structural or change.also is not None)
        return is_local and not self._marks.touch(start, end)

    def _depends_on(self, change: ElementChange) -> bool:
        """Return whether a stylesheet or a script of the page uses an attribute, with an old or new value or any."""
        for name, value in change.attributes.items():
            values = {value, attr(change.tag, name) if change.tag is not None else None, ""}
            if any((name.lower(), known.lower()) in self._used for known in values if known is not None):
                return True
        return False

    @cached_property
    def _used(self) -> AbstractSet[tuple[str, str]]:
        """
        The attributes by which stylesheets and scripts of the page select, or that they read.

        Each is with its value, which is empty if any value counts.
        """
        styles = (css.text for css in css_texts(self._document))
        scripts = (script_text(self._document, tag) for tag in self._document.all("script"))
        return {(name.lower(), value.lower()) for text in (*styles, *scripts) for name, value in _USED.findall(text)}

    def _text_fix(self, change: TextChange) -> Fix | None:
        """Return the edit of a piece of the source."""
        if self._bytes is None or not self._text.startswith(change.written, change.at):
            return None
        end = change.at + len(change.written)
        edit = self._edit((change.at, end, change.markup), self._bytes)
        return Fix(
            edits=(edit,),
            safe=self._is_safe(change, change.at, end),
            unfinished=False,
            encoding=self._bytes.encoding,
            start=edit.start.offset,
            end=edit.end.offset,
        )

    def _fix(self, change: ElementChange) -> Fix | None:
        """Return the edits of one element."""
        tag = change.tag
        at = source_position(tag) if tag is not None else None
        if self._bytes is None or tag is None or at is None or self._names_unknown_host(change):
            return None
        if change.removed and self._opens_body(tag):
            return None
        start = read_start_tag(self._text, self._lines.offset(*at))
        if start is None or self._tags[at] > 1 or not _is_start_tag_of(start, tag):
            return None
        attributes = tag_edits(self._text, start, change.attributes)
        whole = bool(change.name or change.after or change.removed or change.replaces_content)
        found = self._range(start, tag) if whole else _Range(start.end, start.end, start.end, start.end)
        if attributes is None or found is None or (change.replaces_content and list(written_elements(tag))):
            return None
        first = self._on_its_line(change.first, start.end, self._bytes)
        made = _edits(change, start, attributes, found, first)
        edits = [(start.start, found.end, "")] if change.removed else list(made)
        if not edits:
            # The page says what it should already, but for a placeholder.
            return None
        # Several elements can be inserted at the same place.
        begin = start.end if change.first and not attributes else start.start
        return Fix(
            edits=tuple(self._edit(edit, self._bytes) for edit in edits),
            safe=self._is_safe(change, start.start, found.end),
            unfinished=change.unfinished,
            encoding=self._bytes.encoding,
            start=self._bytes.offset(begin),
            end=self._bytes.offset(found.end),
        )

    def _on_its_line(self, markup: str, after: int, at: ByteOffsets) -> str:
        """Return markup to insert after a start tag: on lines of its own if the content of the element begins so."""
        line = _LINE.match(self._text, after)
        if not markup or line is None:
            return markup
        begin = f"{at.line_break(line.end(1))}{line[2]}"
        return begin + markup.replace("\n", begin)

    def _opens_body(self, tag: Tag) -> bool:
        """Return whether a body without a tag begins with an element, so that the next one may move to the head."""
        body = tag.parent
        is_implied = body is not None and body.name == "body" and source_position(body) is None
        return is_implied and tag.previous_sibling is None

    def _offset(self, node: PageElement | None) -> int | None:
        """Return the offset of the start tag of an element, or ``None`` for any other node."""
        at = source_position(node) if isinstance(node, Tag) else None
        return self._lines.offset(*at) if at is not None else None

    def _names_unknown_host(self, change: ElementChange) -> bool:
        values = (change.first, *(value for value in change.attributes.values() if value is not None))
        return self._host == UNKNOWN_HOST and any(f"//{UNKNOWN_HOST}" in value for value in values)

    def _range(self, start: StartTag, tag: Tag) -> _Range | None:
        """Return where an element ends, or ``None`` if that is uncertain."""
        if tag.name in VOID:
            return _Range(start.end, start.end, start.end, start.end)
        read = read_end_tag(self._text, start, _LONGEST)
        if read is None:
            return None
        end_tag, nested = read
        inside = list(written_elements(tag))
        offsets = [offset for offset in map(self._offset, inside) if offset is not None]
        node = after(tag)
        following = self._offset(node)
        while node is not None and following is None:
            node = node.next_element
            following = self._offset(node)
        certain = (
            nested == sum(descendant.name == tag.name for descendant in inside)
            and all(start.end <= offset < end_tag.start() for offset in offsets)
            and (following is None or following >= end_tag.end())
        )
        return _Range(end_tag.start(), end_tag.start(1), end_tag.end(1), end_tag.end()) if certain else None

    def _edit(self, edit: Replacement[str], at: ByteOffsets) -> Edit:
        start, end, replacement = edit
        return Edit(start=self._position(start, at), end=self._position(end, at), replacement=at.encodable(replacement))

    def _position(self, offset: int, at: ByteOffsets) -> Position:
        line, column = self._lines.position(offset)
        position = at.offset(offset)
        return Position(
            offset=position, line=line, column=column + 1, byte_column=position - at.offset(offset - column) + 1
        )


def _both(fix: Fix, other: Fix) -> Fix:
    """Return the edits of two elements as one fix."""
    edits = sorted((*fix.edits, *other.edits), key=lambda edit: (edit.start.offset, edit.end.offset))
    return replace(fix, edits=tuple(edits), start=min(fix.start, other.start), end=max(fix.end, other.end))


def _is_start_tag_of(start: StartTag, tag: Tag) -> bool:
    """Return whether a tag in the source has the name and the attributes of an element."""
    parsed = {name.lower(): str(value) for name, value in tag.attrs.items()}
    return start.name == tag.name.lower() and start.values == parsed


def _edits(
    change: ElementChange, start: StartTag, attributes: Iterable[Replacement[str]], found: _Range, first: str
) -> Iterable[Replacement[str]]:
    """Yield the edits of a change, in the order of the source."""
    if change.before:
        yield start.start, start.start, change.before
    if change.name:
        yield start.start + 1, start.name_end, change.name
    yield from attributes
    if first:
        yield start.end, start.end, first
    if change.content is not None and change.replaces_content:
        yield start.end, found.content_end, change.content
    if change.name and found.name_end > start.end:
        yield found.name_start, found.name_end, change.name
    if change.after:
        yield found.end, found.end, change.after
