"""Children come and go, and no page suffers for another one."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from attrs import evolve
from twisted.internet.defer import CancelledError, Deferred
from twisted.internet.error import ProcessDone, ProcessExitedAlready, ProcessTerminated
from twisted.internet.testing import MemoryReactorClock
from twisted.python.failure import Failure

from sitescan.deadline import Deadline
from sitescan.examine.errors import BROKEN, BUSY, TOO_HEAVY, NotExamined
from sitescan.examine.frames import Frame, FrameReader
from sitescan.examine.messages import LONGEST_ANSWER, Answer, Failed, Outlined, OutlineJob, Ready, RuleFailure
from sitescan.examine.pool import ChildPool
from sitescan.model.exchange import Exchange
from sitescan.model.outline import Outline
from sitescan.settings import Settings
from tests.conftest import Events
from tests.results import failure_now, nothing_yet, result_now

URL = "https://example.com/"
JOB = OutlineJob(exchange=Exchange(requested=URL, url=URL, status=200), parser="turbohtml", links=1, resources=1)
ANSWER = Outlined(outline=Outline(base_url=URL))


class FakeProcess:
    """
    The child's side of a child process.

    :ivar read: the jobs that it was given.
    :ivar killed: whether it was sent SIGKILL.
    """

    def __init__(self, protocol: Any, command: list[str], env: dict[str, str], pid: int) -> None:
        self.protocol, self.command, self.env = protocol, command, env
        self.pid: int | None = pid
        self.killed = False
        self._reader = FrameReader(message=2**20, blob=2**20)
        self.read: list[Frame] = []

    # The transport.

    def write(self, data: bytes) -> None:
        """Take bytes of a job."""
        self.read += self._reader.feed(data)

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


class ProcessReactor(MemoryReactorClock):
    """
    A reactor whose processes are fakes.

    :ivar full: whether the system has no room for another process.
    """

    def __init__(self) -> None:
        super().__init__()
        self.children: list[FakeProcess] = []
        self.full = False

    def spawnProcess(  # noqa: N802 - IReactorProcess
        self, protocol: Any, executable: str, args: list[str], env: dict[str, str]
    ) -> None:
        """Start a fake, unless there is no room for a process."""
        if self.full:
            raise BlockingIOError(11, "Resource temporarily unavailable")
        child = FakeProcess(protocol, args, env, 1000 + len(self.children))
        self.children.append(child)
        protocol.makeConnection(child)


class Pool:
    """A pool of two children that are fakes."""

    def __init__(self) -> None:
        self.reactor = ProcessReactor()
        self.children = self.reactor.children
        self.pool = ChildPool(self.reactor, evolve(Settings(), workers=2, examine_pages=3))
        self.heard: list[Answer] = []
        self.pool.start()

    def run(self, blob: bytes = b"page", seconds: float = 10) -> Deferred[None]:
        """Have a job done."""
        return self.pool.run(JOB, blob, self.heard.append, Deadline.after(self.reactor, seconds))


@pytest.fixture
def pool() -> Iterator[Pool]:
    """A pool; it ends with all its children."""
    pool = Pool()
    yield pool
    stopped = pool.pool.stop()
    for child in pool.children:
        if child.pid is not None:
            assert nothing_yet(stopped)
            assert child.killed
            child.end(9)
    result_now(stopped)
    assert not pool.reactor.getDelayedCalls()


def test_how_a_child_is_started(pool: Pool) -> None:
    """It is isolated from its surroundings and knows its limits."""
    child = pool.children[0]
    assert child.command[1:] == ["-I", "-m", "sitescan.examine.child", "10.0", "1073741824"]
    assert child.env == {"PYTHONHASHSEED": "0"}
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
def test_a_child_that_ends(pool: Pool, signal: int | None, reason: str) -> None:
    """Its job is not done and says why; another child takes its place, and the next job is done."""
    lost, waiting = pool.run(), pool.run()
    pool.children[0].say(Ready())
    pool.children[0].end(signal)
    failure = failure_now(lost, NotExamined)
    assert str(failure) == reason
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
    assert sum("garbage" in event["log_format"] for event in logged) == 1


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
    pool.children[0].say(Ready(), RuleFailure(rule="seo/title-missing", trace="pears"), ANSWER, Ready())
    result_now(job)
    assert [event["rule"] for event in logged if "rule" in event] == ["seo/title-missing"]


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
    """The child is killed in a moment; even if it had just ended the job then, it is given no other one."""
    first = pool.run(b"1")
    child = pool.children[0]
    child.say(Ready())
    first.cancel()
    failure_now(first, CancelledError)
    pool.reactor.advance(0.1)
    assert child.killed
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
    pool.reactor.advance(0.1)
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


def test_a_heavy_page_steps_aside(pool: Pool) -> None:
    """Once its turn is over another child takes its place; it goes on, and what it finds is heard."""
    heavy = [pool.run(b"heavy") for _ in range(2)]
    for child in pool.children:
        child.say(Ready())
    light = pool.run(b"light")
    pool.reactor.advance(0.4)
    assert len(pool.children) == 2
    pool.reactor.advance(0.2)
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


def test_heavy_pages_alone_wait_for_each_other(pool: Pool) -> None:
    """There are twice as many children as places, and never more."""
    jobs = [pool.run(b"%d" % number) for number in range(6)]
    for _ in range(6):
        for child in pool.children:
            if not child.read:
                child.say(Ready())
        pool.reactor.advance(1)
    assert len(pool.children) == 4
    assert [child.read[0].blob for child in pool.children] == [b"0", b"1", b"2", b"3"]
    for _ in range(2):
        for child in pool.children:
            child.say(Ready())
    for job in jobs:
        result_now(job)


def test_no_room_for_a_process(pool: Pool, logged: Events) -> None:
    """It is said in the log and tried again; jobs wait."""
    pool.reactor.full = True
    for child in pool.children:
        child.say(Ready())
        child.end(9)
    job = pool.run()
    assert len(pool.children) == 2
    pool.reactor.advance(1)
    assert any("no child could be started" in event["log_format"] for event in logged)
    pool.reactor.full = False
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


def test_what_it_writes_to_standard_error(pool: Pool, logged: Events) -> None:
    """It goes to the log."""
    pool.children[0].protocol.errReceived(b"pears\xff" + b"a" * 5000)
    [text] = [event["text"] for event in logged if "text" in event]
    assert text.startswith("pears\ufffd")
    assert len(text) == 2000


def test_stopped(pool: Pool) -> None:
    """What waits and what is being done ends with the pool."""
    running, waiting = pool.run(), pool.run()
    pool.children[0].say(Ready())
    stopped = pool.pool.stop()
    failure_now(waiting, CancelledError)
    for child in pool.children:
        assert child.killed
        child.end(9)
    failure_now(running, NotExamined)
    result_now(stopped)


def test_stopped_while_a_restart_is_due(pool: Pool) -> None:
    """No child is started after the end."""
    for child in pool.children[:2]:
        child.end(11)
    result_now(pool.pool.stop())
    pool.reactor.advance(10)
    assert len(pool.children) == 2
