"""Time limits: one deadline a scan, carried down as a value."""

from collections.abc import Coroutine
from typing import Any, Generic, Protocol, TypeVar

from attrs import define, field, frozen
from twisted.internet.defer import Deferred
from twisted.internet.interfaces import IDelayedCall, IReactorTime
from twisted.python.failure import Failure

from sitescan.cancellation import let_go

T = TypeVar("T")


class TimedOut(Exception):
    """
    Something took longer than it may.

    :ivar seconds: how long it may take.
    """

    def __init__(self, seconds: float) -> None:
        super().__init__(f"timed out after {seconds:g} s")
        self.seconds = seconds


class Work(Protocol):
    """What is told when its time is over."""

    def expire(self) -> None:
        """Its time is over."""


@define(eq=False)
class _Alarm:
    """One timer for all works that a deadline bounds: tens of requests may have the same one."""

    _works: dict[Work, None] = field(factory=dict, init=False)
    _call: IDelayedCall | None = field(default=None, init=False)

    def wait_for(self, work: Work, deadline: "Deadline") -> None:
        """End a work at the deadline."""
        self._works[work] = None
        if self._call is None:
            self._call = deadline.clock.callLater(deadline.left(), self._ring)

    def forget(self, work: Work) -> None:
        """A work has ended."""
        self._works.pop(work, None)
        if self._call is not None and not self._works:
            self._call.cancel()
            self._call = None

    def _ring(self) -> None:
        self._call = None
        for work in tuple(self._works):
            if work in self._works:  # and was not ended by one before it
                del self._works[work]
                work.expire()


@frozen(kw_only=True)
class Deadline:
    """
    A point in time by which something must have ended.

    :ivar at: that point, by the clock's seconds.
    :ivar seconds: how long it was away when it was set.
    """

    clock: IReactorTime
    at: float
    seconds: float
    _alarm: _Alarm = field(factory=_Alarm, init=False, eq=False, repr=False)

    @classmethod
    def after(cls, clock: IReactorTime, seconds: float) -> "Deadline":
        """The deadline that is so many seconds away."""
        return cls(clock=clock, at=clock.seconds() + seconds, seconds=seconds)

    def left(self) -> float:
        """Seconds that are left, 0 where it has passed."""
        return max(0.0, self.at - self.clock.seconds())

    def check(self) -> None:
        """
        Begin nothing where there is no time left.

        :raises TimedOut: where the deadline has passed.
        """
        if self.at <= self.clock.seconds():
            raise TimedOut(self.seconds)

    def within(self, seconds: float) -> "Deadline":
        """The earlier of this deadline and one so many seconds from now."""
        own = Deadline.after(self.clock, seconds)
        return own if own.at < self.at else self

    def bound(self, work: "Deferred[T] | Coroutine[Deferred[Any], Any, T]") -> "Deferred[T]":
        """
        The work, cancelled when the deadline passes.

        A cancelled request fails in many ways, seldom with a time-out; so whatever failure follows
        from the deadline is told as :class:`TimedOut`.
        """
        deferred: Deferred[T] = work if isinstance(work, Deferred) else Deferred.fromCoroutine(work)
        bound = _Bound(deferred, self)
        self.watch(bound)
        return deferred.addBoth(bound.ended)

    def watch(self, work: Work) -> None:
        """Have a work told when the deadline passes, unless it is over before (:meth:`forget`)."""
        self._alarm.wait_for(work, self)

    def forget(self, work: Work) -> None:
        """A work is over."""
        self._alarm.forget(work)


@define(eq=False)
class _Bound(Generic[T]):
    """A work that is cancelled when its time is over."""

    work: Deferred[T]
    deadline: Deadline
    expired: bool = False

    def expire(self) -> None:
        """Its time is over."""
        self.expired = True
        self.work.cancel()

    def ended(self, result: "T | Failure") -> "T | Failure":
        """It has ended, by itself or not."""
        self.deadline.forget(self)
        let_go(result)
        if self.expired and isinstance(result, Failure):
            return Failure(TimedOut(self.deadline.seconds))
        return result
