"""Receiving and decompressing a response body within limits."""

from collections import deque
from collections.abc import Callable

from attrs import frozen
from twisted.internet.defer import Deferred
from twisted.internet.interfaces import IDelayedCall, IReactorTime
from twisted.internet.protocol import Protocol, connectionDone
from twisted.python.failure import Failure
from twisted.web.client import ResponseDone

from sitescan.egress.content_coding import Corrupt, decoder_of
from sitescan.egress.request_errors import TooLarge, Unreachable
from sitescan.model.answers import Problem

#: The highest compression ratio of a body, and the size after decompression up to which it may be higher.
MOST_RATIO, _RATIO_FROM = 100, 1024 * 1024

#: The most bytes that one step decodes, and the steps in one turn of the reactor. They take two or three milliseconds.
_STEP = 256 * 1024
_STEPS = 4

#: The number of pieces that may be of any size. A body in more pieces must have this many bytes per piece on average.
#: Each piece costs as much time as a kilobyte, so a page in chunks of one byte would block the reactor. The first 512
#: pieces take five milliseconds.
_MOST_PIECES = 512
_LEAST_PIECE = 16

#: The number of bytes of chunk framing that a body may have. Beyond that, framing may be as long as the body itself.
#: A chunk of 16 bytes has six bytes of framing, or a thousand with extensions:
#: https://www.rfc-editor.org/rfc/rfc9112#section-7.1.1
_FRAMES = 64 * 1024


def is_fragmented(pieces: int, size: int) -> bool:
    """Return whether the first bytes of a body came in so many tiny pieces that the body is refused."""
    return pieces > _MOST_PIECES and size < _LEAST_PIECE * pieces


@frozen(kw_only=True)
class BodyLimits:
    """
    The limits of a body.

    :ivar wire: the most bytes as sent, without the transfer coding.
    :ivar decoded: the most bytes after decompression.
    :ivar ratio: the highest compression ratio of a body over 1 MiB.
    :ivar prefix: whether a larger body is cut instead of refused.
    :ivar measured: whether a body that is too large after decompression is received up to ``wire`` without being
        decompressed, so that its size as sent is known.
    """

    wire: int
    decoded: int
    ratio: int = MOST_RATIO
    prefix: bool = False
    measured: bool = False


def largest_decoded(wire: int) -> int:
    """Return the most bytes to which a body of a size is decompressed by default."""
    return max(_RATIO_FROM, MOST_RATIO * wire)


@frozen(kw_only=True)
class Body:
    """
    A received body.

    :ivar data: its bytes after decompression.
    :ivar wire_size: its size as sent, in bytes.
    :ivar truncated: the reason for which the body is incomplete, or empty.
    :ivar interrupted: whether the connection was closed before the response was complete; browsers then use no
        stylesheet or script, https://www.rfc-editor.org/rfc/rfc9112#section-8.
    """

    data: bytes
    wire_size: int
    truncated: str = ""
    interrupted: bool = False


class BodyReader(Protocol):
    """
    Receives and decompresses one body.

    The result doesn't depend on how the body is split into pieces, except that hundreds of pieces of a few bytes are
    refused.

    A few kilobytes may decompress to megabytes, so the data is decoded in steps, a few of them per turn of the reactor.

    :param framed_size: returns the number of bytes received so far, those of the transfer coding included.
    :ivar done: fires with the :class:`Body`; fails with :exc:`TooLarge` or :exc:`Unreachable`. Cancelling it closes the
        connection.
    """

    def __init__(
        self,
        coding: str,
        limits: BodyLimits,
        abort: Callable[[], None],
        clock: IReactorTime,
        framed_size: Callable[[], int] = lambda: 0,
    ) -> None:
        self._decoder = decoder_of(coding)
        self._coding = coding
        self._limits = limits
        self._abort = abort
        self._clock = clock
        self._framed_size = framed_size
        self._received: deque[bytes] = deque()
        self._wire = self._pieces = 0
        self._beyond = False
        self._ended: Failure | None = None
        self._turn: IDelayedCall | None = None
        self._too_large = ""
        self._data = bytearray()
        self.done: Deferred[Body] = Deferred(lambda _: self._abort())

    def dataReceived(self, data: bytes) -> None:  # noqa: N802 - IProtocol
        """Queue a piece of the body for decoding, as far as it is within the limits."""
        if self.done.called:
            return
        self._pieces += 1
        if is_fragmented(self._pieces, self._wire) or self._framed_size() > _FRAMES + 2 * (self._wire + len(data)):
            self._fail(Unreachable(Problem.MALFORMED, "it is split into hundreds of tiny chunks"))
            return
        taken = data[: self._limits.wire - self._wire]
        self._received.append(taken)
        self._wire += len(taken)
        self._beyond = self._beyond or len(taken) < len(data)
        self._go_on()

    def connectionLost(self, reason: Failure = connectionDone) -> None:  # noqa: N802 - IProtocol
        """Finish the body, or fail, once all queued data is decoded."""
        self._ended = reason
        self._go_on()

    def _go_on(self) -> None:
        if self._turn is None and not self.done.called:
            self._work()

    def _next_turn(self) -> None:
        self._turn = None
        self._go_on()

    def _work(self) -> None:
        """Decode queued data for one turn of the reactor, then act on the end of the body."""
        for _ in range(_STEPS):
            if self._too_large:
                self._received.clear()
                if self._beyond or self._ended is not None:
                    self._refuse(self._too_large)
                return
            if self._decoder.pending:
                self._decode(b"")
            elif self._received:
                self._decode(self._received.popleft())
            elif self._beyond:
                self._over(f"{_mib(self._limits.wire)} as sent")
            elif self._ended is not None:
                self._end(self._ended)
            else:
                return
            if self.done.called:
                return
        self._turn = self._clock.callLater(0, self._next_turn)

    def _decode(self, data: bytes) -> None:
        try:
            self._data += self._decoder.decode(data, _STEP)
        except Corrupt:
            self._fail(Unreachable(Problem.MALFORMED, f"its {self._coding} coding is corrupt"))
            return
        if len(self._data) > self._limits.decoded:
            self._over(f"{_mib(self._limits.decoded)} after decompression", measured=self._limits.measured)

    def _end(self, reason: Failure) -> None:
        if len(self._data) > max(_RATIO_FROM, self._limits.ratio * self._wire):
            self._refuse(f"{self._limits.ratio} times its size as sent")
        elif isinstance(reason.value, ResponseDone):
            self._finish("" if self._decoder.complete or not self._wire else f"its {self._coding} coding is cut short")
        elif self._wire:
            self._finish("the connection was closed before the response was complete", interrupted=True)
        else:
            self.done.errback(reason)

    def _over(self, limit: str, *, measured: bool = False) -> None:
        if self._limits.prefix:
            self._finish("")
            self._abort()
        elif measured:
            self._too_large = limit
        else:
            self._refuse(limit)

    def _refuse(self, limit: str) -> None:
        whole = not self._beyond and self._ended is not None and isinstance(self._ended.value, ResponseDone)
        self._fail(TooLarge(limit, self._wire, whole=whole))

    def _finish(self, truncated: str, *, interrupted: bool = False) -> None:
        data = bytes(self._data[: self._limits.decoded])
        self.done.callback(Body(data=data, wire_size=self._wire, truncated=truncated, interrupted=interrupted))

    def _fail(self, problem: Exception) -> None:
        self.done.errback(problem)
        self._abort()


def _mib(size: int) -> str:
    return f"{size / 1024**2:g} MiB"
