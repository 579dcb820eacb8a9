"""Frames between the parent and a child: bytes in, frames out, no I/O."""

import struct
from collections.abc import Iterator, Sequence

from attrs import define, field, frozen

_HEADER = struct.Struct(">II")


class FrameTooLarge(Exception):
    """The other side announces a frame that is larger than it may be."""


@frozen
class Frame:
    """
    One message and the bytes that go with it.

    :ivar message: JSON.
    :ivar blob: raw bytes: a page need not be squeezed into JSON.
    """

    message: bytes
    blob: bytes = b""

    def encode(self) -> tuple[bytes, ...]:
        """What is written: two lengths (32 bits, big-endian), the message, the blob."""
        return encode(self.message, (self.blob,))


def encode(message: bytes, blobs: Sequence[bytes]) -> tuple[bytes, ...]:
    """What is written for a message and several pieces that make one blob; none of them is copied."""
    return (_HEADER.pack(len(message), sum(map(len, blobs))), message, *blobs)


@define
class FrameReader:
    """
    Takes bytes as they come and gives the frames that are complete.

    :ivar message: the longest message that is taken.
    :ivar blob: the longest blob that is taken.
    """

    message: int
    blob: int = 0
    _received: bytearray = field(factory=bytearray, init=False)

    def feed(self, data: bytes) -> Iterator[Frame]:
        """
        The frames that these bytes complete.

        :raises FrameTooLarge: as soon as one is announced.
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
            frame = Frame(bytes(self._received[start : start + message]), bytes(self._received[start + message : end]))
            del self._received[:end]
            yield frame
