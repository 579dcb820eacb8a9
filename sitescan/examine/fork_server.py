"""
The process that children are forked from. It has loaded everything that they need, and never sees a page.

A new Python process takes more than a second of processor time until it can examine a page, and a fork of a warm
process takes milliseconds. Chromium forks from its "zygote" for the same reason, and :mod:`multiprocessing` from its
"forkserver", which isn't used here because it blocks its caller until the child has started.

This module runs without Twisted.
"""

import os
import select
import signal
import socket
import sys
from contextlib import suppress
from types import FrameType
from typing import NoReturn

from sitescan.document.tree import give_up_shortcuts
from sitescan.examine.child import serve
from sitescan.examine.fork_messages import SIZE, MessageKind, MessageParser, message
from sitescan.examine.parent_death import die_with_parent
from sitescan.examine.warm_up import warm_up

_READ = 1000 * SIZE

#: The maximum number of descriptors that come with one read.
_DESCRIPTORS = 100


class ForkServer:
    """
    Forks and kills children for a parent, and reports how they ended (:mod:`sitescan.examine.fork_messages`).

    :param control: the socket to the parent.
    :param cpu_seconds: the maximum processor time of a job, for systems on which the parent can't set it.
    :param memory: the maximum memory of a child in bytes.
    """

    def __init__(self, control: socket.socket, cpu_seconds: float, memory: int) -> None:
        self._control = control
        self._limits = cpu_seconds, memory
        self._parser = MessageParser()
        self._streams: list[int] = []
        self._pids: dict[int, int] = {}
        self._wakeup_read, self._wakeup_write = os.pipe()

    def run(self) -> None:
        """Serve until the parent has ended, then end all children."""
        os.set_blocking(self._wakeup_write, False)
        signal.signal(signal.SIGCHLD, _ignore_signal)
        signal.set_wakeup_fd(self._wakeup_write, warn_on_full_buffer=False)
        try:
            # A parent that ends without having read every message resets the connection.
            with suppress(ConnectionError):
                self._serve()
        finally:
            for pid in self._pids.values():
                os.kill(pid, signal.SIGKILL)
                os.waitpid(pid, 0)

    def _serve(self) -> None:
        while True:
            readable, _, _ = select.select((self._control.fileno(), self._wakeup_read), (), ())
            if self._wakeup_read in readable:
                os.read(self._wakeup_read, _READ)
                self._reap()
            if self._control.fileno() in readable:
                data, descriptors, _, _ = socket.recv_fds(self._control, _READ, _DESCRIPTORS)
                if not data:
                    return
                self._streams += descriptors
                for kind, number, _ in self._parser.feed(data):
                    if kind is MessageKind.FORK:
                        self._fork(number, self._streams.pop(0))
                    elif number in self._pids:
                        os.kill(self._pids[number], signal.SIGKILL)

    def _fork(self, number: int, stream: int) -> None:
        server = os.getpid()
        try:
            pid = os.fork()
        except OSError as problem:
            self._control.sendall(message(MessageKind.FAILED, number, problem.errno or 0))
        else:
            if not pid:
                self._run_child(stream, server)
            self._pids[number] = pid
            self._control.sendall(message(MessageKind.FORKED, number, pid))
        os.close(stream)

    def _reap(self) -> None:
        """Report the children that have ended. Until a child is reaped, no other process gets its process id."""
        for number, pid in list(self._pids.items()):
            ended, status = os.waitpid(pid, os.WNOHANG)
            if ended:
                del self._pids[number]
                self._control.sendall(message(MessageKind.ENDED, number, status))

    def _run_child(self, stream: int, server: int) -> NoReturn:
        """
        Give up the signal handler and the descriptors of the server, and do the jobs of a child.

        :param server: the process id of the server, which may have been killed already.
        """
        try:
            die_with_parent()
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            os.dup2(stream, 0)
            os.dup2(stream, 1)
            for descriptor in {stream, self._wakeup_read, self._wakeup_write, *self._streams}:
                os.close(descriptor)
            if os.getppid() == server:
                serve(*self._limits)
        except BaseException as problem:  # noqa: BLE001 - the loop of the server must not run in this process
            os.write(2, f"{problem!r}\n".encode())
        finally:
            os._exit(0)


def _ignore_signal(_: int, __: FrameType | None) -> None:
    """Handle a signal whose number Python writes to the wakeup pipe (:func:`signal.set_wakeup_fd`)."""


def serve_parent(parent: int, parser: str, cpu_seconds: float, memory: int) -> None:
    """
    Serve the parent over standard input until it has ended.

    :param parent: the process id of the parent.
    :param parser: the HTML parser that all jobs name.
    """
    die_with_parent()
    if os.getppid() != parent:
        return
    give_up_shortcuts()
    warm_up(parser)
    with socket.socket(fileno=0) as control:
        ForkServer(control, cpu_seconds, memory).run()


def main() -> None:
    """Serve the parent. Arguments: the HTML parser, seconds of processor time per job, bytes per child."""
    serve_parent(os.getppid(), sys.argv[1], float(sys.argv[2]), int(sys.argv[3]))


if __name__ == "__main__":
    main()
