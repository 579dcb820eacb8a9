"""Real child processes are killed, starved and abandoned, and other pages don't suffer from it."""

import os
import resource
import signal
import socket
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
from twisted.logger import LogLevel
from twisted.python.failure import Failure

from sitescan.concurrency.deadline import Deadline
from sitescan.configuration.settings import Settings
from sitescan.examine.child_control import SystemControl
from sitescan.examine.child_pool import ChildPool
from sitescan.examine.command_fork_server import forked_server
from sitescan.examine.examination_errors import BROKEN, BUSY, TOO_HEAVY, NotExamined
from sitescan.examine.examiner import Examiner
from sitescan.examine.forked_process import ForkedProcess, ForkServers
from sitescan.examine.messages import LoadJudged
from sitescan.examine.worker import Worker
from sitescan.model.exchange import Exchange, Page, Sources
from sitescan.model.report import Category, Judged, Judgement
from tests.conftest import Events
from tests.examine.loads import load_job
from tests.integration.processes import alive, state_of
from tests.integration.test_fork_server import FULL

pytestmark = pytest.mark.integration

URL = "https://example.com/"
SMALL = b"<!doctype html><html lang=en><title>Pears</title><a href=/figs>Figs</a>"
#: Minutes of work for the reference parser, which is quadratic on it.
ENDLESS = b"<div>" * 60_000


def page(body: bytes = SMALL) -> Page:
    """Return a page."""
    return Page(exchange=Exchange(requested=URL, url=URL, status=200, size=len(body)), body=body)


class Children:
    """A pool with one real child process."""

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
        """Start to make a page's outline."""
        return self.examiner.outline(page(body), self.deadline(seconds))

    def judge(self, body: bytes = SMALL) -> dict[Category, Deferred[Judged]]:
        """Start to judge a page."""
        return dict(self.examiner.judge(page(body), succeed(Sources()), self.deadline()))

    @property
    def pid(self) -> int:
        """The child's process id."""
        [pid] = self.pool.pids
        return pid


async def ended(pid: int) -> None:
    """Wait until a process has ended."""
    from twisted.internet import reactor as installed

    reactor: Any = installed
    for _ in range(10_000):
        if not alive(pid):
            return
        await deferLater(reactor, 0.02)
    raise AssertionError(pid)


@pytest_twisted.async_yield_fixture
async def children(reactor: Any) -> AsyncIterator[Children]:
    """Run a pool, which must end its child process."""
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
async def test_letters_of_other_scripts(children: Children) -> None:
    """Hosts in Punycode are read in a child process, which can load no codec any more."""
    body = SMALL + b"<script src=https://a.xn--hxt814e.xn--p1ai/a.js></script><a href=https://xn--55qx5d.cn/>Pears</a>"
    await children.outline(body)
    for category, judged in children.judge(body).items():
        assert not (await judged).unexamined, category


@pytest_twisted.ensureDeferred
async def test_load_is_judged(children: Children) -> None:
    """The load of a page is judged in a sealed child process as it is in this process."""
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
async def test_killed_child(children: Children) -> None:
    """If a child process is killed, the page that it examines is lost, and waiting and later pages aren't."""
    await children.outline()
    pid = children.pid
    lost, waiting = children.outline(ENDLESS), children.outline()
    os.kill(pid, signal.SIGKILL)
    with pytest.raises(NotExamined):
        await lost
    assert (await waiting).links
    assert pid not in children.pool.pids
    assert (await children.outline()).links


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
@pytest_twisted.ensureDeferred
async def test_terminal_signals_are_ignored(children: Children, sent: signal.Signals) -> None:
    """Signals of a terminal or a service manager go to all processes, and child processes ignore them."""
    await children.outline()
    pids = children.pool.pids
    for pid in (*pids, _parent(children.pid)):
        os.kill(pid, sent)
    assert (await children.outline()).links
    assert children.pool.pids == pids


@pytest_twisted.ensureDeferred
async def test_cancelled(children: Children) -> None:
    """Cancelling a page that is being examined kills the child process; cancelling a page that waits doesn't."""
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
    # Another child process has run the last job; this one still had half a second of processor time.
    await ended(pid)


@pytest_twisted.ensureDeferred
async def test_killed_when_judging_is_cancelled(children: Children) -> None:
    """The child process is killed once the last category has been cancelled."""
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
async def test_deadline(children: Children) -> None:
    """A page that takes longer than its deadline isn't examined, and the next page is."""
    await children.outline()
    with pytest.raises(NotExamined):
        await children.outline(ENDLESS, seconds=0.2)
    assert (await children.outline()).links


@pytest_twisted.ensureDeferred
async def test_processor_time(reactor: Any) -> None:
    """The kernel ends a child process that takes too much processor time."""
    children = Children(reactor, examine_seconds=0.5)
    with pytest.raises(NotExamined) as failed:
        await children.outline(ENDLESS)
    assert failed.value.reason == TOO_HEAVY
    assert (await children.outline()).links
    await children.pool.stop()


@pytest_twisted.ensureDeferred
async def test_memory(reactor: Any) -> None:
    """A page that takes too much memory isn't examined, and the next page is."""
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
async def test_child_is_replaced_after_many_pages(reactor: Any) -> None:
    """A child process is replaced after a number of pages."""
    children = Children(reactor, examine_pages=2)
    pids = set()
    for _ in range(5):
        assert (await children.outline()).links
        pids |= set(children.pool.pids)
    assert len(pids) >= 3
    await children.pool.stop()
    assert not any(alive(pid) for pid in pids)


@pytest_twisted.ensureDeferred
async def test_stop_with_running_jobs(reactor: Any) -> None:
    """Stopping the pool leaves no child process, and fails running and waiting jobs."""
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
async def test_stop_before_children_are_ready(reactor: Any) -> None:
    """A pool that is stopped before its child processes are ready leaves no process."""
    children = Children(reactor, workers=2)
    pids = children.pool.pids
    await children.pool.stop()
    assert not any(alive(pid) for pid in pids)


@pytest_twisted.ensureDeferred
async def test_fork_server_is_killed(children: Children, logged: Events) -> None:
    """If the fork server is killed, the current page is examined once more, and so is the next one, by a new child."""
    await children.outline()
    pid = children.pid
    lost, waiting = children.outline(ENDLESS), children.outline()
    os.kill(_parent(pid), signal.SIGKILL)
    with pytest.raises(NotExamined) as failed:
        await lost
    # This page never ends: it took its time of the second child, or on a busy machine the time of its scan.
    assert failed.value.reason in {TOO_HEAVY, BUSY}
    assert (await waiting).links
    assert pid not in children.pool.pids
    await ended(pid)
    assert [event for event in logged if "forked from ended" in event["log_format"]]


@pytest_twisted.ensureDeferred
async def test_fork_server_interrupted_at_startup(reactor: Any, logged: Events) -> None:
    """A fork server that Ctrl+C ends before it ignores the signal is no error."""
    interrupted = "import os, signal; signal.signal(signal.SIGINT, signal.SIG_DFL); os.kill(os.getpid(), signal.SIGINT)"
    forks = ForkServers(reactor, Settings(), ("-c", interrupted))
    child = Heard()
    forks.fork(child)
    await child.ended
    # The connection to the server ends in the next turn.
    await deferLater(reactor, 0.01)
    (event,) = (event for event in logged if "forked from ended" in event["log_format"])
    assert event["log_level"] is LogLevel.info


@pytest_twisted.ensureDeferred
async def test_fork_fails(reactor: Any, logged: Events) -> None:
    """A fork that fails is logged and ends the child process for its protocol, and no descriptor stays open."""
    held = _descriptors()
    forks = ForkServers(reactor, Settings(), ("-c", FULL))
    forks.fork(child := Heard())
    await child.ended
    assert isinstance(child.reason, ProcessTerminated)
    assert [event["problem"] for event in logged if "could not be started" in event["log_format"]] == [os.strerror(11)]
    await forks.stop()
    assert _descriptors() <= held


def _descriptors() -> int:
    """Return the number of open descriptors of this process."""
    return len(list(Path("/proc/self/fd").iterdir()))


@pytest_twisted.ensureDeferred
async def test_child_without_descriptor(reactor: Any) -> None:
    """A child process ends if this process has no descriptor for the socket to it."""
    forks = ForkServers(reactor, Settings())
    forks.fork(child := Heard())
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (0, hard))
    try:
        await child.ended
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    # It is killed, or has seen before that nobody holds the other end.
    assert isinstance(child.reason, ProcessTerminated)
    await forks.stop()


#: The beginning of programs that wait until this process closes the pipe from their standard output, or ends.
_POLL = "import os, select; poll = select.poll(); poll.register(1, 0)"


@pytest_twisted.ensureDeferred
async def test_fork_server_without_connection(reactor: Any, logged: Events) -> None:
    """A fork server whose connection has ended starts no child process, and the pool can try again."""
    forks = ForkServers(reactor, Settings(), ("-c", f"{_POLL}; os.close(0); os.write(2, b'!'); poll.poll()"))
    accepted, refused = Heard(), Heard()
    forks.fork(accepted)
    await _text(reactor, logged)
    # Both have arrived by the next turn: the end of the connection and the text.
    await deferLater(reactor, 0.01)
    with pytest.raises(BrokenPipeError):
        forks.fork(refused)
    await forks.stop()
    assert (accepted.ended.called, refused.ended.called) == (True, False)


@pytest_twisted.ensureDeferred
async def test_stop_after_fork_server_exits(reactor: Any, logged: Events) -> None:
    """A fork server that has exited while its standard error is still open can be stopped."""
    held = "server = os.getpid()\nif not os.fork(): os.write(2, b'%d %d' % (server, os.getpid())); poll.poll()"
    forks = ForkServers(reactor, Settings(), ("-c", f"{_POLL}\n{held}"))
    forks.fork(child := Heard())
    server, holder = map(int, (await _text(reactor, logged)).split())
    try:
        while state_of(server):
            await deferLater(reactor, 0.01)
        stopped = forks.stop()
    finally:
        os.kill(holder, signal.SIGKILL)
    await stopped
    assert child.ended.called


async def _text(reactor: Any, logged: Events) -> str:
    """Return the text that a process has written to standard error."""
    while not (texts := [str(event["text"]) for event in logged if "text" in event]):
        await deferLater(reactor, 0.01)
    return texts[0]


def _parent(pid: int) -> int:
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])


@pytest_twisted.ensureDeferred
async def test_open_descriptors_of_child(children: Children) -> None:
    """A child process has open only a socket pair, the server's standard error, and the file with its memory usage."""
    await children.outline()
    try:
        held = _held(children.pid)
    except PermissionError:
        pytest.skip("only the superuser can look into a process that is not dumpable")
    assert held.pop("0") == held.pop("1")
    assert held.pop("2").startswith("pipe:")
    assert all(path.endswith("/statm") for path in held.values())


def _held(pid: int) -> dict[str, str]:
    return {descriptor.name: str(descriptor.readlink()) for descriptor in Path(f"/proc/{pid}/fd").iterdir()}


@pytest_twisted.ensureDeferred
async def test_child_closes_its_streams(reactor: Any) -> None:
    """A child process that closes its streams is killed, and its protocol is notified of its end."""
    forks = ForkServers(reactor, Settings())
    child = Heard()
    forks.fork(child)
    await child.output
    child.transport.transport.loseConnection()
    await child.ended
    # The child process reads the end of its input, or is killed before.
    assert isinstance(child.reason, ProcessDone | ProcessTerminated)
    with pytest.raises(ProcessExitedAlready):
        child.transport.signalProcess("KILL")
    await forks.stop()


class Heard(ProcessProtocol):
    """
    A protocol that records the output and the end of a child process.

    :ivar output: fires when the child process has written something.
    :ivar ended: fires when the child process has ended.
    :ivar reason: the reason why it ended.
    """

    transport: Any

    def __init__(self) -> None:
        self.output: Deferred[None] = Deferred()
        self.ended: Deferred[None] = Deferred()
        self.reason: BaseException | None = None

    def outReceived(self, data: bytes) -> None:  # noqa: N802 - ProcessProtocol
        """Record that the child has written something."""
        if not self.output.called:
            self.output.callback(None)

    def processEnded(self, reason: Failure) -> None:  # noqa: N802 - ProcessProtocol
        """Record that the child has ended."""
        self.reason = reason.value
        self.ended.callback(None)


@pytest_twisted.ensureDeferred
async def test_fork_server_of_command(reactor: Any, logged: Events) -> None:
    """A fork server that this process has forked serves first; when it has ended, the next one is a program."""
    held = _descriptors()
    first = forked_server(Settings())
    forks = ForkServers(reactor, Settings(), first=first)
    children = [Heard(), Heard()]
    for child in children:
        forks.fork(child)
        await child.output
    assert {_parent(child.transport.pid) for child in children} == {first.pid}
    children[0].transport.write(b"\xff" * 8)
    await children[0].ended
    assert "FrameTooLarge" in await _text(reactor, logged)
    os.kill(first.pid, signal.SIGKILL)
    await children[1].ended
    await ended(first.pid)
    forks.fork(later := Heard())
    await later.output
    assert _parent(later.transport.pid) != first.pid
    await forks.stop()
    assert _descriptors() <= held


@pytest_twisted.ensureDeferred
async def test_fork_server_of_command_stops(reactor: Any) -> None:
    """A fork server that this process has forked ends with its children, before and after it has answered."""
    for waits in (False, True):
        first = forked_server(Settings())
        forks = ForkServers(reactor, Settings(), first=first)
        forks.fork(child := Heard())
        if waits:
            await child.output
        await forks.stop()
        assert child.ended.called
        assert not alive(first.pid)


@pytest_twisted.ensureDeferred
async def test_process_ended_is_always_called(reactor: Any) -> None:
    """Once the fork server has stopped, the protocol of every child process has been notified of its end."""
    forks = ForkServers(reactor, Settings())
    children = [Heard() for _ in range(3)]
    for child in children:
        forks.fork(child)
        await child.output
    await forks.stop()
    assert all(child.ended.called for child in children)


class Recording:
    """
    The server of one forked process.

    :ivar calls: the methods that were called.
    """

    def __init__(self) -> None:
        self.calls: list[str] = []

    def kill(self, number: int) -> None:
        """Record that the process was to be killed."""
        self.calls.append("kill")

    def forget(self, number: int) -> None:
        """Record that the process was forgotten."""
        self.calls.append("forget")


@pytest_twisted.ensureDeferred
async def test_output_is_received_before_end(reactor: Any) -> None:
    """A protocol receives the last output of a child process before it is notified of its end."""
    ours, theirs = socket.socketpair()
    server: Any = Recording()
    child = Heard()
    process = ForkedProcess(server, 1, child, (ours, theirs))
    with theirs.dup() as stream:
        process.forked(reactor, os.getpid())
        stream.sendall(b"last words")
    process.ended(ProcessDone(0))
    assert not child.ended.called
    await child.ended
    assert child.output.called
    await deferLater(reactor, 0)
    assert server.calls == ["forget"]


@pytest_twisted.ensureDeferred
async def test_children_forked_together(reactor: Any) -> None:
    """The end of a child process is noticed while another one runs that was forked at the same time."""
    forks = ForkServers(reactor, Settings())
    first, second = Heard(), Heard()
    for child in (first, second):
        forks.fork(child)
    await first.output
    await second.output
    second.transport.signalProcess("KILL")
    await second.ended
    assert not first.ended.called
    await forks.stop()


@pytest_twisted.ensureDeferred
async def test_standard_error_is_logged(reactor: Any, logged: Events) -> None:
    """The standard error of a child process is logged."""
    forks = ForkServers(reactor, Settings())
    child = Heard()
    forks.fork(child)
    await child.output
    # A frame that is too large is an error in the child process.
    child.transport.write(b"\xff" * 8)
    await child.ended
    await forks.stop()
    assert any("FrameTooLarge" in event.get("text", "") for event in logged)
