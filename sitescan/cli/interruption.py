"""Signals that end a command: what was begun is finished or undone."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn

#: The signals of Ctrl-C, of ``kill``, ``timeout`` and systemd, and of a terminal that is closed.
ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


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


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Delay the signals that end a command until a block has ended."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
