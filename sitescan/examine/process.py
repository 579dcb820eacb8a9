"""One child process, as its parent sees it: a job goes in, answers come out; one that misbehaves is killed."""

import signal
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Protocol

import msgspec
from attrs import define, field
from twisted.internet import error
from twisted.internet.defer import Deferred
from twisted.internet.interfaces import IDelayedCall, IReactorTime
from twisted.internet.protocol import ProcessProtocol
from twisted.logger import Logger
from twisted.python.failure import Failure

from sitescan.examine.errors import BROKEN, TOO_HEAVY, NotExamined
from sitescan.examine.frames import Frame, FrameReader, FrameTooLarge
from sitescan.examine.messages import LONGEST_ANSWER, Answer, Failed, Ready, RuleFailure

_LONGEST_LOG_LINE = 2000

#: Time in which a child may end a job that nobody wants any more. Most jobs end sooner, and a new
#: child costs more than most pages: whoever asks and leaves at once would have children replaced all day.
_GRACE_SECONDS = 0.08

#: Time for which a job has one of the places of a pool to itself. Nearly every page is done by
#: then; one that is not steps aside and shares the processors with whoever comes next.
_TURN_SECONDS = 0.5


class Owner(Protocol):
    """Whoever started a child and hears of it."""

    def freed(self, child: "Child", *, spent: bool) -> None:
        """A child waits for work; ``spent`` where it has grown too large for more."""

    def stepped_aside(self) -> None:
        """A job has been done for longer than its turn."""

    def ended(self, child: "Child") -> None:
        """A child is gone."""


@define(eq=False)
class Work:
    """
    One job, waiting or being done.

    :ivar child: who does it, or did, or ``None``.
    """

    frame: Frame
    heard: Callable[[Answer], None]
    done: Deferred[None] = field(init=False)
    child: "Child | None" = field(default=None, init=False)


class Child(ProcessProtocol):
    """
    One child process.

    :ivar work: what it is doing, or ``None``.
    :ivar ready: whether it waits for work.
    :ivar started: whether it ever came up.
    """

    _log = Logger()
    transport: Any

    def __init__(self, pool: Owner, clock: IReactorTime) -> None:
        self._pool = pool
        self._clock = clock
        self._reader = FrameReader(message=LONGEST_ANSWER)
        self._decoder = msgspec.json.Decoder(Answer)
        self.work: Work | None = None
        self.ready = False
        self.started = False
        self.served = 0
        self._killed = False
        self._turn: IDelayedCall | None = None
        self._due: IDelayedCall | None = None

    @property
    def in_turn(self) -> bool:
        """Whether it is at a job, and has not been for long."""
        return self._turn is not None

    def do(self, work: Work) -> None:
        """Do a job."""
        self.work, work.child = work, self
        self.ready = False
        self.served += 1
        self._turn = self._clock.callLater(_TURN_SECONDS, self._turn_over)
        for piece in work.frame.encode():
            if piece:
                self.transport.write(piece)

    def give_up(self) -> None:
        """What it does is not wanted any more: it has a moment to come to the end of it."""
        if self._due is None and not self._killed:
            self._due = self._clock.callLater(_GRACE_SECONDS, self._overdue)

    def _turn_over(self) -> None:
        self._turn = None
        self._pool.stepped_aside()

    def _overdue(self) -> None:
        self._due = None
        self.kill()

    def _put_down(self) -> Work | None:
        """The job that it was at, and is not any more."""
        self._stop_clocks()
        work, self.work = self.work, None
        return work

    def _stop_clocks(self) -> None:
        for call in (self._turn, self._due):
            if call is not None:
                call.cancel()
        self._turn = self._due = None

    def kill(self) -> None:
        """End at once; what is still in its pipe is not heard."""
        self._stop_clocks()
        self.ready = False
        self._killed = True
        with suppress(error.ProcessExitedAlready):
            self.transport.signalProcess("KILL")

    def outReceived(self, data: bytes) -> None:  # noqa: N802 - ProcessProtocol
        """Answers; a child that sends anything else has been taken over or is out of step."""
        if self._killed:
            return
        try:
            for frame in self._reader.feed(data):
                self._heard(self._decoder.decode(frame.message))
        except (FrameTooLarge, msgspec.DecodeError, UnicodeDecodeError) as problem:
            self._log.error("child {pid} answers garbage: {problem}", pid=self.transport.pid, problem=str(problem))
            self.kill()

    def errReceived(self, data: bytes) -> None:  # noqa: N802 - ProcessProtocol
        """What it writes to standard error goes to the log."""
        text = data.decode("utf-8", "replace")[:_LONGEST_LOG_LINE]
        self._log.error("child {pid}: {text}", pid=self.transport.pid, text=text)

    def processEnded(self, reason: Failure) -> None:  # noqa: N802 - ProcessProtocol
        """It is gone; whatever it was doing is not done."""
        self.ready = False
        work = self._put_down()
        if work is not None and not work.done.called:
            by_signal = getattr(reason.value, "signal", None)
            heavy = by_signal in (signal.SIGXCPU, signal.SIGKILL) and not self._killed
            self._log.warn(
                "child {pid} ended while it examined a page: {reason}", pid=self.transport.pid, reason=reason.value
            )
            work.done.errback(NotExamined(TOO_HEAVY if heavy else BROKEN))
        self._pool.ended(self)

    def _heard(self, answer: Answer) -> None:
        work = self.work
        if isinstance(answer, Ready):
            self._put_down()
            self.started = self.ready = True
            # First those who wait: whoever this job was for may ask for another one at once.
            self._pool.freed(self, spent=answer.spent)
            if work is not None and not work.done.called:
                work.done.callback(None)
        elif isinstance(answer, RuleFailure):
            self._log.error("rule {rule} failed: {trace}", rule=answer.rule, trace=answer.trace)
        elif work is None or work.done.called:
            return
        elif isinstance(answer, Failed):
            self._log.error("child {pid} failed: {reason}", pid=self.transport.pid, reason=answer.reason)
            work.done.errback(NotExamined(TOO_HEAVY if answer.heavy else BROKEN))
        else:
            work.heard(answer)
