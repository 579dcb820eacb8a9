"""A real fork server, controlled over its socket pair as by its parent."""

import os
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator

import msgspec
import pytest

from sitescan.examine.fork_messages import SIZE, MessageKind, MessageParser, message
from sitescan.examine.frames import Frame, FrameReader
from sitescan.examine.messages import LONGEST_ANSWER, Answer, Failed, Outlined, OutlineJob, Ready
from sitescan.examine.packing import pack
from sitescan.model.exchange import Exchange, Page

pytestmark = pytest.mark.integration

_SECONDS = 300
_COMMAND = (sys.executable, "-I", "-m", "sitescan.examine.fork_server")
_ARGUMENTS = ("turbohtml", "10", str(2**30))


class Server:
    """
    A fork server.

    :ivar process: the process of the fork server.
    """

    def __init__(self, *program: str) -> None:
        self._control, theirs = socket.socketpair()
        self._control.settimeout(_SECONDS)
        self._parser = MessageParser()
        self._heard: list[tuple[MessageKind, int, int]] = []
        with theirs:
            self.process = subprocess.Popen([*(program or _COMMAND), *_ARGUMENTS], stdin=theirs.fileno())

    def fork(self, number: int) -> socket.socket:
        """Request a child process, and return the stream to it."""
        ours, theirs = socket.socketpair()
        ours.settimeout(_SECONDS)
        with theirs:
            socket.send_fds(self._control, [message(MessageKind.FORK, number)], [theirs.fileno()])
        return ours

    def kill(self, number: int) -> None:
        """Request the end of a child process."""
        self._control.sendall(message(MessageKind.KILL, number))

    def heard(self) -> tuple[MessageKind, int, int]:
        """Return the next message."""
        while not self._heard:
            data = self._control.recv(SIZE)
            assert data
            self._heard += self._parser.feed(data)
        return self._heard.pop(0)

    def leave(self) -> None:
        """Close the connection to the fork server."""
        self._control.close()


@pytest.fixture
def server() -> Iterator[Server]:
    """Run a fork server."""
    server = Server()
    yield server
    server.leave()
    assert server.process.wait(_SECONDS) in (0, -signal.SIGKILL)


def _ready(stream: socket.socket) -> bool:
    return b'"ready"' in stream.recv(1000)


def test_child_exits_on_end_of_input(server: Server) -> None:
    """A child process ends by itself when its parent closes the stream."""
    with server.fork(7) as stream:
        assert server.heard()[:2] == (MessageKind.FORKED, 7)
        assert _ready(stream)
    assert server.heard() == (MessageKind.ENDED, 7, 0)


def test_invalid_job(server: Server) -> None:
    """A child process that receives an invalid job reports a failure and waits for the next job."""
    with server.fork(1) as stream:
        assert _ready(stream)
        for _ in range(2):
            stream.sendall(b"\0\0\0\2\0\0\0\0{}")
            answer = b""
            while b'"ready"' not in answer:
                answer += stream.recv(10_000)
            assert b'"failed"' in answer


_LIMITED = """
from sitescan.examine import child, fork_server

child.{limit}
fork_server.main()
"""


@pytest.mark.parametrize(
    ("limit", "spent", "failed"),
    [("_LARGE = 2**40", False, False), ("_LARGE = 0", True, False), ("LONGEST_ANSWER = 100", False, True)],
)
def test_limits_of_child(limit: str, spent: bool, failed: bool) -> None:
    """A child process says if it is too large after its job, and fails if its answer would be too long."""
    exchange = Exchange(requested="https://example.com/", url="https://example.com/", status=200)
    job = OutlineJob(page=pack(Page(exchange=exchange, body=b"page"))[0], parser="turbohtml", links=1, resources=1)
    server = Server(sys.executable, "-c", _LIMITED.format(limit=limit))
    with server.process, server.fork(1) as stream:
        assert _ready(stream)
        stream.sendall(b"".join(Frame(msgspec.json.encode(job), b"page").encode()))
        reader, answers = FrameReader(message=LONGEST_ANSWER), list[Answer]()
        while not (answers and isinstance(answers[-1], Ready)):
            answers += [msgspec.json.decode(frame.message, type=Answer) for frame in reader.feed(stream.recv(10_000))]
        server.leave()
    answer, ready = answers
    assert ready == Ready(spent=spent)
    assert isinstance(answer, Failed if failed else Outlined)
    assert not isinstance(answer, Failed) or (answer.heavy and answer.reason.startswith("an answer of "))


def test_kill_by_number(server: Server) -> None:
    """The child process with the given number is killed, and a number without a child process is ignored."""
    with server.fork(1) as first, server.fork(2) as second:
        assert [server.heard()[:2], server.heard()[:2]] == [(MessageKind.FORKED, 1), (MessageKind.FORKED, 2)]
        assert _ready(first)
        assert _ready(second)
        server.kill(2)
        assert server.heard() == (MessageKind.ENDED, 2, signal.SIGKILL)
        server.kill(2)
        server.kill(3)
        server.kill(1)
        assert server.heard() == (MessageKind.ENDED, 1, signal.SIGKILL)


def test_exits_when_parent_closes_connection(server: Server) -> None:
    """A fork server whose parent closes the connection ends its child processes, then itself."""
    with server.fork(1) as stream:
        _, _, pid = server.heard()
        child = os.pidfd_open(pid)
        assert _ready(stream)
        server.leave()
        assert server.process.wait(_SECONDS) == 0
        _assert_ended(child)


#: A fork server for which the system has no room for another process.
FULL = """
import os
from sitescan.examine.fork_server import main

def fork():
    raise BlockingIOError(11, "Resource temporarily unavailable")

os.fork = fork
main()
"""


def test_fork_fails() -> None:
    """A fork that fails is reported with its error number, and no descriptor of the child process stays open."""
    server = Server(sys.executable, "-c", FULL)
    with server.process, server.fork(5) as stream:
        assert server.heard() == (MessageKind.FAILED, 5, 11)
        assert stream.recv(1) == b""
        server.leave()
        assert server.process.wait(_SECONDS) == 0


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux ends children with their parent")
def test_children_end_with_killed_server(server: Server) -> None:
    """If the fork server is killed, the kernel ends its child processes."""
    with server.fork(1) as stream:
        _, _, pid = server.heard()
        child = os.pidfd_open(pid)
        assert _ready(stream)
        server.process.kill()
        _assert_ended(child)


#: A fork server whose children do nothing before it has ended.
LATE = """
import os, time
from sitescan.examine.fork_server import main

forked = os.fork

def fork():
    server = os.getpid()
    pid = forked()
    while not pid and os.getppid() == server:
        time.sleep(0.01)
    return pid

os.fork = fork
main()
"""


def test_child_of_killed_server_ends() -> None:
    """A child process ends whose server is killed before the child has run, and so before the kernel would end it."""
    server = Server(sys.executable, "-c", LATE)
    with server.process, server.fork(1) as stream:
        _, _, pid = server.heard()
        child = os.pidfd_open(pid)
        server.process.kill()
        _assert_ended(child)
        assert stream.recv(1) == b""
    server.leave()


_PARENT = """
import socket, subprocess, sys
ours, theirs = socket.socketpair()
server = subprocess.Popen(sys.argv[1:], stdin=theirs)
print(server.pid, flush=True)
server.wait()
"""


def test_server_ends_with_killed_parent() -> None:
    """If the parent is killed, the kernel ends the fork server."""
    command = [sys.executable, "-c", _PARENT, *_COMMAND, *_ARGUMENTS]
    parent = subprocess.Popen(command, stdout=subprocess.PIPE)
    assert parent.stdout is not None
    with parent, parent.stdout:
        server = os.pidfd_open(int(parent.stdout.readline()))
        parent.kill()
        parent.wait()
        _assert_ended(server)


def _assert_ended(descriptor: int) -> None:
    """Check that a process ends that isn't a child of this process."""
    try:
        readable, _, _ = select.select([descriptor], [], [], _SECONDS)
        assert readable
    finally:
        os.close(descriptor)
