"""Decoding of the chunked transfer coding (RFC 9112, section 7.1)."""

from collections.abc import Iterator
from enum import Enum, auto

from attrs import define, field

from sitescan.standards.lazy_pattern import lazy_pattern

#: The longest line with the size of a chunk, in bytes, its extensions included.
_LONGEST_SIZE_LINE = 1024
#: The longest trailer field, and the most bytes of all trailer fields together, line ends included.
_LONGEST_TRAILER_FIELD, _MOST_TRAILER_BYTES = 8 * 1024, 64 * 1024
_CRLF = b"\r\n"
#: The size, "bad whitespace", and extensions, which are ignored.
#: https://www.rfc-editor.org/rfc/rfc9112#section-7.1.1
_SIZE_LINE = lazy_pattern(rb"([0-9A-Fa-f]{1,16})[ \t]*(?:;[\t\x20-\x7e\x80-\xff]*)?")


class MalformedChunks(ValueError):
    """A body violates the chunked coding."""


class _State(Enum):
    """The part of a chunked body that is expected next."""

    SIZE = auto()
    DATA = auto()
    END_OF_DATA = auto()
    TRAILER = auto()
    COMPLETE = auto()


@define(eq=False)
class ChunkedDecoder:
    """
    Decodes one chunked body.

    The decoded bytes don't depend on how the body is split into pieces. Trailer fields are dropped.

    :ivar excess: the bytes that were received after the end of the body.
    """

    excess: bytes = field(default=b"", init=False)
    _state: _State = field(default=_State.SIZE, init=False)
    _left: int = field(default=0, init=False)
    _trailer_left: int = field(default=_MOST_TRAILER_BYTES, init=False)
    _unfinished_line: bytes = field(default=b"", init=False)

    @property
    def complete(self) -> bool:
        """True if the whole body has been received."""
        return self._state is _State.COMPLETE

    @property
    def ends_with_connection(self) -> bool:
        """Always false: the last chunk ends the body, not the end of the connection."""
        return False

    def decode(self, data: bytes) -> Iterator[bytes]:
        """
        Decode the next piece of the body, and yield the data of its chunks.

        :raises MalformedChunks: if the coding is violated.
        """
        received, at = self._unfinished_line + data, 0
        self._unfinished_line = b""
        while at < len(received) and not self.complete:
            if self._state is _State.DATA:
                chunk = received[at : at + self._left]
                at += len(chunk)
                self._left -= len(chunk)
                if not self._left:
                    self._state = _State.END_OF_DATA
                yield chunk
                continue
            longest = self._longest_line
            end = received.find(_CRLF, at, at + longest + len(_CRLF))
            if end < 0:
                self._unfinished_line = received[at:]
                if len(self._unfinished_line.removesuffix(b"\r")) > longest:
                    raise MalformedChunks("a line is too long")
                return
            self._state = self._after_line(received[at:end])
            at = end + len(_CRLF)
        self.excess += received[at:]

    @property
    def _longest_line(self) -> int:
        """The most bytes of the line that is expected, without its end."""
        if self._state is _State.SIZE:
            return _LONGEST_SIZE_LINE
        return min(_LONGEST_TRAILER_FIELD, self._trailer_left) if self._state is _State.TRAILER else 0

    def _after_line(self, line: bytes) -> _State:
        """Return the state that follows a line in the present state."""
        if self._state is _State.END_OF_DATA:
            return _State.SIZE
        if self._state is _State.TRAILER:
            self._trailer_left = max(0, self._trailer_left - len(line) - len(_CRLF))
            return _State.TRAILER if line else _State.COMPLETE
        size = _SIZE_LINE.fullmatch(line)
        if size is None:
            raise MalformedChunks("a chunk has no valid size")
        self._left = int(size[1], 16)
        return _State.DATA if self._left else _State.TRAILER
