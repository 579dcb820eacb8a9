"""A limit on the processor time of a block of code."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

#: The processor time, in seconds, after which the exception is raised again: Python ignores one that is raised in a
#: destructor or in a callback of the garbage collector.
_AGAIN = 0.1


class CpuTimeExceeded(BaseException):
    """
    A block has used more processor time than it was given.

    Not an ``Exception``, because the judge of the rules turns those into "this check failed" and goes on.
    """


@contextmanager
def cpu_limit(seconds: float) -> Iterator[None]:
    """
    Raise :class:`CpuTimeExceeded` in a block that uses more processor time than this.

    It works in the main thread only, where Python runs the handlers of signals.
    """

    def exceeded(_: int, __: FrameType | None) -> None:
        raise CpuTimeExceeded

    previous = signal.signal(signal.SIGPROF, exceeded)
    signal.setitimer(signal.ITIMER_PROF, seconds, _AGAIN)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, previous)
