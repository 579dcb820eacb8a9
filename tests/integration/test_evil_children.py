"""Child processes that a page has taken over, in the real pool, harm only their own scans."""

from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
import pytest_twisted
from attrs import evolve
from twisted.internet.defer import Deferred
from twisted.internet.task import deferLater

from sitescan.concurrency.deadline import Deadline
from sitescan.configuration.settings import Settings
from sitescan.examine.child_control import SystemControl
from sitescan.examine.child_pool import ChildPool
from sitescan.examine.examination_errors import NotExamined
from sitescan.examine.examiner import Examiner
from sitescan.examine.forked_process import ForkServers
from sitescan.model.exchange import Exchange, Page
from tests.conftest import Events
from tests.integration.test_children import ended

pytestmark = pytest.mark.integration

URL = "https://example.com/"
PAGE = Page(exchange=Exchange(requested=URL, url=URL, status=200, size=4), body=b"page")

#: A fork server whose child processes run a script instead of their jobs.
PROGRAM = """
import json, os, signal, struct
from sitescan.examine import fork_server

def write(data, to=1):
    while data:
        data = data[os.write(to, data):]

def send(**answer):
    message = json.dumps(answer).encode()
    write(struct.pack(">II", len(message), 0) + message)

def serve(*limits):
    try:
        {before}
        send(type="ready")
        if os.read(0, 65536):
            {script}
        while os.read(0, 65536):
            pass
    except OSError:
        pass

fork_server.serve = serve
fork_server.main()
"""


def _outlined(**outline: str) -> str:
    """Return a script that answers with an outline, whose parts are given as expressions."""
    parts = ", ".join(f"{name!r}: {value}" for name, value in outline.items())
    return f"send(type='outlined', outline={{{parts}}})"


_URL = "f'http://a.example/{n}'"
SCRIPTS = {
    "frames": "while True: send(type='checks-failed', names=[], trace='pears')",
    "empty frames": "while True: write(bytes(8))",
    "a huge frame": "write(bytes((255,)) * 10_000_000)",
    "frames of the greatest size": "while True: send(type='has-read', linked_page={'content': 'x' * 3_000_000})",
    "traces": "while True: send(type='checks-failed', names=['x' * 1_000_000], trace='x' * 2_000_000)",
    "links": _outlined(links=f"[{{'url': {_URL}}} for n in range(20_000)]"),
    "repeated links": _outlined(links="[{'url': 'http://a.example/'}] * 20_000"),
    "references": _outlined(references=f"[{{'url': {_URL}, 'source': ''}} for n in range(51)]"),
    "alternates": _outlined(alternates=f"[[{_URL}, 'de'] for n in range(21)]"),
    "imports": _outlined(imports=f"[{_URL} for n in range(51)]"),
    "resources": _outlined(resources=f"[{{'url': {_URL}, 'kind': 'image'}} for n in range(51)]"),
}


class Children:
    """A pool with one real child process that runs a script."""

    def __init__(self, reactor: Any, script: str, before: str = "pass") -> None:
        self.reactor = reactor
        settings = evolve(Settings(), workers=1, links=50, resources=50)
        program = ("-I", "-c", PROGRAM.format(script=script, before=before))
        self.pool = ChildPool(reactor, settings, SystemControl(), ForkServers(reactor, settings, program))
        self.examiner = Examiner(self.pool, settings)
        self.pool.start()

    def outline(self, seconds: float) -> Deferred[Any]:
        """Start to make a page's outline."""
        return self.examiner.outline(PAGE, Deadline.after(self.reactor, seconds))


@pytest_twisted.async_yield_fixture
async def evil(reactor: Any) -> AsyncIterator[Callable[..., Children]]:
    """Return a function that makes pools, and stop the pools in the end."""
    made: list[Children] = []

    def make(script: str, before: str = "pass") -> Children:
        made.append(Children(reactor, script, before))
        return made[-1]

    yield make
    for children in made:
        await children.pool.stop()


def _logged_texts(logged: Events) -> int:
    return sum(len(value) for event in logged for value in event.values() if isinstance(value, str))


@pytest.mark.parametrize("name", SCRIPTS)
@pytest_twisted.ensureDeferred
async def test_excessive_output(evil: Callable[..., Children], name: str, logged: Events) -> None:
    """A child process that sends too much is killed, its job fails, and the log has one short line about it."""
    children = evil(SCRIPTS[name])
    with pytest.raises(NotExamined):
        await children.outline(60)
    assert sum("invalid answer" in event["log_format"] for event in logged) == 1
    assert _logged_texts(logged) < 100_000


@pytest_twisted.ensureDeferred
async def test_repeated_ready_messages(evil: Callable[..., Children], logged: Events) -> None:
    """A child process that reports again and again that it is ready is killed."""
    children = evil("while True: send(type='ready')")
    with pytest.raises(NotExamined):
        await children.outline(60)
    for pid in children.pool.pids:
        await ended(pid)
    assert sum("invalid answer" in event["log_format"] for event in logged) == 1


@pytest.mark.parametrize("script", ["signal.pause()", "os.kill(os.getpid(), signal.SIGSTOP)"])
@pytest_twisted.ensureDeferred
async def test_unresponsive_child(evil: Callable[..., Children], script: str) -> None:
    """A child process that is silent or stopped is killed, and only its own scan fails."""
    children = evil(script)
    while not children.pool.pids:
        await deferLater(children.reactor, 0.01)
    [pid] = children.pool.pids
    with pytest.raises(NotExamined):
        await children.outline(5)
    await ended(pid)


@pytest_twisted.ensureDeferred
async def test_standard_error(evil: Callable[..., Children], logged: Events) -> None:
    """A few lines of a child's standard error are logged, and one line that says that more are left out."""
    children = evil("write(bytes(8))", before="[write(b'x' * 1000, 2) for _ in range(5_000)]")
    with pytest.raises(NotExamined):
        await children.outline(60)
    assert _logged_texts(logged) < 100_000
    assert sum("too many lines" in event["log_format"] for event in logged) == 1
