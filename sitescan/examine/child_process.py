"""One child process, as its parent sees it: a job goes in, answers come out; one that misbehaves is killed."""

import signal
from collections.abc import Callable, Sequence
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

from sitescan.examine.child_control import ChildControl
from sitescan.examine.examination_errors import BROKEN, BUSY, TOO_HEAVY, NotExamined
from sitescan.examine.fair_queue import Account
from sitescan.examine.frames import FrameReader, FrameTooLarge
from sitescan.examine.job_writer import JobWriter
from sitescan.examine.messages import LONGEST_ANSWER, Answer, ChecksFailed, Failed, Ready

_LONGEST_LOG_LINE = 2000

#: CPU time in which a child may end a job that nobody wants any more: less than a new child costs, and more than nearly
#: every page. Whoever asks and leaves at once would have children replaced all day.
_GRACE_CPU_SECONDS = 0.5

#: A child that does not even use the processor is not waited for longer than this.
_GRACE_SECONDS = 5.0

#: Time for which a job has one of the places of a pool to itself. Nearly every page is done by
#: then; one that is not steps aside and shares the processors with whoever comes next.
_TURN_SECONDS = 0.5

#: Likewise where somebody waits who goes before it: another client, or a page where this is what a link leads to.
_SHORT_TURN_SECONDS = 0.1

#: Time after which a job has the processors only for as long as nobody else wants them.
_HEAVY_SECONDS = 1.0


class OutOfStep(Exception):
    """A child answers what cannot have been asked."""


class Owner(Protocol):
    """Whoever started a child and hears of it."""

    def freed(self, child: "Child", *, spent: bool) -> None:
        """A child waits for work; ``spent`` where it has grown too large for more."""

    def is_waited_for(self, work: "Work") -> bool:
        """Whether anybody waits who should not wait for this job."""

    def exceeded_slice(self) -> None:
        """A job has been done for longer than its turn."""

    def held(self, work: "Work", seconds: float) -> None:
        """A job has held a child for so many more seconds."""

    def ended(self, child: "Child") -> None:
        """A child is gone."""

    def unsealed(self, missing: Sequence[str]) -> None:
        """A child could not give up all that it should: the system does not have these."""


@define(eq=False)
class Work:
    """
    One job, waiting or being done.

    :ivar pieces: the frame that is written for it.
    :ivar account: the scan that it belongs to.
    :ivar cpu_seconds: CPU time that it may take.
    :ivar background: whether its scan has an answer without it.
    :ivar outlines: whether the child keeps the page for the next job of the scan.
    :ivar pageless: whether it needs no page, and the child goes on to keep the one that it has.
    :ivar child: who does it, or did, or ``None``.
    :ivar patience: looks whether it should wait any longer, where it may be given up.
    """

    pieces: Sequence[bytes]
    heard: Callable[[Answer], None]
    account: Account
    cpu_seconds: float
    background: bool = False
    outlines: bool = False
    pageless: bool = False
    done: Deferred[None] = field(init=False)
    child: "Child | None" = field(default=None, init=False)
    patience: IDelayedCall | None = field(default=None, init=False)


class Child(ProcessProtocol):
    """
    One child process.

    :ivar work: what it is doing, or ``None``.
    :ivar ready: whether it waits for work.
    :ivar started: whether it ever came up.
    :ivar since: when it was given its job, by the clock's seconds.
    :ivar keeps: the scan whose page it has parsed and keeps, or ``None``.
    :ivar slowed: whether it was given a low priority that can't be raised again.
    """

    _log = Logger()
    transport: Any

    def __init__(self, pool: Owner, clock: IReactorTime, control: ChildControl) -> None:
        self._pool = pool
        self._clock = clock
        self._reader = FrameReader(message=LONGEST_ANSWER)
        self._decoder = msgspec.json.Decoder(Answer)
        self.work: Work | None = None
        self.ready = False
        self.started = False
        self.served = 0
        self.in_turn = False
        self.since = 0.0
        self.slowed = False
        self.keeps: Account | None = None
        self._control = control
        self._charged = 0.0
        self._killed = False
        self._writer: JobWriter | None = None
        self._turn: IDelayedCall | None = None
        self._due: IDelayedCall | None = None

    def do(self, work: Work) -> None:
        """Do a job."""
        self.work, work.child = work, self
        if not work.pageless:
            self.keeps = work.account if work.outlines else None
        self.ready = False
        self.served += 1
        self.in_turn = True
        self.since = self._charged = self._clock.seconds()
        self._control.allow_cpu(self.transport.pid, work.cpu_seconds)
        self._turn = self._clock.callLater(_SHORT_TURN_SECONDS, self._look)
        self._writer = JobWriter(work.pieces, self.transport)
        self._writer.start()

    def give_up(self) -> None:
        """What it does is not wanted any more: it may come to the end of it, where that costs less than a new child."""
        if self._due is None and not self._killed:
            self._control.allow_cpu(self.transport.pid, _GRACE_CPU_SECONDS)
            self._due = self._clock.callLater(_GRACE_SECONDS, self._overdue)

    def _look(self) -> None:
        """See, every tenth of a second, whether the job has had its turn, and whether it is a heavy one."""
        self._turn = None
        work = self.work
        assert work is not None  # noqa: S101 - the call is cancelled with the job
        self._charge(work)
        held = self._clock.seconds() - self.since
        over = held >= _TURN_SECONDS or self._pool.is_waited_for(work)
        if held < _HEAVY_SECONDS:
            self._turn = self._clock.callLater(_SHORT_TURN_SECONDS, self._look)
        else:
            self._control.lower_priority(self.transport.pid)
            self.slowed = True
        if self.in_turn and over:
            self.in_turn = False
            self._pool.exceeded_slice()

    def _charge(self, work: Work) -> None:
        now = self._clock.seconds()
        self._pool.held(work, now - self._charged)
        self._charged = now

    def _overdue(self) -> None:
        self._due = None
        self.kill()

    def _put_down(self) -> Work | None:
        """The job that it was at, and is not any more."""
        self._stop_clocks()
        work, self.work = self.work, None
        if work is not None:
            self._charge(work)
        return work

    def _stop_clocks(self) -> None:
        for call in (self._turn, self._due):
            if call is not None:
                call.cancel()
        self._turn = self._due = None
        self.in_turn = False

    def displace(self) -> None:
        """Its job has to make room: it is not done, and whoever asked is told that the server is busy."""
        work = self._put_down()
        self.kill()
        if work is not None and not work.done.called:
            work.done.errback(NotExamined(BUSY))

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
        except (FrameTooLarge, OutOfStep, msgspec.DecodeError, UnicodeDecodeError) as problem:
            self._log.error(
                "child {pid} sent an invalid answer: {problem}", pid=self.transport.pid, problem=str(problem)
            )
            self.kill()

    def processEnded(self, reason: Failure) -> None:  # noqa: N802 - ProcessProtocol
        """It is gone; whatever it was doing is not done."""
        self.ready = False
        work = self._put_down()
        if work is not None and not work.done.called:
            by_signal = getattr(reason.value, "signal", None)
            heavy = by_signal in (signal.SIGXCPU, signal.SIGKILL) and not self._killed
            if not self._killed:
                # A pool that stops kills children that have told everything but that they are ready again.
                self._log.warn("a child ended while examining a page: {reason}", reason=reason.value)
            work.done.errback(NotExamined(TOO_HEAVY if heavy else BROKEN))
        self._pool.ended(self)

    def _heard(self, answer: Answer) -> None:
        work = self.work
        if isinstance(answer, Ready):
            if self._writer is not None and not self._writer.done:
                raise OutOfStep("it is ready before it has read its job")
            self._put_down()
            if answer.missing:
                self._pool.unsealed(answer.missing)
            self.started = self.ready = True
            self.slowed = self.slowed and not self._control.restore_priority(self.transport.pid)
            # First those who wait: whoever this job was for may ask for another one at once.
            self._pool.freed(self, spent=answer.spent)
            if work is not None and not work.done.called:
                work.done.callback(None)
        elif isinstance(answer, ChecksFailed):
            names = ", ".join(answer.names)[:_LONGEST_LOG_LINE]
            self._log.error("failed on a page: {names}: {trace}", names=names, trace=answer.trace)
        elif work is None or work.done.called:
            return
        elif isinstance(answer, Failed):
            self._log.error("child {pid} failed: {reason}", pid=self.transport.pid, reason=answer.reason)
            work.done.errback(NotExamined(TOO_HEAVY if answer.heavy else BROKEN))
        else:
            work.heard(answer)
