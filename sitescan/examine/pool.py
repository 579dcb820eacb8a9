"""Warm child processes: jobs wait for a free one; one that misbehaves is killed and replaced."""

import os
import sys
from collections import deque
from collections.abc import Callable
from typing import Any, NoReturn

import msgspec
from twisted.internet.defer import Deferred
from twisted.internet.interfaces import IDelayedCall, IReactorProcess, IReactorTime
from twisted.logger import Logger
from twisted.python.failure import Failure

from sitescan.deadline import Deadline, TimedOut
from sitescan.examine.errors import BUSY, TOO_HEAVY, NotExamined
from sitescan.examine.frames import Frame
from sitescan.examine.messages import Answer, Job
from sitescan.examine.process import Child, Work
from sitescan.settings import Settings

_RESTART_SECONDS = 1.0


def _too_late(failure: Failure, work: Work) -> NoReturn:
    failure.trap(TimedOut)
    raise NotExamined(BUSY if work.child is None else TOO_HEAVY) from None


class ChildPool:
    """
    So many places, with a warm child each; a job is given to the first that is free.

    A job that takes long steps aside: it goes on, but its place is given to another job, with
    another child, so that a few heavy pages do not keep all others waiting. No more jobs can be
    aside than there are places; the processors are shared by all of them.

    Cancelling a job that waits takes it out of the line; cancelling one that is being done kills
    the child unless it is ready in a moment, since a page that is no longer wanted must not cost
    any more.
    """

    _log = Logger()

    def __init__(self, reactor: Any, settings: Settings) -> None:
        self._process: IReactorProcess = reactor
        self._clock: IReactorTime = reactor
        self._settings = settings
        self._places = settings.workers or os.cpu_count() or 1
        self._children: list[Child] = []
        self._waiting: deque[Work] = deque()
        self._stopped: Deferred[None] | None = None
        self._restart: IDelayedCall | None = None
        self._encoder = msgspec.json.Encoder()

    @property
    def pids(self) -> tuple[int, ...]:
        """The process ids of the children that are alive."""
        return tuple(child.transport.pid for child in self._children if child.transport.pid)

    def start(self) -> None:
        """Start the children."""
        self._fill()

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
        work = Work(Frame(self._encoder.encode(job), blob), heard)
        work.done = Deferred(lambda _: self._give_up(work))
        self._waiting.append(work)
        self._assign()
        return deadline.bound(work.done).addErrback(_too_late, work)

    # From the children.

    def freed(self, child: Child, *, spent: bool) -> None:
        """A child waits for work, unless it has done enough."""
        if (spent or child.served >= self._settings.examine_pages) and self._stopped is None:
            # It has nothing to do, and a page may have taken it over: it is not asked to go.
            child.kill()
            self._spawn()
        else:
            self._assign()

    def stepped_aside(self) -> None:
        """There is room for another job."""
        self._assign()

    def ended(self, child: Child) -> None:
        """A child is gone: another takes its place, not at once where it never came up."""
        self._children.remove(child)
        if self._stopped is not None:
            if not self._children:
                self._stopped.callback(None)
        elif child.started:
            self._fill()
            self._assign()
        else:
            self._fill_later()

    # Inside.

    def _fill(self) -> None:
        while len(self._children) < self._places and self._spawn():
            pass

    def _fill_later(self) -> None:
        if self._restart is None:
            self._restart = self._clock.callLater(_RESTART_SECONDS, self._fill_now)

    def _fill_now(self) -> None:
        self._restart = None
        self._fill()
        self._assign()

    def _spawn(self) -> bool:
        """Start a child, or try again later where the system has no room for a process."""
        child = Child(self, self._clock)
        limits = [str(self._settings.examine_seconds), str(self._settings.examine_bytes)]
        command = [sys.executable, "-I", "-m", "sitescan.examine.child", *limits]
        try:
            self._process.spawnProcess(child, sys.executable, command, env={"PYTHONHASHSEED": "0"})
        except OSError as problem:
            self._log.error("no child could be started: {problem}", problem=problem)
            self._fill_later()
            return False
        self._children.append(child)
        return True

    def _assign(self) -> None:
        """Give jobs to those who are ready, one a place; where all who have a place are aside, to one more child."""
        while self._waiting and sum(child.in_turn for child in self._children) < self._places:
            ready = next((child for child in self._children if child.ready), None)
            if ready is None:
                self._add()
                return
            ready.do(self._waiting.popleft())

    def _add(self) -> None:
        coming = self._restart is not None or not all(child.started for child in self._children)
        if not coming and len(self._children) < 2 * self._places:
            self._spawn()

    def _give_up(self, work: Work) -> None:
        if work.child is None:
            self._waiting.remove(work)
        else:
            work.child.give_up()
