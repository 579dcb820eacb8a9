"""Files are asked for in another thread, which may be abandoned."""

import gc
import signal
import threading
import weakref
from contextlib import suppress

from sitescan.configuration.regular_file import answer_within


def test_thread_takes_no_signals() -> None:
    """The thread that asks has all signals blocked, and the one that waits has those of before."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    blocked = answer_within(lambda: signal.pthread_sigmask(signal.SIG_BLOCK, ()))
    assert {signal.SIGINT, signal.SIGTERM, signal.SIGHUP} <= blocked
    assert signal.pthread_sigmask(signal.SIG_BLOCK, ()) == before


class _Unreadable:
    def __call__(self) -> bytes:
        raise OSError


def test_failure_keeps_no_thread() -> None:
    """Once a failure is handled, nothing keeps the thread that asked: its stack takes 8 MiB of address space."""
    before = {*threading.enumerate()}
    gc.disable()
    try:
        ask = _Unreadable()
        asked = weakref.ref(ask)
        with suppress(OSError):
            answer_within(ask)
        del ask
        for thread in {*threading.enumerate()} - before:
            thread.join()
        assert asked() is None
    finally:
        gc.enable()
