"""Garbage collection for commands and for processes that examine pages. This module runs without Twisted."""

import gc

#: The thresholds of the garbage collector (:func:`gc.set_threshold`). Modules and pages are hundreds of thousands of
#: objects that live until the end of a command or a job; with the default threshold of 700, collections took a twelfth
#: of the time to load the modules, and a quarter of the time to examine a page.
_COLLECT_AFTER = (100_000, 20, 50)


def collect_seldom() -> None:
    """Collect garbage less often."""
    gc.set_threshold(*_COLLECT_AFTER)


def collect_only_new() -> None:
    """Exempt everything that is loaded from garbage collection, and collect the garbage of pages less often."""
    gc.freeze()
    collect_seldom()
