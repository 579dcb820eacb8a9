"""Counts of the work that something takes; unlike its time, they don't depend on how busy the machine is."""

import re
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any


def calls(run: Callable[[], object]) -> int:
    """Return the number of function calls, including functions written in C."""
    return _count(run, lambda event, _: event in ("call", "c_call"))


def searches(run: Callable[[], object], pattern: re.Pattern[str]) -> int:
    """Return how often a regular expression is searched for or matched."""
    return _count(run, lambda event, called: event == "c_call" and getattr(called, "__self__", None) is pattern)


def _count(run: Callable[[], object], counts: Callable[[str, Any], bool]) -> int:
    """
    Run a function and count events of the profiler.

    :param counts: takes an event's name and, for functions written in C, the function; returns whether it counts.
    """
    count = 0

    def called(_frame: FrameType, event: str, function: Any) -> None:
        nonlocal count
        count += counts(event, function)

    before = sys.getprofile()
    sys.setprofile(called)
    try:
        run()
    finally:
        sys.setprofile(before)
    return count
