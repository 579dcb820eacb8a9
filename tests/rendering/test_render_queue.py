"""The order in which pages are rendered."""

from typing import Any

import pytest
from twisted.internet.defer import Deferred
from twisted.internet.task import Clock

from sitescan.admission.concurrency_gate import Busy
from sitescan.concurrency.deadline import Deadline
from sitescan.rendering.render_queue import RenderQueue


class Queue:
    """A queue that records the scans that have entered."""

    def __init__(self, most: int, waiting: int = 9) -> None:
        self.clock = Clock()
        self.queue = RenderQueue(most, waiting, self.clock.seconds)
        self.entered: list[Any] = []
        self.work: list[Deferred[Any]] = []

    def enter(self, *clients: str, seconds: float = 9) -> None:
        """Let clients enter."""
        for client in clients:
            entering = Deferred.fromCoroutine(self.queue.enter(client, Deadline.after(self.clock, seconds)))
            self.work.append(entering.addCallback(self.entered.append))

    def leave(self, number: int, seconds: float = 0.1) -> None:
        """Let a page leave, given by its number in the order of entry."""
        self.queue.leave(self.entered[number], seconds)

    @property
    def clients(self) -> str:
        """The clients that have entered."""
        return "".join(scan.client for scan in self.entered)


def test_first_in_first_out() -> None:
    """Pages of clients with equal use are rendered in the order of their requests."""
    queue = Queue(1)
    queue.enter("a", "b", "c")
    assert queue.clients == "a"
    queue.leave(0)
    queue.leave(1)
    queue.leave(2)
    queue.enter("d")
    assert queue.clients == "abcd"


def test_heavy_client_waits() -> None:
    """A client whose page has held the browser for long waits for other clients."""
    queue = Queue(1)
    queue.enter("a", "a", "b", "c")
    queue.leave(0, 10)
    queue.leave(1)
    queue.leave(2)
    assert queue.clients == "abca"


def test_client_gets_half_of_browsers() -> None:
    """A client gets at most half of the browsers, so that another client needn't wait for it."""
    queue = Queue(4)
    queue.enter("a", "a", "a", "b", "c")
    assert queue.clients == "aabc"
    queue.leave(0)
    assert queue.clients == "aabca"


def test_busy() -> None:
    """A page doesn't wait in a full queue or beyond its deadline, and keeps no place after that."""
    queue = Queue(1, waiting=1)
    queue.enter("a")
    queue.enter("b", seconds=2)
    queue.enter("c")
    queue.clock.advance(2)
    for late in queue.work[1:]:
        late.addErrback(lambda failure: failure.trap(Busy))
        assert late.called
    queue.enter("d")
    queue.leave(0)
    assert queue.clients == "ad"


@pytest.mark.parametrize("entered", [True, False])
def test_cancelled(entered: bool) -> None:
    """A scan that is cancelled while it waits keeps no place."""
    queue = Queue(1)
    queue.enter("a", "b", "c")
    queue.work[1].cancel()
    queue.work[1].addErrback(lambda _: None)
    if entered:
        queue.leave(0)
    assert queue.clients == ("ac" if entered else "a")
