"""
Detection of text decoded in the wrong encoding (mojibake): "BirnenbÃ¤ume", "Birnenb�ume".

Only certain cases are reported: UTF-8 decoded as windows-1252 gives sequences that no language uses inside words.
Examples in code, or next to the right spelling, are ignored.
"""

import re
from collections.abc import Iterator, Sequence

from attrs import frozen
from bs4.element import Tag

from sitescan.document.document import Document
from sitescan.document.tree import TextNode, after
from sitescan.document.views import view
from sitescan.standards.lazy_pattern import lazy_pattern

_NOT_READ = frozenset(
    {"script", "style", "template", "title", "noscript", "code", "pre", "kbd", "samp", "textarea", "svg", "math"}
)
#: The maximum length of a text node that is examined, and the maximum number of garbled words.
_LONGEST, _MOST = 100_000, 200


def _cp1252(first: int, last: int) -> str:
    """Return a character class for the characters to which windows-1252 decodes a range of bytes."""
    return "".join(re.escape(bytes((byte,)).decode("cp1252", "ignore") or chr(byte)) for byte in range(first, last + 1))


_NEXT = f"[{_cp1252(0x80, 0xBF)}]"
#: A character of two or three UTF-8 bytes, decoded as windows-1252.
_TWO = f"[{_cp1252(0xC2, 0xDF)}]{_NEXT}"
_THREE = f"[{_cp1252(0xE0, 0xEF)}]{_NEXT}{_NEXT}"
#: A letter of Latin-1 or Latin Extended-A inside a word with small letters, a word of other letters, or a
#: quotation mark, dash or ellipsis.
_GARBLED = lazy_pattern(
    rf"(?<=[a-z])[ÃÄÅ]{_NEXT}|[ÃÄÅ]{_NEXT}(?=[a-z])|(?:{_TWO}|{_THREE}){{3,}}|â€{_NEXT}|(?<!\w)Â[\u00a0©®£§°·±²³½¼¾¡¿]"
)
#: The common beginning of these sequences, which is searched several times as fast.
_MAYBE_GARBLED = lazy_pattern(f"[{_cp1252(0xC2, 0xEF)}]{_NEXT}")
_WORD = lazy_pattern(r"[^\s<>]{1,40}")
_BEYOND = lazy_pattern(r"[^\x00-\x7f]")
#: The replacement for bytes that could not be decoded.
_LOST = lazy_pattern("\N{REPLACEMENT CHARACTER}")
_LOST_IN_WORD = lazy_pattern(r"\w\N{REPLACEMENT CHARACTER}|\N{REPLACEMENT CHARACTER}\w")


@frozen(kw_only=True)
class Garbled:
    """
    A garbled word.

    :ivar tag: the element that contains it.
    :ivar written: the word as displayed.
    :ivar meant: the correctly decoded word, or an empty string if it is lost.
    """

    tag: Tag
    written: str
    meant: str = ""


@view
def garbled(document: Document) -> Sequence[Garbled]:
    """Return the first garbled words of a page's title and text."""
    found: list[Garbled] = []
    clear: list[str] = []
    for tag, written in _texts(document):
        if written.isascii():
            continue
        clear.append(written)
        if len(found) < _MOST:
            found.extend(_in_text(tag, written, lost=document.decoded.malformed > 0))
    shown = " ".join(clear)
    return tuple(word for word in found if not word.meant or word.meant not in shown)


def first_beyond_ascii(document: Document) -> Garbled | None:
    """Return the first word of the title and text that is not ASCII, or ``None``."""
    for tag, written in _texts(document):
        match = None if written.isascii() else _BEYOND.search(written)
        if match is not None:
            return Garbled(tag=tag, written=_word_at(written, match.start()))
    return None


def _texts(document: Document) -> Iterator[tuple[Tag, str]]:
    """Iterate over the title and the non-ASCII text nodes that are displayed, with the elements that contain them."""
    if document.titles:
        yield document.titles[0], document.title
    body = document.body
    if body is None or document.shown_text.isascii():
        return
    node, end = body.next_element, after(body)
    while node is not None and node is not end:
        if isinstance(node, Tag):
            node = after(node) if node.name in _NOT_READ else node.next_element
            continue
        if type(node) is TextNode and not node.isascii():
            assert node.parent is not None  # noqa: S101 - the body is above it
            yield node.parent, str(node)[:_LONGEST]
        node = node.next_element


def _in_text(tag: Tag, written: str, *, lost: bool) -> Iterator[Garbled]:
    for match in _GARBLED.finditer(written) if _MAYBE_GARBLED.search(written) is not None else ():
        meant = _undone(match[0])
        if meant:
            word = _word_at(written, match.start())
            yield Garbled(tag=tag, written=word, meant=_undone(word) or word.replace(match[0], meant))
    replaced = (_LOST if lost else _LOST_IN_WORD).search(written)
    if replaced is not None:
        yield Garbled(tag=tag, written=_word_at(written, replaced.start()))


def _word_at(written: str, at: int) -> str:
    """Return the word around a character, truncated if it is long."""
    word = _WORD.match(written, max(written.rfind(" ", 0, at) + 1, at - 20))
    return word[0] if word is not None else written[at]


def _undone(written: str) -> str:
    """Return the correctly decoded text, or an empty string if it is no UTF-8 decoded as windows-1252."""
    try:
        data = b"".join(
            bytes((ord(character),)) if 0x80 <= ord(character) <= 0x9F else character.encode("cp1252")
            for character in written
        )
        return data.decode("utf-8")
    except UnicodeError:
        return ""
