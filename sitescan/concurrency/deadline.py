"""Time limits: each scan has a deadline, which is passed down as a value."""

from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from typing import Any, Generic, Protocol, TypeVar

from attrs import define, field, frozen
from twisted.internet.defer import Deferred
from twisted.internet.interfaces import IDelayedCall, IReactorTime
from twisted.python.failure import Failure

from sitescan.concurrency.cancellation import clean_cancelled
from sitescan.concurrency.stoppable_clock import StoppableClock

T = TypeVar("T")


class TimedOut(Exception):
    """
    A task has exceeded its time limit.

    :ivar seconds: the time limit.
    """

    def __init__(self, seconds: float) -> None:
        super().__init__(f"timed out after {seconds:g} s")
        self.seconds = seconds


class Task(Protocol):
    """A task that a deadline ends."""

    def expire(self) -> None:
        """End the task because its deadline has passed."""


@define(eq=False)
class _Timer:
    """One delayed call for all tasks of a deadline: tens of requests may have the same one."""

    _tasks: dict[Task, None] = field(factory=dict, init=False)
    _call: IDelayedCall | None = field(default=None, init=False)

    def watch(self, task: Task, deadline: "Deadline") -> None:
        """Expire a task at the deadline."""
        self._tasks[task] = None
        if self._call is None:
            self._call = deadline.clock.callLater(deadline.left(), self._expire)

    def forget(self, task: Task) -> None:
        """Forget a task that has ended."""
        self._tasks.pop(task, None)
        if self._call is not None and not self._tasks:
            self._call.cancel()
            self._call = None

    def _expire(self) -> None:
        self._call = None
        for task in tuple(self._tasks):
            if task in self._tasks:  # the end of another task may have ended it
                del self._tasks[task]
                task.expire()


@frozen(kw_only=True)
class Deadline:
    """
    A point in time at which tasks are ended.

    :ivar at: the time of the deadline, by the clock.
    :ivar seconds: the time limit from which the deadline was calculated.
    """

    clock: IReactorTime
    at: float
    seconds: float
    _timer: _Timer = field(factory=_Timer, init=False, eq=False, repr=False)

    @classmethod
    def after(cls, clock: IReactorTime, seconds: float) -> "Deadline":
        """Return a deadline for a time limit that starts now."""
        return cls(clock=clock, at=clock.seconds() + seconds, seconds=seconds)

    def left(self) -> float:
        """Return the seconds that are left, or 0 if the deadline has passed."""
        return max(0.0, self.at - self.clock.seconds())

    def check(self) -> None:
        """
        Raise an exception if there is no time left.

        :raises TimedOut: if the deadline has passed.
        """
        if self.at <= self.clock.seconds():
            raise TimedOut(self.seconds)

    def within(self, seconds: float) -> "Deadline":
        """Return the earlier of this deadline and one for a time limit that starts now."""
        own = Deadline.after(self.clock, seconds)
        return own if own.at < self.at else self

    @property
    def stands(self) -> bool:
        """Whether the time stands in the blocks of :meth:`standing`."""
        return isinstance(self.clock, StoppableClock)

    @contextmanager
    def standing(self) -> Iterator[None]:
        """
        Stop the time of a scan that waits for this program itself, for the length of a block.

        Only the time of a command stands: nobody but its caller waits for it. The time of a scan of the service goes
        on, so that it ends with an error in time.
        """
        if isinstance(self.clock, StoppableClock):
            with self.clock.stopped():
                yield
        else:
            yield

    def bound(self, task: "Deferred[T] | Coroutine[Deferred[Any], Any, T]") -> "Deferred[T]":
        """
        Cancel a task at the deadline.

        :return: a Deferred of the task's result. If the task was cancelled by the deadline, it fails with
            :exc:`TimedOut`, whichever failure the cancellation caused.
        """
        deferred: Deferred[T] = task if isinstance(task, Deferred) else Deferred.fromCoroutine(task)
        bound = _Bound(deferred, self)
        self.watch(bound)
        return deferred.addBoth(bound.ended)

    def watch(self, task: Task) -> None:
        """Expire a task at the deadline, unless :meth:`forget` is called before."""
        self._timer.watch(task, self)

    def forget(self, task: Task) -> None:
        """Forget a task that has ended."""
        self._timer.forget(task)


@define(eq=False)
class _Bound(Generic[T]):
    """A Deferred that is cancelled at a deadline."""

    task: Deferred[T]
    deadline: Deadline
    expired: bool = False

    def expire(self) -> None:
        """Cancel the Deferred."""
        self.expired = True
        self.task.cancel()

    def ended(self, result: "T | Failure") -> "T | Failure":
        """Replace the failure of a Deferred that was cancelled at the deadline."""
        self.deadline.forget(self)
        clean_cancelled(result)
        if self.expired and isinstance(result, Failure):
            return Failure(TimedOut(self.deadline.seconds))
        return result
