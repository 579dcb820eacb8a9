"""The limits of a page in its browser, which don't depend on what else the machine does."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from attrs import define, field
from twisted.internet.interfaces import IReactorTime
from twisted.internet.task import Clock, LoopingCall

from sitescan.rendering.devtools_pipe import DevToolsPipe
from sitescan.rendering.process_usage import Usage
from sitescan.rendering.rendering_errors import BROKEN, TOO_HEAVY, NotRendered

#: The memory at which a browser is killed.
_MOST_BYTES = 600 * 1024**2

#: The seconds between two looks at a browser. A page that fills the memory as fast as it can gets some hundred
#: megabytes in between.
_WATCH_SECONDS = 0.1

#: The processor time between two looks below which a browser does nothing, and the number of such looks after which it
#: waits for something.
_NEXT_TO_NOTHING, _STILL_LOOKS = 0.015, 20


@define(eq=False)
class BrowserWatch:
    """
    Measures a browser while it renders a page, and kills it if it takes too much memory or time, or has lost a part.

    :ivar reactor: runs the watch.
    :ivar usage: returns what the browser uses.
    :ivar clock: a clock whose time is the processor time of the browser, so that a page has the same time on a busy
        machine as on an idle one.
    :ivar waits: called whenever the browser has done nothing and got no message for two seconds. A browser that has
        something to do and gets no processor does something.
    """

    reactor: IReactorTime
    pipe: DevToolsPipe
    usage: Callable[[], Usage]
    clock: Clock = field(factory=Clock, init=False)
    waits: Callable[[], None] = field(default=lambda: None, init=False)
    _before: Usage = field(init=False)
    _services: frozenset[int] = field(init=False)
    _messages: int = field(default=0, init=False)
    _still: int = field(default=0, init=False)
    _watch: LoopingCall = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._before = self.usage()
        self._services = self._before.services
        self._watch = LoopingCall(self.check)
        self._watch.clock = self.reactor
        self._watch.start(_WATCH_SECONDS, now=False)

    @contextmanager
    def limited(self, seconds: float, stop: Callable[[], None]) -> Iterator[None]:
        """Limit the processor time of a block: call a function when it is over."""
        call = self.clock.callLater(seconds, stop)
        try:
            yield
        finally:
            if call.active():
                call.cancel()

    def check(self) -> None:
        """Look at the browser. Losing the process that draws or that loads files changes what a page shows."""
        if not self.pipe.alive:
            return
        usage, before = self.usage(), self._before
        self._before = usage
        lost = self._services - usage.services
        self._services |= usage.services
        if usage.memory > _MOST_BYTES:
            self.pipe.kill(TOO_HEAVY)
        elif lost:
            self.pipe.kill(BROKEN)
        else:
            seconds = usage.cpu_seconds - before.cpu_seconds
            self.clock.advance(seconds)
            is_still = usage.is_asleep and seconds < _NEXT_TO_NOTHING and self.pipe.messages == self._messages
            self._messages = self.pipe.messages
            self._still = self._still + 1 if is_still else 0
            if self._still >= _STILL_LOOKS:
                self._still = 0
                self.waits()

    def check_end(self) -> None:
        """
        Look at a browser that has rendered its page.

        :raises NotRendered: if it is lost.
        """
        self.check()
        if not self.pipe.alive:
            raise NotRendered(self.pipe.reason)

    def end(self) -> None:
        """End the watch."""
        self._watch.stop()
