"""Run each task once for all callers that wait for its result."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Generic, TypeVar

from attrs import define, field
from twisted.internet.defer import Deferred, succeed
from twisted.python.failure import Failure

from sitescan.concurrency.cancellation import clean_cancelled

T = TypeVar("T")


@define(eq=False)
class _Caller(Generic[T]):
    """
    A caller that waits for the results of tasks.

    :ivar start: starts the task of a key.
    :ivar pending: the keys of the tasks that haven't ended yet.
    :ivar settled: fires when all of the tasks have ended.
    :ivar results: the results and failures by key.
    """

    start: Callable[[str], Deferred[T]]
    pending: set[str]
    settled: Deferred[None]
    results: dict[str, T | Failure] = field(factory=dict, init=False)


@define(eq=False)
class SingleFlight(Generic[T]):
    """
    Tasks by key, such as a URL or a host name: while a task runs, further callers wait for the same task.

    A caller that waits for many keys costs one object for all of them, not one per key, because the garbage collector
    looks at each object while the reactor stands still. A task that no caller waits for any more is cancelled.

    :ivar keeps: whether results are kept for later callers.
    :ivar answers: the results that are kept, by key.
    """

    keeps: bool = True
    answers: dict[str, T] = field(factory=dict, init=False)
    _callers: list[_Caller[T]] = field(factory=list, init=False)
    _queued: set[str] = field(factory=set, init=False)
    _running: dict[str, Deferred[T]] = field(factory=dict, init=False)

    def answer(self, key: str, start: Callable[[], Deferred[T]]) -> Deferred[T]:
        """
        Return a Deferred of the result of one task.

        :param start: starts the task, unless it is running or its result is known.
        """
        if key in self.answers:
            return succeed(self.answers[key])
        caller = self._wait((key,), lambda _: start(), self._start_all)
        return caller.settled.addCallback(lambda _: caller.results[key])

    async def settle(
        self,
        keys: Iterable[str],
        start: Callable[[str], Deferred[T]],
        queue: Callable[[Sequence[str]], None],
        *,
        anew: bool = False,
    ) -> Sequence[Failure]:
        """
        Wait until the tasks of all keys have ended, and return the failures.

        :param start: starts the task of a key, unless it is running or its result is known.
        :param queue: calls :meth:`start` for each of its keys, now or later.
        :param anew: whether to run tasks again whose results are known.
        """
        unknown = tuple(dict.fromkeys(key for key in keys if anew or key not in self.answers))
        if not unknown:
            return ()
        caller = self._wait(unknown, start, queue)
        await caller.settled
        return [result for result in caller.results.values() if isinstance(result, Failure)]

    def start(self, key: str) -> bool:
        """Start the task of a queued key. Return ``False`` if no caller waits for it any more."""
        self._queued.remove(key)
        start = next((caller.start for caller in self._callers if key in caller.pending), None)
        if start is None:
            return False
        task = self._running[key] = start(key)
        task.addBoth(self._ended, key)
        return True

    def _start_all(self, keys: Sequence[str]) -> None:
        for key in keys:
            self.start(key)

    def _wait(
        self,
        keys: Sequence[str],
        start: Callable[[str], Deferred[T]],
        queue: Callable[[Sequence[str]], None],
    ) -> _Caller[T]:
        caller: _Caller[T] = _Caller(start, set(keys), Deferred(lambda _: self._leave(caller)))
        self._callers.append(caller)
        new = [key for key in keys if key not in self._queued and key not in self._running]
        self._queued.update(new)
        queue(new)
        return caller

    def _leave(self, caller: _Caller[T]) -> None:
        """Forget a caller that was cancelled, and cancel the tasks that no other caller waits for."""
        self._callers.remove(caller)
        # The last ones first: in the other order, each task that ends would make room for one that ends next.
        for key, task in reversed(tuple(self._running.items())):
            if not any(key in other.pending for other in self._callers):
                task.cancel()

    def _ended(self, result: Any, key: str) -> None:
        del self._running[key]
        if self.keeps and not isinstance(result, Failure):
            self.answers[key] = result
        clean_cancelled(result)
        for caller in tuple(self._callers):
            if key in caller.pending:
                caller.pending.remove(key)
                caller.results[key] = result
                if not caller.pending:
                    self._callers.remove(caller)
                    caller.settled.callback(None)
