"""The frames between the parent and a child. There is no I/O here."""

import struct
from collections.abc import Iterator, Sequence

from attrs import define, field, frozen

_HEADER = struct.Struct(">II")


class FrameTooLarge(Exception):
    """The peer has announced a frame that is larger than allowed."""


@frozen
class Frame:
    """
    A message with raw bytes.

    :ivar message: JSON.
    :ivar blob: the raw bytes, such as a page, which would take long to encode in JSON.
    """

    message: bytes
    blob: bytes = b""

    def encode(self) -> tuple[bytes, ...]:
        """Return the pieces of the frame: two lengths (32 bits, big-endian), the message and the blob."""
        return encode(self.message, (self.blob,))


def encode(message: bytes, blobs: Sequence[bytes]) -> tuple[bytes, ...]:
    """Return the pieces of a frame whose blob is in several pieces, without copying them."""
    return (_HEADER.pack(len(message), sum(map(len, blobs))), message, *blobs)


@define
class FrameReader:
    """
    Splits a stream of bytes, which may be cut anywhere, into frames.

    :ivar message: the maximum length of a message in bytes.
    :ivar blob: the maximum length of a blob in bytes.
    """

    message: int
    blob: int = 0
    _received: bytearray = field(factory=bytearray, init=False)

    def feed(self, data: bytes) -> Iterator[Frame]:
        """
        Yield the frames that are complete with the data.

        :raises FrameTooLarge: if a frame is too large, as soon as its lengths are known.
        """
        self._received += data
        while len(self._received) >= _HEADER.size:
            message, blob = _HEADER.unpack_from(self._received)
            if message > self.message or blob > self.blob:
                raise FrameTooLarge(f"{message} + {blob} bytes")
            end = _HEADER.size + message + blob
            if len(self._received) < end:
                return
            start = _HEADER.size
            # A slice of the array itself would be one more copy of up to a whole answer.
            with memoryview(self._received) as received:
                frame = Frame(bytes(received[start : start + message]), bytes(received[start + message : end]))
            del self._received[:end]
            yield frame
