"""From bytes to text, as a browser decodes a page."""

import codecs
import re
from collections.abc import Iterable, Mapping
from typing import Any

import webencodings
from attrs import frozen

from sitescan.standards.progress import advanced

_BOMS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_BE, "utf-16be"), (codecs.BOM_UTF16_LE, "utf-16le"))
_UNICODE = frozenset({"utf-8", "utf-16be", "utf-16le"})
_BEYOND_ASCII = bytes(range(0x80, 0x100))
_REPLACEMENT = "\N{REPLACEMENT CHARACTER}".encode()
_PRESCAN_BYTES = 1024
_XML_DECLARATION = re.compile(
    rb"<\?xml[^>]{0,200}?[\t\n\r ]encoding[\t\n\r ]*=[\t\n\r ]*[\"']([A-Za-z0-9._:-]{1,40})[\"']"
)
_SPACE = b"\t\n\x0c\r "
_CHARSET = re.compile(rb"charset[\t\n\x0c\r ]*=[\t\n\x0c\r ]*(?:\"([^\"]*)\"|'([^']*)'|([^\t\n\x0c\r ;\"']+))", re.I)


@frozen(kw_only=True)
class Decoded:
    r"""
    A page's text and how its encoding became known.

    :ivar text: the text, line breaks as ``\\n``.
    :ivar encoding: the WHATWG name of the encoding.
    :ivar source: ``bom``, ``header``, ``meta``, ``xml``, ``late`` or ``default``.
    :ivar malformed: how many malformed sequences became U+FFFD, where the encoding has such.
    :ivar utf8_characters: where the bytes are valid UTF-8, though the encoding is another: how many characters beyond
        ASCII they are in UTF-8.
    """

    text: str
    encoding: str
    source: str
    malformed: int = 0
    utf8_characters: int = 0


def decode(body: bytes, content_type: str) -> Decoded:
    """
    Decode a page: byte order mark, then ``Content-Type``, then ``<meta>``, then windows-1252.

    Nothing is guessed from the content, so that the same bytes always give the same text.

    https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding
    """
    return _decoded(body, *_encoding(body, content_type))


def decode_again(body: bytes, metas: Iterable[Mapping[str, Any]]) -> Decoded | None:
    """
    Decode a page by what its tree says, where nothing said it before; ``None`` where the tree says nothing.

    Browsers that meet a declaration so late start over with it.

    :param metas: the attributes of its ``meta`` elements.

    https://html.spec.whatwg.org/multipage/parsing.html#changing-the-encoding-while-parsing
    """
    name = declared_in(metas)
    return _decoded(body, name, "late") if name else None


def _decoded(body: bytes, name: str, source: str) -> Decoded:
    text, _ = webencodings.decode(body, name, "replace")
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    replaced = text.count("\N{REPLACEMENT CHARACTER}")
    # One that stands in the bytes themselves is nothing that the decoder met.
    written = body.count(_REPLACEMENT) if name == "utf-8" else 0
    return Decoded(
        text=text,
        encoding=name,
        source=source,
        malformed=max(0, replaced - written),
        utf8_characters=0 if name in _UNICODE or body.isascii() else _utf8_characters(body),
    )


def _utf8_characters(body: bytes) -> int:
    """How many characters beyond ASCII valid UTF-8 holds; 0 where it is not valid."""
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError:
        return 0
    # Each continuation byte is one byte more than there are characters.
    continuations = len(body) - len(text)
    return len(body) - len(body.translate(None, _BEYOND_ASCII)) - continuations


def charset_parameter(content_type: str) -> str | None:
    """
    The encoding that a ``Content-Type`` names, or ``None`` where it names none that is known.

    https://mimesniff.spec.whatwg.org/#parsing-a-mime-type
    """
    for parameter in content_type.split(";")[1:]:
        key, _, value = parameter.partition("=")
        if key.strip().lower() == "charset":
            return _known(value.strip().strip('"'))
    return None


def declared_in(metas: Iterable[Mapping[str, Any]]) -> str | None:
    """
    The encoding that the first ``meta`` declares which declares a known one.

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
    if content_type.partition(";")[0].strip().lower() == "application/xhtml+xml":
        return _xml_encoding(body) or "utf-8", "xml"
    if found := prescan(body[:_PRESCAN_BYTES]):
        return found, "meta"
    if found := _xml_encoding(body):
        return found, "xml"
    return "windows-1252", "default"


def _xml_encoding(body: bytes) -> str | None:
    """
    The encoding that an XML declaration names, or ``None``.

    https://html.spec.whatwg.org/multipage/parsing.html#concept-get-xml-encoding-when-sniffing
    """
    declared = _XML_DECLARATION.match(body[:_PRESCAN_BYTES])
    return _usable(declared.group(1)) if declared is not None else None


def _known(label: str) -> str | None:
    encoding = webencodings.lookup(label)
    return encoding.name if encoding is not None else None


def prescan(head: bytes) -> str | None:
    """
    The encoding that a page's first bytes declare in a ``<meta>``, or ``None``.

    https://html.spec.whatwg.org/multipage/parsing.html#prescan-a-byte-stream-to-determine-its-encoding
    """
    at = 0
    while (at := head.find(b"<", at)) >= 0:
        if head.startswith(b"<!--", at):
            # The two dashes of "<!-->" may be those that opened the comment.
            end = head.find(b"-->", at + 2)
            if end < 0:
                return None
            at = end + 3
        elif head[at : at + 5].lower() == b"<meta" and head[at + 5 : at + 6] in (b"/", *(bytes([c]) for c in _SPACE)):
            attributes, at = _attributes(head, at + 5)
            if name := _declared(attributes):
                return name
        elif re.match(rb"</?[A-Za-z]", head[at : at + 3]):
            name_end = re.compile(rb"[\t\n\x0c\r >]").search(head, at)
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
    """The encoding of this label; what could be read byte by byte is not UTF-16, whatever it says."""
    name = _known(label.decode("latin-1").strip())
    return {"utf-16be": "utf-8", "utf-16le": "utf-8", "x-user-defined": "windows-1252"}.get(name or "", name)


_ATTRIBUTE = re.compile(
    rb"[\t\n\x0c\r /]*([^\t\n\x0c\r />][^\t\n\x0c\r />=]*)"
    rb"(?:[\t\n\x0c\r ]*=[\t\n\x0c\r ]*(?:\"([^\"]*)\"|'([^']*)'|([^\t\n\x0c\r >]*)))?"
)


def _attributes(head: bytes, at: int) -> tuple[dict[bytes, bytes], int]:
    """The attributes of a tag whose name ends at ``at``, the first of each name, and its end."""
    found: dict[bytes, bytes] = {}
    while match := _ATTRIBUTE.match(head, at):
        name, *values = match.groups()
        found.setdefault(name.lower(), next((value for value in values if value is not None), b""))
        at = advanced(at, match.end())
    end = head.find(b">", at)
    return found, (end + 1 if end >= 0 else len(head))
