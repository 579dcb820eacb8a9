"""Conversion of offsets in the decoded text of a page to offsets in its bytes."""

import codecs
import re
from bisect import bisect_left
from itertools import accumulate

import webencodings

from sitescan.document.parsing.encoding import Decoded, byte_order_mark
from sitescan.standards.lazy_pattern import lazy_pattern

#: The number of characters between two offsets that are computed once.
_CHUNK = 1024

#: Each malformed byte becomes one lone surrogate, and that byte again.
_ERRORS = "surrogateescape"
_MALFORMED = lazy_pattern("[\udc80-\udcff]")
_REPLACEMENT = "\N{REPLACEMENT CHARACTER}"


class ByteOffsets:
    """
    The offsets in the bytes of a page by the offsets in its decoded text, whose line breaks are all line feeds.

    :ivar encoding: the name of the encoding for Python.
    """

    def __init__(self, raw: str, mark: int, codec: codecs.CodecInfo) -> None:
        self.encoding = codec.name
        self._raw = raw
        self._codec = codec
        pairs = (match.start() for match in re.finditer("\r\n", raw))
        self._pairs = [at - number for number, at in enumerate(pairs)]
        chunks = (raw[at : at + _CHUNK] for at in range(0, len(raw), _CHUNK))
        self._starts = list(accumulate((len(self._encoded(chunk)) for chunk in chunks), initial=mark))

    @classmethod
    def of(cls, body: bytes, decoded: Decoded) -> "ByteOffsets | None":
        """Return the offsets of a page, or ``None`` if malformed bytes make them uncertain."""
        named = webencodings.lookup(decoded.encoding)
        mark = byte_order_mark(body)
        if named is None:
            return None
        # A page in ASCII is the same in all encodings, and stays so.
        codec = codecs.lookup("ascii") if body.isascii() and decoded.encoding != "utf-8" else named.codec_info
        try:
            raw, _ = codec.decode(body[mark:], _ERRORS)
            made = cls(raw, mark, codec)
        except UnicodeError:
            return None
        # Most pages have nothing malformed, and the search for it takes as long as the rest.
        text = _MALFORMED.sub(_REPLACEMENT, raw) if _REPLACEMENT in decoded.text else raw
        text = text.replace("\r\n", "\n").replace("\r", "\n")
        return made if text == decoded.text and made._encoded(raw) == body[mark:] else None

    def offset(self, at: int) -> int:
        """Return the number of bytes before an offset in the decoded text."""
        at += bisect_left(self._pairs, at)
        chunk = at // _CHUNK
        return self._starts[chunk] + len(self._encoded(self._raw[chunk * _CHUNK : at]))

    def line_break(self, at: int) -> str:
        """Return the line break at an offset in the decoded text as it is in the bytes."""
        at += bisect_left(self._pairs, at)
        return "\r\n" if self._raw.startswith("\r\n", at) else self._raw[at]

    def encodable(self, text: str) -> str:
        """Return markup with a character reference in place of each character that the encoding lacks."""
        encoded, _ = self._codec.encode(text, "xmlcharrefreplace")
        return self._codec.decode(encoded, "strict")[0]

    def _encoded(self, text: str) -> bytes:
        return self._codec.encode(text, _ERRORS)[0]
