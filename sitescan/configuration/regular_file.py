"""Read files that were named from outside, without waiting for a FIFO, a device or a mount that hangs."""

import errno
import os
import signal
import stat
from collections.abc import Callable
from contextlib import ExitStack
from io import BufferedReader
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import TypeVar

#: The seconds that a file system has for an answer. A disk that was asleep takes some of them.
ANSWER_SECONDS = 10.0

_Answer = TypeVar("_Answer")

_NOT_REGULAR = "it is not a regular file"

#: Making this set takes longer than reading a small file.
_SIGNALS = signal.valid_signals()


def open_regular(path: Path) -> BufferedReader:
    """
    Open a regular file to be read.

    A FIFO would block until somebody writes to it, and opening a device may already do something. So the type is asked
    first, and again of what was opened.

    :raises OSError: if there is no such file, or it is of another type.
    """
    _check(path.stat(), path)
    with ExitStack() as opened:
        file = opened.enter_context(open(path, "rb", opener=_open_without_blocking))
        _check(os.fstat(file.fileno()), path)
        opened.pop_all()
    return file


def read_regular(path: Path, most: int = -1, seconds: float = ANSWER_SECONDS) -> bytes:
    """
    Return the bytes of a regular file.

    :param most: the number of bytes to read at most; all of them if it is negative.
    :param seconds: the time that the file system has.
    :raises OSError: if it can't be read, is of another type, or the file system doesn't answer.
    """

    def read() -> bytes:
        with open_regular(path) as file:
            return file.read(most)

    return answer_within(read, seconds)


def answer_within(ask: Callable[[], _Answer], seconds: float = ANSWER_SECONDS) -> _Answer:
    """
    Return what a function learns from a file system.

    A mount whose server is gone blocks the thread that asks it. So another thread asks, and is abandoned if there is no
    answer.

    :raises TimeoutError: if there is none in time.
    """
    answers = SimpleQueue[_Answer | BaseException]()

    def asking() -> None:
        try:
            answers.put(ask())
        except BaseException as problem:  # noqa: BLE001 - it is raised in the thread that waits
            answers.put(problem)

    # The thread inherits the mask: a signal that it took would reach a block of this thread that delays signals.
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS)
    try:
        Thread(target=asking, daemon=True).start()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
    try:
        answer = answers.get(timeout=seconds)
    except Empty:
        raise TimeoutError(errno.ETIMEDOUT, "the file system doesn't answer") from None
    if isinstance(answer, BaseException):
        try:
            raise answer
        finally:
            # A failure that its own frames name keeps the stack of the thread until garbage is collected.
            del answer
    return answer


def _check(found: os.stat_result, path: Path) -> None:
    if stat.S_ISDIR(found.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not stat.S_ISREG(found.st_mode):
        raise OSError(errno.EINVAL, _NOT_REGULAR, str(path))


def _open_without_blocking(path: str, flags: int) -> int:
    return os.open(path, flags | os.O_NONBLOCK | os.O_NOCTTY)
