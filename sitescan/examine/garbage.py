"""Garbage collection for processes that examine pages, and for commands. This module runs without Twisted."""

import gc

#: The thresholds of the garbage collector (:func:`gc.set_threshold`). A page is hundreds of thousands of objects that
#: live until the end of its job; with the default threshold of 700, collections took a quarter of the time.
_COLLECT_AFTER = (100_000, 20, 50)


def collect_seldom() -> None:
    """Exempt everything that is loaded from garbage collection, and collect the garbage of pages less often."""
    gc.freeze()
    gc.set_threshold(*_COLLECT_AFTER)
