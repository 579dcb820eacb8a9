"""Start tags as written: the source range of a tag and of each of its attributes."""

import re
from html import unescape
from html.entities import html5

from attrs import frozen

from sitescan.standards.lazy_pattern import lazy_pattern
from sitescan.standards.progress import advanced

_NAME = lazy_pattern(r"<([A-Za-z][^\t\n\f />]*)")
_ATTRIBUTE = lazy_pattern(
    r"[\t\n\f /]*([^\t\n\f />][^\t\n\f />=]*)"
    r"(?:[\t\n\f ]*=[\t\n\f ]*(\"[^\"]*\"|'[^']*'|(?![\t\n\f \"'])[^\t\n\f >]*)?)?"
)
_END = lazy_pattern(r"[\t\n\f /]*>")
_REFERENCE = lazy_pattern(r"&(?:#[0-9A-Za-z]+;?|([A-Za-z][A-Za-z0-9]*)(;?)(=?))")


@frozen
class WrittenAttribute:
    """
    An attribute as written. All offsets count characters of the source.

    :ivar name: the name in lower case.
    :ivar value: the value with its character references decoded.
    :ivar start: the offset of the name.
    :ivar value_start: the offset of the value, inside its quotes; equal to ``end`` if it has none.
    :ivar value_end: the offset after the value, inside its quotes.
    :ivar end: the offset after the attribute.
    :ivar quote: the quotation mark; empty if there is none.
    """

    name: str
    value: str
    start: int
    value_start: int
    value_end: int
    end: int
    quote: str = ""


@frozen
class StartTag:
    """
    A start tag as written.

    :ivar name: the name in lower case.
    :ivar attributes: all attributes in the order of the source, including repeated ones, which browsers ignore.
    :ivar start: the offset of ``<``.
    :ivar name_end: the offset after the name.
    :ivar end: the offset after ``>``.
    """

    name: str
    attributes: tuple[WrittenAttribute, ...]
    start: int
    name_end: int
    end: int

    @property
    def values(self) -> dict[str, str]:
        """The values by attribute name, as browsers read them: the first of each name counts."""
        return {attribute.name: attribute.value for attribute in reversed(self.attributes)}


def read_start_tag(text: str, start: int) -> StartTag | None:
    """
    Return the start tag at an offset of a source, or ``None`` if there is none or it does not end.

    https://html.spec.whatwg.org/multipage/parsing.html#tag-open-state
    """
    named = _NAME.match(text, start)
    if named is None:
        return None
    found: list[WrittenAttribute] = []
    at = named.end()
    while (end := _END.match(text, at)) is None:
        matched = _ATTRIBUTE.match(text, at)
        if matched is None or (matched[2] is None and matched.end() > matched.end(1)):
            # The page ends within the tag, or within the quotation marks of a value.
            return None
        found.append(_attribute(matched))
        at = advanced(at, matched.end())
    return StartTag(_lower(named[1]), tuple(found), start, named.end(), end.end())


#: Elements whose content has no tags: https://html.spec.whatwg.org/multipage/parsing.html#parsing-html-fragments
_RAW = frozenset("iframe noembed noframes script style textarea title xmp".split())
_TOKEN = lazy_pattern(r"<(?:!--|(/?)[A-Za-z])")
_END_NAME = lazy_pattern(r"</([A-Za-z][^\t\n\f />]*)(?:[\t\n\f /][^>]*)?>")


def read_end_tag(text: str, start: StartTag, most: int) -> tuple[re.Match[str], int] | None:
    """
    Return the end tag that belongs to a start tag, and the number of elements of the same name before it.

    Only tags are counted; end tags that are omitted make the result wrong. ``None`` if there is no end tag.

    :param most: the maximum number of characters that are searched.
    """
    at, last = start.end, start.end + most
    count = depth = 0
    raw = start.name if start.name in _RAW else ""
    while (token := _TOKEN.search(text, at, last)) is not None:
        opened = None if raw or token[1] != "" else read_start_tag(text, token.start())
        closed = _END_NAME.match(text, token.start())
        at = token.end()
        if closed is not None and raw in ("", _lower(closed[1])):
            at, raw = closed.end(), ""
            if _lower(closed[1]) == start.name:
                if not depth:
                    return closed, count
                depth -= 1
        elif token[1] == "" and not raw:
            if opened is None:
                return None
            at, raw = opened.end, opened.name if opened.name in _RAW else ""
            if opened.name == start.name:
                count, depth = count + 1, depth + 1
        elif not raw and token[1] is None:
            comment_end = text.find("-->", token.start() + 2, last)
            if comment_end < 0:
                return None
            at = comment_end
    return None


def _attribute(matched: re.Match[str]) -> WrittenAttribute:
    name, written = matched.groups()
    end = matched.end()
    if written is None:
        return WrittenAttribute(_lower(name), "", matched.start(1), end, end, end)
    quote = written[0] if written[:1] in ("'", '"') else ""
    first, last = matched.start(2) + len(quote), end - len(quote)
    return WrittenAttribute(
        _lower(name), decode_references(matched.string[first:last]), matched.start(1), first, last, end, quote
    )


def decode_references(written: str) -> str:
    """
    Return an attribute value with its character references decoded.

    https://html.spec.whatwg.org/multipage/parsing.html#named-character-reference-state
    """
    return _REFERENCE.sub(_decoded, written) if "&" in written else written


def _decoded(matched: re.Match[str]) -> str:
    name, semicolon, equals = matched.groups()
    if name is None:
        return unescape(matched[0])
    if semicolon:
        return html5.get(f"{name};", matched[0]) + equals
    # Old names need no semicolon, but in an address "&copy=1" is a parameter.
    return matched[0] if equals else html5.get(name, matched[0])


def _lower(name: str) -> str:
    """Return a name with its ASCII letters in lower case; others keep theirs, as in browsers."""
    return (
        name.lower() if name.isascii() else "".join(letter.lower() if letter.isascii() else letter for letter in name)
    )
