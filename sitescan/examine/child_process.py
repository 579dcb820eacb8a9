"""A child process as its parent sees it: it gets one job at a time, and is killed if it misbehaves."""

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
from twisted.python.failure import Failure

from sitescan.examine.answer_limits import OverLimit
from sitescan.examine.child_control import ChildControl
from sitescan.examine.child_log import ChildLog
from sitescan.examine.client_usage import ScanUsage
from sitescan.examine.examination_errors import BROKEN, LOST, TOO_HEAVY, NotExamined
from sitescan.examine.frames import FrameReader, FrameTooLarge
from sitescan.examine.job_writer import JobWriter
from sitescan.examine.messages import LONGEST_ANSWER, Answer, ChecksFailed, Failed, Ready

#: The maximum number of frames and bytes that a child sends for one job: the judgement of a page is the largest, with a
#: frame for each category.
_JOB_FRAMES, JOB_BYTES = 16, 2 * LONGEST_ANSWER

#: The maximum number of bytes for a sitemap, each of whose frames may be full.
SITEMAP_BYTES = 14 * LONGEST_ANSWER

#: The maximum number of bytes for a linked page, because the parent keeps the answers for all linked pages of a scan.
LINKED_BYTES = 256 * 1024

#: The maximum number of bytes for a linked page and all of its parts: those of the most elements take 270 KB.
PARTS_BYTES = 2 * LINKED_BYTES

#: The maximum number of frames and bytes that a child without a job sends to say that it is ready.
_IDLE_FRAMES, _IDLE_BYTES = 4, 4096

#: Processor time, in seconds, in which a child may complete a job that was cancelled. It is less than a new child
#: costs, and more than nearly every page does; clients that leave at once would otherwise have children replaced all
#: day.
_GRACE_CPU_SECONDS = 0.5

#: The maximum time, in seconds, to wait for a child with a cancelled job, even if it doesn't use the processor.
_GRACE_SECONDS = 5.0

#: The time, in seconds, after which a child hangs that has not used up its processor time. Scans of a service end
#: before.
_HANGS_SECONDS = 300.0

#: Seconds after which other jobs are preferred to a job.
_HEAVY_SECONDS = 1.0


class OutOfStep(Exception):
    """A child sent an answer that doesn't fit the job that it has."""


class ChildOwner(Protocol):
    """Receives notifications about the state of child processes."""

    def child_ready(self, child: "Child", *, spent: bool) -> None:
        """
        Notify that a child waits for a job.

        :param spent: whether the child has to be replaced instead of getting one.
        """

    def child_used(self, work: "Work", seconds: float) -> None:
        """Notify that a job has held a child for the given number of seconds."""

    def child_ended(self, child: "Child") -> None:
        """Notify that a child process has ended."""

    def child_unsealed(self, missing: Sequence[str]) -> None:
        """Notify that a child is confined without the named facilities, because the system lacks them."""


@define(eq=False)
class Work:
    """
    A job that waits for a child or that a child is doing.

    :ivar pieces: the frame of the job.
    :ivar on_answer: is called with each answer.
    :ivar scan: the scan that the job belongs to.
    :ivar cpu_seconds: the maximum processor time of the job.
    :ivar submitted_at: the time at which the job was submitted, by the clock of the reactor.
    :ivar linked: whether the job is reading a linked page.
    :ivar background: whether the job can wait for those of other scans.
    :ivar outlines: whether the child keeps the page for the next job of the scan.
    :ivar pageless: whether the job has no page, so that the child goes on keeping one.
    :ivar most_bytes: the maximum number of bytes in its answers.
    :ivar done: fires when the job is complete.
    :ivar child: the child that does the job, or ``None`` while it waits.
    """

    pieces: Sequence[bytes]
    on_answer: Callable[[Answer], None]
    scan: ScanUsage
    cpu_seconds: float
    submitted_at: float
    linked: bool = False
    background: bool = False
    outlines: bool = False
    pageless: bool = False
    most_bytes: int = JOB_BYTES
    done: Deferred[None] = field(init=False)
    child: "Child | None" = field(default=None, init=False)


class Child(ProcessProtocol):
    """
    The protocol of one child process.

    :ivar work: the job in progress, or ``None``.
    :ivar ready: whether the child waits for a job.
    :ivar served: the number of jobs that the child was given.
    :ivar keeps: the scan whose page the child keeps parsed, or ``None``.
    """

    transport: Any

    def __init__(self, owner: ChildOwner, clock: IReactorTime, control: ChildControl, log: ChildLog) -> None:
        self.work: Work | None = None
        self.ready = False
        self.served = 0
        self.keeps: ScanUsage | None = None
        self._owner = owner
        self._clock = clock
        self._control = control
        self._log = log
        self._reader = FrameReader(message=LONGEST_ANSWER)
        self._frames_left, self._bytes_left = _IDLE_FRAMES, _IDLE_BYTES
        self._decoder = msgspec.json.Decoder(Answer)
        self._since = 0.0
        self._cpu_before = 0.0
        self._slowed = False
        self._killed = False
        self._writer: JobWriter | None = None
        self._heavy_call: IDelayedCall | None = None
        self._hung_call: IDelayedCall | None = None
        self._overdue_call: IDelayedCall | None = None

    def start(self, work: Work) -> None:
        """Start a job."""
        self.work, work.child = work, self
        if not work.pageless:
            self.keeps = work.scan if work.outlines else None
        self.ready = False
        self.served += 1
        self._frames_left, self._bytes_left = _JOB_FRAMES, work.most_bytes
        self._since = self._clock.seconds()
        self._cpu_before = self._control.cpu_seconds(self.transport.pid)
        self._control.allow_cpu(self.transport.pid, work.cpu_seconds)
        self._heavy_call = self._clock.callLater(_HEAVY_SECONDS, self._slow_down)
        self._hung_call = self._clock.callLater(_HANGS_SECONDS, self._hang)
        self._writer = JobWriter(work.pieces, self.transport)
        self._writer.start()

    def cpu_seconds(self) -> float:
        """Return the processor time that the child has used since it started its job."""
        return self._control.cpu_seconds(self.transport.pid) - self._cpu_before

    def abandon(self) -> None:
        """Let the child complete a cancelled job if that costs less than a new child; kill it otherwise."""
        if self._overdue_call is None and not self._killed:
            self._control.allow_cpu(self.transport.pid, _GRACE_CPU_SECONDS)
            self._overdue_call = self._clock.callLater(_GRACE_SECONDS, self._overdue)

    def kill(self) -> None:
        """Kill the child and ignore further data from it."""
        self._cancel_calls()
        self.ready = False
        self._killed = True
        with suppress(error.ProcessExitedAlready):
            self.transport.signalProcess("KILL")

    def outReceived(self, data: bytes) -> None:  # noqa: N802 - ProcessProtocol
        """Process answers. A child that sends anything else is out of step or has been taken over, and is killed."""
        if self._killed:
            return
        try:
            self._count_bytes(len(data))
            for frame in self._reader.feed(data):
                self._count_frame()
                self._answer_received(self._decoder.decode(frame.message))
        except (FrameTooLarge, OutOfStep, OverLimit, msgspec.DecodeError, UnicodeDecodeError) as problem:
            self._log.error(
                "child {pid} sent an invalid answer: {problem}", pid=self.transport.pid, problem=str(problem)
            )
            self.kill()

    def processEnded(self, reason: Failure) -> None:  # noqa: N802 - ProcessProtocol
        """Fail the job in progress and notify the owner."""
        self.ready = False
        work = self._finish()
        if work is not None and not work.done.called:
            if self._killed:
                work.done.errback(NotExamined(BROKEN))
            else:
                # A pool that stops kills children whose job is complete but for the last message.
                self._log.error("a child ended while examining a page: {reason}", reason=reason.value)
                # Other signals than that of the limit on processor time come from elsewhere, as from an operator or a
                # kernel that has no memory left for all processes.
                heavy = getattr(reason.value, "signal", None) == signal.SIGXCPU
                work.done.errback(NotExamined(TOO_HEAVY if heavy else LOST))
        self._owner.child_ended(self)

    def _count_bytes(self, count: int) -> None:
        self._bytes_left -= count
        if self._bytes_left < 0:
            raise OverLimit("too many bytes")

    def _count_frame(self) -> None:
        self._frames_left -= 1
        if self._frames_left < 0:
            raise OverLimit("too many frames")

    def _answer_received(self, answer: Answer) -> None:
        work = self.work
        if isinstance(answer, Ready):
            self._ready_received(answer)
        elif isinstance(answer, ChecksFailed):
            self._log.error("failed on a page: {names}: {trace}", names=", ".join(answer.names), trace=answer.trace)
        elif work is None or work.done.called:
            return
        elif isinstance(answer, Failed):
            self._log.error("child {pid} failed: {reason}", pid=self.transport.pid, reason=answer.reason)
            work.done.errback(NotExamined(TOO_HEAVY if answer.heavy else BROKEN))
        else:
            work.on_answer(answer)

    def _ready_received(self, answer: Ready) -> None:
        if self._writer is not None and not self._writer.done:
            raise OutOfStep("it is ready before it has read its job")
        work = self._finish()
        if answer.missing:
            self._owner.child_unsealed(answer.missing)
        self.ready = True
        self._frames_left, self._bytes_left = _IDLE_FRAMES, _IDLE_BYTES
        # Waiting jobs get the child first: the caller of this job may submit another one at once.
        self._owner.child_ready(self, spent=answer.spent or self._slowed)
        if work is not None and not work.done.called:
            work.done.callback(None)

    def _slow_down(self) -> None:
        """Lower the priority of the child. Only the superuser could raise it again, so it is replaced afterwards."""
        self._heavy_call = None
        self._control.lower_priority(self.transport.pid)
        self._slowed = True

    def _hang(self) -> None:
        self._hung_call = None
        self.kill()

    def _overdue(self) -> None:
        self._overdue_call = None
        self.kill()

    def _finish(self) -> Work | None:
        """Forget and return the job in progress, and report the time that it took."""
        self._cancel_calls()
        work, self.work = self.work, None
        if work is not None:
            self._owner.child_used(work, self._clock.seconds() - self._since)
        return work

    def _cancel_calls(self) -> None:
        for call in (self._heavy_call, self._hung_call, self._overdue_call):
            if call is not None:
                call.cancel()
        self._heavy_call = self._hung_call = self._overdue_call = None
