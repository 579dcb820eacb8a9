"""
The parse errors of a page: what browsers read in another way than it is written.

https://html.spec.whatwg.org/multipage/parsing.html#parse-errors
"""

import re
import sys
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain
from operator import attrgetter

import turbohtml
from bs4.element import Tag

from sitescan.document.change import TextChange
from sitescan.document.conformance.ignored_tags import elements_by_position, tree_errors
from sitescan.document.conformance.parse_error import Kind, ParseError, Position
from sitescan.document.document import Document
from sitescan.document.parsing.parse import TokenizerError
from sitescan.document.parsing.start_tag import StartTag, read_start_tag
from sitescan.document.parsing.xhtml import is_xml
from sitescan.document.source_location import shorten
from sitescan.document.views import view
from sitescan.model.outline import Place
from sitescan.standards.lazy_pattern import lazy_pattern

#: The number of characters that are shown of a text, and the maximum length of a tag.
_SHOWN, _LONGEST_TAG = 60, 2000

#: The kinds of the tokenizer's errors by their codes, without those of the doctype.
_KINDS = {
    "duplicate-attribute": Kind.ATTRIBUTE_REPEATED,
    "eof-in-tag": Kind.ATTRIBUTE_SYNTAX,
    "missing-attribute-value": Kind.ATTRIBUTE_SYNTAX,
    "missing-whitespace-between-attributes": Kind.ATTRIBUTE_SYNTAX,
    "unexpected-character-in-attribute-name": Kind.ATTRIBUTE_SYNTAX,
    "unexpected-character-in-unquoted-attribute-value": Kind.ATTRIBUTE_SYNTAX,
    "unexpected-equals-sign-before-attribute-name": Kind.ATTRIBUTE_SYNTAX,
    "unexpected-solidus-in-tag": Kind.ATTRIBUTE_SYNTAX,
    "control-character-in-input-stream": Kind.CHARACTER,
    "noncharacter-in-input-stream": Kind.CHARACTER,
    "unexpected-null-character": Kind.CHARACTER,
    "abrupt-closing-of-empty-comment": Kind.COMMENT,
    "cdata-in-html-content": Kind.COMMENT,
    "eof-in-comment": Kind.COMMENT,
    "incorrectly-closed-comment": Kind.COMMENT,
    "incorrectly-opened-comment": Kind.COMMENT,
    "nested-comment": Kind.COMMENT,
    "end-tag-with-attributes": Kind.END_TAG_ATTRIBUTES,
    "end-tag-with-trailing-solidus": Kind.END_TAG_ATTRIBUTES,
    "eof-before-tag-name": Kind.LESS_THAN,
    "invalid-first-character-of-tag-name": Kind.LESS_THAN,
    "missing-end-tag-name": Kind.LESS_THAN,
    "absence-of-digits-in-numeric-character-reference": Kind.REFERENCE,
    "character-reference-outside-unicode-range": Kind.REFERENCE,
    "control-character-reference": Kind.REFERENCE,
    "missing-semicolon-after-character-reference": Kind.REFERENCE,
    "noncharacter-character-reference": Kind.REFERENCE,
    "null-character-reference": Kind.REFERENCE,
    "surrogate-character-reference": Kind.REFERENCE,
    "unknown-named-character-reference": Kind.REFERENCE,
    "non-void-html-element-start-tag-with-trailing-solidus": Kind.SELF_CLOSING,
}
#: Elements whose content isn't markup, or is part of one control.
_SWALLOWING = frozenset("audio button canvas iframe noscript object script select style textarea title video".split())
#: Errors of elements that don't end at their own end tag.
_UNENDED = (Kind.LINK_NESTED, Kind.OVERLAP, Kind.UNCLOSED)
_TAGS = (turbohtml.TokenType.START_TAG, turbohtml.TokenType.END_TAG)
_TAG = lazy_pattern(r"</?[A-Za-z]")
_END_TAG = lazy_pattern(r"</[A-Za-z][^<>\"']{0,100}>")
_BODY_END = lazy_pattern("</(?:body|html)", re.IGNORECASE)
#: The maximum length of a character reference, https://html.spec.whatwg.org/multipage/named-characters.html
_LONGEST_REFERENCE = 40


class ParseErrors:
    """The parse errors of a page: none if it is cut, interrupted, too long or XML, in which browsers repair nothing."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._text = document.decoded.text
        self._lines = document.lines
        self._by_kind: dict[Kind, list[ParseError]] = {}
        is_repaired = not (is_xml(document.page) or document.exchange.truncated)
        if document.tokenizer_errors is not None and is_repaired:
            for error in chain(tree_errors(document), self._tokenizer_errors(document.tokenizer_errors)):
                self._by_kind.setdefault(error.kind, []).append(error)
        for errors in self._by_kind.values():
            errors.sort(key=attrgetter("at", "exact"))

    def of(self, kind: Kind) -> Sequence[ParseError]:
        """Return the errors of a kind, in the order of the source."""
        return self._by_kind.get(kind, ())

    def place(self, error: ParseError) -> Place:
        """Return the place of an error: the element or the tag, or the beginning of the text."""
        if error.element is not None:
            place = self._document.place(error.element)
            if place is not None:
                return place
        start = self._lines.offset(*error.at)
        end = self._text.find(">", start, start + _LONGEST_TAG) + 1 if self._text.startswith("<", start) else 0
        return Place(
            line=error.at[0], column=error.at[1] + 1, snippet=shorten(self._text[start : end or start + _SHOWN])
        )

    def around(self, error: ParseError, before: int, after: int) -> tuple[str, str]:
        """Return the source before and after the exact position of an error."""
        at = self._lines.offset(*error.exact)
        return self._text[max(0, at - before) : at], self._text[at : at + after]

    def end_tag_change(self, error: ParseError) -> TextChange | None:
        """
        Return the change that removes a stray end tag.

        It is safe where browsers ignore the tag. After the end of the body, the tag decides what a comment belongs to,
        and after a column, it ends the group of columns; turbohtml takes ``</col>`` for its end, too. After an element
        without its end tag, browsers may have other elements open than the source shows.
        """
        start = self._lines.offset(*error.at)
        written = _END_TAG.match(self._text, start)
        if written is None:
            return None
        if error.name == "br":
            return TextChange(at=start, written=written[0], markup="<br>", safe=True)
        ignored = error.name not in ("p", "body", "html", "col") and not error.cause and start < self._body_end
        return TextChange(at=start, written=written[0], safe=ignored and error.at < self._first_unended)

    def escaping(self, error: ParseError) -> TextChange | None:
        """Return the change that writes a character as browsers read it; ``None`` if it isn't sure which."""
        at = self._lines.offset(*error.exact)
        if error.name == "invalid-first-character-of-tag-name":
            start = self._lines.offset(*error.at)
            end_tag = self._text.startswith("</", start)
            return None if end_tag else TextChange(at=start, written="<", markup="&lt;", safe=True)
        start = self._text.rfind("&", max(0, at - _LONGEST_REFERENCE), at)
        if start < 0 or error.kind is not Kind.REFERENCE:
            return None
        if error.name == "unknown-named-character-reference":
            return TextChange(at=start, written="&", markup="&amp;", safe=True)
        if error.name == "missing-semicolon-after-character-reference":
            written = self._text[start:at]
            return TextChange(at=start, written=written, markup=f"{written};", safe=True)
        return None

    @cached_property
    def _body_end(self) -> int:
        """The offset of the first end tag of the body or of the page, or of what looks like one."""
        found = _BODY_END.search(self._text)
        return found.start() if found is not None else len(self._text)

    @cached_property
    def _first_unended(self) -> Position:
        """The position of the first element that doesn't end at its own end tag; after all others if there is none."""
        return min((error.at for kind in _UNENDED for error in self.of(kind)), default=(sys.maxsize, 0))

    def start_tag(self, error: ParseError) -> StartTag | None:
        """Return the start tag that an error is in, or ``None`` if it has no end."""
        return read_start_tag(self._text, self._lines.offset(*error.at))

    @cached_property
    def quotes_missing(self) -> frozenset[Position]:
        """The tags that go on until the next quote of the page, or until its end, so that they contain others."""
        found: set[Position] = set()
        seen: set[Position] = set()
        for error in self.of(Kind.ATTRIBUTE_SYNTAX):
            if error.name == "eof-in-tag":
                found.add(error.at)
            elif error.name == "unexpected-character-in-attribute-name" and error.at not in seen:
                seen.add(error.at)
                start, end = self._lines.offset(*error.at), self._lines.offset(*error.exact)
                quote = self._text[end : end + 1]
                if (
                    quote == '"'
                    and self._text.count(quote, start, end) % 2 == 0
                    and _TAG.search(self._text, start + 1, end)
                ):
                    found.add(error.at)
        return frozenset(found)

    def _tokenizer_errors(self, errors: Iterable[TokenizerError]) -> Iterator[ParseError]:
        for error in errors:
            kind = _KINDS.get(error.code)
            if kind is not None:
                exact = (error.line, error.col)
                at = self._start(kind, error.code, exact)
                yield ParseError(kind, at, error.code, exact=exact, element=self._elements.get(at))

    @cached_property
    def _elements(self) -> Mapping[Position, Tag]:
        return elements_by_position(self._document)

    @cached_property
    def _tags(self) -> Sequence[Position]:
        """The positions of all tags."""
        tokens = turbohtml.tokenize(self._text, capture_attributes=False)
        return [(token.line, token.col) for token in tokens if token.type in _TAGS]

    def _start(self, kind: Kind, code: str, exact: Position) -> Position:
        """Return the position of the tag, the comment or the character that an error is in."""
        if kind in (Kind.REFERENCE, Kind.CHARACTER):
            return exact
        if kind in (Kind.LESS_THAN, Kind.COMMENT):
            end = self._lines.offset(*exact) + 1
            start = self._text.rfind("<", max(0, end - _LONGEST_TAG), end)
            return self._lines.position(start) if start >= 0 else exact
        tag = self._tags[max(0, bisect_right(self._tags, exact) - 1)] if self._tags else (1, 0)
        if code == "eof-in-tag" and (cut := _TAG.search(self._text, self._lines.offset(*tag) + 1)):
            return self._lines.position(cut.start())
        return tag


@view
def parse_errors(document: Document) -> ParseErrors:
    """Return the parse errors of a page."""
    return ParseErrors(document.as_written)


def is_swallowing(error: ParseError) -> bool:
    """Return whether an unclosed element changes what the content after it is."""
    if error.name == "a":
        return error.element is not None and "href" in error.element.attrs
    return error.name in _SWALLOWING
