"""Counts of work, which unlike its time do not depend on the load of the machine."""

import re
import sys
from collections import Counter
from collections.abc import Callable, Mapping
from types import CodeType, FrameType, FunctionType
from typing import Any, cast

from sitescan.standards.lazy_pattern import LazyPattern


def calls(run: Callable[[], object]) -> int:
    """Return the number of function calls, including functions written in C."""
    return _count(run, lambda _, event, called: event in ("call", "c_call"))


def searches(run: Callable[[], object], pattern: re.Pattern[str]) -> int:
    """Return the number of searches and matches of a regular expression."""
    compiled = cast("LazyPattern", pattern).compiled
    return _count(run, lambda _, event, called: event == "c_call" and getattr(called, "__self__", None) is compiled)


def runs(run: Callable[[], object], function: Callable[..., object]) -> int:
    """Return the number of calls of a function of Python."""
    code = cast("FunctionType", function).__code__
    return _count(run, lambda frame, event, _: event == "call" and frame.f_code is code)


def _count(run: Callable[[], object], counts: Callable[[FrameType, str, Any], bool]) -> int:
    """
    Run a function and count events of the profiler.

    :param counts: takes a frame, an event's name and, for functions written in C, the function; returns whether it
        counts.
    """
    count = 0

    def called(frame: FrameType, event: str, function: Any) -> None:
        nonlocal count
        count += counts(frame, event, function)

    before = sys.getprofile()
    sys.setprofile(called)
    try:
        run()
    finally:
        sys.setprofile(before)
    return count


def lines(run: Callable[[], object], parts: Mapping[CodeType, str]) -> Counter[str]:
    """
    Return the number of lines of Python that run, by part: a part's lines don't count for the part that calls it.

    The lines of each turn of a loop count. Work of functions written in C does not.

    :param parts: the name of each part, by its code; the lines outside of all parts are those of the part ``""``.
    """
    counted: Counter[str] = Counter()
    outer: list[str] = []
    part, count = "", 0

    def in_function(_frame: FrameType, _event: str, _value: object) -> Callable[..., Any]:
        nonlocal count
        count += 1
        return in_function

    def in_part(_frame: FrameType, event: str, _value: object) -> Callable[..., Any]:
        nonlocal part, count
        count += 1
        if event == "return":
            counted[part] += count
            part, count = outer.pop(), 0
        return in_part

    def called(frame: FrameType, _event: str, _value: object) -> Callable[..., Any]:
        nonlocal part, count
        count += 1
        if frame.f_code not in parts:
            return in_function
        counted[part] += count
        outer.append(part)
        part, count = parts[frame.f_code], 0
        return in_part

    before = sys.gettrace()
    sys.settrace(called)
    try:
        run()
    finally:
        sys.settrace(before)
    counted[part] += count
    return counted
