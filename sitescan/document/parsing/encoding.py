"""Decoding of a page's bytes, as browsers decode them."""

import codecs
import re
from collections.abc import Iterable, Mapping
from typing import Any

import webencodings
from attrs import frozen

from sitescan.standards.file_types import essence
from sitescan.standards.lazy_pattern import lazy_pattern
from sitescan.standards.progress import advanced

_BOMS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_BE, "utf-16be"), (codecs.BOM_UTF16_LE, "utf-16le"))
_UNICODE = frozenset({"utf-8", "utf-16be", "utf-16le"})
_BEYOND_ASCII = bytes(range(0x80, 0x100))
_REPLACEMENT = "\N{REPLACEMENT CHARACTER}".encode()
_PRESCAN_BYTES = 1024
_XML_DECLARATION = lazy_pattern(
    rb"<\?xml[^>]{0,200}?[\t\n\r ]encoding[\t\n\r ]*=[\t\n\r ]*[\"']([A-Za-z0-9._:-]{1,40})[\"']"
)
_SPACE = b"\t\n\x0c\r "
_NAME_END = lazy_pattern(rb"[\t\n\x0c\r >]")
_CHARSET = lazy_pattern(rb"charset[\t\n\x0c\r ]*=[\t\n\x0c\r ]*(?:\"([^\"]*)\"|'([^']*)'|([^\t\n\x0c\r ;\"']+))", re.I)


@frozen(kw_only=True)
class Decoded:
    r"""
    The text of a page and how its encoding was determined.

    :ivar text: the text, with ``\\n`` as the only line break.
    :ivar encoding: the WHATWG name of the encoding.
    :ivar source: ``bom``, ``header``, ``meta``, ``xml``, ``late`` or ``default``.
    :ivar malformed: the number of malformed byte sequences that were decoded to U+FFFD.
    :ivar utf8_characters: the number of non-ASCII characters that the bytes have as UTF-8, if the encoding is another
        although the bytes are valid UTF-8; otherwise 0.
    """

    text: str
    encoding: str
    source: str
    malformed: int = 0
    utf8_characters: int = 0


def decode(body: bytes, content_type: str) -> Decoded:
    """
    Decode a page: byte order mark, then ``Content-Type``, then ``<meta>``, then windows-1252.

    The encoding is never guessed from the content, so that equal bytes always decode to equal text.

    https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding
    """
    return _decoded(body, *_encoding(body, content_type))


def decode_again(body: bytes, metas: Iterable[Mapping[str, Any]]) -> Decoded | None:
    """
    Decode a page by a declaration that only its tree contains, or return ``None`` if there is none.

    Browsers that parse a declaration this late decode the page again.

    :param metas: the attributes of the page's ``meta`` elements.

    https://html.spec.whatwg.org/multipage/parsing.html#changing-the-encoding-while-parsing
    """
    name = declared_in(metas)
    return _decoded(body, name, "late") if name else None


def _decoded(body: bytes, name: str, source: str) -> Decoded:
    text, _ = webencodings.decode(body, name, "replace")
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    replaced = text.count("\N{REPLACEMENT CHARACTER}")
    # A U+FFFD that is encoded in the page itself does not come from the decoder.
    written = body.count(_REPLACEMENT) if replaced and name == "utf-8" else 0
    return Decoded(
        text=text,
        encoding=name,
        source=source,
        malformed=max(0, replaced - written),
        utf8_characters=0 if name in _UNICODE or body.isascii() else _utf8_characters(body),
    )


def _utf8_characters(body: bytes) -> int:
    """Return the number of non-ASCII characters in valid UTF-8, or 0 if the bytes are not valid UTF-8."""
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError:
        return 0
    # Each continuation byte is one byte more than there are characters.
    continuations = len(body) - len(text)
    return len(body) - len(body.translate(None, _BEYOND_ASCII)) - continuations


def byte_order_mark(body: bytes) -> int:
    """Return the length of the byte order mark that a page begins with, 0 if there is none."""
    return next((len(mark) for mark, _ in _BOMS if body.startswith(mark)), 0)


def charset_parameter(content_type: str) -> str | None:
    """
    Return the encoding that a ``Content-Type`` names, or ``None`` if it names no known encoding.

    https://mimesniff.spec.whatwg.org/#parsing-a-mime-type
    """
    for parameter in content_type.split(";")[1:]:
        key, _, value = parameter.partition("=")
        if key.strip().lower() == "charset":
            return _known(value.strip().strip('"'))
    return None


def declared_in(metas: Iterable[Mapping[str, Any]]) -> str | None:
    """
    Return the encoding declared by the first ``meta`` element that declares a known encoding.

    :param metas: the attributes of ``meta`` elements.
    """
    for meta in metas:
        written = {name.encode(): str(value).encode("ascii", "replace") for name, value in meta.items()}
        if name := _declared(written):
            return name
    return None


def _encoding(body: bytes, content_type: str) -> tuple[str, str]:
    for mark, name in _BOMS:
        if body.startswith(mark):
            return name, "bom"
    if named := charset_parameter(content_type):
        return named, "header"
    if essence(content_type) == "application/xhtml+xml":
        return _xml_encoding(body) or "utf-8", "xml"
    if found := prescan(body[:_PRESCAN_BYTES]):
        return found, "meta"
    if found := _xml_encoding(body):
        return found, "xml"
    return "windows-1252", "default"


def _xml_encoding(body: bytes) -> str | None:
    """
    Return the encoding that an XML declaration names, or ``None``.

    https://html.spec.whatwg.org/multipage/parsing.html#concept-get-xml-encoding-when-sniffing
    """
    declared = _XML_DECLARATION.match(body[:_PRESCAN_BYTES])
    return _usable(declared.group(1)) if declared is not None else None


def _known(label: str) -> str | None:
    encoding = webencodings.lookup(label)
    return encoding.name if encoding is not None else None


def prescan(head: bytes) -> str | None:
    """
    Return the encoding that a ``<meta>`` in the first bytes of a page declares, or ``None``.

    https://html.spec.whatwg.org/multipage/parsing.html#prescan-a-byte-stream-to-determine-its-encoding
    """
    at = 0
    while (at := head.find(b"<", at)) >= 0:
        if head.startswith(b"<!--", at):
            # The two dashes of "<!-->" may also be the dashes that opened the comment.
            end = head.find(b"-->", at + 2)
            if end < 0:
                return None
            at = end + 3
        elif head[at : at + 5].lower() == b"<meta" and head[at + 5 : at + 6] in (b"/", *(bytes([c]) for c in _SPACE)):
            attributes, at = _attributes(head, at + 5)
            if name := _declared(attributes):
                return name
        elif re.match(rb"</?[A-Za-z]", head[at : at + 3]):
            name_end = _NAME_END.search(head, at)
            if name_end is None:
                return None
            _, at = _attributes(head, name_end.start())
        elif head[at + 1 : at + 2] in (b"!", b"/", b"?"):
            end = head.find(b">", at)
            if end < 0:
                return None
            at = end + 1
        else:
            at += 1
    return None


def _declared(attributes: dict[bytes, bytes]) -> str | None:
    label = attributes.get(b"charset")
    if label is None and attributes.get(b"http-equiv", b"").lower() == b"content-type":
        match = _CHARSET.search(attributes.get(b"content", b""))
        label = next((group for group in match.groups() if group is not None), b"") if match else None
    if label is None:
        return None
    return _usable(label)


def _usable(label: bytes) -> str | None:
    """Return the encoding of a label; a declaration readable as ASCII cannot be in UTF-16, whatever it names."""
    name = _known(label.decode("latin-1").strip())
    return {"utf-16be": "utf-8", "utf-16le": "utf-8", "x-user-defined": "windows-1252"}.get(name or "", name)


_ATTRIBUTE = lazy_pattern(
    rb"[\t\n\x0c\r /]*([^\t\n\x0c\r />][^\t\n\x0c\r />=]*)"
    rb"(?:[\t\n\x0c\r ]*=[\t\n\x0c\r ]*(?:\"([^\"]*)\"|'([^']*)'|([^\t\n\x0c\r >]*)))?"
)


def _attributes(head: bytes, at: int) -> tuple[dict[bytes, bytes], int]:
    """Return the attributes of a tag whose name ends at ``at`` (the first of each name), and the end of the tag."""
    found: dict[bytes, bytes] = {}
    while match := _ATTRIBUTE.match(head, at):
        name, *values = match.groups()
        found.setdefault(name.lower(), next((value for value in values if value is not None), b""))
        at = advanced(at, match.end())
    end = head.find(b">", at)
    return found, (end + 1 if end >= 0 else len(head))
