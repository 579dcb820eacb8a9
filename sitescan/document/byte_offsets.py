"""Conversion of offsets in the decoded text of a page to offsets in its bytes."""

import re
from bisect import bisect_left
from itertools import accumulate

import webencodings

from sitescan.document.encoding import byte_order_mark

#: The number of characters between two offsets that are computed once.
_CHUNK = 1024


class ByteOffsets:
    """
    The offsets in the bytes of a page by the offsets in its decoded text, whose line breaks are all line feeds.

    :ivar encoding: the name of the encoding for Python.
    """

    def __init__(self, raw: str, mark: int, encoding: webencodings.Encoding) -> None:
        self.encoding = encoding.codec_info.name
        self._raw = raw
        self._encoding = encoding
        pairs = (match.start() for match in re.finditer("\r\n", raw))
        self._pairs = [at - number for number, at in enumerate(pairs)]
        chunks = (raw[at : at + _CHUNK] for at in range(0, len(raw), _CHUNK))
        self._starts = list(accumulate((len(self._encoded(chunk)) for chunk in chunks), initial=mark))

    @classmethod
    def of(cls, body: bytes, name: str) -> "ByteOffsets | None":
        """Return the offsets of a page, or ``None`` if its bytes are not the encoding of its text."""
        encoding = webencodings.lookup(name)
        if encoding is None:
            return None
        mark = byte_order_mark(body)
        try:
            raw, _ = encoding.codec_info.decode(body[mark:], "strict")
            made = cls(raw, mark, encoding)
        except UnicodeError:
            return None
        return made if made._starts[-1] == len(body) and made._encoded(raw) == body[mark:] else None

    def offset(self, at: int) -> int:
        """Return the number of bytes before an offset in the decoded text."""
        at += bisect_left(self._pairs, at)
        chunk = at // _CHUNK
        return self._starts[chunk] + len(self._encoded(self._raw[chunk * _CHUNK : at]))

    def encodable(self, text: str) -> str:
        """Return markup with a character reference in place of each character that the encoding lacks."""
        encoded, _ = self._encoding.codec_info.encode(text, "xmlcharrefreplace")
        return self._encoding.codec_info.decode(encoded, "strict")[0]

    def _encoded(self, text: str) -> bytes:
        return self._encoding.codec_info.encode(text, "strict")[0]
