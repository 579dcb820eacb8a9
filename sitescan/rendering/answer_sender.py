"""Sends the answers for a rendered page to the browser, one after the other."""

from collections import deque
from collections.abc import Callable
from typing import Any

from attrs import define, field
from twisted.internet.defer import Deferred
from twisted.internet.interfaces import IDelayedCall, IReactorTime

from sitescan.rendering.paused_requests import RequestAnswer

ARRIVAL_SECONDS = 0.5
"""The time after which an answer counts as arrived although the browser, which does nothing, has not said so."""


@define(eq=False)
class AnswerSender:
    """
    Sends each answer when the one before has arrived, so that no page depends on how fast the browser's processes are.

    :ivar clock: the clock of the machine.
    :ivar call: calls a method of the browser in a DevTools session: session, method, parameters.
    :ivar changed: called whenever :attr:`are_arriving` may have changed.
    :ivar is_asleep: returns whether the browser does nothing.
    :ivar queue: the answers that wait for those before them.
    :ivar refusals: the calls that fail the requests to which no answer was sent, by the ids of the pauses.
    """

    clock: IReactorTime
    call: Callable[[str, str, dict[str, Any]], object]
    changed: Callable[[], object]
    is_asleep: Callable[[], bool]
    queue: deque[RequestAnswer] = field(factory=deque, init=False)
    refusals: dict[str, RequestAnswer] = field(factory=dict, init=False)
    _arriving: str = field(default="", init=False)
    _patience: IDelayedCall | None = field(default=None, init=False)
    _received: Deferred[None] | None = field(default=None, init=False)

    @property
    def are_arriving(self) -> bool:
        """Whether answers are on their way to the browser."""
        return bool(self.queue or self._arriving)

    def send(self, answer: RequestAnswer) -> None:
        """Send an answer now."""
        self.refusals.pop(answer.parameters["requestId"], None)
        self.call(answer.session, answer.method, answer.parameters)

    def send_next(self) -> None:
        """Send the answers in the queue up to the first one whose arrival the browser is going to announce."""
        while self.queue and not self._arriving:
            answer = self.queue.popleft()
            if answer.load:
                self._arriving = answer.load
                self._be_patient(answer.load)
            self.send(answer)
        if not self.are_arriving:
            self._end_waiting()
        self.changed()

    def arrived(self, load: str) -> None:
        """Note that the browser has received an answer, and send the next one."""
        if load and load == self._arriving:
            self._stop_waiting()
            self.send_next()

    async def received(self, seconds: float) -> None:
        """Wait until the browser has received the answers that were sent, at most for some seconds."""
        received = self._received = Deferred(lambda _: self._forget_received())
        await received.addTimeout(seconds, self.clock, lambda *_: None)

    def cancel(self) -> None:
        """Send none of the answers in the queue, and wait for none that was sent."""
        self.queue.clear()
        self._stop_waiting()
        self._end_waiting()

    def _be_patient(self, load: str) -> None:
        self._patience = self.clock.callLater(ARRIVAL_SECONDS, self._lose_patience, load)

    def _lose_patience(self, load: str) -> None:
        """Let an answer count as arrived, unless the browser is only slow."""
        if self.is_asleep():
            self.arrived(load)
        else:
            self._be_patient(load)

    def _end_waiting(self) -> None:
        if self._received is not None:
            received, self._received = self._received, None
            received.callback(None)

    def _forget_received(self) -> None:
        self._received = None

    def _stop_waiting(self) -> None:
        self._arriving = ""
        if self._patience is not None and self._patience.active():
            self._patience.cancel()
