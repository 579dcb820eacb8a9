"""Real children: they are killed, starved and abandoned, and the pages of others do not suffer."""

import os
import select
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_twisted
from attrs import evolve
from twisted.internet.defer import CancelledError, Deferred, succeed
from twisted.internet.task import deferLater

from sitescan.deadline import Deadline
from sitescan.examine.child_control import SystemControl
from sitescan.examine.child_pool import ChildPool
from sitescan.examine.examination_errors import BROKEN, TOO_HEAVY, NotExamined
from sitescan.examine.examiner import Examiner
from sitescan.model.exchange import Exchange, Page, Sources
from sitescan.model.report import Category, Judged
from sitescan.settings import Settings

pytestmark = pytest.mark.integration

URL = "https://example.com/"
SMALL = b"<!doctype html><html lang=en><title>Pears</title><a href=/figs>Figs</a>"
#: Minutes of work for the reference parser, which is quadratic on it.
ENDLESS = b"<div>" * 60_000


def page(body: bytes = SMALL) -> Page:
    """A page."""
    return Page(exchange=Exchange(requested=URL, url=URL, status=200, size=len(body)), body=body)


class Children:
    """A pool with one real child."""

    def __init__(self, reactor: Any, **settings: Any) -> None:
        self.reactor = reactor
        self.settings = evolve(Settings(), **{"workers": 1, "parser": "html5lib", **settings})
        self.pool = ChildPool(reactor, self.settings, SystemControl())
        self.examiner = Examiner(self.pool, self.settings)
        self.pool.start()

    def deadline(self, seconds: float = 30) -> Deadline:
        """A deadline."""
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


def alive(pid: int) -> bool:
    """Whether a process exists that is not just waiting to be reaped."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


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


@pytest_twisted.ensureDeferred
async def test_ctrl_c_is_for_the_parent(children: Children) -> None:
    """A terminal signals all processes; a child goes on until its parent ends it."""
    await children.outline()
    pids = children.pool.pids
    for pid in pids:
        os.kill(pid, signal.SIGINT)
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
    with pytest.raises(NotExamined, match="more time or memory"):
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
async def test_huge_references(children: Children) -> None:
    """A page whose attributes are huge has an outline all the same."""
    links = b"".join(b"<a href='/%d?%s'>Figs</a>" % (number, b"a" * 24_000) for number in range(150))
    images = b"".join(b"<img src='/%d' alt='' data-later='%s'>" % (number, b"\1" * 9_000) for number in range(100))
    outline = await children.outline(SMALL + links + images)
    assert [link.url for link in outline.links if not link.skipped] == ["https://example.com/figs"]
    assert len(outline.resources) == 100


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


_PARENT = """
import subprocess, sys
child = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
child.stdout.read(8)
print(child.pid, flush=True)
child.wait()
"""


def _command() -> list[str]:
    return [sys.executable, "-I", "-m", "sitescan.examine.child", "10", str(2**30)]


def test_the_end_of_its_input_ends_it() -> None:
    """A child whose parent closes the pipe ends by itself."""
    ended = subprocess.run(_command(), stdin=subprocess.DEVNULL, capture_output=True, timeout=300, check=False)
    assert ended.returncode == 0
    assert b"ready" in ended.stdout
    assert not ended.stderr


def test_garbage_on_its_input() -> None:
    """A child that is asked nonsense says so and waits for the next job."""
    job = b"\0\0\0\2\0\0\0\0{}"
    ended = subprocess.run(_command(), input=job + job, capture_output=True, timeout=300, check=False)
    assert ended.returncode == 0
    assert ended.stdout.count(b'"failed"') == 2


def test_it_does_not_outlive_its_parent() -> None:
    """Where the parent is killed outright, the kernel ends the child, even in the middle of a page."""
    parent = subprocess.Popen(
        [
            sys.executable,
            "-c",
            _PARENT,
            *_command(),
        ],
        stdout=subprocess.PIPE,
    )
    assert parent.stdout is not None
    with parent, parent.stdout:
        pid = int(parent.stdout.readline())
        descriptor = os.pidfd_open(pid)
        assert alive(pid)
        parent.kill()
        parent.wait()
        _ended(descriptor)
    assert not alive(pid)


def _ended(descriptor: int) -> None:
    """Wait for the end of a process that is not our child."""
    try:
        readable, _, _ = select.select([descriptor], [], [], 10)
        assert readable
    finally:
        os.close(descriptor)
