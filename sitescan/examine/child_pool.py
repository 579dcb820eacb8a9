"""Warm child processes: jobs wait for a free one; one that misbehaves is killed and replaced."""

import math
import os
from collections.abc import Callable, Sequence

import msgspec
from twisted.internet.defer import Deferred, fail
from twisted.internet.interfaces import IDelayedCall, IReactorTime
from twisted.logger import Logger
from twisted.python.failure import Failure

from sitescan.deadline import Deadline, TimedOut
from sitescan.examine.child_control import ChildControl
from sitescan.examine.child_process import Child, Work
from sitescan.examine.examination_errors import BUSY, TOO_HEAVY, NotExamined
from sitescan.examine.fair_queue import Account, ClientUsage, FairQueue
from sitescan.examine.forked_process import Forks
from sitescan.examine.frames import encode
from sitescan.examine.messages import Answer, Job, JudgeLoadJob, OutlineJob, ReadPageJob
from sitescan.settings import Settings

_RESTART_SECONDS = 1.0

#: Children for each place: one has its turn, the others are at heavy pages that have stepped aside.
_CHILDREN_PER_PLACE = 3

#: Time that a heavy page has at least where others need its child.
_HELD_SECONDS = 2.0

#: CPU time that reading one linked page may take: a page can have fifty of them.
_LINKED_PAGE_SECONDS = 2.0

#: Time for which the linked pages of one scan may hold children in all.
_BACKGROUND_SECONDS = 5.0

#: Bytes of linked pages of one scan that are read in their turn, not in the background: a small page costs no more than
#: the waiting of its scan, which goes on to hold memory and its place.
_LIGHT_BYTES = 64 * 1024

#: Time for which a scan waits while others have all that is left over for the background.
_PATIENCE_SECONDS = 1.0


def _too_late(failure: Failure, work: Work) -> Failure:
    if not failure.check(TimedOut):
        return failure
    return Failure(NotExamined(BUSY if work.child is None else TOO_HEAVY))


class ChildPool:
    """
    So many places, with a warm child each; whose turn it is gets the first that is free.

    A job that takes long steps aside: it goes on, but its place is given to another job, with
    another child, so that a few heavy pages do not keep all others waiting. There are three children for
    each place at most. One client holds half of them at most; where others hold all the rest, the page that
    has held its child longest is given up for whoever holds none.

    Cancelling a job that waits takes it out of the line; cancelling one that is being done ends
    the child unless it is ready soon, since a page that is no longer wanted must not cost more than
    a new child would.
    """

    _log = Logger()

    def __init__(self, clock: IReactorTime, settings: Settings, control: ChildControl, forks: Forks) -> None:
        self._clock = clock
        self._forks = forks
        self._settings = settings
        self._places = settings.workers or math.ceil((os.cpu_count() or 1) / settings.processes)
        self._most = _CHILDREN_PER_PLACE * self._places
        self._children: list[Child] = []
        self._control = control
        self.started = 0
        self._usage = ClientUsage(self._clock.seconds)
        self._waiting: FairQueue[Work] = FairQueue(self._usage)
        self._stopped = False
        self._restart: IDelayedCall | None = None
        self._look_again: IDelayedCall | None = None
        self._said_unsealed = False
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
        self._stopped = True
        for call in (self._restart, self._look_again):
            if call is not None:
                call.cancel()
        self._restart = self._look_again = None
        for work in self._waiting:
            work.done.cancel()
        for child in self._children:
            child.kill()
        return self._forks.stop()

    def run(
        self,
        job: Job,
        blobs: Sequence[bytes],
        heard: Callable[[Answer], None],
        deadline: Deadline,
        account: Account,
    ) -> Deferred[None]:
        """
        Have a job done.

        :param blobs: what goes with the job, one behind the other.
        :param account: the scan that it belongs to.
        :param heard: is called with each answer.
        :return: fires when the job is done; fails with :exc:`NotExamined`, at the deadline at the latest.
        """
        if self._stopped:
            return fail(NotExamined(BUSY))
        linked = isinstance(job, ReadPageJob)
        if linked:
            account.linked_bytes += sum(map(len, blobs))
        background = linked and account.linked_bytes > _LIGHT_BYTES
        if background and account.background_seconds > _BACKGROUND_SECONDS:
            return fail(NotExamined(TOO_HEAVY))
        cpu_seconds = min(self._settings.examine_seconds, _LINKED_PAGE_SECONDS if linked else math.inf)
        frame = encode(self._encoder.encode(job), blobs)
        outlines, pageless = isinstance(job, OutlineJob), isinstance(job, JudgeLoadJob)
        work = Work(frame, heard, account, cpu_seconds, background, outlines, pageless)
        work.done = Deferred(lambda _: self._give_up(work))
        self._waiting.add(work)
        self._assign()
        if background and work.child is None:
            work.patience = self._clock.callLater(_PATIENCE_SECONDS, self._bear, work)
        return deadline.bound(work.done).addErrback(_too_late, work)

    # From the children.

    def freed(self, child: Child, *, spent: bool) -> None:
        """A child waits for work, unless it has done enough."""
        spent = spent or child.slowed or child.served >= self._settings.examine_pages
        if spent and not self._stopped:
            # It has nothing to do, and a page may have taken it over: it is not asked to go.
            child.kill()
            self._spawn()
        self._assign()

    def is_waited_for(self, work: Work) -> bool:
        """Whether anybody waits who should not wait for this job."""
        return self._waiting.waiting_behind(work)

    def unsealed(self, missing: Sequence[str]) -> None:
        """A child could not give up all that it should; this is said once."""
        if not self._said_unsealed:
            self._said_unsealed = True
            self._log.warn(
                "pages are examined without {missing}, which this system doesn't support", missing=", ".join(missing)
            )

    def exceeded_slice(self) -> None:
        """There is room for another job; a child is made ready for it before it comes."""
        self._assign()
        if not any(child.ready for child in self._children):
            self._add()

    def held(self, work: Work, seconds: float) -> None:
        """A job has held a child for so many more seconds."""
        self._usage.add(work.account, seconds, background=work.background)

    def ended(self, child: Child) -> None:
        """A child is gone: another takes its place, not at once where it never came up."""
        self._children.remove(child)
        if self._stopped:
            return
        if child.started:
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
        child = Child(self, self._clock, self._control)
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
        """Give jobs to those who are ready, one a place; where all who have a place are aside, to one more child."""
        while self._waiting and (free := self._places - sum(child.in_turn for child in self._children)) > 0:
            work = self._waiting.next(self._may_hold_more, background=free > 1 or self._places == 1)
            if work is None:
                return
            ready = self._ready_for(work)
            if ready is None:
                self._make_room(work)
                return
            self._waits_no_more(work)
            ready.do(work)

    def _ready_for(self, work: Work) -> Child | None:
        """The best child that is ready: one that has parsed this page, then one that keeps none for another scan."""

        def rank(child: Child) -> int:
            own = child.keeps is work.account and not work.background
            return 0 if own else 1 if child.keeps is None else 2

        return min((child for child in self._children if child.ready), key=rank, default=None)

    def _held_by(self, client: str) -> int:
        return sum(child.work is not None and child.work.account.client == client for child in self._children)

    def _may_hold_more(self, client: str) -> bool:
        """Whether a client may hold one more child: half of them at most."""
        return self._held_by(client) < max(2, self._most // 2)

    def _add(self) -> bool:
        """Start a child unless one is coming; whether there is room for one."""
        coming = self._restart is not None or not all(child.started for child in self._children)
        if coming or self._stopped:
            return True
        return len(self._children) < self._most and self._spawn()

    def _make_room(self, work: Work) -> None:
        """No child is ready: start one, or end the job that has held one longest, for somebody who holds none."""
        if self._add() or work.background or self._held_by(work.account.client):
            return
        aside = [child for child in self._children if child.work is not None and not child.in_turn]
        longest = min(aside, key=lambda child: child.since, default=None)
        if longest is None:
            return
        left = longest.since + _HELD_SECONDS - self._clock.seconds()
        if left <= 0:
            longest.displace()
        elif self._look_again is None:
            self._look_again = self._clock.callLater(left, self._looked_again)

    def _bear(self, work: Work) -> None:
        """Go on waiting with a job in the background as long as something of its scan has a turn; else give it up."""
        if any(child.work is not None and child.work.account is work.account for child in self._children):
            work.patience = self._clock.callLater(_PATIENCE_SECONDS, self._bear, work)
        else:
            work.patience = None
            self._waits_no_more(work)
            work.done.errback(NotExamined(BUSY))

    def _waits_no_more(self, work: Work) -> None:
        self._waiting.remove(work)
        if work.patience is not None:
            work.patience.cancel()
            work.patience = None

    def _looked_again(self) -> None:
        self._look_again = None
        self._assign()

    def _give_up(self, work: Work) -> None:
        if work.child is None:
            self._waits_no_more(work)
        else:
            work.child.give_up()
