"""A reactor whose time goes forward, whatever is done to the clock on the wall."""

import time
from typing import Any


def use_monotonic_clock(reactor: Any) -> None:
    """
    Have a reactor measure time by a clock that is never set.

    Twisted's asks the wall clock: when that is set by an hour, timers run out an hour early or late, and so do
    scans (https://github.com/twisted/twisted/issues/2424). To be called before anything is scheduled.
    """
    if not reactor.getDelayedCalls():
        reactor.seconds = time.monotonic
