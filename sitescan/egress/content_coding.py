"""Decompression of content codings in steps of limited size (RFC 9110, section 8.4)."""

import zlib
from typing import Any, Protocol

import brotli
from attrs import define, field

from sitescan.egress.request_errors import Unreachable
from sitescan.model.answers import Problem
from sitescan.standards.content_codings import CODINGS, content_codings

#: The codings to request. Servers also send ``deflate``, which every browser decodes; other codings are refused.
ACCEPT_ENCODING = "gzip, br"


_ZLIB_HEADER = 2


class Corrupt(Exception):
    """The data is not valid in its content coding."""


class Decoder(Protocol):
    """Decodes one body."""

    def decode(self, data: bytes, most: int) -> bytes:
        """Decode data. Return at most about ``most`` bytes, and keep the rest for the next call."""

    @property
    def pending(self) -> bool:
        """True if there may be more output without more input."""

    @property
    def complete(self) -> bool:
        """True if the data could end here."""


@define
class _Identity:
    pending: bool = field(default=False, init=False)
    complete: bool = field(default=True, init=False)

    def decode(self, data: bytes, most: int) -> bytes:
        return data


@define
class _Gzip:
    """A sequence of gzip members (RFC 1952, section 2.2). Other data after a member is ignored, as in browsers."""

    _stream: Any = field(factory=lambda: zlib.decompressobj(wbits=31), init=False)
    _rest: bytes = field(default=b"", init=False)
    _ended: bool = field(default=False, init=False)
    complete: bool = field(default=False, init=False)

    @property
    def pending(self) -> bool:
        return bool(self._rest) and not self._ended

    def decode(self, data: bytes, most: int) -> bytes:
        if self._ended:
            return b""
        try:
            out: bytes = self._stream.decompress(self._rest + data, most)
        except zlib.error as problem:
            if not self.complete:
                raise Corrupt from problem
            self._ended = True
            return b""
        self._rest = self._stream.unconsumed_tail
        if self._stream.eof:
            self._rest = self._stream.unused_data
            self._stream = zlib.decompressobj(wbits=31)
            self.complete = True
        elif out or self._rest:
            self.complete = False
        return out


@define
class _Deflate:
    """
    A zlib stream (RFC 9110, section 8.4.1.2), or the deflate data alone that some servers send, as browsers accept it.

    Other data after it is ignored.
    """

    _stream: Any = field(default=None, init=False)
    _rest: bytes = field(default=b"", init=False)

    @property
    def pending(self) -> bool:
        return bool(self._rest) and self._stream is not None and not self._stream.eof

    @property
    def complete(self) -> bool:
        return self._stream is not None and bool(self._stream.eof)

    def decode(self, data: bytes, most: int) -> bytes:
        if self.complete:
            return b""
        data = self._rest + data
        if self._stream is None:
            if len(data) < _ZLIB_HEADER:
                self._rest = data
                return b""
            self._stream = zlib.decompressobj(wbits=zlib.MAX_WBITS if _is_zlib(data) else -zlib.MAX_WBITS)
        try:
            out: bytes = self._stream.decompress(data, most)
        except zlib.error as problem:
            raise Corrupt from problem
        self._rest = self._stream.unconsumed_tail
        return out


def _is_zlib(data: bytes) -> bool:
    """Return whether data begins with the header of a zlib stream, https://www.rfc-editor.org/rfc/rfc1950#page-5."""
    method, window = data[0] & 15, data[0] >> 4
    return method == zlib.DEFLATED and window <= 7 and int.from_bytes(data[:_ZLIB_HEADER]) % 31 == 0


@define
class _Brotli:
    """One Brotli stream, and nothing after it (RFC 7932)."""

    _stream: Any = field(factory=brotli.Decompressor, init=False)
    pending: bool = field(default=False, init=False)

    @property
    def complete(self) -> bool:
        return bool(self._stream.is_finished())

    def decode(self, data: bytes, most: int) -> bytes:
        if self._stream.is_finished() and data:
            raise Corrupt
        try:
            out: bytes = self._stream.process(data, output_buffer_limit=most)
        except brotli.error as problem:
            raise Corrupt from problem
        # The decompressor may have consumed all input and still hold output; it is done when it returns none.
        self.pending = bool(out) and not self._stream.is_finished()
        return out


@define
class _Layers:
    """
    Decodes a body that two codings were applied to; the inner one may be such a pair.

    What lies between the layers is limited: it may have a thousand times the size of what was sent and still decode to
    nothing, as a long sequence of empty gzip members.
    """

    _outer: Decoder
    _inner: Decoder
    _between: int = field(default=0, init=False)

    @property
    def pending(self) -> bool:
        return self._inner.pending or self._outer.pending

    @property
    def complete(self) -> bool:
        return self._outer.complete and self._inner.complete

    def decode(self, data: bytes, most: int) -> bytes:
        if self._inner.pending:
            return self._inner.decode(b"", most)
        between = self._outer.decode(data, most)
        self._between += len(between)
        if self._between > _MOST_BETWEEN:
            raise Corrupt
        return self._inner.decode(between, most)


#: The most layers of codings; a page has two if a server compresses what an application has compressed already.
_MOST_LAYERS = 3
#: The most bytes that an outer coding may decode to, which are coded themselves.
_MOST_BETWEEN = 16 * 1024**2

_DECODERS: dict[str, type] = {"": _Identity, "gzip": _Gzip, "x-gzip": _Gzip, "deflate": _Deflate, "br": _Brotli}


def coding_of(content_encoding: str) -> str:
    """
    Return the content codings of a response in lower case, in the order in which they were applied, or an empty string.

    A field with a coding that doesn't exist, such as ``utf-8``, has no effect in browsers: the body is not coded.

    :raises Unreachable: if a coding is one that browsers decode only if they have asked for it, or there are too many
        layers.
    """
    codings = content_codings(content_encoding)
    if not CODINGS.issuperset(codings):
        return ""
    codings = [coding for coding in codings if coding != "identity"]
    if len(codings) > _MOST_LAYERS or not _DECODERS.keys() >= set(codings):
        raise Unreachable(Problem.MALFORMED, "its content coding was not requested")
    return ", ".join(codings)


def decoder_of(coding: str) -> Decoder:
    """
    Return a decoder for a body.

    :param coding: a result of :func:`coding_of`.
    """
    first, *outer = coding.split(", ")
    decoder: Decoder = _DECODERS[first]()
    for name in outer:
        decoder = _Layers(_DECODERS[name](), decoder)
    return decoder
