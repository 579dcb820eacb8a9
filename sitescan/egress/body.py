"""From what a server sends to bytes within size, ratio and one layer of coding."""

import zlib
from typing import Any, Protocol

import brotli
from attrs import define, field, frozen
from twisted.internet.defer import Deferred
from twisted.internet.protocol import Protocol as TwistedProtocol
from twisted.internet.protocol import connectionDone
from twisted.python.failure import Failure
from twisted.web.client import ResponseDone
from twisted.web.http import PotentialDataLoss

from sitescan.egress.errors import TooLarge, Unreachable
from sitescan.model.answers import Problem

#: The codings that are asked for; others are refused when they come.
ACCEPT_ENCODING = "gzip, br"

_RATIO_FROM = 1024 * 1024
_STEP = 256 * 1024


@frozen(kw_only=True)
class BodyLimits:
    """
    How large a body may be.

    :ivar wire: bytes as sent, transfer coding removed.
    :ivar decoded: bytes after content decoding.
    :ivar ratio: how many times larger than sent it may be, where it is over 1 MiB.
    :ivar prefix: whether a body that is larger is cut rather than refused.
    """

    wire: int
    decoded: int
    ratio: int = 100
    prefix: bool = False


@frozen(kw_only=True)
class Body:
    """
    A body that was received.

    :ivar data: its bytes after content decoding.
    :ivar wire_size: its size as sent.
    :ivar truncated: why it is known not to be whole, or empty.
    """

    data: bytes
    wire_size: int
    truncated: str = ""


class Corrupt(Exception):
    """The bytes are not in the coding that they were said to be in."""


class _Decoder(Protocol):
    def decode(self, data: bytes, most: int) -> bytes:
        """Decode; at most about ``most`` bytes at a time, the rest is kept for the next call."""

    @property
    def pending(self) -> bool:
        """Whether there may be more to decode without more input."""

    @property
    def complete(self) -> bool:
        """Whether the data could end here."""


@define
class _Identity:
    pending: bool = field(default=False, init=False)
    complete: bool = field(default=True, init=False)

    def decode(self, data: bytes, most: int) -> bytes:
        return data


@define
class _Gzip:
    """Members one after the other (RFC 1952, 2.2); what follows that is no member is ignored, as browsers do."""

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
class _Brotli:
    """One stream, and nothing after it (RFC 7932)."""

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
        # All input may be taken while output is still held back: it says so only by having none.
        self.pending = bool(out) and not self._stream.is_finished()
        return out


_DECODERS: dict[str, type] = {"": _Identity, "identity": _Identity, "gzip": _Gzip, "x-gzip": _Gzip, "br": _Brotli}


def coding_of(content_encoding: str) -> str:
    """
    The one content coding of a response, lower case, or empty.

    :raises Unreachable: where it is not one of those that were asked for, or there are several
        layers (RFC 9110, 8.4).
    """
    coding = content_encoding.strip().lower()
    if coding not in _DECODERS:
        raise Unreachable(Problem.MALFORMED, "its content coding was not asked for")
    return "" if coding == "identity" else coding


class BodyReader(TwistedProtocol):
    """
    Receives one body. What becomes of it does not depend on how it is cut on its way.

    :ivar done: fires with the :class:`Body`; fails with :exc:`TooLarge` or :exc:`Unreachable`.
        Cancelling it closes the connection.
    """

    def __init__(self, coding: str, limits: BodyLimits, abort: Any) -> None:
        self._decoder: _Decoder = _DECODERS[coding]()
        self._coding = coding
        self._limits = limits
        self._abort = abort
        self._data = bytearray()
        self._wire = 0
        self.done: Deferred[Body] = Deferred(lambda _: self._abort())

    def dataReceived(self, data: bytes) -> None:  # noqa: N802 - IProtocol
        """Decode and keep what came, as far as it is within the limits."""
        if self.done.called:
            return
        taken = data[: self._limits.wire - self._wire]
        self._wire += len(taken)
        try:
            self._decode(taken)
            while self._decoder.pending and not self.done.called:
                self._decode(b"")
        except Corrupt:
            self._fail(Unreachable(Problem.MALFORMED, f"its {self._coding} coding is corrupt"))
        if len(taken) < len(data) and not self.done.called:
            self._over(f"{_mib(self._limits.wire)} as sent")

    def connectionLost(self, reason: Failure = connectionDone) -> None:  # noqa: N802 - IProtocol
        """The body has ended, one way or the other."""
        if self.done.called:
            return
        if len(self._data) > max(_RATIO_FROM, self._limits.ratio * self._wire):
            self._fail(TooLarge(f"{self._limits.ratio} times its size as sent"))
        elif reason.check(ResponseDone, PotentialDataLoss):
            self._finish("" if self._decoder.complete or not self._wire else f"its {self._coding} coding is cut short")
        elif self._wire:
            self._finish("the connection was closed before its end")
        else:
            self.done.errback(reason)

    def _decode(self, data: bytes) -> None:
        self._data += self._decoder.decode(data, _STEP)
        if len(self._data) > self._limits.decoded:
            self._over(f"{_mib(self._limits.decoded)} after decompression")

    def _over(self, limit: str) -> None:
        if self._limits.prefix:
            self._finish("")
            self._abort()
        else:
            self._fail(TooLarge(limit))

    def _finish(self, truncated: str) -> None:
        data = bytes(self._data[: self._limits.decoded])
        self.done.callback(Body(data=data, wire_size=self._wire, truncated=truncated))

    def _fail(self, problem: Exception) -> None:
        self.done.errback(problem)
        self._abort()


def _mib(size: int) -> str:
    return f"{size / 1024**2:g} MiB"
