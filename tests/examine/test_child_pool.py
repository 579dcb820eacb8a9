"""Children come and go, and no page suffers for another one."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from attrs import evolve
from twisted.internet.defer import CancelledError, Deferred, succeed
from twisted.internet.error import ProcessDone, ProcessExitedAlready, ProcessTerminated
from twisted.internet.protocol import ProcessProtocol
from twisted.internet.task import Clock
from twisted.python.failure import Failure

from sitescan.deadline import Deadline
from sitescan.examine.child_pool import ChildPool
from sitescan.examine.examination_errors import BROKEN, BUSY, TOO_HEAVY, NotExamined
from sitescan.examine.fair_queue import Account
from sitescan.examine.frames import Frame, FrameReader
from sitescan.examine.messages import (
    LONGEST_ANSWER,
    Answer,
    ChecksFailed,
    Failed,
    Job,
    JudgeJob,
    Outlined,
    OutlineJob,
    ReadPageJob,
    Ready,
)
from sitescan.model.exchange import Exchange
from sitescan.model.outline import Outline
from sitescan.settings import Settings
from tests.conftest import Events
from tests.examine.loads import load_job
from tests.results import failure_now, nothing_yet, result_now

URL = "https://example.com/"
JOB = OutlineJob(exchange=Exchange(requested=URL, url=URL, status=200), parser="turbohtml", links=1, resources=1)
LIGHT = b"read"
LARGE = b"r" * 2**17
READ = ReadPageJob(exchange=JOB.exchange, parser="turbohtml", fragments=())
JUDGE = JudgeJob(exchange=JOB.exchange, parser="turbohtml", page=1, sheets=(), scripts=())
LOAD = load_job()
ANSWER = Outlined(outline=Outline(base_url=URL))


class FakeProcess:
    """
    The child's side of a child process.

    :ivar read: the jobs that it was given.
    :ivar killed: whether it was sent SIGKILL.
    :ivar slow: whether it takes a piece of a job only when it is told to.
    """

    def __init__(self, protocol: Any, pid: int) -> None:
        self.protocol = protocol
        self.pid: int | None = pid
        self.killed = False
        self.slow = False
        self.producer: Any = None
        self._reader = FrameReader(message=2**20, blob=2**20)
        self.read: list[Frame] = []

    # The transport.

    def write(self, data: bytes) -> None:
        """Take bytes of a job."""
        self.read += self._reader.feed(data)

    def registerProducer(self, producer: Any, streaming: bool) -> None:  # noqa: N802 - ITransport
        """Take a job as fast as it comes, or piece by piece where the child is slow."""
        assert not streaming
        self.producer = producer
        self.pull()

    def pull(self) -> None:
        """Take a piece, and all others where the child is not slow."""
        while self.producer is not None:
            self.producer.resumeProducing()
            if self.slow:
                break

    def unregisterProducer(self) -> None:  # noqa: N802 - ITransport
        """The job is there."""
        self.producer = None

    def signalProcess(self, name: str) -> None:  # noqa: N802 - IProcessTransport
        """Take a signal."""
        if self.pid is None:
            raise ProcessExitedAlready
        assert name == "KILL"
        self.killed = True

    # For tests.

    def say(self, *answers: Answer) -> None:
        """Answer."""
        for answer in answers:
            self.protocol.outReceived(b"".join(Frame(msgspec.json.encode(answer)).encode()))

    def end(self, signal: int | None = None) -> None:
        """Be gone."""
        self.pid = None
        reason = ProcessDone(0) if signal is None else ProcessTerminated(None, signal, signal)
        self.protocol.processEnded(Failure(reason))


class FakeForks:
    """
    Starts fakes.

    :ivar full: whether the system has no room for another process.
    """

    def __init__(self) -> None:
        self.children: list[FakeProcess] = []
        self.full = False

    def fork(self, child: ProcessProtocol) -> None:
        """Start a fake, unless there is no room for a process (:meth:`Forks.fork`)."""
        if self.full:
            raise BlockingIOError(11, "Resource temporarily unavailable")
        process: Any = FakeProcess(child, 1000 + len(self.children))
        self.children.append(process)
        child.makeConnection(process)

    def stop(self) -> Deferred[None]:
        """End those that are alive, which were told so (:meth:`Forks.stop`)."""
        for child in self.children:
            if child.pid is not None:
                assert child.killed
                child.end(9)
        return succeed(None)


class FakeControl:
    """
    Remembers whose priority was lowered, and what processor time was allowed.

    :ivar allowed: processes and seconds, for each job.
    :ivar lowered: the processes that have a low one.
    :ivar superuser: whether it can be raised again.
    """

    def __init__(self) -> None:
        self.lowered: set[int] = set()
        self.allowed: list[tuple[int, float]] = []
        self.superuser = True

    def allow_cpu(self, pid: int, seconds: float) -> None:
        """Let it live (:meth:`sitescan.examine.child_control.ChildControl.allow_cpu`)."""
        self.allowed.append((pid, seconds))

    def lower_priority(self, pid: int) -> None:
        """Lower it (:meth:`sitescan.examine.child_control.ChildControl.lower_priority`)."""
        self.lowered.add(pid)

    def restore_priority(self, pid: int) -> bool:
        """Raise it (:meth:`sitescan.examine.child_control.ChildControl.restore_priority`)."""
        if self.superuser:
            self.lowered.discard(pid)
        return self.superuser


class Pool:
    """A pool of two children that are fakes."""

    def __init__(self) -> None:
        self.reactor = Clock()
        self.forks = FakeForks()
        self.children = self.forks.children
        self.control = FakeControl()
        settings = evolve(Settings(), workers=2, examine_pages=3)
        self.pool = ChildPool(self.reactor, settings, self.control, self.forks)
        self.heard: list[Answer] = []
        self.pool.start()

    def run(
        self, blob: bytes = b"page", seconds: float = 10, account: Account | None = None, job: Job = JOB
    ) -> Deferred[None]:
        """Have a job done."""
        deadline = Deadline.after(self.reactor, seconds)
        return self.pool.run(job, (blob,), self.heard.append, deadline, account or Account(blob.decode()))


@pytest.fixture
def pool() -> Iterator[Pool]:
    """A pool; it ends with all its children."""
    pool = Pool()
    yield pool
    result_now(pool.pool.stop())
    assert not pool.reactor.getDelayedCalls()


def test_the_children(pool: Pool) -> None:
    """There is one for each place, and the pool knows their processes."""
    assert pool.pool.pids == (1000, 1001)


def test_a_job(pool: Pool) -> None:
    """A job waits for a child that is ready; its answers are heard, and its end."""
    done = pool.run()
    first, second = pool.children
    assert not first.read
    second.say(Ready())
    assert [frame.blob for frame in second.read] == [b"page"]
    second.say(ANSWER)
    assert pool.heard == [ANSWER]
    assert nothing_yet(done)
    second.say(Ready())
    result_now(done)


def test_processor_time_of_a_job(pool: Pool) -> None:
    """Each job has its own, set before it is given; what a link leads to has less."""
    for child in pool.children:
        child.say(Ready())
    page = pool.run()
    linked = pool.run(LARGE, job=READ)
    assert pool.control.allowed == [(1000, 10.0)]
    pool.children[0].say(Ready())
    # The other child, since this one keeps the page for the next job of its own scan.
    assert pool.control.allowed == [(1000, 10.0), (1001, 2.0)]
    pool.children[1].say(Ready())
    result_now(page)
    result_now(linked)


def test_a_system_without_confinement(pool: Pool, logged: Events) -> None:
    """It is said once, and pages are examined."""
    for child in pool.children:
        child.say(Ready(missing=("Landlock", "seccomp")))
    assert [event["missing"] for event in logged if "missing" in event] == ["Landlock, seccomp"]
    job = pool.run()
    pool.children[0].say(ANSWER, Ready())
    result_now(job)


def test_jobs_in_their_order(pool: Pool) -> None:
    """First come, first served."""
    jobs = [pool.run(b"%d" % number) for number in range(3)]
    pool.children[0].say(Ready())
    for number, job in enumerate(jobs):
        assert pool.children[0].read[-1].blob == b"%d" % number
        pool.children[0].say(Ready()) if number < 2 else pool.children[0].say(ANSWER, Ready())
        result_now(job)


@pytest.mark.parametrize(
    ("signal", "reason"), [(None, BROKEN), (11, BROKEN), (6, BROKEN), (24, TOO_HEAVY), (9, TOO_HEAVY)]
)
def test_a_child_that_ends(pool: Pool, signal: int | None, reason: str, logged: Events) -> None:
    """Its job is not done and says why, as does the log; another child takes its place, and the next job is done."""
    lost, waiting = pool.run(), pool.run()
    pool.children[0].say(Ready())
    pool.children[0].end(signal)
    failure = failure_now(lost, NotExamined)
    assert str(failure) == reason
    assert sum("ended while examining" in event["log_format"] for event in logged) == 1
    assert len(pool.children) == 3
    pool.children[2].say(Ready(), ANSWER, Ready())
    result_now(waiting)


@pytest.mark.parametrize(
    "garbage",
    [
        b"Traceback (most recent call last)",
        b"\0\0\0\2\0\0\0\0{}",
        b"\0\0\0\1\0\0\0\0\xff",
        b"\xff\xff\xff\xff\0\0\0\0",
        b"\0\0\0\0\0\0\0\1",
        (LONGEST_ANSWER + 1).to_bytes(4) + bytes(4),
    ],
)
def test_garbage(pool: Pool, garbage: bytes, logged: Events) -> None:
    """A child that does not keep to the protocol is killed, and nothing that it says after that is heard."""
    job = pool.run()
    child = pool.children[0]
    child.say(Ready())
    child.protocol.outReceived(garbage)
    child.protocol.outReceived(garbage)
    child.say(ANSWER, Ready())
    assert child.killed
    assert not pool.heard
    assert nothing_yet(job)
    child.end(9)
    assert str(failure_now(job, NotExamined)) == BROKEN
    assert sum("invalid answer" in event["log_format"] for event in logged) == 1


def test_answers_to_nobody(pool: Pool) -> None:
    """Answers of a child that has no job are not heard."""
    pool.children[0].say(ANSWER, Ready(), ANSWER, Failed(reason="pears"))
    assert not pool.heard


@pytest.mark.parametrize(("heavy", "reason"), [(True, TOO_HEAVY), (False, BROKEN)])
def test_a_job_that_fails(pool: Pool, heavy: bool, reason: str, logged: Events) -> None:
    """The child lives on; why it failed is logged."""
    job = pool.run()
    pool.children[0].say(Ready(), Failed(reason="out of memory and pears", heavy=heavy), ANSWER, Ready())
    assert str(failure_now(job, NotExamined)) == reason
    assert "out of memory and pears" in [event.get("reason") for event in logged]
    assert not pool.heard
    again = pool.run()
    pool.children[0].say(Ready())
    result_now(again)


def test_a_rule_that_throws(pool: Pool, logged: Events) -> None:
    """It is logged and costs nothing else."""
    job = pool.run()
    pool.children[0].say(Ready(), ChecksFailed(names=("seo/title-missing",), trace="pears"), ANSWER, Ready())
    result_now(job)
    assert [event["names"] for event in logged if "names" in event] == ["seo/title-missing"]


def test_cancelled_while_waiting(pool: Pool) -> None:
    """It gives up its place; nobody is killed for it."""
    first, second = pool.run(b"1"), pool.run(b"2")
    first.cancel()
    failure_now(first, CancelledError)
    pool.children[0].say(Ready())
    assert [frame.blob for frame in pool.children[0].read] == [b"2"]
    pool.children[0].say(Ready())
    result_now(second)


def test_cancelled_while_it_is_done(pool: Pool) -> None:
    """The child has half a second of CPU to end it, and a while in all; then it is given no other job."""
    first = pool.run(b"1")
    child = pool.children[0]
    child.say(Ready())
    first.cancel()
    failure_now(first, CancelledError)
    assert pool.control.allowed[-1][1] == 0.5
    pool.reactor.pump([0.1] * 49)
    before = child.killed
    pool.reactor.advance(0.2)
    assert (before, child.killed) == (False, True)
    second = pool.run(b"2")
    child.say(Ready())
    assert len(child.read) == 1
    child.end(9)
    pool.children[1].say(Ready())
    pool.children[1].say(Ready())
    result_now(second)


def test_cancelled_just_before_it_is_done(pool: Pool) -> None:
    """A child that is ready within that moment lives on; nobody hears what it found."""
    first = pool.run(b"1")
    child = pool.children[0]
    child.say(Ready())
    first.cancel()
    failure_now(first, CancelledError)
    second = pool.run(b"2")
    child.say(ANSWER, Ready())
    assert not pool.heard
    pool.reactor.advance(1)
    assert not child.killed
    child.say(ANSWER, Ready())
    result_now(second)


def test_a_child_that_has_grown(pool: Pool) -> None:
    """One that stays large after a page makes room for another."""
    child = pool.children[0]
    child.say(Ready())
    job = pool.run()
    child.say(ANSWER, Ready(spent=True))
    result_now(job)
    assert child.killed
    assert len(pool.children) == 3
    child.end(9)


def test_the_deadline(pool: Pool) -> None:
    """A page that takes too long is heavy; one that waited too long is not to blame."""
    running, waiting = pool.run(), pool.run()
    pool.children[0].say(Ready())
    pool.reactor.advance(10)
    assert str(failure_now(running, NotExamined)) == TOO_HEAVY
    assert str(failure_now(waiting, NotExamined)) == BUSY
    pool.reactor.advance(5)
    assert pool.children[0].killed


def test_a_child_is_replaced_in_time(pool: Pool) -> None:
    """After so many pages a child makes room for a new one."""
    child = pool.children[0]
    child.say(Ready())
    for _ in range(3):
        job = pool.run()
        child.say(Ready())
        result_now(job)
    assert child.killed
    assert len(pool.children) == 3
    pool.run().addErrback(lambda _: None)
    assert len(child.read) == 3
    child.end(9)
    assert len(pool.children) == 3


def test_a_place_that_becomes_free_is_given_to_an_idle_child(pool: Pool) -> None:
    """Where the child that had it makes room for a new one, whoever waits gets another child that is ready."""
    heavy = [pool.run(b"heavy") for _ in range(2)]
    for child in pool.children:
        child.say(Ready())
    pool.reactor.advance(1)
    light = [pool.run(b"one"), pool.run(b"two"), pool.run(b"three")]
    pool.children[2].say(Ready())
    assert [frame.blob for frame in pool.children[2].read] == [b"one"]
    for child in pool.children[:2]:
        child.say(Ready())
    for job in heavy:
        result_now(job)
    waiting = [child for child in pool.children[:2] if len(child.read) == 1]
    assert len(waiting) == 1
    pool.children[2].say(Ready(spent=True))
    result_now(light[0])
    assert pool.children[2].killed
    assert [frame.blob for child in waiting for frame in child.read[1:]] == [b"three"]
    for child in pool.children[:2]:
        child.say(Ready())
    for job in light[1:]:
        result_now(job)


def test_whoever_asks_again_at_once(pool: Pool) -> None:
    """A job that is asked for at the very end of another one is not given to a child that makes room."""
    child = pool.children[0]
    child.say(Ready())
    for _ in range(2):
        pool.run()
        child.say(Ready())
    again: list[Deferred[None]] = []
    pool.run().addCallback(lambda _: again.append(pool.run(b"again")))
    child.say(Ready())
    assert child.killed
    pool.children[2].say(Ready())
    assert [frame.blob for frame in pool.children[2].read] == [b"again"]
    pool.children[2].say(Ready())
    result_now(again[0])


@pytest.mark.parametrize(("client", "turn"), [("heavy", 0.5), ("light", 0.1)])
def test_a_heavy_page_steps_aside(pool: Pool, client: str, turn: float) -> None:
    """
    Once its turn is over another child takes its place; it goes on, and what it finds is heard.

    Its turn is shorter where another client waits.
    """
    heavy = [pool.run(b"heavy") for _ in range(2)]
    for child in pool.children:
        child.say(Ready())
    light = pool.run(b"light", account=Account(client))
    while pool.reactor.seconds() < turn - 0.05:
        assert len(pool.children) == 2
        pool.reactor.advance(0.1)
    assert len(pool.children) == 3
    pool.children[2].say(Ready())
    assert [frame.blob for frame in pool.children[2].read] == [b"light"]
    pool.children[2].say(Ready())
    result_now(light)
    for child, job in zip(pool.children, heavy, strict=False):
        child.say(ANSWER, Ready())
        result_now(job)
    assert pool.heard == [ANSWER, ANSWER]


def test_no_more_in_their_turn_than_places(pool: Pool) -> None:
    """A child that was added for a page aside does not mean that more are examined at once."""
    heavy = [pool.run(b"heavy") for _ in range(2)]
    for child in pool.children:
        child.say(Ready())
    pool.reactor.advance(1)
    light = [pool.run(b"light") for _ in range(3)]
    pool.children[2].say(Ready())
    for child in pool.children[:2]:
        child.say(Ready())
    for job in heavy:
        result_now(job)
    assert sum(len(child.read) for child in pool.children) == 4
    pool.children[2].say(Ready())
    assert sum(len(child.read) for child in pool.children) == 5
    for child in pool.children:
        child.say(Ready())
    for job in light:
        result_now(job)


def spend(pool: Pool, seconds: float) -> None:
    """Let time pass, in which every child that is started comes up."""
    for _ in range(round(seconds * 10)):
        for child in pool.children:
            if child.pid is not None and not child.read and not child.killed and not child.protocol.started:
                child.say(Ready())
        pool.reactor.advance(0.1)


def test_one_client_holds_half_of_the_children(pool: Pool) -> None:
    """Three for each place, six in all: its fourth heavy page waits, and the pages of others do not."""
    jobs = [pool.run(b"heavy") for _ in range(5)]
    spend(pool, 3)
    assert [frame.blob for child in pool.children for frame in child.read] == [b"heavy"] * 3
    light = pool.run(b"light")
    assert [child.read[-1].blob for child in pool.children if child.read][-1] == b"light"
    child = next(child for child in pool.children if child.read and child.read[-1].blob == b"light")
    child.say(Ready())
    result_now(light)
    for job in jobs:
        job.addErrback(lambda _: None)
        job.cancel()


def test_where_all_are_held_the_longest_makes_room(pool: Pool) -> None:
    """There are no more than three children for a place; the page that has held one longest is given up."""
    jobs = [pool.run(b"%d" % number) for number in range(6)]
    spend(pool, 1.5)
    assert len(pool.children) == 6
    assert all(child.read for child in pool.children)
    light = pool.run(b"light")
    spend(pool, 0.3)
    assert not any(child.killed for child in pool.children)
    spend(pool, 0.5)
    assert [child.killed for child in pool.children] == [True, *[False] * 5]
    assert str(failure_now(jobs[0], NotExamined)) == BUSY
    pool.children[0].end(9)
    assert len(pool.children) == 7
    pool.children[6].say(Ready())
    assert [frame.blob for frame in pool.children[6].read] == [b"light"]
    pool.children[6].say(Ready())
    result_now(light)
    for job in jobs[1:]:
        job.addErrback(lambda _: None)
        job.cancel()


def test_a_client_that_holds_one_waits(pool: Pool) -> None:
    """Nobody is given up for whoever holds a child already."""
    jobs = [pool.run(b"%d" % number) for number in range(6)]
    spend(pool, 1.5)
    more = pool.run(b"1")
    spend(pool, 3)
    assert not any(child.killed for child in pool.children)
    for job in (*jobs, more):
        job.addErrback(lambda _: None)
        job.cancel()


def test_a_scan_that_has_begun_goes_on(pool: Pool) -> None:
    """Whoever comes meanwhile, and however many they are."""
    child = pool.children[0]
    child.say(Ready())
    begun = Account("a")
    first = pool.run(b"first", account=begun)
    pool.reactor.advance(0.05)
    others = [pool.run(name) for name in (b"b", b"c")]
    judged = pool.run(b"judged", account=begun, job=JUDGE)
    for _ in range(3):
        child.say(Ready())
    pool.children[2].say(Ready())
    pool.children[2].say(Ready())
    assert [frame.blob for frame in (*child.read, *pool.children[2].read)] == [b"first", b"judged", b"b", b"c"]
    for job in (first, judged, *others):
        result_now(job)


def test_what_links_lead_to_waits(pool: Pool) -> None:
    """Pages come before what their links lead to, which never has the last place."""
    for child in pool.children:
        child.say(Ready())
    read = [pool.run(LARGE, job=READ) for _ in range(3)]
    assert [len(child.read) for child in pool.children] == [1, 0]
    page = pool.run(b"page", account=Account("read"))
    assert [frame.blob for frame in pool.children[1].read] == [b"page"]
    pool.children[1].say(Ready())
    result_now(page)
    for _ in read:
        pool.children[0].say(Ready())
    for job in read:
        result_now(job)


def test_small_linked_pages_are_read_in_their_turn(pool: Pool) -> None:
    """As many as cost little together; those after them wait for what is left over."""
    for child in pool.children:
        child.say(Ready())
    scan, page = Account("a"), pool.run()
    reads = [pool.run(b"r" * 40_000, job=READ, account=scan) for _ in range(2)]
    assert [len(child.read) for child in pool.children] == [1, 1]
    pool.children[1].say(Ready())
    result_now(reads[0])
    assert [len(child.read) for child in pool.children] == [1, 1]
    pool.children[0].say(Ready())
    result_now(page)
    for child in pool.children:
        if child.protocol.work:
            child.say(Ready())
    result_now(reads[1])


def test_a_linked_page_does_not_wait_for_ever(pool: Pool) -> None:
    """Where others keep all children, its scan goes on without it."""
    for child in pool.children:
        child.say(Ready())
    others = [pool.run(name) for name in (b"a", b"b")]
    linked = pool.run(LARGE, job=READ)
    pool.reactor.pump([0.25] * 3)
    nothing_yet(linked)
    pool.reactor.pump([0.25])
    assert str(failure_now(linked, NotExamined)) == BUSY
    for child, other in zip(pool.children, others, strict=False):
        child.say(Ready())
        result_now(other)


def test_a_linked_page_waits_for_its_own_scan(pool: Pool) -> None:
    """It is not others that keep it from being read."""
    for child in pool.children:
        child.say(Ready())
    scan = Account("a")
    own, other = pool.run(account=scan), pool.run(b"b")
    linked = pool.run(LARGE, job=READ, account=scan)
    pool.reactor.pump([0.25] * 9)
    nothing_yet(linked)
    for job in (own, linked):
        pool.children[0].say(Ready())
        result_now(job)
    pool.children[1].say(Ready())
    result_now(other)


def test_the_judgement_goes_to_the_child_that_has_parsed_the_page(pool: Pool) -> None:
    """Others keep away from it while another child is free, and get it where none is."""
    for child in pool.children:
        child.say(Ready())
    scan, other = Account("a"), Account("b")
    outlines = []
    for account in (scan, other):
        outlines.append(pool.run(account.client.encode(), account=account))
        pool.children[len(outlines) - 1].say(Ready())
    judged = pool.run(b"judge b", account=other, job=JUDGE)
    assert [frame.blob for frame in pool.children[1].read] == [b"b", b"judge b"]
    late = pool.run(b"c")
    assert [frame.blob for frame in pool.children[0].read] == [b"a", b"c"]
    for child in pool.children:
        child.say(Ready())
    for job in (*outlines, judged, late):
        result_now(job)


def test_a_load_leaves_the_page_of_another_scan(pool: Pool) -> None:
    """It goes to a child that keeps no page where one is free; where none is, the page is kept meanwhile."""
    for child in pool.children:
        child.say(Ready())
    scan, other = Account("a"), Account("b")
    jobs = [pool.run(b"a", account=scan)]
    pool.children[0].say(Ready())
    jobs += [pool.run(name, account=other, job=LOAD) for name in (b"free", b"kept")]
    for child in pool.children:
        child.say(Ready())
    jobs += [pool.run(b"judge a", account=scan, job=JUDGE)]
    assert [frame.blob for frame in pool.children[0].read] == [b"a", b"kept", b"judge a"]
    assert [frame.blob for frame in pool.children[1].read] == [b"free"]
    pool.children[0].say(Ready())
    for job in jobs:
        result_now(job)


def test_linked_pages_of_one_scan_have_so_much_time(pool: Pool) -> None:
    """Past it they are not read; the page itself is examined."""
    scan = Account("a")
    for child in pool.children:
        child.say(Ready())
    for _ in range(2):
        job = pool.run(LARGE, job=READ, account=scan)
        for _ in range(4):
            pool.reactor.advance(0.7)
        next(child for child in pool.children if child.protocol.work).say(Ready())
        result_now(job)
    assert str(failure_now(pool.run(LARGE, job=READ, account=scan), NotExamined)) == TOO_HEAVY
    page = pool.run(account=scan)
    for child in pool.children:
        if child.protocol.work:
            child.say(Ready())
    result_now(page)


@pytest.mark.parametrize("superuser", [True, False])
def test_a_heavy_page_has_what_nobody_else_wants(pool: Pool, superuser: bool) -> None:
    """After a second its child has the lowest priority; where that can't be undone another takes its place."""
    pool.control.superuser = superuser
    child = pool.children[0]
    child.say(Ready())
    job = pool.run()
    for _ in range(9):
        pool.reactor.advance(0.1)
    assert not pool.control.lowered
    pool.reactor.advance(0.2)
    assert pool.control.lowered == {1000}
    child.say(Ready())
    result_now(job)
    assert child.killed is not superuser
    assert bool(pool.control.lowered) is not superuser
    if child.killed:
        child.end(9)


def test_no_room_for_a_process(pool: Pool, logged: Events) -> None:
    """It is said in the log and tried again; jobs wait."""
    pool.forks.full = True
    for child in pool.children:
        child.say(Ready())
        child.end(9)
    job = pool.run()
    assert len(pool.children) == 2
    pool.reactor.advance(1)
    assert any("a child process could not be started" in event["log_format"] for event in logged)
    pool.forks.full = False
    pool.reactor.advance(1)
    pool.children[2].say(Ready(), ANSWER, Ready())
    result_now(job)


def test_children_that_never_come_up(pool: Pool) -> None:
    """They are tried again, but not in a tight circle."""
    for child in pool.children[:2]:
        child.end(11)
    assert len(pool.children) == 2
    pool.reactor.advance(1)
    assert len(pool.children) == 4
    pool.children[2].end(11)


def test_stopped(pool: Pool, logged: Events) -> None:
    """What waits and what is being done ends with the pool, which is nothing to warn of."""
    running, waiting = pool.run(), pool.run()
    pool.children[0].say(Ready())
    result_now(pool.pool.stop())
    failure_now(waiting, CancelledError)
    failure_now(running, NotExamined)
    assert pool.pool.pids == ()
    assert not [event for event in logged if "ended while examining" in event["log_format"]]


def test_asked_after_the_end(pool: Pool) -> None:
    """A job that comes too late fails at once, and no child is started that nobody would end."""
    for child in pool.children:
        child.say(Ready())
    result_now(pool.pool.stop())
    failure_now(pool.run(), NotExamined)
    assert len(pool.children) == 2


def test_stopped_while_a_restart_is_due(pool: Pool) -> None:
    """No child is started after the end."""
    for child in pool.children[:2]:
        child.end(11)
    result_now(pool.pool.stop())
    pool.reactor.advance(10)
    assert len(pool.children) == 2


def test_a_large_job_is_written_in_slices(pool: Pool) -> None:
    """Megabytes are not handed over, and copied, at once; the child gets all of them."""
    child = pool.children[0]
    child.say(Ready())
    child.slow = True
    page = b"x" * 300_000
    job = pool.run(page)
    assert not child.read
    for _ in range(3):
        child.pull()
    assert [frame.blob for frame in child.read] == [page]
    assert child.producer is None
    child.say(Ready())
    result_now(job)


def test_a_child_that_is_ready_too_early(pool: Pool, logged: Events) -> None:
    """One that has not read its job cannot have done it; it is killed rather than given another."""
    child = pool.children[0]
    child.say(Ready())
    child.slow = True
    failed = failures(pool.run(b"x" * 300_000))
    child.say(Ready())
    assert child.killed
    child.end(9)
    assert [str(one.value) for one in failed] == [BROKEN]
    assert [event for event in logged if "invalid answer" in event["log_format"]]


def failures(job: Deferred[None]) -> list[Failure]:
    """The failure that a job ends with, once it has."""
    found: list[Failure] = []
    job.addErrback(found.append)
    return found
