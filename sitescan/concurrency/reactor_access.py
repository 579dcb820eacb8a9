"""Run work on Twisted's reactor, for callers of Twisted and of asyncio."""

import asyncio
import atexit
import concurrent.futures
import threading
from collections.abc import Callable, Coroutine
from typing import Any, Protocol, TypeVar

from twisted.internet.defer import Deferred
from twisted.internet.process import reapAllProcesses
from twisted.internet.task import LoopingCall
from twisted.python.failure import Failure

from sitescan.concurrency.reactor import IReactor

T = TypeVar("T")

#: The seconds between two looks for ended child processes. In a thread, the reactor can't be notified of them.
_REAP_SECONDS = 0.1

_starting = threading.Lock()


class Run(Protocol):
    """Runs a coroutine function on the reactor. Its result can be awaited where the caller is, and cancelled."""

    def __call__(self, work: Callable[[], Coroutine[Any, Any, T]]) -> "Deferred[T] | asyncio.Future[T]":
        """Start the work."""


def run_on(reactor: IReactor) -> Run:
    """
    Return how the caller runs work on a reactor.

    A caller of Twisted gets Deferreds, and runs the reactor itself. A task of asyncio gets futures. If no reactor runs
    yet, one is started in a thread, which ends with the program.
    """
    if not _is_asyncio():
        return lambda work: Deferred.fromCoroutine(work())
    loop = asyncio.get_running_loop()
    _start_in_thread(reactor)
    return lambda work: loop.create_task(_run_in_thread(reactor, work))


def _is_asyncio() -> bool:
    try:
        # On Twisted's asyncio reactor, code of Twisted runs in the loop but outside of any task.
        return asyncio.current_task() is not None
    except RuntimeError:
        return False


def _start_in_thread(reactor: IReactor) -> None:
    with _starting:
        if reactor.running:
            return
        started = threading.Event()
        reactor.callWhenRunning(LoopingCall(reapAllProcesses).start, _REAP_SECONDS)
        reactor.callWhenRunning(started.set)
        thread = threading.Thread(target=reactor.run, args=(False,), name="Twisted's reactor", daemon=True)
        thread.start()
        started.wait()

        def stop() -> None:
            reactor.callFromThread(reactor.stop)
            thread.join()

        atexit.register(stop)


async def _run_in_thread(reactor: IReactor, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """Run work on the reactor and wait for it in a task of asyncio; cancelling the task cancels the work."""
    outcome: concurrent.futures.Future[T] = concurrent.futures.Future()
    outcome.set_running_or_notify_cancel()
    running: list[Deferred[T]] = []

    def begin() -> None:
        running.append(Deferred.fromCoroutine(work()))
        running[0].addCallbacks(outcome.set_result, fail)

    def fail(failure: Failure) -> None:
        outcome.set_exception(failure.value)

    def cancel() -> None:
        running[0].cancel()

    reactor.callFromThread(begin)
    try:
        return await asyncio.wrap_future(outcome)
    except asyncio.CancelledError:
        reactor.callFromThread(cancel)
        raise
