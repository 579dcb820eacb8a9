"""One outgoing connection: what a hostile server sends before the body is bounded here."""

import re
from typing import Any, cast

from attrs import define, evolve, field, frozen
from twisted.internet.defer import Deferred
from twisted.internet.interfaces import (
    IDelayedCall,
    IHandshakeListener,
    IProtocol,
    IPushProducer,
    IReactorTime,
    ITCPTransport,
)
from twisted.internet.protocol import connectionDone
from twisted.protocols.policies import ProtocolWrapper, WrappingFactory
from twisted.python.failure import Failure
from zope.interface import implementer

from sitescan.deadline import TimedOut
from sitescan.egress.read_pace import PacedReader, ReadPace
from sitescan.egress.request_errors import Unreachable
from sitescan.egress.response_head import without_malformed_lines
from sitescan.model.answers import Problem
from sitescan.model.exchange import Timings, Tls
from sitescan.settings import Settings

_BLANK_LINE = re.compile(rb"\n\r?\n")
_STATUS_LINE = re.compile(rb"HTTP/\d\.\d (\d{3})[ \r\n]")
_INTERIM = 8
_HTTP = b"HTTP/"
_NO_STATUS_LINE = "it does not start with an HTTP status line"
_NO_TIMINGS = Timings()
_LONGEST_LINE = 16_384
"""Longest line that Twisted takes (``LineReceiver.MAX_LENGTH``); for a longer one it hangs up without a word."""


@frozen(kw_only=True)
class HeadLimits:
    """What the head of a response may be (RFC 9112 leaves it to the receiver)."""

    bytes: int
    lines: int
    seconds: float

    @classmethod
    def of(cls, settings: Settings) -> "HeadLimits":
        """The limits that the settings ask for."""
        return cls(bytes=settings.head_bytes, lines=settings.head_lines, seconds=settings.head_seconds)


@define(eq=False)
class _Head:
    """The head that is being received for the request that was sent last."""

    sent_at: float
    received: bytearray = field(factory=bytearray)
    lines: int = 0
    first_byte_at: float | None = None
    interim: int = 0
    done: bool = False
    rest: bytes = b""


@implementer(IHandshakeListener)
class ResponseHeadLimiter(ProtocolWrapper):
    """
    A connection that gives up on a head that is too long, too slow or never ends.

    Twisted bounds one line of a head, not the head: half a million fields, a field folded over
    64 MB or 1xx answers without end would all be read.

    :ivar problem: what it gave up for, or ``None``; whatever failure the layers above make of the
        aborted connection, this is the reason.
    :ivar handshake: fires when the TLS handshake has ended; fails where it did.
    :ivar used: requests that were sent over it.
    :ivar body_size: bytes of the body of the last answer so far, whatever frames it included.
    :ivar aborted: whether it was given up here.
    :ivar malformed_lines: those lines, shortened.
    :ivar opening: the phases of making the connection.
    :ivar tls: the facts of the connection, where it is over TLS.
    """

    factory: "ResponseHeadLimiterFactory"

    def __init__(self, factory: "ResponseHeadLimiterFactory", wrapped: IProtocol) -> None:
        super().__init__(factory, wrapped)
        self.problem: Exception | None = None
        self.handshake: Deferred[None] = Deferred()
        self.used = self.body_size = 0
        self.aborted = False
        self._last_head = b""
        self.malformed_lines: tuple[str, ...] = ()
        self.opening = _NO_TIMINGS
        self.tls: Tls | None = None
        self._head: _Head | None = None
        self._timer: IDelayedCall | None = None
        self._reader = PacedReader(factory.pace, self._receive, self._pause, self._resume)
        self._held = False
        self._lost: Failure | None = None

    # What was measured.

    @property
    def answered(self) -> bool:
        """Whether a byte of an answer to the last request has come."""
        return self._head is not None and self._head.first_byte_at is not None

    def timings(self) -> Timings:
        """The phases of the last request; making the connection counts for the first one only."""
        head = self._head
        if head is None or head.first_byte_at is None:
            return self.opening
        opening = self.opening if self.used == 1 else _NO_TIMINGS
        return evolve(
            opening,
            first_byte=head.first_byte_at - head.sent_at,
            download=self.factory.clock.seconds() - head.first_byte_at,
        )

    def take_head(self) -> bytes:
        """The head of the last answer, without the lines that browsers skip; it is kept no longer."""
        head, self._last_head = self._last_head, b""
        return head

    # From the layers above.

    def write(self, data: bytes) -> None:
        """Send a request, or a part of one."""
        self._sending()
        super().write(data)

    def writeSequence(self, data: Any) -> None:  # noqa: N802 - ITransport
        """Likewise."""
        self._sending()
        super().writeSequence(data)

    def loseConnection(self) -> None:  # noqa: N802 - ITransport
        """Close; over TLS the layers above would wait for the other side to agree."""
        self.abort()

    def abort(self, problem: Exception | None = None) -> None:
        """Close at once, without waiting for anything that the other side might do."""
        self.aborted = True
        if self.problem is None:
            self.problem = problem
        self._reader.close()
        if self._lost is not None:
            self._end(self._lost)
        elif self.transport is not None:
            cast("ITCPTransport", self.transport).abortConnection()

    def pauseProducing(self) -> None:  # noqa: N802 - IPushProducer
        """Ask for no more of the answer."""
        self._held = True
        self._pause()

    def resumeProducing(self) -> None:  # noqa: N802 - IPushProducer
        """Ask for more of the answer."""
        self._held = False
        self._resume()

    # From the connection.

    def handshakeCompleted(self) -> None:  # noqa: N802 - IHandshakeListener
        """The TLS handshake has ended well."""
        self.handshake.callback(None)

    def dataReceived(self, data: bytes) -> None:  # noqa: N802 - IProtocol
        """Bytes came: they are read when there is time for them."""
        self._reader.receive(data)

    def connectionLost(self, reason: Failure = connectionDone) -> None:  # noqa: N802 - IProtocol
        """Whatever waits for this connection learns that it is gone, after what came before that."""
        if self._reader.waits and not self.aborted:
            self._lost = reason
        else:
            self._end(reason)

    # Inside.

    def _receive(self, data: bytes) -> None:
        """Count what came; pass on a head once it is whole, without what Twisted can't read, then the body."""
        head = self._head
        if head is not None and not head.done:
            if head.first_byte_at is None:
                head.first_byte_at = self.factory.clock.seconds()
            problem = self._scan(head, data)
            if problem is not None:
                self.abort(problem)
            whole, head.rest = head.rest, b""
            if not whole:
                return
            self.body_size = len(whole) - len(self._last_head)
            data = whole
        else:
            self.body_size += len(data)
        super().dataReceived(data)

    def _pause(self) -> None:
        cast("IPushProducer", self.transport).pauseProducing()

    def _resume(self) -> None:
        if self._lost is not None:
            self._end(self._lost)
        elif not self._held and not self._reader.waits:
            cast("IPushProducer", self.transport).resumeProducing()

    def _end(self, reason: Failure) -> None:
        self._lost = None
        self._reader.close()
        self._stop_timer()
        if self.factory.secure and not self.handshake.called:
            self.handshake.errback(reason)
        super().connectionLost(reason)

    def _sending(self) -> None:
        if self._head is None or self._head.done:
            self.used += 1
            self.body_size = 0
            clock = self.factory.clock
            self._head = _Head(sent_at=clock.seconds())
            self._timer = clock.callLater(self.factory.limits.seconds, self._too_slow)

    def _scan(self, head: _Head, data: bytes) -> Unreachable | None:
        """
        Look for the end of the head; answer what is wrong with it, if anything.

        Interim answers are dropped: they say nothing of the page.

        What was looked at is not looked at again: a head may come one byte at a time.
        """
        looked_at = max(0, len(head.received) - len(b"\n\r"))
        head.received += data
        head.lines += data.count(b"\n")
        if not _HTTP.startswith(head.received[: len(_HTTP)]):
            return Unreachable(Problem.MALFORMED, _NO_STATUS_LINE)
        while head.lines:
            status = _STATUS_LINE.match(head.received)
            if status is None:
                # Twisted would read "+100" or "0100" as interim, and more heads after it.
                return Unreachable(Problem.MALFORMED, _NO_STATUS_LINE)
            end = _BLANK_LINE.search(head.received, looked_at)
            if end is None:
                break
            whole = head.received[: end.end()]
            lines = whole.count(b"\n")
            if self._beyond(len(whole), lines) or _has_long_line(whole):
                return Unreachable(Problem.HEAD_TOO_LONG)
            if not status[1].startswith(b"1"):
                head.done = True
                self._last_head, self.malformed_lines = without_malformed_lines(bytes(whole))
                head.rest = self._last_head + bytes(head.received[end.end() :])
                head.received.clear()
                self._stop_timer()
                return None
            head.interim += 1
            if head.interim > _INTERIM:
                return Unreachable(Problem.MALFORMED, "it sends endless interim responses")
            del head.received[: end.end()]
            head.lines -= lines
            looked_at = 0
        unfinished = len(head.received) - head.received.rfind(b"\n") - 1
        too_long = self._beyond(len(head.received), head.lines) or unfinished > _LONGEST_LINE
        return Unreachable(Problem.HEAD_TOO_LONG) if too_long else None

    def _beyond(self, size: int, lines: int) -> bool:
        """Whether a head is longer than it may be; its status line and its blank line are not counted."""
        limits = self.factory.limits
        return size > limits.bytes or lines > limits.lines + 2

    def _too_slow(self) -> None:
        self._timer = None
        self.abort(TimedOut(self.factory.limits.seconds))

    def _stop_timer(self) -> None:
        if self._timer is not None and self._timer.active():
            self._timer.cancel()
        self._timer = None


def _has_long_line(head: bytearray) -> bool:
    """Whether one line of a head is longer than Twisted takes; most heads are shorter altogether."""
    return len(head) > _LONGEST_LINE and any(len(line) > _LONGEST_LINE for line in head.split(b"\n"))


class ResponseHeadLimiterFactory(WrappingFactory[ResponseHeadLimiter]):
    """
    Meters one connection, from the first attempt to make it until it is gone.

    :ivar connections: the factories of the connections that are being made or exist; its own place
        among them is kept by the factory.
    """

    protocol = ResponseHeadLimiter
    noisy = False

    def __init__(
        self,
        wrapped: Any,
        clock: IReactorTime,
        limits: HeadLimits,
        pace: ReadPace,
        *,
        secure: bool,
        connections: "set[ResponseHeadLimiterFactory]",
    ) -> None:
        super().__init__(wrapped)
        wrapped.noisy = False
        self.secure = secure
        self.clock = clock
        self.limits = limits
        self.pace = pace
        self.connections = connections
        connections.add(self)

    def unregisterProtocol(self, p: ResponseHeadLimiter) -> None:  # noqa: N802 - WrappingFactory
        """The connection is gone."""
        super().unregisterProtocol(p)
        self.connections.discard(self)

    def not_made(self) -> None:
        """The connection could not be made."""
        self.connections.discard(self)

    @property
    def closing(self) -> bool:
        """Whether the connection was given up and is not gone yet."""
        return any(connection.aborted for connection in self.protocols)

    def abort(self) -> None:
        """Close the connection, where there is one, at once."""
        for connection in tuple(self.protocols):
            connection.abort()
