"""A pool of warm child processes: jobs wait for a free child, and children that misbehave are replaced."""

import math
import os
from collections import Counter
from collections.abc import Callable, Sequence

import msgspec
from twisted.internet.defer import Deferred, fail
from twisted.internet.interfaces import IDelayedCall, IReactorTime
from twisted.logger import Logger
from twisted.python.failure import Failure

from sitescan.concurrency.cancellation import drop_traceback
from sitescan.concurrency.deadline import Deadline, TimedOut
from sitescan.concurrency.turn_queue import TurnQueue
from sitescan.configuration.settings import Settings
from sitescan.examine.child_control import ChildControl
from sitescan.examine.child_log import ChildLog
from sitescan.examine.child_process import JOB_BYTES, LINKED_BYTES, PARTS_BYTES, SITEMAP_BYTES, Child, Work
from sitescan.examine.client_usage import ClientUsage, ScanUsage
from sitescan.examine.examination_errors import BUSY, LOST, NOT_STARTED, TOO_HEAVY, NotExamined
from sitescan.examine.forked_process import Forks
from sitescan.examine.frames import encode
from sitescan.examine.messages import Answer, Job, JudgeLoadJob, OutlineJob, ReadPageJob, SitemapJob

_RESTART_SECONDS = 1.0

#: The number of times in a row that children fail to start until waiting jobs fail. Commands would wait for ever: the
#: time of their scans stands while children work.
_FAILED_STARTS = 10

#: Children for each processor. One client can hold half of them, and so all processors.
_CHILDREN_PER_PROCESSOR = 2

#: The maximum processor time, in seconds, of reading one linked page: a page can have fifty of them.
_LINKED_PAGE_SECONDS = 2.0

#: The total size, in bytes, of the linked pages of a scan that aren't read in the background. Small pages cost less
#: than the scan that waits for them, which occupies memory and one of the concurrent scans.
_FOREGROUND_BYTES = 64 * 1024


class ChildPool:
    """
    A fixed number of child processes that do one job each at a time.

    A client holds at most half of the children, however many jobs it submits, so that its heavy pages leave the
    other half to others. Waiting jobs start in the order of :meth:`sitescan.examine.client_usage.ClientUsage.turn`.

    Cancelling a job that waits removes it from the queue. Cancelling a job in progress kills its child, unless the job
    ends soon.
    """

    _log = Logger()

    def __init__(self, clock: IReactorTime, settings: Settings, control: ChildControl, forks: Forks) -> None:
        self._clock = clock
        self._forks = forks
        self._settings = settings
        self._control = control
        processors = math.ceil((os.cpu_count() or 1) / settings.processes)
        self._size = settings.workers or _CHILDREN_PER_PROCESSOR * processors
        self._most_per_client = max(1, self._size // 2)
        self._children: list[Child] = []
        self.started = 0
        self._usage = ClientUsage(clock.seconds)
        # The key of a line is a scan, and whether its jobs are in the background.
        self._waiting: TurnQueue[tuple[ScanUsage, bool], Work] = TurnQueue()
        self._stopped = False
        self._restart: IDelayedCall | None = None
        self._failed_starts = 0
        self._reported_unsealed = False
        self._child_log = ChildLog(clock)
        self._encoder = msgspec.json.Encoder()

    @property
    def pids(self) -> tuple[int, ...]:
        """The process ids of the children that are alive."""
        return tuple(child.transport.pid for child in self._children if child.transport.pid)

    def start(self) -> None:
        """Start the children."""
        self._fill()

    def stop(self) -> Deferred[None]:
        """Cancel the waiting jobs and kill the children. Return a Deferred that fires when the last child has ended."""
        self._stopped = True
        if self._restart is not None:
            self._restart.cancel()
            self._restart = None
        for work in tuple(self._waiting):
            work.done.cancel()
        for child in self._children:
            child.kill()
        return self._forks.stop()

    def run(
        self,
        job: Job,
        blobs: Sequence[bytes],
        on_answer: Callable[[Answer], None],
        deadline: Deadline,
        scan: ScanUsage,
    ) -> Deferred[None]:
        """
        Have a child do a job.

        :param blobs: the pieces of the blob that is sent with the job.
        :param on_answer: is called with each answer.
        :param scan: the scan that the job belongs to.
        :return: a Deferred that fires when the job is complete. It fails with :exc:`NotExamined`, at the deadline at
            the latest.
        """
        if self._stopped:
            return fail(NotExamined(BUSY))
        linked = isinstance(job, ReadPageJob)
        if linked and scan.has_read_enough:
            return fail(NotExamined(TOO_HEAVY))
        size = sum(map(len, blobs))
        if linked:
            scan.linked_bytes += size
        else:
            scan.page_bytes = max(scan.page_bytes, size)
        work = Work(
            pieces=encode(self._encoder.encode(job), blobs),
            on_answer=on_answer,
            scan=scan,
            cpu_seconds=min(self._settings.examine_seconds, _LINKED_PAGE_SECONDS if linked else math.inf),
            submitted_at=self._clock.seconds(),
            linked=linked,
            background=linked and scan.linked_bytes > _FOREGROUND_BYTES,
            outlines=isinstance(job, OutlineJob),
            pageless=isinstance(job, JudgeLoadJob),
            most_bytes=_most_bytes(job),
        )
        done = Deferred.fromCoroutine(self._done(work, deadline))
        # If the time of the scan stands, the child limits its own time.
        return done if deadline.stands else deadline.bound(done).addErrback(self._too_late, work)

    async def _done(self, work: Work, deadline: Deadline) -> None:
        """Have a job done, and once more if its child has ended: that may not be due to the page."""
        with deadline.standing():
            try:
                await self._queued(work)
            except NotExamined as problem:
                if self._stopped or problem.reason != LOST:
                    raise
                drop_traceback(problem)
            else:
                return
            self._log.warn("a job whose child has ended is done once more")
            await self._queued(work)

    def _queued(self, work: Work) -> Deferred[None]:
        """Queue a job, and return the Deferred of its end."""
        work.child, work.done = None, Deferred(lambda _: self._cancel(work))
        self._waiting.add((work.scan, work.background), work)
        self._assign()
        return work.done

    # Notifications of the children.

    def child_ready(self, child: Child, *, spent: bool) -> None:
        """Give a child its next job, or replace it (:meth:`sitescan.examine.child_process.ChildOwner.child_ready`)."""
        self._failed_starts = 0
        if (spent or child.served >= self._settings.examine_pages) and not self._stopped:
            # It is killed instead of being asked to end, because a page may have taken it over.
            child.kill()
            self._spawn()
        self._assign()

    def child_used(self, work: Work, seconds: float) -> None:
        """Charge a scan for its job (:meth:`sitescan.examine.child_process.ChildOwner.child_used`)."""
        self._usage.add(work.scan, seconds)
        if work.linked and work.child is not None:
            work.scan.linked_seconds += max(0.0, work.child.cpu_seconds())

    def child_ended(self, child: Child) -> None:
        """Replace a child, with a delay if it never did a job (:meth:`.child_process.ChildOwner.child_ended`)."""
        self._children.remove(child)
        if self._stopped:
            return
        if child.served:
            self._fill()
        else:
            self._fill_later()

    def child_unsealed(self, missing: Sequence[str]) -> None:
        """Log once what the system lacks (:meth:`sitescan.examine.child_process.ChildOwner.child_unsealed`)."""
        if not self._reported_unsealed:
            self._reported_unsealed = True
            self._log.warn(
                "pages are examined without {missing}, which this system doesn't support", missing=", ".join(missing)
            )

    # Internals.

    def _fill(self) -> None:
        while len(self._children) < self._size and self._spawn():
            pass

    def _fill_later(self) -> None:
        if self._restart is None:
            self._failed_starts += 1
            self._restart = self._clock.callLater(_RESTART_SECONDS, self._fill_now)

    def _fill_now(self) -> None:
        self._restart = None
        if self._failed_starts >= _FAILED_STARTS:
            for work in tuple(self._waiting):
                self._cancel(work)
                work.done.errback(NotExamined(NOT_STARTED))
        self._fill()

    def _spawn(self) -> bool:
        """Start a child. Return ``False``, and try again later, if the system has no room for another process."""
        child = Child(self, self._clock, self._control, self._child_log)
        try:
            self._forks.fork(child)
        except OSError as problem:
            self._log.error("a child process could not be started: {problem}", problem=problem)
            self._fill_later()
            return False
        self._children.append(child)
        self.started += 1
        return True

    def _assign(self) -> None:
        """Give waiting jobs to the children that are ready."""
        while ready := [child for child in self._children if child.ready]:
            held = Counter(child.work.scan.client for child in self._children if child.work is not None)
            lines = [line for line in self._waiting.turns() if held[line[0].client] < self._most_per_client]
            if not lines:
                return
            work = self._waiting.pop(min(lines, key=lambda line: self._usage.turn(line[0], background=line[1])))
            min(ready, key=lambda child: _suitability(child, work)).start(work)

    def _cancel(self, work: Work) -> None:
        if work.child is None:
            self._waiting.remove((work.scan, work.background), work)
        else:
            work.child.abandon()

    def _too_late(self, failure: Failure, work: Work) -> Failure:
        """Blame the page or the load of the server for a job that wasn't complete at its deadline."""
        if not failure.check(TimedOut):
            return failure
        waited = self._clock.seconds() - work.submitted_at
        heavy = work.child is not None and work.child.cpu_seconds() >= waited / 2
        return Failure(NotExamined(TOO_HEAVY if heavy else BUSY))


def _most_bytes(job: Job) -> int:
    """Return the maximum number of bytes in the answers to a job."""
    if isinstance(job, ReadPageJob):
        return PARTS_BYTES if job.fragments is None else LINKED_BYTES
    return SITEMAP_BYTES if isinstance(job, SitemapJob) else JOB_BYTES


def _suitability(child: Child, work: Work) -> int:
    """Return the sort key of a child: first the one that keeps the page of the job, last those that keep another."""
    if child.keeps is work.scan and not work.linked:
        return 0
    return 1 if child.keeps is None else 2
