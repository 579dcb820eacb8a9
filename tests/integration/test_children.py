"""Real children: they are killed, starved and abandoned, and the pages of others do not suffer."""

import os
import signal
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_twisted
from attrs import evolve
from twisted.internet.defer import CancelledError, Deferred, succeed
from twisted.internet.error import ProcessDone, ProcessExitedAlready, ProcessTerminated
from twisted.internet.protocol import ProcessProtocol
from twisted.internet.task import deferLater
from twisted.python.failure import Failure

from sitescan.deadline import Deadline
from sitescan.examine.child_control import SystemControl
from sitescan.examine.child_pool import ChildPool
from sitescan.examine.examination_errors import BROKEN, TOO_HEAVY, NotExamined
from sitescan.examine.examiner import Examiner
from sitescan.examine.forked_process import ForkServers
from sitescan.examine.messages import LoadJudged
from sitescan.examine.worker import Worker
from sitescan.model.exchange import Exchange, Page, Sources
from sitescan.model.report import Category, Judged, Judgement
from sitescan.settings import Settings
from tests.conftest import Events
from tests.examine.loads import load_job
from tests.integration.processes import alive

pytestmark = pytest.mark.integration

URL = "https://example.com/"
SMALL = b"<!doctype html><html lang=en><title>Pears</title><a href=/figs>Figs</a>"
#: Minutes of work for the reference parser, which is quadratic on it.
ENDLESS = b"<div>" * 60_000


def page(body: bytes = SMALL) -> Page:
    """Return a page."""
    return Page(exchange=Exchange(requested=URL, url=URL, status=200, size=len(body)), body=body)


class Children:
    """A pool with one real child."""

    def __init__(self, reactor: Any, **settings: Any) -> None:
        self.reactor = reactor
        self.settings = evolve(Settings(), **{"workers": 1, "parser": "html5lib", **settings})
        self.pool = ChildPool(reactor, self.settings, SystemControl(), ForkServers(reactor, self.settings))
        self.examiner = Examiner(self.pool, self.settings)
        self.pool.start()

    def deadline(self, seconds: float = 30) -> Deadline:
        """Return a deadline."""
        return Deadline.after(self.reactor, seconds)

    def outline(self, body: bytes = SMALL, seconds: float = 30) -> Deferred[Any]:
        """Have a page's outline made."""
        return self.examiner.outline(page(body), self.deadline(seconds))

    def judge(self, body: bytes = SMALL) -> dict[Category, Deferred[Judged]]:
        """Have a page judged."""
        return dict(self.examiner.judge(page(body), succeed(Sources()), self.deadline()))

    @property
    def pid(self) -> int:
        """The child's process id."""
        [pid] = self.pool.pids
        return pid


async def ended(pid: int) -> None:
    """Wait until a process is gone."""
    from twisted.internet import reactor as installed

    reactor: Any = installed
    for _ in range(10_000):
        if not alive(pid):
            return
        await deferLater(reactor, 0.02)
    raise AssertionError(pid)


@pytest_twisted.async_yield_fixture
async def children(reactor: Any) -> AsyncIterator[Children]:
    """A pool; it ends with its child."""
    children = Children(reactor)
    yield children
    pids = children.pool.pids
    await children.pool.stop()
    assert not any(alive(pid) for pid in pids)


@pytest_twisted.ensureDeferred
async def test_pages_are_examined(children: Children) -> None:
    """A page has an outline and is judged in each category."""
    outline = await children.outline()
    assert [link.url for link in outline.links if not link.skipped] == ["https://example.com/figs"]
    for category, judged in children.judge().items():
        assert not (await judged).unexamined, category


@pytest_twisted.ensureDeferred
async def test_a_load_is_judged(children: Children) -> None:
    """A sealed child finds what would be found here."""
    job = load_job()
    static = Judged(
        judgements=tuple(Judgement(rule=rule, count=1, occurrences=()) for rule in job.found), load=job.load
    )
    (answer,) = Worker().answers(job, b"")
    assert isinstance(answer, LoadJudged)
    assert answer.load.gains
    assert answer.load == await children.examiner.judge_load(
        job.resources, job.protocols, static, job.icon, children.deadline()
    )


@pytest_twisted.ensureDeferred
async def test_killed_by_hand(children: Children) -> None:
    """The page that it was examining is lost, the one that waits is not, nor is the next one."""
    await children.outline()
    pid = children.pid
    lost, waiting = children.outline(ENDLESS), children.outline()
    os.kill(pid, signal.SIGKILL)
    with pytest.raises(NotExamined):
        await lost
    assert (await waiting).links
    assert children.pid != pid
    assert (await children.outline()).links


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
@pytest_twisted.ensureDeferred
async def test_signals_are_for_the_parent(children: Children, sent: signal.Signals) -> None:
    """A terminal or a service manager signals all processes; children go on until their parent ends them."""
    await children.outline()
    pids = children.pool.pids
    for pid in (*pids, _parent(children.pid)):
        os.kill(pid, sent)
    assert (await children.outline()).links
    assert children.pool.pids == pids


@pytest_twisted.ensureDeferred
async def test_cancelled(children: Children) -> None:
    """Cancelling a page that is being examined kills the child; cancelling one that waits does not."""
    await children.outline()
    pid = children.pid
    running, waiting, last = children.outline(ENDLESS), children.outline(), children.outline()
    waiting.cancel()
    with pytest.raises(CancelledError):
        await waiting
    assert children.pid == pid
    running.cancel()
    with pytest.raises(CancelledError):
        await running
    assert (await last).links
    # Another child has done the last one meanwhile: this one has half a second of processor time to come to its end.
    await ended(pid)


@pytest_twisted.ensureDeferred
async def test_judging_ends_when_nobody_waits(children: Children) -> None:
    """The child is killed once the last category has been given up."""
    await children.outline()
    pid = children.pid
    categories = children.judge(ENDLESS)
    for judged in categories.values():
        judged.cancel()
        with pytest.raises(CancelledError):
            await judged
    assert (await children.outline()).links
    await ended(pid)


@pytest_twisted.ensureDeferred
async def test_the_deadline(children: Children) -> None:
    """A page that takes too long is given up in time."""
    await children.outline()
    with pytest.raises(NotExamined):
        await children.outline(ENDLESS, seconds=0.2)
    assert (await children.outline()).links


@pytest_twisted.ensureDeferred
async def test_processor_time(reactor: Any) -> None:
    """The kernel ends a child that takes too much processor time."""
    children = Children(reactor, examine_seconds=0.5)
    with pytest.raises(NotExamined) as failed:
        await children.outline(ENDLESS)
    assert failed.value.reason == TOO_HEAVY
    assert (await children.outline()).links
    await children.pool.stop()


@pytest_twisted.ensureDeferred
async def test_memory(reactor: Any) -> None:
    """A page that takes too much memory is given up, and the next one is examined."""
    children = Children(reactor, examine_bytes=200 * 1024**2, parser="turbohtml")
    with pytest.raises(NotExamined) as failed:
        await children.outline(b"<p a=b>x" * 600_000)
    assert failed.value.reason == TOO_HEAVY
    assert (await children.outline()).links
    await children.pool.stop()


@pytest_twisted.ensureDeferred
async def test_huge_references(reactor: Any) -> None:
    """A page whose attributes are huge has an outline all the same."""
    children = Children(reactor, parser="turbohtml")
    links = b"".join(b"<a href='/%d?%s'>Figs</a>" % (number, b"a" * 24_000) for number in range(150))
    images = b"".join(b"<img src='/%d' alt='' data-later='%s'>" % (number, b"\1" * 9_000) for number in range(100))
    outline = await children.outline(SMALL + links + images)
    assert [link.url for link in outline.links if not link.skipped] == ["https://example.com/figs"]
    assert len(outline.resources) == 100
    await children.pool.stop()


@pytest_twisted.ensureDeferred
async def test_replaced_in_time(reactor: Any) -> None:
    """After so many pages the child is replaced."""
    children = Children(reactor, examine_pages=2)
    pids = set()
    for _ in range(5):
        assert (await children.outline()).links
        pids |= set(children.pool.pids)
    assert len(pids) >= 3
    await children.pool.stop()
    assert not any(alive(pid) for pid in pids)


@pytest_twisted.ensureDeferred
async def test_stopped_while_it_works(reactor: Any) -> None:
    """No child is left, and what was being done says so."""
    children = Children(reactor)
    await children.outline()
    pid = children.pid
    running, waiting = children.outline(ENDLESS), children.outline()
    await children.pool.stop()
    with pytest.raises(NotExamined) as failed:
        await running
    assert failed.value.reason == BROKEN
    with pytest.raises(CancelledError):
        await waiting
    assert not alive(pid)


@pytest_twisted.ensureDeferred
async def test_stopped_at_once(reactor: Any) -> None:
    """A pool that is stopped before its children are up leaves none."""
    children = Children(reactor, workers=2)
    pids = children.pool.pids
    await children.pool.stop()
    assert not any(alive(pid) for pid in pids)


@pytest_twisted.ensureDeferred
async def test_the_fork_server_ends(children: Children, logged: Events) -> None:
    """Its children end with it: a page that is examined is lost, and the next one is examined by others."""
    await children.outline()
    pid = children.pid
    lost, waiting = children.outline(ENDLESS), children.outline()
    os.kill(_parent(pid), signal.SIGKILL)
    with pytest.raises(NotExamined) as failed:
        await lost
    assert failed.value.reason == BROKEN
    assert (await waiting).links
    assert children.pid != pid
    await ended(pid)
    assert [event for event in logged if "forked from ended" in event["log_format"]]


def _parent(pid: int) -> int:
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])


@pytest_twisted.ensureDeferred
async def test_a_child_holds_nothing_of_its_server(children: Children) -> None:
    """It has the pair of sockets to the parent, the server's standard error, and the file that says how large it is."""
    await children.outline()
    try:
        held = _held(children.pid)
    except PermissionError:
        pytest.skip("only the superuser can look into a process that is not dumpable")
    assert held.pop("0") == held.pop("1")
    assert held.pop("2").startswith("pipe:")
    assert all(path.endswith("/statm") for path in held.values())


def _held(pid: int) -> dict[str, str]:
    return {one.name: str(one.readlink()) for one in Path(f"/proc/{pid}/fd").iterdir()}


@pytest_twisted.ensureDeferred
async def test_a_child_that_closes_its_streams(reactor: Any) -> None:
    """Nobody can talk to it any more: it is killed, and its protocol hears that it has ended."""
    forks = ForkServers(reactor, Settings())
    child = Heard()
    forks.fork(child)
    await child.said
    child.transport.transport.loseConnection()
    await child.ended
    # It sees the end of its input, or is killed before.
    assert isinstance(child.reason, ProcessDone | ProcessTerminated)
    with pytest.raises(ProcessExitedAlready):
        child.transport.signalProcess("KILL")
    await forks.stop()


class Heard(ProcessProtocol):
    """
    Hears a child.

    :ivar said: fires when it says anything.
    :ivar ended: fires when it has ended.
    :ivar reason: how it ended.
    """

    transport: Any

    def __init__(self) -> None:
        self.said: Deferred[None] = Deferred()
        self.ended: Deferred[None] = Deferred()
        self.reason: BaseException | None = None

    def outReceived(self, data: bytes) -> None:  # noqa: N802 - ProcessProtocol
        """Record that the child has written something."""
        if not self.said.called:
            self.said.callback(None)

    def processEnded(self, reason: Failure) -> None:  # noqa: N802 - ProcessProtocol
        """Record that the child has ended."""
        self.reason = reason.value
        self.ended.callback(None)


@pytest_twisted.ensureDeferred
async def test_all_have_heard_of_the_end(reactor: Any) -> None:
    """Once the fork server has stopped, every child's protocol knows that it has ended."""
    forks = ForkServers(reactor, Settings())
    children = [Heard() for _ in range(3)]
    for child in children:
        forks.fork(child)
        await child.said
    await forks.stop()
    assert all(child.ended.called for child in children)


@pytest_twisted.ensureDeferred
async def test_what_a_child_writes_to_standard_error(reactor: Any, logged: Events) -> None:
    """It goes to the log."""
    forks = ForkServers(reactor, Settings())
    child = Heard()
    forks.fork(child)
    await child.said
    # A frame that is too large is an error of whoever sends it.
    child.transport.write(b"\xff" * 8)
    await child.ended
    await forks.stop()
    assert any("FrameTooLarge" in event.get("text", "") for event in logged)
