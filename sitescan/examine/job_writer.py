"""A producer that writes a job to a child as fast as the child reads."""

from collections.abc import Iterable, Iterator
from typing import Any

from twisted.internet.interfaces import IPullProducer
from zope.interface import implementer

#: The number of bytes to write at a time. A transport copies all that it holds for each piece that the pipe accepts:
#: for a whole job, these would be megabytes in one turn of the reactor.
_SLICE = 128 * 1024


@implementer(IPullProducer)
class JobWriter:
    """
    Writes a frame to a transport, slice by slice.

    :ivar done: whether the whole frame has been written.
    """

    def __init__(self, pieces: Iterable[bytes], transport: Any) -> None:
        self.done = False
        self._slices = _slices(pieces)
        self._next = next(self._slices, b"")
        self._transport = transport

    def start(self) -> None:
        """Register with the transport."""
        self._transport.registerProducer(self, False)

    def resumeProducing(self) -> None:  # noqa: N802 - IPullProducer
        """Write the next slice."""
        self._transport.write(self._next)
        self._next = next(self._slices, b"")
        if not self._next:
            self.done = True
            self._transport.unregisterProducer()

    def stopProducing(self) -> None:  # noqa: N802 - IPullProducer
        """Drop the slices that haven't been written, because the child has ended."""
        self._slices = iter(())


def _slices(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the pieces in slices; short pieces are joined, long ones are cut."""
    waiting = b""
    for piece in pieces:
        if len(waiting) + len(piece) <= _SLICE:
            waiting += piece
            continue
        if waiting:
            yield waiting
        waiting = b""
        for at in range(0, len(piece), _SLICE):
            waiting = piece[at : at + _SLICE]
            if len(waiting) == _SLICE:
                yield waiting
                waiting = b""
    if waiting:
        yield waiting
