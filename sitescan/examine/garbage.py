"""When processes collect garbage. This module runs without Twisted."""

import gc

#: The thresholds of the garbage collector (:func:`gc.set_threshold`) while modules are loaded or pages examined. Both
#: are hundreds of thousands of objects that live until the end of a command or a job; with the default threshold of
#: 700, collections took a twelfth of the time to load the modules, and a quarter of the time to examine a page.
_SELDOM = (100_000, 20, 50)

#: The thresholds while a reactor runs. Most new objects are in use, so a collection of the youngest generation after
#: every 700 of them finds little, and took a twentieth of the CPU time. The middle generation is collected about once
#: in 7,000 new objects, as by default.
_WITH_REACTOR = (2500, 2, 10)


def collect_seldom() -> None:
    """Collect garbage less often."""
    gc.set_threshold(*_SELDOM)


def collect_only_new() -> None:
    """Exempt everything that is loaded from garbage collection, and collect the garbage of pages less often."""
    gc.freeze()
    collect_seldom()


def collect_with_reactor() -> None:
    """Exempt everything that is loaded from garbage collection, and collect the garbage of a reactor as it arises."""
    gc.freeze()
    gc.set_threshold(*_WITH_REACTOR)
