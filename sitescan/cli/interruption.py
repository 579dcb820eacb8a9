"""Signals that end a command: what was begun is finished or undone, and no process remains."""

import multiprocessing
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn

from sitescan.examine.fork_server import die_with_parent

#: The signals of Ctrl-C, of ``kill``, ``timeout`` and systemd, and of a terminal that is closed.
_ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Terminated(KeyboardInterrupt):
    """
    A signal has ended the command.

    :ivar number: the number of the signal.
    """

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number


def raise_on_signals() -> None:
    """Have SIGTERM and SIGHUP raise :class:`Terminated` in this process, unless they are ignored, as by ``nohup``."""
    for number in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, _raise)


def _raise(number: int, _: FrameType | None) -> NoReturn:
    raise Terminated(number)


def end_with_parent() -> None:
    """
    Have this process of a pool end at once at a signal, and when its parent ends, even by SIGKILL.

    :func:`uninterrupted` delays both. A process that was forked in it gets the signals from here on.
    """
    for number in _ENDING:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, _ENDING)
    die_with_parent(signal.SIGTERM)
    parent = multiprocessing.parent_process()
    if parent is not None and not parent.is_alive():
        os._exit(1)


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Delay the signals that end a command until a block has ended."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _ENDING)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
