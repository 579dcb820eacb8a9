"""The pool starts and replaces child processes, and no page suffers from another page."""

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

from sitescan.concurrency.deadline import Deadline
from sitescan.configuration.settings import Settings
from sitescan.examine.child_pool import ChildPool
from sitescan.examine.client_usage import ScanUsage
from sitescan.examine.examination_errors import BROKEN, BUSY, LOST, NOT_STARTED, TOO_HEAVY, NotExamined
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
    PageRead,
    ReadPageJob,
    Ready,
)
from sitescan.examine.packing import pack
from sitescan.model.exchange import Exchange, Page
from sitescan.model.linked_page import LinkedPage
from sitescan.model.outline import Outline
from sitescan.own_reasons import is_own_reason
from tests.conftest import Events
from tests.examine.loads import load_job
from tests.results import failure_now, nothing_yet, result_now

URL = "https://example.com/"
#: The number of jobs after which a child is replaced.
PAGES = 10
PAGE = Page(exchange=Exchange(requested=URL, url=URL, status=200), body=b"p")

JOB = OutlineJob(page=pack(PAGE)[0], parser="turbohtml", links=1, resources=1)
READ = ReadPageJob(exchange=PAGE.exchange, parser="turbohtml", fragments=())
PARTS = ReadPageJob(exchange=PAGE.exchange, parser="turbohtml", fragments=None)
JUDGE = JudgeJob(page=pack(PAGE)[0], parser="turbohtml", sheets=(), scripts=())
LOAD = load_job()
ANSWER = Outlined(outline=Outline())


class FakeProcess:
    """
    A fake child process and its transport.

    :ivar read: the jobs that it received.
    :ivar killed: whether it was sent SIGKILL.
    :ivar slow: whether it receives one piece of a job for each call of :meth:`pull`.
    """

    def __init__(self, protocol: Any, pid: int) -> None:
        self.protocol = protocol
        self.pid: int | None = pid
        self.killed = False
        self.slow = False
        self.producer: Any = None
        self._reader = FrameReader(message=2**20, blob=2**20)
        self.read: list[Frame] = []

    # The methods of the transport.

    def write(self, data: bytes) -> None:
        """Receive bytes of a job."""
        self.read += self._reader.feed(data)

    def registerProducer(self, producer: Any, streaming: bool) -> None:  # noqa: N802 - ITransport
        """Receive a job at once, or piece by piece if the child is slow."""
        assert not streaming
        self.producer = producer
        self.pull()

    def pull(self) -> None:
        """Receive a piece of the job, or all pieces if the child isn't slow."""
        while self.producer is not None:
            self.producer.resumeProducing()
            if self.slow:
                break

    def unregisterProducer(self) -> None:  # noqa: N802 - ITransport
        """Do nothing: the whole job is written."""
        self.producer = None

    def signalProcess(self, name: str) -> None:  # noqa: N802 - IProcessTransport
        """Receive a signal."""
        if self.pid is None:
            raise ProcessExitedAlready
        assert name == "KILL"
        self.killed = True

    # The methods for tests.

    def say(self, *answers: Answer) -> None:
        """Send answers to the pool."""
        for answer in answers:
            self.protocol.outReceived(b"".join(Frame(msgspec.json.encode(answer)).encode()))

    def end(self, signal: int | None = None) -> None:
        """End the process."""
        self.pid = None
        reason = ProcessDone(0) if signal is None else ProcessTerminated(None, signal, signal)
        self.protocol.processEnded(Failure(reason))


class FakeForks:
    """
    A fork server that starts fake child processes.

    :ivar full: whether the system has no room for another process.
    """

    def __init__(self) -> None:
        self.children: list[FakeProcess] = []
        self.full = False

    def fork(self, child: ProcessProtocol) -> None:
        """Start a fake child process, or fail if there is no room for a process (:meth:`Forks.fork`)."""
        if self.full:
            raise BlockingIOError(11, "Resource temporarily unavailable")
        process: Any = FakeProcess(child, 1000 + len(self.children))
        self.children.append(process)
        child.makeConnection(process)

    def stop(self) -> Deferred[None]:
        """End the child processes that are alive, which must have been killed (:meth:`Forks.stop`)."""
        for child in self.children:
            if child.pid is not None:
                assert child.killed
                child.end(9)
        return succeed(None)


class FakeControl:
    """
    Records processor time limits and priorities, and reports the processor time that a test sets.

    :ivar allowed: the process and the seconds of each :meth:`allow_cpu`.
    :ivar lowered: the processes with a low priority.
    :ivar used: the processor time that each process has used.
    """

    def __init__(self) -> None:
        self.lowered: set[int | None] = set()
        self.allowed: list[tuple[int | None, float]] = []
        self.used = 0.0

    def allow_cpu(self, pid: int | None, seconds: float) -> None:
        """Record the limit (:meth:`sitescan.examine.child_control.ChildControl.allow_cpu`)."""
        self.allowed.append((pid, seconds))

    def lower_priority(self, pid: int | None) -> None:
        """Record the process (:meth:`sitescan.examine.child_control.ChildControl.lower_priority`)."""
        self.lowered.add(pid)

    def cpu_seconds(self, pid: int | None) -> float:
        """Return the time (:meth:`sitescan.examine.child_control.ChildControl.cpu_seconds`)."""
        return self.used


class Pool:
    """A pool of two fake child processes."""

    def __init__(self, workers: int = 2, processes: int = 1) -> None:
        self.reactor = Clock()
        self.forks = FakeForks()
        self.children = self.forks.children
        self.control = FakeControl()
        settings = evolve(Settings(), workers=workers, processes=processes, examine_pages=PAGES)
        self.pool = ChildPool(self.reactor, settings, self.control, self.forks)
        self.heard: list[Answer] = []
        self.pool.start()

    def run(
        self, blob: bytes = b"page", seconds: float = 10, scan: ScanUsage | None = None, job: Job = JOB
    ) -> Deferred[None]:
        """Run a job."""
        deadline = Deadline.after(self.reactor, seconds)
        return self.pool.run(job, (blob,), self.heard.append, deadline, scan or ScanUsage(blob.decode()))


@pytest.fixture
def pool() -> Iterator[Pool]:
    """A pool that must end all its child processes and leave no timer."""
    pool = Pool()
    yield pool
    result_now(pool.pool.stop())
    assert not pool.reactor.getDelayedCalls()


def test_child_processes(pool: Pool) -> None:
    """The pool starts one child process for each worker, and knows their process IDs."""
    assert pool.pool.pids == (1000, 1001)


@pytest.mark.parametrize(("processes", "children"), [(1, 12), (2, 6), (4, 4), (9, 2)])
def test_processes_divide_the_processors(processes: int, children: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A service process has two child processes for each processor of its share, rounded up."""
    monkeypatch.setattr("os.cpu_count", lambda: 6)
    pool = Pool(workers=0, processes=processes)
    assert len(pool.pool.pids) == children
    result_now(pool.pool.stop())


def test_job_waits_for_ready_child(pool: Pool) -> None:
    """A job waits for a child process that is ready, and ends when the child process is ready again."""
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
    """Each job has its own limit of processor time, set before the job is sent; a linked page has less."""
    for child in pool.children:
        child.say(Ready())
    page = pool.run()
    linked = pool.run(b"linked", job=READ)
    assert pool.control.allowed == [(1000, 10.0), (1001, 2.0)]
    for child in pool.children:
        child.say(Ready())
    result_now(page)
    result_now(linked)


def test_confinement_is_unavailable(pool: Pool, logged: Events) -> None:
    """Missing confinement is logged once, and pages are examined all the same."""
    for child in pool.children:
        child.say(Ready(missing=("Landlock", "seccomp")))
    assert [event["missing"] for event in logged if "missing" in event] == ["Landlock, seccomp"]
    job = pool.run()
    pool.children[0].say(ANSWER, Ready())
    result_now(job)


def test_jobs_run_in_order(pool: Pool) -> None:
    """Jobs are run in the order in which they were requested."""
    jobs = [pool.run(b"%d" % number) for number in range(3)]
    pool.children[0].say(Ready())
    for number, job in enumerate(jobs):
        assert pool.children[0].read[-1].blob == b"%d" % number
        pool.children[0].say(Ready()) if number < 2 else pool.children[0].say(ANSWER, Ready())
        result_now(job)


def test_child_is_too_slow(pool: Pool, logged: Events) -> None:
    """A child that the kernel ends at its limit of processor time blames the page, and a new one runs the next job."""
    lost, waiting = pool.run(), pool.run()
    pool.children[0].say(Ready())
    pool.children[0].end(24)
    failure = failure_now(lost, NotExamined)
    assert isinstance(failure, NotExamined)
    assert (failure.reason, failure.is_own) == (TOO_HEAVY, False)
    assert sum("ended while examining" in event["log_format"] for event in logged) == 1
    assert len(pool.children) == 3
    pool.children[2].say(Ready(), ANSWER, Ready())
    result_now(waiting)


@pytest.mark.parametrize("signal", [None, 6, 9, 11, 15])
def test_child_exits(pool: Pool, signal: int | None, logged: Events) -> None:
    """If a child ends for no fault of the page, another one does its job, and the scan fails if that ends as well."""
    lost = pool.run()
    pool.children[0].say(Ready())
    pool.children[0].end(signal)
    assert nothing_yet(lost)
    pool.children[1].say(Ready())
    assert len(pool.children[1].read) == 1
    pool.children[1].end(signal)
    failure = failure_now(lost, NotExamined)
    assert isinstance(failure, NotExamined)
    assert (failure.reason, failure.is_own) == (LOST, True)
    assert sum("ended while examining" in event["log_format"] for event in logged) == 2


def test_job_is_done_once_more(pool: Pool) -> None:
    """A job whose child was killed is complete when another child has done it."""
    job = pool.run()
    pool.children[0].say(Ready())
    pool.children[0].end(9)
    pool.children[1].say(Ready(), ANSWER, Ready())
    result_now(job)
    assert pool.heard == [ANSWER]


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
def test_protocol_violation(pool: Pool, garbage: bytes, logged: Events) -> None:
    """A child process that violates the protocol is killed, and its later answers are ignored."""
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


@pytest.mark.parametrize("job", [JOB, READ, PARTS], ids=["page", "linked page", "all parts"])
def test_long_answer(pool: Pool, job: Job, logged: Events) -> None:
    """
    An answer about a linked page is short, because the answers about all linked pages of a scan are kept.

    All parts of one take more.
    """
    failed = failures(pool.run(job=job))
    child = pool.children[0]
    child.say(Ready(), PageRead(linked_page=LinkedPage(content="x" * 2**18)))
    assert child.killed is (job is READ)
    child.end(24)
    assert len(failed) == 1
    assert sum("invalid answer" in event["log_format"] for event in logged) == child.killed


def test_limit_of_answers(pool: Pool) -> None:
    """A child process sends at most sixteen frames for a job, and four more without a job."""
    child = pool.children[0]
    child.say(Ready())
    done = pool.run()
    child.say(*[ANSWER] * 15, Ready(), *[ANSWER] * 4)
    result_now(done)
    assert (len(pool.heard), child.killed) == (15, False)
    child.say(ANSWER)
    assert child.killed
    child.end(9)
    other = pool.children[1]
    other.say(Ready())
    failed = failures(pool.run())
    other.say(*[ANSWER] * 16, Ready())
    assert other.killed
    other.end(9)
    assert len(failed) == 1


def _of_length(length: int) -> bytes:
    """Return a frame of a length with a check that failed."""
    rest = len(msgspec.json.encode(ChecksFailed(names=(), trace=""))) + len(Frame(b"").encode()[0])
    return b"".join(Frame(msgspec.json.encode(ChecksFailed(names=(), trace="x" * (length - rest)))).encode())


def test_limit_of_answer_sizes(pool: Pool) -> None:
    """A child process sends at most twice the longest answer for a job, and four kilobytes without a job."""
    idle, working = pool.children
    idle.protocol.outReceived(_of_length(4096))
    working.say(Ready())
    failed = failures(pool.run())
    for _ in range(2):
        working.protocol.outReceived(_of_length(LONGEST_ANSWER))
    assert (idle.killed, working.killed) == (False, False)
    for child in (idle, working):
        child.protocol.outReceived(b"\0")
        assert child.killed
        child.end(9)
    assert len(failed) == 1


def test_unexpected_answers(pool: Pool) -> None:
    """Answers of a child process without a job are ignored."""
    pool.children[0].say(ANSWER, Ready(), ANSWER, Failed(reason="pears"))
    assert not pool.heard


@pytest.mark.parametrize(("heavy", "reason"), [(True, TOO_HEAVY), (False, BROKEN)])
def test_failing_job(pool: Pool, heavy: bool, reason: str, logged: Events) -> None:
    """If a job fails, the reason is logged, and the child process runs further jobs."""
    job = pool.run()
    pool.children[0].say(Ready(), Failed(reason="out of memory and pears", heavy=heavy), ANSWER, Ready())
    assert str(failure_now(job, NotExamined)) == reason
    assert "out of memory and pears" in [event.get("reason") for event in logged]
    assert not pool.heard
    again = pool.run()
    pool.children[0].say(Ready())
    result_now(again)


def test_failing_rule(pool: Pool, logged: Events) -> None:
    """A rule that raises an exception is logged, and the job succeeds."""
    job = pool.run()
    pool.children[0].say(Ready(), ChecksFailed(names=("seo/title-missing",), trace="pears"), ANSWER, Ready())
    result_now(job)
    assert [event["names"] for event in logged if "names" in event] == ["seo/title-missing"]


def test_cancelled_while_waiting(pool: Pool) -> None:
    """Cancelling a waiting job gives up its place and kills no child process."""
    first, second = pool.run(b"1"), pool.run(b"2")
    first.cancel()
    failure_now(first, CancelledError)
    pool.children[0].say(Ready())
    assert [frame.blob for frame in pool.children[0].read] == [b"2"]
    pool.children[0].say(Ready())
    result_now(second)


def test_cancelled_while_running(pool: Pool) -> None:
    """A cancelled job may go on for half a second of processor time and for five seconds before its child is killed."""
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


def test_cancelled_just_before_end(pool: Pool) -> None:
    """A child process that is ready soon after its job was cancelled is kept, and its answers are ignored."""
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


def test_large_child_is_replaced(pool: Pool) -> None:
    """A child process that stays large after a page is replaced."""
    child = pool.children[0]
    child.say(Ready())
    job = pool.run()
    child.say(ANSWER, Ready(spent=True))
    result_now(job)
    assert child.killed
    assert len(pool.children) == 3
    child.end(9)


@pytest.mark.parametrize(("used", "reason"), [(5.0, TOO_HEAVY), (4.0, BUSY)])
def test_deadline(pool: Pool, used: float, reason: str) -> None:
    """A late job is too heavy if it used the processor for half of its time; otherwise, the server was too busy."""
    running, waiting = pool.run(), pool.run()
    pool.children[0].say(Ready())
    pool.control.used = used
    pool.reactor.advance(10)
    assert str(failure_now(running, NotExamined)) == reason
    assert str(failure_now(waiting, NotExamined)) == BUSY
    pool.reactor.advance(5)
    assert pool.children[0].killed


def test_child_is_replaced_after_job_limit(pool: Pool) -> None:
    """A child process is replaced after a number of jobs."""
    child = pool.children[0]
    child.say(Ready())
    for _ in range(PAGES):
        job = pool.run()
        child.say(Ready())
        result_now(job)
    assert child.killed
    assert len(pool.children) == 3
    pool.run().addErrback(lambda _: None)
    assert len(child.read) == PAGES
    child.end(9)
    assert len(pool.children) == 3


def test_no_job_for_child_being_replaced(pool: Pool) -> None:
    """A job that is requested at the very end of another one isn't given to a child process that is to be replaced."""
    child = pool.children[0]
    child.say(Ready())
    for _ in range(PAGES - 1):
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


def test_client_holds_half_of_children(pool: Pool) -> None:
    """The second page of a client waits for its first page, and the pages of other clients don't."""
    for child in pool.children:
        child.say(Ready())
    heavy = [pool.run(b"heavy") for _ in range(2)]
    pool.reactor.advance(3)
    assert [len(child.read) for child in pool.children] == [1, 0]
    light = pool.run(b"light")
    assert [frame.blob for frame in pool.children[1].read] == [b"light"]
    for _ in range(2):
        for child in pool.children:
            child.say(Ready())
    result_now(light)
    # The child of the heavy page has been replaced.
    pool.children[0].end(9)
    pool.children[1].say(Ready())
    for job in heavy:
        result_now(job)


def test_heavy_client_comes_last(pool: Pool) -> None:
    """A client that has held child processes for seconds waits until other clients have been served."""
    child = pool.children[0]
    child.say(Ready())
    first = pool.run(b"heavy")
    pool.reactor.advance(0.9)
    child.say(Ready())
    result_now(first)
    begun = pool.run(b"heavy")
    pool.reactor.advance(0.9)
    jobs = [pool.run(name) for name in (b"heavy", b"light")]
    child.say(Ready())
    result_now(begun)
    assert child.read[-1].blob == b"light"
    child.say(Ready())
    assert child.read[-1].blob == b"heavy"
    for job in jobs:
        job.addErrback(lambda _: None).cancel()


def test_begun_scan_is_finished_first(pool: Pool) -> None:
    """A scan that has begun is finished before other scans begin."""
    child = pool.children[0]
    child.say(Ready())
    begun = ScanUsage("a")
    first = pool.run(b"first", scan=begun)
    waiting = [pool.run(name) for name in (b"b", b"c")]
    judged = pool.run(b"judged", scan=begun, job=JUDGE)
    for _ in range(4):
        child.say(Ready())
    assert [frame.blob for frame in child.read] == [b"first", b"judged", b"b", b"c"]
    for job in (first, judged, *waiting):
        result_now(job)


def test_huge_page_waits_for_ordinary_ones(pool: Pool) -> None:
    """The pages of new clients come before a page that will take seconds, and before the load of that page."""
    child = pool.children[0]
    child.say(Ready())
    first, scan = pool.run(b"first"), ScanUsage("a")
    huge = pool.run(b"huge" * 200_000, scan=scan)
    load = pool.run(b"load", scan=scan, job=LOAD)
    pages = [pool.run(b"page%d" % number) for number in range(2)]
    for _ in range(5):
        child.say(Ready())
    assert [frame.blob[:5] for frame in child.read] == [b"first", b"page0", b"page1", b"hugeh", b"load"]
    for job in (first, huge, load, *pages):
        result_now(job)


def test_large_linked_pages_wait_for_scanned_pages(pool: Pool) -> None:
    """Scanned pages come before the pages that links lead to, except for the first small ones of each scan."""
    child = pool.children[0]
    child.say(Ready())
    first, scan = pool.run(b"first"), ScanUsage("a")
    linked = [pool.run(letter * 40_000, scan=scan, job=READ) for letter in (b"s", b"l", b"m")]
    page = pool.run(b"page")
    for _ in range(5):
        child.say(Ready())
    assert [frame.blob[:5] for frame in child.read] == [b"first", b"sssss", b"page", b"lllll", b"mmmmm"]
    for job in (first, page, *linked):
        result_now(job)


def test_judged_by_child_that_parsed_page(pool: Pool) -> None:
    """A page is judged by the child process that parsed it, which other jobs avoid while another one is free."""
    for child in pool.children:
        child.say(Ready())
    scan, other = ScanUsage("a"), ScanUsage("b")
    outlines = []
    for account in (scan, other):
        outlines.append(pool.run(account.client.encode(), scan=account))
        pool.children[len(outlines) - 1].say(Ready())
    judged = pool.run(b"judge b", scan=other, job=JUDGE)
    assert [frame.blob for frame in pool.children[1].read] == [b"b", b"judge b"]
    late = pool.run(b"c")
    assert [frame.blob for frame in pool.children[0].read] == [b"a", b"c"]
    for child in pool.children:
        child.say(Ready())
    for job in (*outlines, judged, late):
        result_now(job)


def test_load_avoids_child_with_parsed_page(pool: Pool) -> None:
    """A load is judged by a child process without a parsed page if one is free; otherwise, the parsed page is kept."""
    for child in pool.children:
        child.say(Ready())
    scan, other = ScanUsage("a"), ScanUsage("b")
    jobs = [pool.run(b"a", scan=scan)]
    pool.children[0].say(Ready())
    jobs += [pool.run(name, scan=usage, job=LOAD) for name, usage in ((b"free", other), (b"kept", ScanUsage("c")))]
    for child in pool.children:
        child.say(Ready())
    jobs += [pool.run(b"judge a", scan=scan, job=JUDGE)]
    assert [frame.blob for frame in pool.children[0].read] == [b"a", b"kept", b"judge a"]
    assert [frame.blob for frame in pool.children[1].read] == [b"free"]
    pool.children[0].say(Ready())
    for job in jobs:
        result_now(job)


def test_time_limit_of_linked_pages(pool: Pool) -> None:
    """Linked pages of a scan are read for five seconds of processor time in all, the page itself even after that."""
    scan, child = ScanUsage("a"), pool.children[0]
    child.say(Ready())
    for _ in range(6):
        job = pool.run(b"linked", job=READ, scan=scan)
        pool.control.used += 0.9
        pool.forks.children[0].say(Ready())
        result_now(job)
    assert str(failure_now(pool.run(b"linked", job=READ, scan=scan), NotExamined)) == TOO_HEAVY
    page = pool.run(scan=scan)
    child.say(Ready())
    result_now(page)


def test_heavy_job_lowers_priority(pool: Pool) -> None:
    """A job of more than a second lowers the priority of its child process, which is replaced afterwards."""
    child = pool.children[0]
    child.say(Ready())
    job = pool.run()
    pool.reactor.advance(0.9)
    assert not pool.control.lowered
    pool.reactor.advance(0.2)
    assert pool.control.lowered == {1000}
    child.say(Ready())
    result_now(job)
    assert child.killed
    assert len(pool.children) == 3
    child.end(9)


def test_child_cannot_be_started(pool: Pool, logged: Events) -> None:
    """A child process that can't be started is logged and started again later, and jobs wait for it."""
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


def test_children_exit_at_start(pool: Pool) -> None:
    """Child processes that end as they start are started again after a second."""
    for child in pool.children[:2]:
        child.end(11)
    assert len(pool.children) == 2
    pool.reactor.advance(1)
    assert len(pool.children) == 4
    pool.children[2].end(11)


def test_children_never_start(pool: Pool) -> None:
    """Jobs fail once child processes have failed to start ten times in a row, and are done when they start again."""
    failed = failures(pool.run(seconds=100))
    for seconds in range(10):
        assert not failed, seconds
        for child in pool.children[-2:]:
            child.end(1)
        pool.reactor.advance(1)
    (failure,) = failed
    assert isinstance(failure.value, NotExamined)
    assert failure.value.reason == NOT_STARTED
    assert is_own_reason(failure.value)
    job = pool.run()
    pool.children[-1].say(Ready(), ANSWER, Ready())
    result_now(job)


def test_stopped(pool: Pool, logged: Events) -> None:
    """Stopping the pool ends waiting and running jobs without a warning."""
    running, waiting = pool.run(), pool.run()
    pool.children[0].say(Ready())
    result_now(pool.pool.stop())
    failure_now(waiting, CancelledError)
    failure_now(running, NotExamined)
    assert pool.pool.pids == ()
    assert not [event for event in logged if "ended while examining" in event["log_format"]]


def test_requested_after_stop(pool: Pool) -> None:
    """A job that is requested after the pool was stopped fails at once and starts no child process."""
    for child in pool.children:
        child.say(Ready())
    result_now(pool.pool.stop())
    failure_now(pool.run(), NotExamined)
    assert len(pool.children) == 2


def test_stopped_before_restart(pool: Pool) -> None:
    """No child process is started after the pool was stopped."""
    for child in pool.children[:2]:
        child.end(11)
    result_now(pool.pool.stop())
    pool.reactor.advance(10)
    assert len(pool.children) == 2


def test_large_job_is_written_in_slices(pool: Pool) -> None:
    """A large job is written in slices, and the child process receives all of them."""
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


def test_child_is_ready_too_early(pool: Pool, logged: Events) -> None:
    """A child process that reports that it is ready before it has read its job is killed."""
    child = pool.children[0]
    child.say(Ready())
    child.slow = True
    failed = failures(pool.run(b"x" * 300_000))
    child.say(Ready())
    assert child.killed
    child.end(9)
    assert [str(failure.value) for failure in failed] == [BROKEN]
    assert [event for event in logged if "invalid answer" in event["log_format"]]


def failures(job: Deferred[None]) -> list[Failure]:
    """Return a list that gets the failure of a job."""
    found: list[Failure] = []
    job.addErrback(found.append)
    return found
