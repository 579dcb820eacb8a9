"""
The process that children are forked from: it has loaded all that they need, and sees no page itself. No Twisted here.

A Python that starts anew takes more than a second of processor time until it can examine a page, a fork of a warm one
takes milliseconds. Chromium forks from its "zygote" for the same reason, :mod:`multiprocessing` from its "forkserver"
(which is not used: it blocks whoever asks until the child is there).
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
from sitescan.examine.fork_messages import SIZE, Records, Said, record
from sitescan.examine.warm_up import warm_up

_READ = 1000 * SIZE

#: Descriptors that come with one read at most.
_DESCRIPTORS = 100


class ForkServer:
    """
    Forks children, kills them and tells how they ended, as a parent asks for (:mod:`sitescan.examine.fork_messages`).

    :param control: leads to the parent.
    :param cpu_seconds: processor time for each job of a child, where the parent can't set it.
    :param memory: the most memory that a child may have, bytes.
    """

    def __init__(self, control: socket.socket, cpu_seconds: float, memory: int) -> None:
        self._control = control
        self._limits = cpu_seconds, memory
        self._records = Records()
        self._streams: list[int] = []
        self._pids: dict[int, int] = {}
        self._woken, self._waking = os.pipe()

    def run(self) -> None:
        """Serve until the parent is gone; then end all children."""
        os.set_blocking(self._waking, False)
        signal.signal(signal.SIGCHLD, _wake)
        signal.set_wakeup_fd(self._waking, warn_on_full_buffer=False)
        try:
            # A parent that leaves without having heard everything resets the connection.
            with suppress(ConnectionError):
                self._serve()
        finally:
            for pid in self._pids.values():
                os.kill(pid, signal.SIGKILL)
                os.waitpid(pid, 0)

    def _serve(self) -> None:
        while True:
            readable, _, _ = select.select((self._control.fileno(), self._woken), (), ())
            if self._woken in readable:
                os.read(self._woken, _READ)
                self._reap()
            if self._control.fileno() in readable:
                data, descriptors, _, _ = socket.recv_fds(self._control, _READ, _DESCRIPTORS)
                if not data:
                    return
                self._streams += descriptors
                for said, number, _ in self._records.feed(data):
                    if said is Said.FORK:
                        self._fork(number, self._streams.pop(0))
                    elif number in self._pids:
                        os.kill(self._pids[number], signal.SIGKILL)

    def _fork(self, number: int, stream: int) -> None:
        try:
            pid = os.fork()
        except OSError as problem:
            self._control.sendall(record(Said.FAILED, number, problem.errno or 0))
        else:
            if not pid:
                self._be_a_child(stream)
            self._pids[number] = pid
            self._control.sendall(record(Said.FORKED, number, pid))
        os.close(stream)

    def _reap(self) -> None:
        """Tell who has ended. Until then nobody else has its process id, and it can be killed."""
        for number, pid in list(self._pids.items()):
            ended, status = os.waitpid(pid, os.WNOHANG)
            if ended:
                del self._pids[number]
                self._control.sendall(record(Said.ENDED, number, status))

    def _be_a_child(self, stream: int) -> NoReturn:
        """Keep nothing of the server but what it has loaded."""
        try:
            server = os.getppid()
            die_with_parent()
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            os.dup2(stream, 0)
            os.dup2(stream, 1)
            for descriptor in {stream, self._woken, self._waking, *self._streams}:
                os.close(descriptor)
            if os.getppid() == server:
                serve(*self._limits)
        except BaseException as problem:  # noqa: BLE001 - nothing of the server's may run in this process
            os.write(2, f"{problem!r}\n".encode())
        finally:
            os._exit(0)


def _wake(_: int, __: FrameType | None) -> None:
    """Have the signal's number written to where the server waits (:func:`signal.set_wakeup_fd`)."""


def die_with_parent() -> None:
    """Have the kernel kill this process when the parent ends, even by SIGKILL (Linux; prctl(2))."""
    if not sys.platform.startswith("linux"):
        return
    import ctypes  # noqa: PLC0415 - there is no such call elsewhere

    parent_death_signal = 1
    ctypes.CDLL(None).prctl(parent_death_signal, signal.SIGKILL, 0, 0, 0)


def main() -> None:
    """Serve the parent at the other end of standard input. Arguments: CPU seconds a job, bytes of memory a child."""
    parent = os.getppid()
    die_with_parent()
    if os.getppid() != parent:
        return
    give_up_shortcuts()
    warm_up()
    with socket.socket(fileno=0) as control:
        ForkServer(control, float(sys.argv[1]), int(sys.argv[2])).run()


if __name__ == "__main__":
    main()
