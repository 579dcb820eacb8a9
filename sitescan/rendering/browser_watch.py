"""The limits of a page in its browser, which don't depend on what else the machine does."""

from collections.abc import Callable
from typing import Any

from attrs import define, field
from twisted.internet.task import Clock, LoopingCall

from sitescan.rendering.devtools_pipe import DevToolsPipe
from sitescan.rendering.process_usage import Usage
from sitescan.rendering.rendering_errors import BROKEN, BUSY, TOO_HEAVY, NotRendered

#: The memory at which a browser is killed.
_MOST_BYTES = 600 * 1024**2

#: The seconds between two looks at a browser. A page that fills the memory as fast as it can gets some hundred
#: megabytes in between.
_WATCH_SECONDS = 0.1

#: The part of a processor that is idle while nobody hinders a page. On a machine without such a part, the same script
#: takes up to twice the processor time, since processors share caches and units.
_CALM = 0.1


@define(eq=False)
class BrowserWatch:
    """
    Measures a browser while it renders a page, and kills it if it takes too much memory or has lost a part.

    :ivar reactor: runs the watch.
    :ivar usage: returns what the browser uses.
    :ivar seconds: the processor time that a page may take. On a busy machine, a page that takes up to twice as much
        could have done with it.
    :ivar clock: a clock whose time is the processor time of the browser, so that a page has the same time on a busy
        machine as on an idle one.
    """

    reactor: Any
    pipe: DevToolsPipe
    usage: Callable[[], Usage]
    seconds: float
    clock: Clock = field(factory=Clock, init=False)
    _before: Usage = field(init=False)
    _idle_before: float = field(init=False)
    _began: float = field(init=False)
    _services: frozenset[int] = field(init=False)
    _watch: LoopingCall = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._before = self.usage()
        self._services = self._before.services
        self._idle_before, self._began = self._before.idle_seconds, self.reactor.seconds()
        self._watch = LoopingCall(self.check)
        self._watch.clock = self.reactor
        self._watch.start(_WATCH_SECONDS, now=False)

    @property
    def is_calm(self) -> bool:
        """Whether nobody hindered the page, so that it is to blame for the processor time that it took."""
        idle = self._before.idle_seconds - self._idle_before
        return idle >= _CALM * float(self.reactor.seconds() - self._began)

    @property
    def is_over(self) -> bool:
        """Whether the page has taken more than its processor time."""
        return self.clock.seconds() > self.seconds

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
            self.clock.advance(usage.cpu_seconds - before.cpu_seconds)
            if self.is_over and (self.is_calm or self.clock.seconds() > 2 * self.seconds):
                self.pipe.kill(TOO_HEAVY)

    def check_end(self) -> None:
        """
        Look at a browser that has rendered its page.

        :raises NotRendered: if it is lost, or was slower than it would have been without others.
        """
        self.check()
        if not self.pipe.alive:
            raise NotRendered(self.pipe.reason)
        if self.is_over:
            raise NotRendered(BUSY)

    def end(self) -> None:
        """End the watch."""
        self._watch.stop()
