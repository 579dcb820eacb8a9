"""A monotonic clock for the reactor."""

import time

from twisted.internet.interfaces import IReactorTime


def use_monotonic_clock(reactor: IReactorTime) -> None:
    """
    Have a reactor use a monotonic clock. It does nothing if calls have been scheduled already.

    Twisted's reactors use the wall clock: when it is set forward or back by an hour, delayed calls are an hour early or
    late (https://github.com/twisted/twisted/issues/2424).
    """
    if not reactor.getDelayedCalls():
        reactor.seconds = time.monotonic  # type: ignore[method-assign]  # no reactor takes a clock
