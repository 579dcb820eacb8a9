"""Work on the pages of a command line in one process for each processor."""

import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from typing import TypeVar

from sitescan.cli.exit_codes import UsageProblem
from sitescan.cli.interruption import ENDING, uninterrupted
from sitescan.examine.garbage import collect_only_new
from sitescan.examine.parent_death import die_with_parent

_Page = TypeVar("_Page")
_Result = TypeVar("_Result")

#: The number of pages for each process that are done or waiting before the result of the first one is taken.
_AHEAD = 8


def in_processes(work: Callable[[_Page], _Result], pages: Sequence[_Page]) -> Iterator[_Result]:
    """
    Yield the result of each page, in the given order; several are worked on at the same time.

    :param work: a function of a module, whose arguments and results can be sent to other processes.
    :raises UsageProblem: if a process has been killed.
    """
    workers = min(len(os.sched_getaffinity(0)), len(pages))
    if workers <= 1:
        collect_only_new()
        yield from map(work, pages)
        return
    waiting = iter(pages)
    with ProcessPoolExecutor(workers, initializer=_prepare) as pool:
        try:
            # The first page starts the processes. In their first moments, they would handle a signal as this one does.
            with uninterrupted():
                first = islice(waiting, workers * _AHEAD)
                futures: deque[Future[_Result]] = deque(pool.submit(work, page) for page in first)
            while futures:
                result = futures.popleft().result()
                futures.extend(pool.submit(work, page) for page in islice(waiting, 1))
                yield result
        except BrokenProcessPool:
            reason = "a process that examined pages has been killed; run the command again for the rest"
            raise UsageProblem(reason) from None
        except GeneratorExit:
            # Nobody takes more results. The pool would wait for ever for one that a process was ended in the middle of.
            pool.shutdown(cancel_futures=True)
            raise
        except BaseException:
            # The pool would wait until all submitted pages are done.
            for process in multiprocessing.active_children():
                process.terminate()
            raise


def _prepare() -> None:
    collect_only_new()
    _end_with_parent()


def _end_with_parent() -> None:
    """
    Have this process end at once at a signal, and when its parent ends, even by SIGKILL.

    :func:`sitescan.cli.interruption.uninterrupted` delays both. A process that was forked in it gets the signals from
    here on.
    """
    for number in ENDING:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)
    die_with_parent(signal.SIGTERM)
    # It may have ended before. Its pipe, by which ``is_alive`` asks, can be open in another process that it has forked.
    parent = multiprocessing.parent_process()
    if parent is not None and os.getppid() != parent.pid:
        os._exit(1)
