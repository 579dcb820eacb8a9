"""Short turns of the reactor: what is due waits for a few events, not for all that are ready."""

import select
from typing import Any

from attrs import frozen

#: Events that are handled before timed calls have their turn: the answer of a site takes half a millisecond and more,
#: and scans wait for hundreds.
_AT_ONCE = 4


@frozen
class _FewAtOnce:
    """
    An epoll object that tells a few events at a time.

    Asked again, the kernel tells those first that it has not told yet (``epoll_wait(2)``): nobody is left out.
    """

    poller: Any

    def poll(self, timeout: float, most: int) -> list[tuple[int, int]]:
        """A few of the events that are ready (:meth:`select.epoll.poll`)."""
        events: list[tuple[int, int]] = self.poller.poll(timeout, min(most, _AT_ONCE))
        return events

    def __getattr__(self, name: str) -> Any:
        return getattr(self.poller, name)


def shorten_turns(reactor: Any) -> None:
    """
    Have a reactor handle a few events in each turn; one that doesn't wait by epoll is left as it is.

    There is no public way: ``EPollReactor`` asks for as many events as it has descriptors.
    """
    poller = getattr(reactor, "_poller", None)
    if hasattr(select, "epoll") and isinstance(poller, select.epoll):
        reactor._poller = _FewAtOnce(poller)
