"""A job on its way to a child: written slice by slice, as fast as the child reads."""

from collections.abc import Iterable, Iterator
from typing import Any

from twisted.internet.interfaces import IPullProducer
from zope.interface import implementer

#: Bytes that are handed over at a time. All of a job at once would be copied as a whole for each piece that the pipe
#: takes, megabytes in one turn of the reactor.
_SLICE = 128 * 1024


@implementer(IPullProducer)
class JobWriter:
    """
    Writes the pieces of a frame to a transport, the next slice once the last one is gone.

    :ivar done: whether all of it was handed over.
    """

    def __init__(self, pieces: Iterable[bytes], transport: Any) -> None:
        self.done = False
        self._slices = _slices(pieces)
        self._next = next(self._slices, b"")
        self._transport = transport

    def start(self) -> None:
        """Begin."""
        self._transport.registerProducer(self, False)

    def resumeProducing(self) -> None:  # noqa: N802 - IPullProducer
        """There is room for a slice."""
        self._transport.write(self._next)
        self._next = next(self._slices, b"")
        if not self._next:
            self.done = True
            self._transport.unregisterProducer()

    def stopProducing(self) -> None:  # noqa: N802 - IPullProducer
        """The child is gone."""
        self._slices = iter(())


def _slices(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """The pieces, those that are short together, those that are long in slices."""
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
