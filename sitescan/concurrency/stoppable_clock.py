"""A clock that stands while nobody is to be charged for the time."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from attrs import define, field
from twisted.internet.interfaces import IDelayedCall, IReactorTime
from zope.interface import implementer


@implementer(IDelayedCall)
@define(eq=False)
class _Call:
    """A delayed call; its timer only runs while the clock does."""

    clock: "StoppableClock"
    at: float
    function: Callable[[], object]
    timer: IDelayedCall | None = None

    def getTime(self) -> float:  # noqa: N802 - IDelayedCall
        """Return the time of the call, by the clock."""
        return self.at

    def cancel(self) -> None:
        """Cancel the call."""
        self.clock.forget(self)

    def delay(self, secondsLater: float) -> None:  # noqa: N803 - IDelayedCall
        """Call later than planned."""
        self.clock.move(self, self.at + secondsLater)

    def reset(self, secondsFromNow: float) -> None:  # noqa: N803 - IDelayedCall
        """Call some seconds from now."""
        self.clock.move(self, self.clock.seconds() + secondsFromNow)

    def active(self) -> bool:
        """Return whether the call is still to come."""
        return self.clock.has(self)


@implementer(IReactorTime)
@define(eq=False)
class StoppableClock:
    """
    The clock of a reactor, without the time in which it was stopped.

    Its delayed calls wait until it has run for their time. A call without delay only waits for the next turn of the
    reactor.
    """

    reactor: IReactorTime
    _stops: int = field(default=0, init=False)
    _stood: float = field(default=0.0, init=False)
    _since: float = field(default=0.0, init=False)
    _calls: dict[_Call, None] = field(factory=dict, init=False)

    def seconds(self) -> float:
        """Return the time in seconds."""
        now = self._since if self._stops else self.reactor.seconds()
        return float(now) - self._stood

    def callLater(self, delay: float, callable: Callable[..., object], *args: Any, **kw: Any) -> IDelayedCall:  # noqa: A002, N802 - IReactorTime
        """Call a function after a time."""
        if not delay:
            return self.reactor.callLater(0, callable, *args, **kw)
        call = _Call(self, self.seconds() + delay, lambda: callable(*args, **kw))
        self._calls[call] = None
        self._arm(call)
        return call

    def getDelayedCalls(self) -> list[IDelayedCall]:  # noqa: N802 - IReactorTime
        """Return the calls that are still to come."""
        return list(self._calls)

    @contextmanager
    def stopped(self) -> Iterator[None]:
        """Stop the clock for the length of a block. Several blocks may overlap."""
        self.stop()
        try:
            yield
        finally:
            self.go_on()

    def stop(self) -> None:
        """Stop the clock until :meth:`go_on` is called as often as this."""
        if not self._stops:
            self._since = self.reactor.seconds()
            for call in self._calls:
                _disarm(call)
        self._stops += 1

    def go_on(self) -> None:
        """End a stop."""
        self._stops -= 1
        if not self._stops:
            self._stood += self.reactor.seconds() - self._since
            for call in self._calls:
                self._arm(call)

    def forget(self, call: _Call) -> None:
        """Remove a call."""
        _disarm(call)
        del self._calls[call]

    def move(self, call: _Call, at: float) -> None:
        """Change the time of a call."""
        _disarm(call)
        call.at = at
        self._arm(call)

    def has(self, call: _Call) -> bool:
        """Return whether a call is still to come."""
        return call in self._calls

    def _arm(self, call: _Call) -> None:
        if not self._stops:
            call.timer = self.reactor.callLater(max(0.0, call.at - self.seconds()), self._due, call)

    def _due(self, call: _Call) -> None:
        call.timer = None
        del self._calls[call]
        call.function()


def _disarm(call: _Call) -> None:
    if call.timer is not None:
        call.timer.cancel()
        call.timer = None
