"""The clock of a rendered page, and the frames that are drawn by it."""

from collections.abc import Awaitable, Callable
from typing import Any

from attrs import define, field
from twisted.internet.defer import Deferred

from sitescan.rendering.devtools_results import Drawn, VirtualTime
from sitescan.rendering.paced_answers import PAGE_EPOCH
from sitescan.rendering.page_requests import PageRequests

#: The number of tasks without a delay after which virtual time goes on, so that a loop of them ends.
_STARVATION = 1000

#: The budget of a run in which no time passes: the browser drops what isn't a whole microsecond. A budget of 0 is none.
_NO_TIME_MS = 0.0001

_POLICY = "Emulation.setVirtualTimePolicy"


@define(eq=False)
class PageClock:
    """
    The virtual time of a page, which passes at once when nothing else is to be done.

    https://chromedevtools.github.io/devtools-protocol/tot/Emulation/#method-setVirtualTimePolicy

    :ivar call: calls a method of the browser in the session of the page, and decodes its result as a type.
    :ivar send: calls a method whose result says nothing.
    :ivar expect: returns a Deferred that fails if the browser ends before it fires.
    :ivar now: the time of the page in milliseconds.
    """

    call: Callable[..., Awaitable[Any]]
    send: Callable[[str, dict[str, Any]], None]
    expect: Callable[[], Deferred[None]]
    requests: PageRequests
    now: float = field(default=0.0, init=False)
    _base: float = field(default=0.0, init=False)
    _budget: float = field(default=0.0, init=False)
    _settled: Deferred[None] | None = field(default=None, init=False)
    _expired: bool = field(default=False, init=False)
    _waits: bool = field(default=False, init=False)
    _waits_in_vain: bool = field(default=False, init=False)
    _frames: list[float] = field(factory=list, init=False)

    async def start(self) -> None:
        """Stop the clock at a fixed time."""
        started = await self.call(_POLICY, VirtualTime, policy="pause", initialVirtualTime=PAGE_EPOCH)
        self._base = started.base

    async def stop(self) -> None:
        """Stop the clock."""
        await self.call(_POLICY, dict[str, Any], policy="pause")

    async def run(self, milliseconds: float, *, waits: bool = False) -> None:
        """
        Let the page run for some milliseconds.

        :param milliseconds: 0 to let it do what is to be done at its time.
        :param waits: whether its time stands still while it waits for answers.
        """
        self.now += milliseconds
        self._expired, self._waits, self._budget = False, waits and not self._waits_in_vain, milliseconds or _NO_TIME_MS
        self._settled = self.expect()
        self._advance()
        await self._settled

    def stop_waiting(self) -> bool:
        """
        Let time go on in this run and the next ones, whatever the page waits for.

        :return: whether this run did wait.
        """
        waited, self._waits, self._waits_in_vain = self._waits, False, True
        if waited:
            self._advance()
        return waited

    def _advance(self) -> None:
        policy = "pauseIfNetworkFetchesPending" if self._waits else "advance"
        self.send(_POLICY, {"policy": policy, "budget": self._budget, "maxVirtualTimeTaskStarvationCount": _STARVATION})

    def end_run(self) -> None:
        """End a run although its time isn't over."""
        if self._settled is not None and not self._settled.called:
            self.send(_POLICY, {"policy": "pause"})
            self._settled.callback(None)

    async def draw(self, **parameters: Any) -> Drawn:
        """Draw a frame at the time of the page."""
        self._frames.append(self.now)
        ticks = self._base + self.now
        drawn: Drawn = await self.call("HeadlessExperimental.beginFrame", Drawn, frameTimeTicks=ticks, **parameters)
        return drawn

    def frame_at(self, time: float) -> float:
        """
        Return the time of the frame in which something was painted.

        :param time: the time of the page then. It may have gone on since the frame was begun: when the browser has
            decoded an image, 10 ms pass, before or after the rest.
        """
        return max((frame for frame in self._frames if frame <= round(time)), default=time)

    def expired(self) -> None:
        """Note that the time of a run is over."""
        self._expired = True
        self.check_settled()

    def check_settled(self) -> None:
        """End a run when its time is over and the requests that the page has made have their answers."""
        if not self._expired or self._settled is None or self._settled.called:
            return
        if not self.requests.are_fetched:
            self.requests.await_pauses()
        elif not (self._waits and self.requests.sender.are_arriving):
            self._settled.callback(None)
