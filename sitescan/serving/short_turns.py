"""Short turns of the reactor: what is due waits for a few events, and the garbage collector has a turn of its own."""

import gc
import select
from time import perf_counter
from typing import Any

#: Events that are handled before timed calls have their turn: the answer of a site takes half a millisecond and more,
#: and scans wait for hundreds.
_AT_ONCE = 4

#: When Python looks for garbage among what is new, and among what has outlived such a look (:func:`gc.set_threshold`).
#: Most of what is new in a service is in use: a look at every 700 objects, as by default, finds little and took a
#: twentieth of the time. The second kind looks at as many as ever, seven thousand. It never looks at everything, which
#: takes a microsecond for each object of the scans under way, in the midst of a turn.
_COLLECT_AFTER = (2500, 2, 2**31 - 1)

#: After so many of the second kind everything is looked at; not in a turn whose timed calls took longer than this,
#: seconds, unless there was no other for so many turns.
_COLLECT_ALL_AFTER = 10
_QUIET = 0.001
_MOST_PUT_OFF = 8


class _ShortTurns:
    """
    An epoll object that tells a few events at a time, and none in the turn in which all garbage is collected.

    Asked again, the kernel tells those first that it has not told yet (``epoll_wait(2)``): nobody is left out.
    """

    def __init__(self, poller: "select.epoll") -> None:
        self._poll = poller.poll
        # What else a reactor wants of it, twice an answer: as it is.
        self.register, self.modify, self.unregister = poller.register, poller.modify, poller.unregister
        self.close = poller.close
        self._put_off, self._since = 0, 0.0

    def poll(self, timeout: float, most: int) -> list[tuple[int, int]]:
        """A few of the events that are ready (:meth:`select.epoll.poll`)."""
        if gc.get_count()[2] >= _COLLECT_ALL_AFTER:
            self._collect()
            return []
        return self._poll(timeout, min(most, _AT_ONCE))

    def _collect(self) -> None:
        """Look at everything, in the first turn that consists of little else."""
        if self._put_off and (perf_counter() - self._since < _QUIET or self._put_off == _MOST_PUT_OFF):
            gc.collect()
            self._put_off = 0
        else:
            self._put_off += 1
        self._since = perf_counter()


def shorten_turns(reactor: Any) -> None:
    """
    Have a reactor handle a few events in each turn, and Python collect all garbage between them.

    There is no public way: ``EPollReactor`` asks for as many events as it has descriptors. A reactor that doesn't wait
    by epoll is left as it is, and so is the collector then.
    """
    poller = getattr(reactor, "_poller", None)
    if hasattr(select, "epoll") and isinstance(poller, select.epoll):
        reactor._poller = _ShortTurns(poller)
        gc.set_threshold(*_COLLECT_AFTER)
