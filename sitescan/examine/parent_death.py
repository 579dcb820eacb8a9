"""Ending a process when its parent ends. This module runs without Twisted."""

import signal
import sys


def die_with_parent(number: int = signal.SIGKILL) -> None:
    """Have the kernel signal this process when its parent ends, even by SIGKILL (on Linux only; prctl(2))."""
    if not sys.platform.startswith("linux"):
        return
    import ctypes  # noqa: PLC0415 - only Linux has the system call

    parent_death_signal = 1
    ctypes.CDLL(None).prctl(parent_death_signal, number, 0, 0, 0)
