"""Warm child processes: jobs wait for a free one; one that misbehaves is killed and replaced."""

import os
import signal
import sys
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Any, NoReturn

import msgspec
from attrs import define, field
from twisted.internet import error
from twisted.internet.defer import Deferred
from twisted.internet.interfaces import IDelayedCall, IReactorProcess, IReactorTime
from twisted.internet.protocol import ProcessProtocol
from twisted.logger import Logger
from twisted.python.failure import Failure

from sitescan.deadline import Deadline, TimedOut
from sitescan.examine.frames import Frame, FrameReader, FrameTooLarge
from sitescan.examine.messages import LONGEST_ANSWER, Answer, Failed, Job, Ready, RuleFailure
from sitescan.settings import Settings

_LONGEST_LOG_LINE = 2000
_RESTART_SECONDS = 1.0

#: Time in which a child may end a job that nobody wants any more. Most jobs end sooner, and a new
#: child costs more than most pages: whoever asks and leaves at once would have children replaced all day.
_GRACE_SECONDS = 0.08


class NotExamined(Exception):
    """
    A job was not done.

    :ivar reason: why, one sentence for the site's owner.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


TOO_HEAVY = "The page takes more time or memory to examine than one page may."
BUSY = "The server was too busy to examine the page in time; try again in a moment."
BROKEN = "The page could not be examined because of an internal error."


@define(eq=False)
class _Work:
    """One job, waiting or being done."""

    frame: Frame
    heard: Callable[[Answer], None]
    done: Deferred[None] = field(init=False)
    child: "_Child | None" = field(default=None, init=False)


class _Child(ProcessProtocol):
    """
    One child process.

    :ivar work: what it is doing, or ``None``.
    :ivar ready: whether it waits for work.
    """

    _log = Logger()
    transport: Any

    def __init__(self, pool: "ChildPool") -> None:
        self._pool = pool
        self._reader = FrameReader(message=LONGEST_ANSWER)
        self._decoder = msgspec.json.Decoder(Answer)
        self.work: _Work | None = None
        self.ready = False
        self.started = False
        self.served = 0
        self._killed = False
        self._due: IDelayedCall | None = None

    def do(self, work: _Work) -> None:
        """Do a job."""
        self.work, work.child = work, self
        self.ready = False
        self.served += 1
        for piece in work.frame.encode():
            if piece:
                self.transport.write(piece)

    def give_up(self, clock: IReactorTime) -> None:
        """What it does is not wanted any more: it has a moment to come to the end of it."""
        if self._due is None and not self._killed:
            self._due = clock.callLater(_GRACE_SECONDS, self._overdue)

    def _overdue(self) -> None:
        self._due = None
        self.kill()

    def _stay(self) -> None:
        if self._due is not None:
            self._due.cancel()
            self._due = None

    def kill(self) -> None:
        """End at once; what is still in its pipe is not heard."""
        self._stay()
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
        self._stay()
        self.ready = False
        work, self.work = self.work, None
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
            self._stay()
            self.work = None
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


def _too_late(failure: Failure, work: _Work) -> NoReturn:
    failure.trap(TimedOut)
    raise NotExamined(BUSY if work.child is None else TOO_HEAVY) from None


class ChildPool:
    """
    So many children, all of them warm; a job is given to the first that is free.

    Cancelling a job that waits takes it out of the line; cancelling one that is being done kills
    the child unless it is ready in a moment, since a page that is no longer wanted must not cost
    any more.
    """

    _log = Logger()

    def __init__(self, reactor: Any, settings: Settings) -> None:
        self._process: IReactorProcess = reactor
        self._clock: IReactorTime = reactor
        self._settings = settings
        self._size = settings.workers or os.cpu_count() or 1
        self._children: list[_Child] = []
        self._waiting: deque[_Work] = deque()
        self._stopped: Deferred[None] | None = None
        self._restart: IDelayedCall | None = None
        self._encoder = msgspec.json.Encoder()

    @property
    def pids(self) -> tuple[int, ...]:
        """The process ids of the children that are alive."""
        return tuple(child.transport.pid for child in self._children if child.transport.pid)

    def start(self) -> None:
        """Start the children."""
        for _ in range(self._size):
            self._spawn()

    def stop(self) -> Deferred[None]:
        """End the children; fires when the last one is gone. What was being done is not done."""
        self._stopped = Deferred()
        if self._restart is not None:
            self._restart.cancel()
            self._restart = None
        for work in tuple(self._waiting):
            work.done.cancel()
        for child in self._children:
            child.kill()
        if not self._children:
            self._stopped.callback(None)
        return self._stopped

    def run(self, job: Job, blob: bytes, heard: Callable[[Answer], None], deadline: Deadline) -> Deferred[None]:
        """
        Have a job done.

        :param heard: is called with each answer.
        :return: fires when the job is done; fails with :exc:`NotExamined`, at the deadline at the latest.
        """
        work = _Work(Frame(self._encoder.encode(job), blob), heard)
        work.done = Deferred(lambda _: self._give_up(work))
        self._waiting.append(work)
        self._assign()
        return deadline.bound(work.done).addErrback(_too_late, work)

    # From the children.

    def freed(self, child: _Child, *, spent: bool) -> None:
        """A child waits for work, unless it has done enough."""
        if (spent or child.served >= self._settings.examine_pages) and self._stopped is None:
            # It has nothing to do, and a page may have taken it over: it is not asked to go.
            child.kill()
            self._spawn()
        else:
            self._assign()

    def ended(self, child: _Child) -> None:
        """A child is gone: another takes its place, not at once where it never came up."""
        self._children.remove(child)
        if self._stopped is not None:
            if not self._children:
                self._stopped.callback(None)
        elif child.started:
            self._replace()
        elif self._restart is None:
            self._restart = self._clock.callLater(_RESTART_SECONDS, self._restarted)

    # Inside.

    def _restarted(self) -> None:
        self._restart = None
        self._replace()

    def _replace(self) -> None:
        while len(self._children) < self._size:
            self._spawn()

    def _spawn(self) -> None:
        child = _Child(self)
        self._children.append(child)
        limits = [str(self._settings.examine_seconds), str(self._settings.examine_bytes)]
        command = [sys.executable, "-I", "-m", "sitescan.examine.child", *limits]
        self._process.spawnProcess(child, sys.executable, command, env={"PYTHONHASHSEED": "0"})

    def _assign(self) -> None:
        for child in self._children:
            if not self._waiting:
                return
            if child.ready:
                child.do(self._waiting.popleft())

    def _give_up(self, work: _Work) -> None:
        if work.child is None:
            self._waiting.remove(work)
        else:
            work.child.give_up(self._clock)
